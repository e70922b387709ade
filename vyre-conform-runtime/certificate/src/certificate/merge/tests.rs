//! Parts that stopped in one shard.

use super::merge_part;
use crate::certificate::part::ELSEWHERE;
use crate::certificate::{Counterexample, OutcomeName, Part, PartDomain, Subject};
use vyre_conform_suite::plan::{Domain, Oracle, PartKind};

/// Half of the cases of a law, from one shard.
fn half(range: [u64; 2], failures: u64) -> Part {
    let failed = failures > 0;
    Part {
        id: "u32::x::law::commutative::x::witnessed".into(),
        part: PartKind::Law,
        subject: Subject::Lowering,
        oracle: Oracle::Law,
        law: Some(0),
        domain: Some(PartDomain::Law(Domain::Witnessed)),
        outcome: if failed {
            OutcomeName::Failed
        } else {
            OutcomeName::NotRun
        },
        reason: Some("it ran some".into()),
        cases: 50,
        range: Some(range),
        due: Some(100),
        failures,
        by_digest: None,
        covered: None,
        proof: None,
        counterexample: None,
        skipped: vec![],
    }
}

fn stopped(outcome: OutcomeName, reason: &str) -> Part {
    Part {
        outcome,
        reason: Some(reason.into()),
        cases: 0,
        range: None,
        ..half([50, 100], 0)
    }
}

/// Oracle: a refutation by one shard, which the lost device of another does not withdraw.
#[test]
fn refutation_survives_a_merge_with_a_stopped_shard() {
    let lost = stopped(OutcomeName::Failed, "the device was lost");
    let mut refuted = half([0, 50], 7);
    let example = Counterexample {
        case: Some(3),
        inputs: vec![],
        expected: None,
        found: Some(vec!["0x00000001".into()]),
        engine: None,
        program: None,
        filetest: None,
    };
    refuted.counterexample = Some(Box::new(example.clone()));
    for all in [vec![&refuted, &lost], vec![&lost, &refuted]] {
        let merged = merge_part(all).expect("a part");
        assert_eq!(merged.outcome, OutcomeName::Failed);
        assert_eq!((merged.cases, merged.failures, merged.range), (50, 7, None));
        // The reason is the shard's text; the numbers carry the rest.
        assert_eq!(merged.reason.as_deref(), Some("the device was lost"));
        // A case has a number only within a range.
        let kept = merged.counterexample.expect("the refutation's");
        assert_eq!(
            *kept,
            Counterexample {
                case: None,
                ..example.clone()
            }
        );
    }
    let ran = half([0, 50], 0);
    let merged = merge_part(vec![&ran, &lost]).expect("a part");
    assert_eq!(merged, lost);
}

/// Oracle: a backend has one set of hardware: no shard lacks hardware that another used.
#[test]
fn hardware_that_only_one_shard_lacks_is_refused() {
    let lacking = stopped(OutcomeName::Unsupported, "shader-f16");
    let elsewhere = stopped(OutcomeName::NotRun, ELSEWHERE);
    let refuted = half([0, 50], 7);
    assert!(merge_part(vec![&lacking, &refuted]).is_err());
    let merged = merge_part(vec![&lacking, &elsewhere]).expect("a part");
    assert_eq!(merged, lacking);
}
