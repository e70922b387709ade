use super::*;
use vyre_conform_runtime::engine::Input;

fn turns(nanoseconds: &[[u64; 2]]) -> SpeedMeasurement {
    SpeedMeasurement::new(nanoseconds.to_vec(), true, vec![])
}

/// Oracle: the definition of the median, and of a rate as the inverse of a time.
#[test]
fn a_rate_is_the_median_of_its_turns() {
    assert_eq!(
        median(&[[10_000, 9000], [10_000, 5000], [10_000, 20_000]]),
        Ok(900)
    );
    assert_eq!(median(&[[10_000, 9000], [10_000, 5000]]), Ok(500));
    assert_eq!(median(&[[3000, 2000]]), Ok(666));
    for none in [
        &[][..],
        &[[0, 1000]],
        &[[1000, 0]],
        &[[999, 1000]],
        &[[1000, 999]],
        &[[1000, LONGEST_TURN]],
        // A rate of more than 64 bits.
        &[[1, u64::MAX]],
    ] {
        assert!(median(none).is_err(), "{none:?}");
    }
}

/// Oracle: docs/spec/conformance.md#baselines: 0.8 of a copy.
#[test]
fn a_verdict_follows_from_its_turns() {
    let all = |ours, other| turns(&[[ours, other]; TURNS]);
    let (stated, found) = Competitor::Copy(MIN_OF_COPY).measured(&all(10_000, 8000));
    assert_eq!(stated.outcome, BaselineOutcome::Reached);
    assert_eq!(stated.problem(found.as_ref()), None);
    let (stated, found) = Competitor::Copy(MIN_OF_COPY).measured(&all(10_000, 7999));
    assert_eq!(stated.outcome, BaselineOutcome::Missed);
    assert_eq!(stated.problem(found.as_ref()), None);
    let mut other = all(10_000, 8000);
    other.agree = false;
    let (stated, found) = Competitor::Copy(MIN_OF_COPY).measured(&other);
    assert_eq!((stated.outcome, &found), (BaselineOutcome::Failed, &None));
    assert_eq!(stated.problem(None), None);
    let (stated, found) = Competitor::Copy(MIN_OF_COPY).measured(&all(0, 8000));
    assert_eq!((stated.outcome, &found), (BaselineOutcome::Failed, &None));
}

fn nothing() -> Input {
    Input::default()
}

/// Oracle: docs/spec/conformance.md#baselines: a copy has the least rate that is declared with it.
#[test]
fn the_rate_of_a_copy_of_buffers_is_declared() {
    static DECLARED: Baseline = Baseline::copy("engine::none", (nothing, 64), 40);
    let BaselineKind::Copy(copy) = &DECLARED.kind else {
        panic!("a copy");
    };
    let against = Competitor::BufferCopy(copy);
    for (took, expected) in [
        (25_000, BaselineOutcome::Reached),
        (25_001, BaselineOutcome::Missed),
    ] {
        let (stated, found) = against.measured(&turns(&[[took, 1000]; TURNS]));
        assert_eq!(
            (stated.outcome, stated.problem(found.as_ref())),
            (expected, None)
        );
        assert_eq!(stated.against, "buffer copy");
    }
    assert_eq!(
        against.requirement(),
        "at least 0.040 of the rate of a copy of as many bytes as its buffers hold"
    );
}

/// Oracle: edits of a measurement's results.
#[test]
fn impossible_measurements_are_refused() {
    let edits: [fn(&mut BaselineEvidence, &mut RateMeasurement); 11] = [
        |stated, _| stated.outcome = BaselineOutcome::Reached,
        |stated, _| stated.least = 799,
        |stated, _| stated.outcome = BaselineOutcome::Software,
        |stated, _| stated.reason = Some("slow".into()),
        |_, found| found.rate = 800,
        |_, found| found.turns.truncate(5),
        |_, found| found.turns[0] = [0, 0],
        |_, found| found.turns = vec![[10_000, 7990]; 1001],
        |_, found| found.turns.push([10_000, 7990]),
        |_, found| found.turns[0] = [1, 1],
        |_, found| found.turns = vec![[1, u64::MAX]; TURNS],
    ];
    for (k, edit) in edits.iter().enumerate() {
        let (mut stated, found) =
            Competitor::Copy(MIN_OF_COPY).measured(&turns(&[[10_000, 7990]; TURNS]));
        let mut found = found.expect("turns");
        edit(&mut stated, &mut found);
        assert!(stated.problem(Some(&found)).is_some(), "edit {k}");
        assert!(stated.problem(None).is_some() != (k == 2), "edit {k}");
    }
}
