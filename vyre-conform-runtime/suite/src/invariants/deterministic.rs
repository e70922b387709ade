//! `Deterministic`: equal bytes for equal input on every run, and no data race.
//!
//! On the interpreter a case runs in several orders with the race detector, and small cases also run in
//! [schedules](super::interleavings); on a backend the launch is repeated. The words of
//! [`Plan::order_dependent`](vyre_conform_runtime::engine::Plan) are evidence, not output, and may differ. The logical
//! output may not, except for the order of the records of an engine without `OutputOrdered`.

use super::author::call;
use super::case::ExecutedCase;
use super::violation::first_difference;
use super::{Difference, RunError, Runner, interleavings};
use vyre_conform_runtime::engine::{EngineDef, Output};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Number of further runs on a backend.
const REPETITIONS: usize = 2;

/// The repeated runs of a case on a backend that records its requests.
pub(super) fn repeat(case: &ExecutedCase<'_>) -> Result<(), RunError> {
    for _ in 0..REPETITIONS {
        case.run_again(&case.plan.launch, case.first().order)?;
    }
    Ok(())
}

/// Compares the runs of a case with each other, and checks the races that the interpreter found.
pub(super) fn check(
    def: &EngineDef,
    runner: &Runner<'_>,
    case: &ExecutedCase<'_>,
) -> Result<Option<Difference>, RunError> {
    for run in &case.runs {
        let report = run.observation.report.as_ref();
        if let Some(race) = report.and_then(|report| report.races.first()) {
            return Ok(Some(Difference::with_cause(format!("a data race: {race}"))));
        }
    }
    let first = case.first();
    let (words, output) = (&first.observation.words, &first.output);
    for run in &case.runs[1..] {
        let when = format!("in {}", run.order);
        let found = differs(
            def,
            case,
            (words, output),
            (&run.observation.words, &run.output),
            &when,
        );
        if found.is_some() {
            return Ok(found);
        }
    }
    if let Runner::Backend(_) = runner {
        for k in 0..REPETITIONS {
            let again = case.run_again(&case.plan.launch, first.order)?;
            let decode = || (case.plan.decode)(&case.input, &again.words);
            let decoded = match call(
                case.engine,
                EngineFunction::Decode,
                case.source,
                Some(case.size),
                decode,
            ) {
                Ok(decoded) => decoded,
                Err(message) => return Ok(Some(Difference::with_cause(message))),
            };
            let when = format!("in repetition {}", k + 1);
            let found = differs(def, case, (words, output), (&again.words, &decoded), &when);
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    interleavings::each(case, |run| {
        let when = format!("in {}", run.order);
        let again = (&run.observation.words, &run.output);
        differs(def, case, (words, output), again, &when)
    })
}

/// Result of one run: its words, and its output in the form for comparison.
type RunResult<'a> = (&'a [Vec<u32>], &'a Output);

fn differs(
    def: &EngineDef,
    case: &ExecutedCase<'_>,
    first: (&Vec<Vec<u32>>, &Output),
    again: (&Vec<Vec<u32>>, &Output),
    when: &str,
) -> Option<Difference> {
    let [due, found] = [first.1, again.1].map(|output| def.compared(output));
    let because = difference(
        &case.plan.order_dependent,
        (first.0, &due),
        (again.0, &found),
    )?;
    Some(Difference {
        expected: Some(("in the first run".into(), due)),
        found: Some((when.into(), found)),
        causes: vec![because],
    })
}

/// The first difference between the words and outputs of two runs.
pub(super) fn difference(
    order_dependent: &[usize],
    first: RunResult<'_>,
    again: RunResult<'_>,
) -> Option<String> {
    for (k, (a, b)) in first.0.iter().zip(again.0).enumerate() {
        if order_dependent.contains(&k) {
            continue;
        }
        if let Some(word) = (0..a.len().max(b.len())).find(|w| a.get(*w) != b.get(*w)) {
            let text = |words: &[u32]| words.get(word).map_or("absent".to_owned(), u32::to_string);
            let (a, b) = (text(a), text(b));
            return Some(format!(
                "word {word} of read-back buffer {k}: {a}, then {b}"
            ));
        }
    }
    first_difference(first.1, again.1).map(|text| format!("the logical output: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `Plan::order_dependent`, on hand-written words.
    #[test]
    fn order_dependent_words_may_differ_and_others_may_not() {
        let one = vec![vec![1, 2], vec![3]];
        let other = vec![vec![1, 2], vec![4]];
        let output = vec![vec![7]];
        let compare = |free: &[usize]| difference(free, (&one, &output), (&other, &output));
        assert_eq!(
            compare(&[]).as_deref(),
            Some("word 0 of read-back buffer 1: 3, then 4")
        );
        assert_eq!(compare(&[1]), None);
        let found = difference(&[1], (&one, &output), (&other, &vec![])).expect("a difference");
        assert!(found.contains("logical output"), "{found}");
    }
}
