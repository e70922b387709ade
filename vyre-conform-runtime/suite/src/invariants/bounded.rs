//! `BoundedResources`: no write beyond the declared counts, no queue beyond its bound.
//!
//! Guarded words must keep their values. The interpreter observes every write, so there a guarded word must not be
//! written at all, even with its own value, and no write may be out of bounds. The interpreter tracks the maximum of
//! each queue's counter, its high-water mark; on a backend the counter is read after every dispatch of the launch.

use super::case::{ExecutedCase, Run};
use super::{Difference, RunError};
use vyre_conform_interp::Report;
use vyre_conform_ir::Access;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_runtime::engine::{Guard, Queue};

/// Checks guards and queues of every run.
pub(super) fn check(case: &ExecutedCase<'_>) -> Result<Option<Difference>, RunError> {
    for run in &case.runs {
        let offence = guards(case, run).or_else(|| refused(run));
        if let Some(because) = offence {
            return Ok(Some(found(run, because)));
        }
    }
    for (k, queue) in case.plan.queues.iter().enumerate() {
        let (mark, when) = match kept(case, k) {
            Some(mark) => (mark, "at one time".to_owned()),
            None => high_water(case, queue)?,
        };
        if mark > queue.bound {
            let because = format!(
                "the queue counted by word {} of read-back buffer {} holds {mark} {when}; its bound is {}",
                queue.word, queue.read_back, queue.bound
            );
            return Ok(Some(found(case.first(), because)));
        }
    }
    Ok(None)
}

/// True if the plan bounds anything: a guarded word that a program may write, or a queue with a counter and a bound
/// below the maximal word.
pub(super) fn bounds_something(case: &ExecutedCase<'_>) -> bool {
    let launch = &case.plan.launch;
    let words = &case.first().observation.words;
    let guards = |guard: &Guard| {
        let length = words.get(guard.read_back).map_or(0, Vec::len);
        let buffer = launch.read_back.get(guard.read_back);
        guard.first_word < length && buffer.is_some_and(|buffer| is_writable(case, *buffer))
    };
    let counts = |(k, queue): (usize, &Queue)| {
        let Some(buffer) = launch.read_back.get(queue.read_back).copied() else {
            return false;
        };
        let before = launch.buffers[buffer].to_words().get(queue.word).copied();
        // A backend does not report the maximum in between; the interpreter has shown it.
        let counted = kept(case, k).is_none_or(|mark| Some(mark) > before);
        queue.bound < u32::MAX && counted && is_writable(case, buffer)
    };
    case.plan.guards.iter().any(guards) || case.plan.queues.iter().enumerate().any(counts)
}

/// True if a program of the launch may write to this buffer.
pub(super) fn is_writable(case: &ExecutedCase<'_>, buffer: usize) -> bool {
    case.plan.launch.steps.iter().any(|step| {
        let bound = case.programs[step.program].bound();
        let mut declared = step.buffers.iter().zip(&bound);
        declared.any(|(k, (_, decl))| *k == buffer && decl.access == Access::ReadWrite)
    })
}

fn found(run: &Run, because: String) -> Difference {
    Difference {
        found: Some((format!("in {}", run.order), run.output.clone())),
        causes: vec![because],
        ..Difference::default()
    }
}

fn guards(case: &ExecutedCase<'_>, run: &Run) -> Option<String> {
    let launch = &case.plan.launch;
    case.plan.guards.iter().find_map(|guard| {
        let buffer = launch.read_back[guard.read_back];
        let before = launch.buffers[buffer].to_words();
        let after = &run.observation.words[guard.read_back];
        let report = run.observation.report.as_ref();
        let step = element_words(case, buffer);
        changed(guard, &before, after)
            .or_else(|| rewritten(guard, buffer, after.len() / step, step, report?))
    })
}

/// The first guarded word that changed.
fn changed(guard: &Guard, before: &[u32], after: &[u32]) -> Option<String> {
    let word = (guard.first_word..before.len()).find(|w| before[*w] != after[*w])?;
    Some(format!(
        "word {word} of read-back buffer {} was {} and is {}; words from {} on must stay",
        guard.read_back, before[word], after[word], guard.first_word
    ))
}

/// Number of words per element of a buffer of the launch.
fn element_words(case: &ExecutedCase<'_>, buffer: usize) -> usize {
    let steps = case.plan.launch.steps.iter();
    let mut elements = steps.filter_map(|step| {
        let place = step.buffers.iter().position(|k| *k == buffer)?;
        let bound = case.programs[step.program].bound();
        Some(bound.get(place)?.1.element.words())
    });
    elements.next().unwrap_or(1)
}

/// The first guarded element that was written, even with its own value.
fn rewritten(
    guard: &Guard,
    buffer: usize,
    elements: usize,
    step: usize,
    report: &Report,
) -> Option<String> {
    let written = report.written.get(buffer)?;
    let first = guard.first_word.div_ceil(step);
    let element = (first..elements).find(|element| written.contains(*element))?;
    Some(format!(
        "element {element} of read-back buffer {} was written; words from {} on must stay",
        guard.read_back, guard.first_word
    ))
}

/// The out-of-bounds writes of a run, if any.
fn refused(run: &Run) -> Option<String> {
    let report = run.observation.report.as_ref()?;
    let (buffer, written) = report
        .written
        .iter()
        .enumerate()
        .find(|(_, w)| w.refused > 0)?;
    Some(format!(
        "{} writes to buffer {buffer} of the launch fall outside it",
        written.refused
    ))
}

/// The maximum that the interpreter observed in the counter of queue number `queue`.
fn kept(case: &ExecutedCase<'_>, queue: usize) -> Option<u32> {
    let reports = case.runs.iter().map(|run| run.observation.report.as_ref());
    let marks: Option<Vec<u32>> = reports
        .map(|report| report?.highest.get(queue).copied())
        .collect();
    marks?.into_iter().max()
}

/// The maximum of a queue's counter after any dispatch, and the name of that dispatch.
fn high_water(case: &ExecutedCase<'_>, queue: &Queue) -> Result<(u32, String), RunError> {
    let launch = &case.plan.launch;
    let last = launch.steps.len();
    let mut highest = (
        case.first().observation.words[queue.read_back][queue.word],
        last,
    );
    for run in &case.runs[1..] {
        let mark = run.observation.words[queue.read_back][queue.word];
        highest = highest.max((mark, last));
    }
    for dispatches in 1..last {
        let part = Launch {
            buffers: launch.buffers.clone(),
            steps: launch.steps[..dispatches].to_vec(),
            read_back: vec![launch.read_back[queue.read_back]],
        };
        let observation = case.run_again(&part, case.first().order)?;
        highest = highest.max((observation.words[0][queue.word], dispatches));
    }
    let (mark, dispatch) = highest;
    Ok((mark, format!("after dispatch {dispatch}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `Guard`, on three words.
    #[test]
    fn a_guarded_word_that_changes_is_found() {
        let guard = Guard {
            read_back: 0,
            first_word: 1,
        };
        assert_eq!(changed(&guard, &[1, 2, 3], &[9, 2, 3]), None);
        let found = changed(&guard, &[1, 2, 3], &[9, 2, 4]).expect("word 2 changed");
        assert!(found.starts_with("word 2 of read-back buffer 0"), "{found}");
    }
}
