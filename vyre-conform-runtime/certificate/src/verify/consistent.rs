//! Consistency of the fields of a part.

use crate::certificate::{ELSEWHERE, Evidence, OpEvidence, OutcomeName, Part, Shards};
use crate::expected::FILTERED;
use vyre_conform_runtime::generate::shard;
use vyre_conform_suite::plan::PartKind;

/// Impossible numbers of hits in parts.
pub(super) fn covered(evidence: &Evidence) -> Vec<String> {
    let ops = evidence.ops.iter();
    let parts = ops.flat_map(|op| op.parts.iter().map(move |part| (op, part)));
    let possible = |(op, part): &(&OpEvidence, &Part)| {
        let all = (op.boundaries.total, op.classes.total);
        match (part.part, part.outcome, part.covered) {
            (PartKind::Coverage, OutcomeName::Passed, Some(hit)) => {
                (hit.boundaries, hit.classes) == all
            }
            (PartKind::Coverage, OutcomeName::Failed, Some(hit)) => {
                hit.boundaries <= all.0
                    && hit.classes <= all.1
                    && (hit.boundaries, hit.classes) != all
            }
            (PartKind::Coverage, OutcomeName::Passed, None) | (_, _, Some(_)) => false,
            _ => true,
        }
    };
    let wrong = parts.filter(|of| !possible(of)).map(|(_, part)| part);
    let others = not_of_ops(evidence).filter(|part| part.covered.is_some());
    wrong
        .chain(others)
        .map(|part| format!("{}: its counts of hit inputs are impossible", part.id))
        .collect()
}

/// The parts of engines and of random programs.
pub(super) fn not_of_ops(evidence: &Evidence) -> impl Iterator<Item = &Part> {
    let engines = evidence.engines.iter().flat_map(|engine| &engine.parts);
    engines.chain(evidence.programs.iter().flat_map(|of| &of.parts))
}

/// The inconsistency of a part, if any. `wanted` is true if the filter selects the part.
pub(super) fn problem(part: &Part, wanted: bool, shards: &Shards) -> Option<String> {
    let problem = if wanted {
        of_counterexample(part)
            .or_else(|| of_counts(part))
            .or_else(|| of_range(part, shards))
            .or_else(|| of_outcome(part, shards))
    } else {
        let left_out = part.outcome == OutcomeName::NotRun
            && part.reason.as_deref() == Some(FILTERED)
            && part.cases == 0;
        (!left_out).then_some("the filter leaves it out, but it has a result")
    };
    problem.map(str::to_owned)
}

fn of_counterexample(part: &Part) -> Option<&'static str> {
    let counterexample = part.counterexample.as_ref()?;
    if counterexample.inputs.iter().any(|v| v.value().is_none()) {
        return Some("its counterexample has words that are not values of their types");
    }
    let expected = counterexample.expected.as_ref();
    if expected.is_some_and(|v| v.value().is_none()) {
        return Some("what its counterexample expects is not a value");
    }
    (part.outcome != OutcomeName::Failed).then_some("it has a counterexample, but did not fail")
}

fn of_counts(part: &Part) -> Option<&'static str> {
    if (part.outcome == OutcomeName::Passed) != part.reason.is_none() {
        return Some("a part that passed has no reason, any other has one");
    }
    if part.failures > part.cases {
        return Some("it has more failures than cases");
    }
    let skips = part.is_of_programs() || part.part == PartKind::Engine;
    if !skips && !part.skipped.is_empty() {
        return Some("it leaves out workgroup sizes or programs, but an op has none");
    }
    let ran = part.range.is_some() || part.cases > 0 || part.failures > 0;
    (part.outcome == OutcomeName::Unsupported && ran)
        .then_some("it is unsupported, but states that cases ran")
}

fn of_range(part: &Part, shards: &Shards) -> Option<&'static str> {
    let number = shards.have.first().copied().unwrap_or(1).max(1) - 1;
    match (part.due, part.range) {
        (Some(due), Some([start, end])) => {
            let mine = shard(due, number, shards.of);
            if (start, end) != (mine.start, mine.end) || part.met() != end - start {
                return Some("its cases are not those of its shard");
            }
            let message = format!("it ran cases {start} to {end} of {due}");
            let says_otherwise =
                part.outcome == OutcomeName::NotRun && part.reason.as_deref() != Some(&*message);
            says_otherwise.then_some("it ran its cases, but its outcome denies it")
        }
        (None, Some(_)) => Some("it has no range of cases, but names one"),
        (Some(due), None) if part.cases > due => Some("it states more cases than it has"),
        _ if part.range.is_none()
            && matches!(part.outcome, OutcomeName::NotRun | OutcomeName::Unsupported)
            && part.cases > 0 =>
        {
            Some("it did not run, but states cases")
        }
        (_, None) if part.outcome == OutcomeName::Passed && part.due.is_some() => {
            Some("it passed, but does not state which cases it ran")
        }
        _ => None,
    }
}

/// Kinds whose every failure has a counterexample.
const WITH_VALUES: [PartKind; 4] = [
    PartKind::Interpreter,
    PartKind::Operands,
    PartKind::Parity,
    PartKind::Table,
];

fn of_outcome(part: &Part, shards: &Shards) -> Option<&'static str> {
    match part.outcome {
        OutcomeName::Failed
            if part.failures > 0
                && part.counterexample.is_none()
                && WITH_VALUES.contains(&part.part) =>
        {
            Some("it counts failures, but describes none")
        }
        OutcomeName::Passed if part.failures > 0 => Some("it passed with failures"),
        OutcomeName::Passed if part.cases == 0 => Some("it passed without a case"),
        OutcomeName::Passed if shards.of > 1 && part.due.is_some() => {
            Some("it passed in a shard, which cannot know of the other cases")
        }
        OutcomeName::Failed if part.range.is_some() && part.failures == 0 => {
            Some("it failed without a failure")
        }
        OutcomeName::NotRun if part.failures > 0 => Some("it was not run, but has failures"),
        OutcomeName::NotRun if part.is_undecided() => None,
        OutcomeName::NotRun if shards.of <= 1 => Some("nothing left it out, but it was not run"),
        OutcomeName::NotRun
            if part.range.is_none() && part.reason.as_deref() != Some(ELSEWHERE) =>
        {
            Some("it was not run, for a reason that no shard has")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{PartDomain, Subject};
    use vyre_conform_suite::plan::{Domain, Oracle};

    fn passed() -> Part {
        Part {
            id: "u32::x::law::commutative::witnessed".into(),
            part: PartKind::Law,
            subject: Subject::Reference,
            oracle: Oracle::Law,
            law: Some(0),
            domain: Some(PartDomain::Law(Domain::Witnessed)),
            outcome: OutcomeName::Passed,
            reason: None,
            cases: 100,
            range: Some([0, 100]),
            due: Some(100),
            failures: 0,
            by_digest: None,
            covered: None,
            counterexample: None,
            skipped: vec![],
            proof: None,
        }
    }

    const WHOLE: fn() -> Shards = || Shards {
        of: 1,
        have: vec![1],
    };

    /// Oracle: the meaning of each field.
    #[test]
    fn contradictory_fields_are_detected() {
        assert_eq!(problem(&passed(), true, &WHOLE()), None);
        assert!(problem(&passed(), false, &WHOLE()).is_some());
        let edits: [fn(&mut Part); 12] = [
            |p| {
                p.outcome = OutcomeName::Failed;
                p.reason = Some("the device was lost".into());
                (p.range, p.cases) = (None, 101);
            },
            |p| {
                p.outcome = OutcomeName::Unsupported;
                p.reason = Some("shader-f16".into());
                (p.range, p.cases) = (None, 1);
            },
            |p| {
                p.outcome = OutcomeName::NotRun;
                p.reason = Some(ELSEWHERE.into());
                (p.range, p.cases) = (None, 1);
            },
            |p| p.failures = 1,
            |p| p.cases = 99,
            |p| p.cases = 0,
            |p| p.range = Some([0, 99]),
            |p| p.range = None,
            |p| p.reason = Some("x".into()),
            |p| p.outcome = OutcomeName::NotRun,
            |p| p.outcome = OutcomeName::Failed,
            |p| {
                p.due = None;
                p.cases = 0;
            },
        ];
        for (k, edit) in edits.iter().enumerate() {
            let mut part = passed();
            edit(&mut part);
            assert!(problem(&part, true, &WHOLE()).is_some(), "edit {k}");
        }
        let second = Shards {
            of: 2,
            have: vec![2],
        };
        let mut half = passed();
        half.range = Some([50, 100]);
        half.cases = 50;
        assert!(
            problem(&half, true, &second).is_some(),
            "a half cannot pass"
        );
        half.outcome = OutcomeName::NotRun;
        half.reason = Some("it ran cases 50 to 100 of 100".into());
        assert_eq!(problem(&half, true, &second), None);
    }
}
