//! Failing inputs, step by step: values from the certificate, steps from the library if it is the certificate's.

use super::CertificatePage;
use super::grouping::together;
use super::parts::{reason, short};
use maud::{Markup, html};
use vyre_conform_certificate::certificate::{
    Counterexample, OpEvidence, OutcomeName, Part, ValueText, word_of_text,
};
use vyre_conform_harness::report::{pluralize, thousands};
use vyre_conform_interp as interp;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::ulp;
use vyre_conform_suite::strategy::TypedLaw;

/// Maximal number of displayed inputs of an op in a certificate.
const SHOWN: usize = 6;

/// Maximal number of displayed steps.
const STEPS: usize = 12;

/// The failed parts of an op, grouped by failing input.
pub(super) fn failures(sheet: &CertificatePage<'_>, op: &OpEvidence) -> Markup {
    let failed = op.parts.iter().filter(|p| p.outcome == OutcomeName::Failed);
    let failed = together(failed, |one, other| alike(one, other));
    html! {
        @for same in failed.iter().take(SHOWN) { (shown(sheet, op, same)) }
        @if failed.len() > SHOWN { p { strong.bad { (failed.len() - SHOWN) } " more inputs fail" } }
    }
}

/// True if two parts fail in the same way, for the same law or for none.
fn alike(a: &Part, b: &Part) -> bool {
    let values = |p: &Part| {
        let example = p.counterexample.as_ref()?;
        Some((
            example.inputs.clone(),
            example.expected.clone(),
            example.found.clone(),
        ))
    };
    values(a).is_some() && values(a) == values(b) && a.law == b.law
}

/// One input with every part that fails on it.
fn shown(sheet: &CertificatePage<'_>, op: &OpEvidence, same: &[&Part]) -> Markup {
    let part = same[0];
    let def = sheet.def(&op.id);
    let name = |k: usize| match part.law {
        Some(_) => VARIABLES.get(k).copied(),
        None => def.and_then(|def| def.params.get(k).copied()),
    };
    html! {
        article.counterexample {
            h4 { span.chip.bad { "refuted" } " " (reason(part)) }
            @if let Some(example) = &part.counterexample {
                @let steps = steps(sheet, op, part, example);
                dl {
                    dt { "Input" }
                    dd { @for (k, value) in example.inputs.iter().enumerate() {
                        @if k > 0 { ", " }
                        @if let Some(name) = name(k) { (name) " = " }
                        code { (text(value)) } ": " (value.ty)
                    } }
                    @if let Some(expected) = &example.expected { dt { "Expected" } dd { code { (text(expected)) } } }
                    @if let Some(found) = &example.found { dt { "Found" } dd { code { (short(&found.join(" "))) } } }
                    @if let Some(most) = op.ulps {
                        dt { "Distance" } dd { (distance(example)) "; the op allows " (most) }
                    }
                }
                @if !steps.is_empty() {
                    details { summary { "Steps of the reference of this library" }
                        ol.steps { @for step in steps.iter().take(STEPS) { li { code { (step) } } } }
                        @if steps.len() > STEPS { p { "and " (steps.len() - STEPS) " more steps" } }
                    }
                }
            }
            ul.reasons { @for part in same { li { code { (part.id) } ": " (thousands(part.failures)) " of "
                (pluralize(part.cases, "case", "cases")) " fail"
                @if let Some(case) = part.counterexample.as_ref().and_then(|e| e.case) {
                    ", first case " (thousands(case)) } } } }
        }
    }
}

/// The distance of the actual value from the expected one.
fn distance(example: &Counterexample) -> String {
    let words = |found: &Vec<String>| -> Option<Vec<u32>> {
        found.iter().map(|text| word_of_text(text)).collect()
    };
    let due = example.expected.as_ref().and_then(ValueText::value);
    let found = example.found.as_ref().and_then(words);
    let ulps = due.zip(found);
    match ulps.and_then(|(due, found)| ulp::distance(due.ty(), due.words(), &found)) {
        Some(ulps) => pluralize(ulps.into(), "ulp", "ulps"),
        None => "no number of ulps".to_owned(),
    }
}

/// A value in hexadecimal, as in the file.
fn text(value: &ValueText) -> String {
    match value.value() {
        Some(value) => value.to_string(),
        None => short(&value.words.join(" ")),
    }
}

fn steps(
    sheet: &CertificatePage<'_>,
    op: &OpEvidence,
    part: &Part,
    example: &Counterexample,
) -> Vec<String> {
    let Some(known) = sheet.op(&op.id) else {
        return vec![];
    };
    let values: Option<Vec<Value>> = example.inputs.iter().map(ValueText::value).collect();
    let Some(values) = values else {
        return vec![];
    };
    match part.law {
        Some(law) => {
            let law = known.def.laws.get(law as usize);
            let law = law.and_then(|law| TypedLaw::new(law, &known.def.op).ok());
            law.map_or(vec![], |law| law.explain(&values).steps)
        }
        None => match known.module() {
            Ok(module) => interp::trace(module, &values)
                .iter()
                .map(ToString::to_string)
                .collect(),
            Err(_) => vec![],
        },
    }
}
