//! Reduces failing inputs of engines to prefixes of each column.

use super::Run;
use vyre_conform_runtime::engine::{Input, InputSource};
use vyre_conform_suite::failing::Violation;
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, Runner, SavedInput, check_claim,
};
use vyre_conform_suite::strategy::quietly;

/// Number of lengths below the shortest failing one that are tried one by one after halving.
const BELOW: usize = 4;

/// The violation on the shortest failing prefixes found, if the input is a generated one. A prefix without a reference
/// result is not an input.
pub(super) fn smaller(run: &Run<'_>, violation: &Violation) -> Option<Violation> {
    let (Some(at @ (InputSource::Generated(_), _)), Some(input)) =
        (violation.case, &violation.input)
    else {
        return None;
    };
    violation.difference.found.as_ref()?;
    let longest = input.columns.iter().map(Vec::len).max().unwrap_or(0);
    let fails = |words: usize| broken_prefix(run, violation, cut(input, words), at);
    let mut best: Option<(usize, Violation)> = None;
    let (mut holds, mut breaks) = (0, longest);
    while breaks - holds > 1 {
        let middle = holds + (breaks - holds) / 2;
        match fails(middle) {
            Some(found) => {
                breaks = middle;
                best = Some((middle, found));
            }
            None => holds = middle,
        }
    }
    // A failing length below one that passes is near it or not found.
    for words in (breaks.saturating_sub(BELOW)..breaks).rev() {
        if let Some(found) = fails(words) {
            best = Some((words, found));
        }
    }
    best.map(|(_, found)| found)
}

/// The first words of each column.
fn cut(input: &Input, words: usize) -> Input {
    let columns = input.columns.iter();
    Input {
        columns: columns
            .map(|column| column[..column.len().min(words)].to_vec())
            .collect(),
    }
}

/// The violation of the same check on another input, if it has outputs.
fn broken_prefix(
    run: &Run<'_>,
    violation: &Violation,
    input: Input,
    at: (InputSource, u32),
) -> Option<Violation> {
    let def = run.engine();
    if let Some(reference) = def.reference {
        quietly(|| reference(&input)).ok()?;
    }
    quietly(|| (def.plan)(&input, at.1)).ok()?;
    let given = || SavedInput {
        input: input.clone(),
        expected: None,
        cited: false,
    };
    let bench = EngineSession::of_given(def, run.runner().ok()?, given());
    let interpreted = EngineSession::of_given(def, Runner::Interpreter, given());
    let answer = check_claim(&CheckRequest {
        check: violation.check,
        session: &bench,
        interpreted: &interpreted,
        library: run.context.catalog(),
        inputs: 0,
        single_case: Some((InputSource::Saved(0), at.1)),
    });
    let ClaimOutcome::Broken(mut found) = answer else {
        return None;
    };
    let has_outputs = found.difference.found.is_some()
        && found.difference.expected.is_some() == violation.difference.expected.is_some();
    found.case = Some(at);
    found.input = Some(input);
    has_outputs.then_some(*found)
}
