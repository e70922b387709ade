//! Random programs and files of programs in a certificate.
//!
//! A seed determines a program: the interpreter computes the expected words of a counterexample again.

use super::filetests;
use super::issuer::IssuerBackend;
use super::plausibility::Findings;
use super::support::{self, CalleeSupport};
use crate::certificate::{
    Counterexample, Part, ProgramCase, ProgramWord, ProgramsEvidence, SkippedCases, seed_text,
    word_of_text,
};
use vyre_conform_fuzz::{Callable, Case, GENERATOR};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend as _, is_claimed_by_backend, larger_limits};
use vyre_conform_suite::plan::numbers::seed;
use vyre_conform_suite::plan::{self, Obligation, PartKind};
use vyre_conform_suite::wgsl::KnownFault;

/// The faults of programs.
pub(super) fn problems(
    catalog: &Catalog,
    issued: &IssuerBackend,
    obligations: &[Obligation],
    found: &ProgramsEvidence,
    files: &[String],
) -> Findings {
    let mut findings = Findings::default();
    let called = CalleeSupport::by_programs(catalog);
    if !(1..=GENERATOR).contains(&found.generator) {
        let problem = format!(
            "its random programs are of generator {}, and this program knows generators up to {GENERATOR}: verify it \
             with the version that issued it",
            found.generator
        );
        findings.problems.push(problem);
    }
    for (obligation, part) in obligations.iter().zip(&found.parts) {
        findings.lacking(part, support::of_engine(issued, &called, obligation, part));
        match &obligation.part {
            plan::Part::Wgsl(name) => findings.part(part, known(issued, name, part)),
            _ => {
                findings.part(part, left_out(issued, part));
                findings.left_out(part, |_| true);
            }
        }
        let what = match part.part {
            PartKind::Filetests => filetests::counterexample(files, part),
            PartKind::Wgsl => filetests::of_shader(obligation, part),
            _ => counterexample(catalog, found, part),
        };
        let what = what.map(|what| format!("its counterexample is invalid: {what}"));
        findings.part(part, what);
    }
    findings
}

/// The fault of skipped programs: they must exceed the limits of the backend, or a registered backend states a reason
/// for each.
fn left_out(issued: &IssuerBackend, part: &Part) -> Option<String> {
    let stated = &part.skipped;
    if part.range.is_none() && !stated.is_empty() {
        return Some("it ran no range of programs, but leaves some out".into());
    }
    let begin = larger_limits("");
    let limits = stated.iter().all(|of| {
        let by_word = issued.is_registered() && is_claimed_by_backend(&of.why);
        of.cases > 0 && (of.why.starts_with(&begin) || by_word)
    });
    let sorted = stated.is_sorted_by(|a, b| a.why < b.why);
    (!limits || !sorted)
        .then(|| "it leaves out programs for another reason than limits, or not in order".into())
}

/// The fault of the skipped rows of a shader: only rows of a known difference of its kind of backend may be skipped.
fn known(issued: &IssuerBackend, name: &str, part: &Part) -> Option<String> {
    let known = KnownFault::of(issued.identity(), name);
    let is_expected = |of: &SkippedCases| {
        known.is_some_and(|known| {
            part.range.is_some()
                && of.why == known.reason()
                && (1..=known.rows.len() as u64).contains(&of.cases)
        })
    };
    let stated = &part.skipped;
    (stated.len() > 1 || !stated.iter().all(is_expected))
        .then(|| "it leaves out rows for another reason than a known difference".into())
}

fn counterexample(catalog: &Catalog, of: &ProgramsEvidence, part: &Part) -> Option<String> {
    let stated = part.counterexample.as_deref();
    if part.failures > 0 && stated.is_none() {
        return Some("it counts failures, but describes none".into());
    }
    let Counterexample {
        case,
        inputs,
        expected,
        found,
        engine,
        program,
        filetest,
    } = stated?;
    let Some(program) = program else {
        return Some("it names no program".into());
    };
    let values = !inputs.is_empty() || expected.is_some() || found.is_some();
    if values || engine.is_some() || filetest.is_some() {
        return Some("a case of a program has no values of an op and no case of an engine".into());
    }
    let ran = part.range.map_or(0..0, |[start, end]| start..end);
    let Some(number) = case.filter(|number| ran.contains(number)) else {
        return Some("it is not a program that ran".into());
    };
    let first = seed(&of.seed)?;
    let due = first.wrapping_add(number);
    if program.seed != seed_text(due) {
        return Some(format!(
            "program {number} is made from the seed {due:#x}, not from {}",
            program.seed
        ));
    }
    // Programs of another generator cannot be generated again.
    if of.generator == GENERATOR {
        wrong_word(catalog, program, due)
    } else {
        None
    }
}

/// The fault of the word that differs: the interpreter computes its word again.
fn wrong_word(catalog: &Catalog, program: &ProgramCase, seed: u64) -> Option<String> {
    let ProgramWord {
        buffer,
        word,
        expected,
        found,
    } = program.word.as_ref()?;
    let (Some(expected), Some(found)) = (word_of_text(expected), word_of_text(found)) else {
        return Some("its words are not written as words".into());
    };
    if expected == found {
        return Some("the actual value equals the expected one".into());
    }
    let case = Case::random(seed, &Callable::of(catalog.ops()).signatures);
    let valid = case.valid(catalog).ok()?;
    let launch = case.launch(&valid);
    let words = run_launch(&[valid], &launch, &Options::default()).ok()?;
    let place = |n: &u64| usize::try_from(*n).ok();
    let due = place(buffer).and_then(|k| words.get(k)?.get(place(word)?));
    match due {
        Some(due) if *due == expected => None,
        Some(due) => Some(format!(
            "it expects {expected:#010x}, and the interpreter gives {due:#010x}"
        )),
        None => Some("no word has this place".into()),
    }
}
