use super::*;
use vyre_conform_runtime::engine::Input;

fn turns(nanoseconds: &[[u64; 2]]) -> Turns {
    Turns::new(nanoseconds.to_vec(), true, vec![])
}

/// Oracle: the definition of the median, and of a rate as the inverse of a time.
#[test]
fn a_rate_is_the_median_of_its_turns() {
    assert_eq!(median(&[[100, 90], [100, 50], [100, 200]]), Some(900));
    assert_eq!(median(&[[100, 90], [100, 50]]), Some(500));
    assert_eq!(median(&[[3, 2]]), Some(666));
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[[0, 1]]), None);
    assert_eq!(median(&[[1, 0]]), None);
    assert_eq!(median(&[[1, u64::MAX]]), Some(u64::MAX));
}

/// Oracle: docs/spec/conformance.md#baselines: 0.8 of a copy.
#[test]
fn a_verdict_follows_from_its_turns() {
    let five = |ours, other| turns(&[[ours, other]; 5]);
    let (said, found) = Against::Copy(LEAST_OF_COPY).measured(&five(1000, 800));
    assert_eq!(said.outcome, BaselineOutcome::Reached);
    assert_eq!(said.problem(found.as_ref()), None);
    let (said, found) = Against::Copy(LEAST_OF_COPY).measured(&five(1000, 799));
    assert_eq!(said.outcome, BaselineOutcome::Missed);
    assert_eq!(said.problem(found.as_ref()), None);
    let mut other = five(1000, 800);
    other.agree = false;
    let (said, found) = Against::Copy(LEAST_OF_COPY).measured(&other);
    assert_eq!((said.outcome, &found), (BaselineOutcome::Failed, &None));
    assert_eq!(said.problem(None), None);
    let (said, found) = Against::Copy(LEAST_OF_COPY).measured(&five(0, 800));
    assert_eq!((said.outcome, &found), (BaselineOutcome::Failed, &None));
}

fn nothing() -> Input {
    Input::default()
}

/// Oracle: docs/spec/conformance.md#baselines: a copy has the least rate that is declared with it.
#[test]
fn the_rate_of_a_copy_of_buffers_is_declared() {
    static DECLARED: Baseline = Baseline::copy("engine::none", (nothing, 64), 40);
    let ByHand::Copy(copy) = &DECLARED.by_hand else {
        panic!("a copy");
    };
    let against = Against::BufferCopy(copy);
    for (took, expected) in [
        (25_000, BaselineOutcome::Reached),
        (25_001, BaselineOutcome::Missed),
    ] {
        let (said, found) = against.measured(&turns(&[[took, 1000]; 5]));
        assert_eq!(
            (said.outcome, said.problem(found.as_ref())),
            (expected, None)
        );
        assert_eq!(said.against, "buffer copy");
    }
    assert_eq!(
        against.asked(),
        "at least 0.040 of the rate of a copy of as many bytes as its buffers hold"
    );
}

/// Oracle: edits of what a measurement gave.
#[test]
fn what_no_measurement_gives_is_a_problem() {
    let edits: [fn(&mut BaselineEvidence, &mut RateFound); 8] = [
        |said, _| said.outcome = BaselineOutcome::Reached,
        |said, _| said.least = 799,
        |said, _| said.outcome = BaselineOutcome::Software,
        |said, _| said.reason = Some("slow".into()),
        |_, found| found.rate = 800,
        |_, found| found.turns.truncate(4),
        |_, found| found.turns[0] = [0, 0],
        |_, found| found.turns = vec![[1000, 799]; 1001],
    ];
    for (k, edit) in edits.iter().enumerate() {
        let (mut said, found) = Against::Copy(LEAST_OF_COPY).measured(&turns(&[[1000, 799]; 5]));
        let mut found = found.expect("turns");
        edit(&mut said, &mut found);
        assert!(said.problem(Some(&found)).is_some(), "edit {k}");
        assert!(said.problem(None).is_some() != (k == 2), "edit {k}");
    }
}
