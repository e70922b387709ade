//! Counterexamples, evaluated on the reference: a reported difference must contradict everything that is known without
//! the backend.

use crate::certificate::{Counterexample, EngineCase, Part, Records, word_of_text};
use vyre_conform_interp as interp;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::{Check, EngineDef, InputSource};
use vyre_conform_runtime::registry::{OpDef, Polarity};
use vyre_conform_spec::{Tolerance, ValueType};
use vyre_conform_suite::invariants::sums_inputs;
use vyre_conform_suite::plan::{self, Obligation};
use vyre_conform_suite::strategy::{self, Evaluate, Reference, TypedLaw, quietly};

/// The fault of the counterexample of an op's part.
pub(super) fn problem(op: &Op, obligation: &Obligation, part: &Part) -> Option<String> {
    let counterexample = part.counterexample.as_deref()?;
    // Malformed words are reported elsewhere.
    let inputs: Vec<Value> = counterexample
        .inputs
        .iter()
        .map(|text| text.value())
        .collect::<Option<_>>()?;
    if inputs.is_empty() {
        return Some("its counterexample has no input".into());
    }
    let of_program = counterexample.program.is_some() || counterexample.filetest.is_some();
    if counterexample.engine.is_some() || of_program {
        return Some(
            "its counterexample is of an engine or a program, and the part is of an op".into(),
        );
    }
    let found = counterexample.found.as_deref();
    if found.is_some_and(|texts| words(texts).is_none()) {
        return Some("what its counterexample found is not written as words".into());
    }
    let expected = counterexample.expected.as_ref().and_then(|v| v.value());
    if let (Some(expected), Some(found)) = (&expected, found.and_then(words))
        && expected.words() == found
    {
        return Some("the actual value of its counterexample equals the expected one".into());
    }
    if let Some(case) = counterexample.case {
        let ran = part.range.map_or(0..0, |[start, end]| start..end);
        if !ran.contains(&case) {
            return Some(format!(
                "its counterexample is case {case}, which it did not run"
            ));
        }
    }
    let found = match &obligation.part {
        plan::Part::Law { law, .. } | plan::Part::Regressions { law: Some(law) } => {
            of_law(op, obligation, *law, &inputs)
        }
        plan::Part::Table => of_row(op.def, obligation, counterexample, &inputs),
        plan::Part::Interpreter => types(&inputs, op.def.op.signature.operands)
            .or_else(|| interpreted(op, &inputs))
            .or_else(|| values(op.def, counterexample, &inputs)),
        plan::Part::Engine(_) => None,
        _ => types(&inputs, op.def.op.signature.operands)
            .or_else(|| values(op.def, counterexample, &inputs)),
    };
    found.map(|what| format!("its counterexample is invalid: {what}"))
}

fn types(inputs: &[Value], expected: &[ValueType]) -> Option<String> {
    let same = inputs.iter().map(Value::ty).eq(expected.iter().copied());
    (!same).then(|| format!("{inputs:?} are not operands"))
}

/// Expected and found values of one application of an op.
fn values(def: &OpDef, counterexample: &Counterexample, inputs: &[Value]) -> Option<String> {
    let reference = Reference.apply(&def.op, inputs);
    let expected = counterexample.expected.as_ref().and_then(|v| v.value());
    if let Some(expected) = &expected
        && reference.as_ref() != Ok(expected)
    {
        let gives = reference.map_or_else(|stated| stated.to_string(), |value| value.to_string());
        return Some(format!(
            "it expects {expected}, and the reference gives {gives}"
        ));
    }
    let Some(texts) = &counterexample.found else {
        return None;
    };
    let Some(found) = words(texts) else {
        return Some("the actual value is not written as words".into());
    };
    let Some(expected) = expected else {
        return Some("it has an actual value and no expected one".into());
    };
    if found.len() != def.op.signature.result.words() {
        return Some(format!("{} words are not a result", found.len()));
    }
    def.op
        .accepts(expected.words(), &found)
        .then(|| "the actual value equals the expected one".into())
}

/// The words of texts; `None` if one is malformed.
fn words(texts: &[String]) -> Option<Vec<u32>> {
    texts.iter().map(|text| word_of_text(text)).collect()
}

/// The fault of a contradicted row; on the reference, it can be evaluated here.
fn of_row(
    def: &OpDef,
    obligation: &Obligation,
    counterexample: &Counterexample,
    inputs: &[Value],
) -> Option<String> {
    let Some(row) = def.rows.iter().find(|row| (row.inputs)() == inputs) else {
        return Some("it is not a row of the table".into());
    };
    let due = (row.expected)();
    if obligation.backend().is_none() && Reference.apply(&def.op, inputs) == Ok(due) {
        return Some("the reference gives what the row says".into());
    }
    let expected = counterexample.expected.as_ref().and_then(|v| v.value());
    if expected.is_some_and(|expected| expected != due) {
        return Some(format!("the row says {due}"));
    }
    let found = words(counterexample.found.as_ref()?)?;
    let within = match obligation.backend() {
        Some(_) => def.op.tolerance,
        None => Tolerance::EXACT,
    };
    let same = if within == Tolerance::EXACT {
        due.words() == found
    } else {
        def.op.accepts(due.words(), &found)
    };
    same.then(|| "the actual value equals the expected one".into())
}

/// Reference and interpreter must differ.
fn interpreted(op: &Op, inputs: &[Value]) -> Option<String> {
    let module = op.module().as_ref().ok()?;
    let def = op.def;
    let found = quietly(|| interp::call(module, inputs, def.op.signature.result));
    let Ok(Ok(found)) = found else {
        return None;
    };
    match Reference.apply(&def.op, inputs) {
        Ok(expected) if def.op.accepts(expected.words(), found.words()) => {
            Some("reference and interpreter agree on it".into())
        }
        _ => None,
    }
}

/// The fault of values for the variables of a law. On the reference, the law is evaluated here.
fn of_law(op: &Op, obligation: &Obligation, law: usize, inputs: &[Value]) -> Option<String> {
    let declared = op.def.laws.get(law)?;
    let negative = matches!(declared.polarity, Polarity::Refuted { .. });
    let law = TypedLaw::new(declared, &op.def.op).ok()?;
    // A reference that panics is reported with the operands of the panicking op instead of variables.
    if inputs
        .iter()
        .map(Value::ty)
        .ne(law.variables.iter().copied())
    {
        let panics = Reference.apply(&op.def.op, inputs).is_err();
        return (!panics).then(|| format!("{inputs:?} are not values of its variables"));
    }
    if obligation.backend().is_some() {
        return None;
    }
    let holds = strategy::quietly(|| law.holds(inputs)).unwrap_or(false);
    if negative {
        (!holds).then(|| "the witness breaks the law on the reference".into())
    } else {
        holds.then(|| "the reference obeys the law on it".into())
    }
}

/// The fault of the counterexample of an engine's part: the input is generated again, and the CPU reference computes
/// the expected output.
pub(super) fn of_engine(engine: &EngineDef, check: Check, part: &Part) -> Option<String> {
    let counterexample = part.counterexample.as_deref()?;
    let Some(case) = &counterexample.engine else {
        return Some("its counterexample has no case of an engine".into());
    };
    if let (Some(number), Some([start, end])) = (counterexample.case, part.range)
        && !(start..end).contains(&number)
    {
        return Some(format!(
            "its counterexample is case {number}, which it did not run"
        ));
    }
    let invalid = |what: &str| Some(format!("its counterexample is invalid: {what}"));
    let same =
        |a: &Records, b: &Records| (a.count, &a.first, &a.digest) == (b.count, &b.first, &b.digest);
    if let (
        Check::Reference | Check::Corpus | Check::AccumulationOrder,
        Some(expected),
        Some(found),
    ) = (check, &case.expected, &case.found)
        && same(expected, found)
    {
        return invalid("the actual value equals the expected one");
    }
    let source: InputSource = case.input.as_deref()?.parse().ok()?;
    if let InputSource::Sums(products) = source {
        return (!has_sum_input(engine, products, case)?)
            .then_some("this input asks for no sum of this length")
            .and_then(invalid);
    }
    let input = quietly(|| match source {
        InputSource::Generated(n) => Some((engine.inputs)(n)),
        InputSource::Corpus(k) => engine.corpus.get(k).map(|case| (case.input)()),
        // The values are in the author's crate.
        _ => None,
    });
    let input = input.ok().flatten()?;
    let made = EngineCase::new(None, Some(&input), None, None, &[]);
    if !case.columns.is_empty() && made.columns != case.columns {
        return invalid("the input of this number is another one");
    }
    let expected = case.expected.as_ref().filter(|e| e.by == REFERENCE)?;
    let reference = engine.reference?;
    let output = quietly(|| reference(&input)).ok()?;
    let texts = [engine.compared(&output), output].map(|output| {
        let due = (REFERENCE.to_owned(), output);
        EngineCase::new(None, None, Some(&due), None, &[]).expected
    });
    let mut texts = texts.iter().flatten();
    if texts.any(|due| same(due, expected)) {
        None
    } else {
        invalid("the CPU reference gives something else")
    }
}

/// True if a case has an input for sums of this length, or none; `None` if the engine has no such inputs.
fn has_sum_input(engine: &EngineDef, products: u32, case: &EngineCase) -> Option<bool> {
    let inputs = sums_inputs(engine, products)?;
    let columns = |input| EngineCase::new(None, Some(input), None, None, &[]).columns;
    let mut all = inputs.iter().map(columns);
    Some(case.columns.is_empty() || all.any(|columns| columns == case.columns))
}

/// Oracle whose expected value is the reference's result.
const REFERENCE: &str = "the CPU reference";
