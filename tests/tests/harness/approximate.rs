//! Approximate ops: results within the tolerance pass; results beyond it are caught and reported with their distance.

use super::support::{InterpreterBackend, context, report, run};
use vyre_conform_certificate::{
    ObligationOutcome, ObligationResult, OpStatus, SubjectKind, Topic, level_status,
};
use vyre_conform_harness::{Replay, replay};
use vyre_conform_runtime::spec::{Level, Track};
use vyre_conform_runtime::value::Value;
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_suite::plan::Domain;
use vyre_conform_suite::record::Outcome;

/// Returns a number two units greater for most numbers; -0 becomes +0.
#[vyre_fn]
const fn two_up(a: u32) -> u32 {
    let x = a & 0x7fff_ffff;
    if x > 0x7f80_0000 {
        0x7fc00000
    } else if x == 0 {
        0
    } else if x > 0x2000_0000 && x < 0x6000_0000 {
        a.wrapping_add(2)
    } else {
        a
    }
}

/// Returns the operand; the error of its lowering is within the tolerance.
#[vyre_op(
    id = "toy::near",
    lower = two_up,
    ulps = 2,
    laws(Involution, Monotone),
    table(1.5f32 => 1.5, "itself", -0.0 => -0.0, "of a zero as well"),
)]
fn near(a: f32) -> f32 {
    a
}

/// Returns a result that is three units too great for one input.
#[vyre_fn]
const fn three_up_once(a: u32) -> u32 {
    if a == 0x3fc0_0000 {
        0x3fc00003
    } else {
        two_up(a)
    }
}

/// Exceeds its declared tolerance by one unit, at a boundary.
#[vyre_op(id = "toy::too_far", lower = three_up_once, ulps = 2, boundaries(1.5))]
fn too_far(a: f32) -> f32 {
    a
}

/// Overflows where it must not.
#[vyre_fn]
const fn overflows(a: u32) -> u32 {
    if a == 0x7f7f_ffff {
        0x7f800000
    } else {
        two_up(a)
    }
}

/// Returns infinity for the greatest number.
#[vyre_op(id = "toy::overflowing", lower = overflows, ulps = 2, boundaries(f32::MAX))]
fn overflowing(a: f32) -> f32 {
    a
}

/// Misses an overflow.
#[vyre_fn]
const fn stays_finite(a: u32) -> u32 {
    if a == 0x7f80_0000 {
        0x7f7fffff
    } else {
        two_up(a)
    }
}

/// Returns the greatest number for infinity.
#[vyre_op(id = "toy::finite", lower = stays_finite, ulps = 2, boundaries(f32::INFINITY))]
fn finite(a: f32) -> f32 {
    a
}

/// Within its tolerance, but with the table of another function.
#[vyre_op(
    id = "toy::near_row",
    lower = two_up,
    ulps = 2,
    table(1.5f32 => f32::from_bits(0x3fc0_0001), "one unit more than the function gives"),
)]
fn near_row(a: f32) -> f32 {
    a
}

fn outcomes(id: &str, filter: &str) -> Vec<(String, Outcome)> {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(&[id], vec![InterpreterBackend::right()], root.path());
    run(&context, filter)
}

/// Oracle: the declared tolerance of the op, and the definition that zeros are equal.
#[test]
fn results_within_the_tolerance_pass_everywhere() {
    let all = outcomes("toy::near", "toy::near");
    for (id, outcome) in &all {
        assert!(outcome.passed(), "{id}: {outcome:?}");
    }
    let ids: Vec<&str> = all.iter().map(|(id, _)| id.as_str()).collect();
    assert!(ids.contains(&"toy::near::table::right"), "{ids:?}");
    assert!(
        ids.contains(&"toy::near::law::involution::witnessed"),
        "{ids:?}"
    );
    assert!(
        ids.contains(&"toy::near::parity::right::witnessed"),
        "{ids:?}"
    );
    // A law is about the reference: the lowering of this op is not an involution.
    assert!(
        !ids.iter()
            .any(|id| id.contains("::law::") && id.contains("right")),
        "{ids:?}"
    );
}

/// Oracle: the distance of the planted results, counted by hand.
#[test]
fn a_result_beyond_the_tolerance_is_caught_with_its_distance() {
    for (id, distance) in [
        ("toy::too_far", "3 ulps; the op allows 2"),
        ("toy::overflowing", "no number of ulps; the op allows 2"),
        ("toy::finite", "no number of ulps; the op allows 2"),
    ] {
        for part in ["parity::right::boundary", "::interpreter"] {
            let text = report(&outcomes(id, part));
            assert!(text.contains(distance), "{id} {part}: {text}");
        }
        let text = report(&outcomes(id, "parity::right::boundary"));
        // The interpreter runs the same lowering, and no row or law decides between the two.
        let diagnosis = "undecided between the CPU reference and the function that `lower` names";
        assert!(text.contains(diagnosis), "{text}");
    }
}

/// Oracle: the rule that a row gives the exact result of the reference.
#[test]
fn a_row_is_exact_on_the_reference_and_near_on_a_backend() {
    let all = outcomes("toy::near_row", "table");
    let [(_, on_reference), (_, on_backend)] = &all[..] else {
        panic!("two tables: {all:?}")
    };
    assert!(
        matches!(on_reference, Outcome::Failed(_)),
        "{on_reference:?}"
    );
    assert!(on_backend.passed(), "{on_backend:?}");
}

/// Oracle: the rule that every later run replays a failing input, within the tolerance.
#[test]
fn saved_inputs_are_replayed_within_the_tolerance() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let first = context(
        &["toy::too_far"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    report(&run(&first, "parity::right::boundary"));
    let later = context(
        &["toy::too_far"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    let text = report(&run(&later, "toy::too_far::regressions::right"));
    assert!(text.contains("3 ulps"), "{text}");
    // The same input, saved for an op with a sufficient tolerance.
    let file = root.path().join("regressions/toy.too_far.toml");
    let saved = std::fs::read_to_string(&file).expect("a file");
    let saved = saved.replace("toy::too_far", "toy::near");
    std::fs::remove_file(&file).expect("removed");
    std::fs::write(root.path().join("regressions/toy.near.toml"), saved).expect("written");
    let near = context(
        &["toy::near"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    let replayed = run(&near, "toy::near::regressions");
    assert_eq!(replayed.len(), 2, "{replayed:?}");
    assert!(
        replayed.iter().all(|(_, outcome)| outcome.passed()),
        "{replayed:?}"
    );
}

/// Oracle: the tolerance, and the rule that laws are about the reference.
#[test]
fn replay_reports_the_distance_and_checks_laws_on_the_reference() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(
        &["toy::near", "toy::too_far"],
        vec![InterpreterBackend::right()],
        root.path(),
    );
    let values = |op| Replay::Values {
        op,
        inputs: vec![Value::of(1.5f32)],
        passed: vec![],
        trial: String::new(),
    };
    let near = replay(&context, &values("toy::near")).expect("it fits");
    assert!(!near.fails && near.text.contains("2 ulps"), "{}", near.text);
    let far = replay(&context, &values("toy::too_far")).expect("it fits");
    assert!(far.fails && far.text.contains("differs"), "{}", far.text);
    let law = Replay::Law {
        op: "toy::near",
        law: 0,
        inputs: vec![Value::of(1.5f32)],
        trial: String::new(),
    };
    let law = replay(&context, &law).expect("it fits");
    assert!(!law.fails && !law.text.contains("right"), "{}", law.text);
}

/// Oracle: docs/spec/conformance.md#levels: L1a is a separate track, without laws on backends.
#[test]
fn the_one_level_needs_the_laws_on_the_reference_alone() {
    fn law(
        subject_kind: SubjectKind,
        outcome: ObligationOutcome<'static>,
        domain: Domain,
    ) -> ObligationResult<'static> {
        ObligationResult {
            id: "law",
            topic: Topic::Law(0, domain),
            subject_kind,
            outcome,
            cases: 2_000_000,
        }
    }
    let parity = ObligationResult {
        id: "parity",
        topic: Topic::Witnesses,
        subject_kind: SubjectKind::Lowering,
        outcome: ObligationOutcome::Passed,
        cases: 1_000_000,
    };
    let host = |outcome| {
        [
            parity,
            law(
                SubjectKind::Host,
                ObligationOutcome::Passed,
                Domain::ExhaustiveU8,
            ),
            law(SubjectKind::Host, outcome, Domain::Witnessed),
        ]
    };
    let level = |track, shown: &[ObligationResult<'_>]| {
        level_status("x", track, &[true], shown).0.level(track)
    };
    let held = host(ObligationOutcome::Passed);
    assert_eq!(level(Track::Approximate, &held), Some(Level::L1a));
    assert_eq!(
        level(Track::Float, &held),
        Some(Level::L1f),
        "not on the backend"
    );
    let broken = host(ObligationOutcome::Failed("no"));
    assert_eq!(level(Track::Approximate, &broken), None);
    // Without laws nothing is missing; with too few witnesses the level is.
    let status = level_status("x", Track::Approximate, &[], &[parity]).0;
    assert_eq!(status, OpStatus::L1 { missing: vec![] });
    let small = ObligationResult {
        cases: 999,
        ..parity
    };
    assert_eq!(level(Track::Approximate, &[small]), None);
    assert!(!Level::L1a.includes(Level::L1f) && !Level::L1f.includes(Level::L1a));
}
