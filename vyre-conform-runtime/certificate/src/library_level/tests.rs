//! The levels of the whole, with hand-written counts.

use super::*;

const PROGRAMS: Member<'static> = Member {
    id: "programs",
    status: MemberStatus::Reached,
};

fn op<'a>(id: &'a str, status: MemberStatus<'a>) -> Member<'a> {
    Member { id, status }
}

fn integers<'a>(engines: &[Member<'a>]) -> Vec<(EngineKind, Member<'a>)> {
    let all = engines.iter().copied();
    all.map(|engine| (EngineKind::Integer, engine)).collect()
}

fn level_lines(
    track: Track,
    ops: &[Member<'_>],
    engines: &[Member<'_>],
    left_out: u64,
) -> Vec<String> {
    let engines = integers(engines);
    let levels = library_levels(track, ops, &engines, Some(PROGRAMS), left_out);
    levels.iter().map(ToString::to_string).collect()
}

/// Oracle: the definition of a level of the whole, with hand-written counts.
#[test]
fn a_level_speaks_of_every_op() {
    let all = [
        op("a", MemberStatus::Algebraic),
        op("b", MemberStatus::Reached),
    ];
    assert_eq!(
        level_lines(Track::Float, &all, &[], 0),
        [
            "L1f established: 2 of 2",
            "L2f partial: 1 of 2; 1 short of it"
        ]
    );
    let lacking = [all[0], op("b", MemberStatus::Unsupported("a native text"))];
    assert_eq!(
        level_lines(Track::Float, &lacking, &[], 0),
        [
            "L1f partial: 1 of 2; 1 unsupported",
            "L2f partial: 1 of 2; 1 unsupported"
        ]
    );
    let exempt = [all[0], op("b", MemberStatus::Exempt("shader-f16"))];
    let expected = "L1f established: 1 of 2; 1 without their hardware feature";
    assert_eq!(level_lines(Track::Float, &exempt, &[], 0)[0], expected);
    let expected = "L1f partial: 1 of 2; 1 without their hardware feature; 3 left out by the filter (ops, engines and \
               random programs)";
    assert_eq!(level_lines(Track::Float, &exempt, &[], 3)[0], expected);
    assert_eq!(
        level_lines(Track::Approximate, &all, &[], 0),
        ["L1a established: 2 of 2"]
    );
}

/// Oracle: the rule that no evidence establishes nothing.
#[test]
fn absent_evidence_establishes_no_level() {
    for stands in [
        MemberStatus::Unsupported("x"),
        MemberStatus::Exempt("x"),
        MemberStatus::NotReached,
    ] {
        let engines = integers(&[op("e", MemberStatus::Reached)]);
        for level in library_levels(
            Track::Integer,
            &[op("a", stands)],
            &engines,
            Some(PROGRAMS),
            0,
        ) {
            assert!(!level.is_established(), "{level}");
        }
    }
    for level in library_levels(
        Track::Integer,
        &[],
        &integers(&[op("e", MemberStatus::Reached)]),
        Some(PROGRAMS),
        0,
    ) {
        assert!(!level.is_established(), "{level}");
    }
}

/// Oracle: the table of levels: L3 rests on random programs as well.
#[test]
fn l3_needs_random_programs() {
    let ops = [op("a", MemberStatus::Reached)];
    let engines = integers(&[op("e", MemberStatus::Reached)]);
    let l3 = |programs| library_levels(Track::Integer, &ops, &engines, programs, 0)[2].to_string();
    let with = |stands| l3(Some(op("programs", stands)));
    assert_eq!(with(MemberStatus::Reached), "L3 established: 3 of 3");
    assert_eq!(
        with(MemberStatus::NotReached),
        "L3 partial: 2 of 3; 1 short of it"
    );
    let lacking = with(MemberStatus::Unsupported("whole programs"));
    assert_eq!(lacking, "L3 partial: 2 of 3; 1 unsupported");
    assert_eq!(
        l3(None),
        "L3 not established: 2 of 2; no random program was run"
    );
}

/// Oracle: docs/spec/conformance.md#levels: L3 includes L1 of every op, so that nothing counts for L3 if no op reached
/// L1, whatever engines and random programs showed.
#[test]
fn level_requires_every_lower_level() {
    let engines = integers(&[op("e", MemberStatus::Reached)]);
    let told = |stands| {
        let all = library_levels(
            Track::Integer,
            &[op("a", stands)],
            &engines,
            Some(PROGRAMS),
            0,
        );
        all.iter()
            .map(|level| level.describe(&all))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told(MemberStatus::NotReached),
        [
            "L1 not established: 0 of 1; 1 short of it",
            "L2 not established: 0 of 1; 1 short of it",
            "L3 not established: 0 of 3; 3 short of it"
        ]
    );
    assert_eq!(
        told(MemberStatus::Reached)[1..],
        [
            "L2 not established: 0 of 1; 1 short of it",
            "L3 established: 3 of 3"
        ]
    );
}

/// Oracle: docs/spec/conformance.md#levels: L3f is L2f and every tensor engine, L4f these and every composed one.
#[test]
fn l3f_and_l4f_rest_on_engines_of_floats() {
    use EngineKind::{Composed, Integer, Tensor};
    let ops = [
        op("a", MemberStatus::Algebraic),
        op("c", MemberStatus::Exempt("x")),
    ];
    let of = |ops: &[Member<'_>], engines: &[(EngineKind, Member<'_>)]| {
        let levels = library_levels(Track::Float, ops, engines, None, 0);
        let [_, _, l3f, l4f] = &levels[..] else {
            panic!("{levels:?}");
        };
        [l3f, l4f].map(|level| (level.to_string(), level.missing.clone()))
    };
    let good = op("t", MemberStatus::Reached);
    let bad = op("s", MemberStatus::NotReached);
    let [(l3f, _), (l4f, _)] = of(
        &ops,
        &[(Tensor, good), (Composed, op("m", MemberStatus::Reached))],
    );
    assert_eq!(
        l3f,
        "L3f established: 2 of 3; 1 without their hardware feature"
    );
    assert_eq!(
        l4f,
        "L4f established: 3 of 4; 1 without their hardware feature"
    );
    let [(l3f, _), (l4f, missing)] = of(&ops, &[(Tensor, good), (Composed, bad)]);
    assert!(l3f.starts_with("L3f established: 2 of 3"), "{l3f}");
    assert!(
        l4f.starts_with("L4f partial: 2 of 4; 1 short of it"),
        "{l4f}"
    );
    assert_eq!(missing, ["s"]);
    let [(l3f, missing), (l4f, _)] = of(&ops, &[(Tensor, bad), (Composed, good)]);
    assert!(
        l3f.starts_with("L3f partial: 1 of 3; 1 short of it"),
        "{l3f}"
    );
    assert_eq!(missing, ["s"]);
    assert!(l4f.starts_with("L4f partial: 2 of 4"), "{l4f}");
    // An op without laws has L1f, and an engine of integers belongs to another track.
    let short = [op("a", MemberStatus::Reached)];
    let [(l3f, missing), _] = of(&short, &[(Tensor, good), (Integer, bad)]);
    assert_eq!(
        (&*l3f, &*missing),
        ("L3f partial: 1 of 2; 1 short of it", &["L2f: a".into()][..])
    );
    let [(_, of_tensor), (_, of_both)] = of(&ops, &[(Composed, good)]);
    assert_eq!(of_tensor, ["no tensor engine was shown"]);
    assert_eq!(of_both, ["no tensor engine was shown"]);
    let [_, (_, missing)] = of(&ops, &[(Tensor, good)]);
    assert_eq!(missing, ["no composed engine was shown"]);
}

/// Oracle: docs/spec/conformance.md#levels: unsupported engines of floats, and engines of other tracks.
#[test]
fn unsupported_and_foreign_engines_establish_no_l3f() {
    use EngineKind::{Integer, Tensor};
    let ops = [
        op("a", MemberStatus::Algebraic),
        op("c", MemberStatus::Exempt("x")),
    ];
    let (good, bad) = (
        op("t", MemberStatus::Reached),
        op("s", MemberStatus::NotReached),
    );
    let lacking = op("t", MemberStatus::Unsupported("whole programs"));
    let levels = library_levels(Track::Float, &ops, &[(Tensor, lacking)], None, 0);
    let l3f = levels[2].to_string();
    assert!(
        l3f.starts_with("L3f partial: 1 of 3; 1 unsupported"),
        "{l3f}"
    );
    let engines = [(Integer, good)];
    assert_eq!(
        library_levels(Track::Float, &ops, &engines, None, 0).len(),
        2,
        "no engine of floats"
    );
    let engines = [(Integer, good), (Tensor, bad)];
    let l3 = &library_levels(Track::Integer, &ops, &engines, Some(PROGRAMS), 0)[2];
    assert!(
        l3.is_established(),
        "{l3}: a tensor engine is of another track"
    );
}

/// Oracle: the table of levels: L3 is L1 of every op, and every engine.
#[test]
fn l3_needs_ops_and_engines() {
    let ops = [
        op("a", MemberStatus::Reached),
        op("c", MemberStatus::Exempt("x")),
    ];
    let l3 = |engines: &[Member<'_>]| level_lines(Track::Integer, &ops, engines, 0)[2].clone();
    assert_eq!(
        l3(&[op("e", MemberStatus::Reached)]),
        "L3 established: 3 of 4; 1 without their hardware feature"
    );
    assert!(l3(&[]).starts_with("L3 not established: 2 of 3"));
    let short = [
        op("e", MemberStatus::Reached),
        op("f", MemberStatus::NotReached),
    ];
    assert!(l3(&short).starts_with("L3 partial: 3 of 5; 1 short of it"));
    let lacking = [op("e", MemberStatus::Unsupported("whole programs"))];
    assert!(l3(&lacking).starts_with("L3 partial: 2 of 4; 1 unsupported"));
}

/// Oracle: docs/spec/conformance.md#levels: an engine whose op lacks its feature is exempt, and shows nothing; one
/// whose op lacks a text is not.
#[test]
fn engine_is_exempt_exactly_if_its_op_is() {
    let ops = [op("a", MemberStatus::Algebraic)];
    let feature = MemberStatus::unsupported("shader-f16, the hardware feature of `c`");
    let text = MemberStatus::unsupported("a text for C11: there is none but for WGSL (of `c`)");
    assert!(matches!(feature, MemberStatus::Exempt(_)), "{feature:?}");
    assert!(matches!(text, MemberStatus::Unsupported(_)), "{text:?}");
    let l3 = |engines: &[Member<'_>]| level_lines(Track::Integer, &ops, engines, 0).pop();
    let holds = op("e", MemberStatus::Reached);
    let found = l3(&[holds, op("f", feature)]);
    let expected = "L3 established: 3 of 4; 1 without their hardware feature";
    assert_eq!(found.as_deref(), Some(expected));
    let found = l3(&[holds, op("f", text)]);
    assert_eq!(found.as_deref(), Some("L3 partial: 3 of 4; 1 unsupported"));
    let alone = l3(&[op("f", feature)]).expect("L3");
    assert!(!alone.starts_with("L3 established"), "{alone}");
}
