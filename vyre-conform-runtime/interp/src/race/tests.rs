//! Each kind of race is detected, and correct programs have none.

use super::shadow::{PhaseAccess, Scope, Shadow};
use super::{Kind, Race, Races, certain_races, races};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{AtomicOp, Axis, Buffer, Expr, Kernel, Operand, Type, Var};

const SIZE: u32 = 8;

/// A kernel with workgroups of eight, over `data` and `tile` of eight words, with the invocation's ids
/// in the dispatch and in its workgroup.
fn kernel(write: impl FnOnce(&mut Kernel, Buffer, Buffer, Var, Var)) -> ValidProgram {
    let mut k = Kernel::new("test", [SIZE, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let tile = k.workgroup("tile", Type::U32, SIZE);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let me = k.bind("me", Expr::local_id(Axis::X));
    write(&mut k, data, tile, i, me);
    validate_program(k.finish(), &(), &Limits::INTERPRETER).unwrap_or_else(|e| panic!("{e:#?}"))
}

fn race_report(program: &ValidProgram, workgroups: u32) -> Races {
    let words = (SIZE * workgroups) as usize;
    let launch = Launch::single(program, [workgroups, 1, 1], vec![Contents::Zeros(words)]);
    races(std::slice::from_ref(program), &launch, 6).expect("no fault")
}

/// Buffer, index, and the two kinds of a race.
fn summary(race: &Race) -> (&str, usize, Kind, Kind) {
    (&race.buffer, race.index, race.first.kind, race.second.kind)
}

/// Oracle: the definition of a race in docs/spec/ir.md#execution; the elements, worked out by hand.
#[test]
fn each_kind_of_race_is_found() {
    use Kind::{Atomic, Read, Write};
    let both = kernel(|k, data, _, i, _| k.store(data, 3_u32, i));
    let races = race_report(&both, 1);
    assert_eq!(summary(&races.races[0]), ("data", 3, Write, Write));
    assert_eq!(races.races.len(), 1);
    assert!(!races.differences.is_empty());
    let text = races.races[0].to_string();
    let expected = "step 0: `data[3]` of `test`: invocation [0, 0, 0] of workgroup [0, 0, 0] writes it at \
                    body[2], and invocation [1, 0, 0] of workgroup [0, 0, 0] writes it at body[2], with no \
                    barrier of one workgroup between them: use atomics, a barrier, or one element an \
                    invocation";
    assert_eq!(text, expected);

    // The right neighbour reads before the element is written, except for the first, which reads after
    // the last.
    let read = kernel(|k, data, tile, i, me| {
        k.store(tile, me, i);
        k.store(data, i, tile.at((me + 7_u32) % SIZE));
    });
    let races = race_report(&read, 1);
    assert_eq!(summary(&races.races[0]), ("tile", 0, Write, Read));
    assert!(!races.differences.is_empty());

    let mixed = kernel(|k, data, _, i, me| {
        k.when(me.equals(0_u32), |k| k.store(data, 0_u32, i));
        k.when(me.equals(1_u32), |k| {
            _ = k.atomic(AtomicOp::Add, data, 0_u32, 1_u32)
        });
    });
    assert_eq!(
        summary(&race_report(&mixed, 1).races[0]),
        ("data", 0, Write, Atomic)
    );

    let mixed = kernel(|k, data, _, _, me| {
        k.when(me.equals(1_u32), |k| {
            _ = k.atomic(AtomicOp::Add, data, 0_u32, 1_u32);
        });
        k.when(me.equals(7_u32), |k| k.store(data, 7_u32, data.at(0_u32)));
    });
    assert_eq!(
        summary(&race_report(&mixed, 1).races[0]),
        ("data", 0, Atomic, Read)
    );

    // A barrier does not order workgroups, and the workgroups here share data[0].
    let groups = kernel(|k, data, _, _, me| {
        k.when(me.equals(0_u32), |k| k.store(data, 0_u32, 1_u32));
        k.barrier();
    });
    assert_eq!(race_report(&groups, 1), Races::default());
    let races = race_report(&groups, 2).races;
    assert_eq!(summary(&races[0]), ("data", 0, Write, Write));
    assert_ne!(races[0].first.workgroup, races[0].second.workgroup);
    assert_eq!(races[0].second.place, "body[2].then[0]");
}

/// Sums the elements of a workgroup, with or without the barrier in the loop.
fn reduction(barrier: bool) -> ValidProgram {
    kernel(|k, data, tile, i, me| {
        k.store(tile, me, data.at(i) + i);
        k.barrier();
        k.count("level", 0_u32, 3_u32, |k, level| {
            let half = k.bind("half", Expr::u32(SIZE / 2) >> level);
            k.when(me.less(half), |k| {
                k.store(tile, me, tile.at(me) + tile.at(me + half));
            });
            if barrier {
                k.barrier();
            }
        });
        k.when(me.equals(0_u32), |k| {
            k.store(data, i, tile.at(0_u32));
        });
    })
}

/// Oracle: textbook programs, in which every two accesses to one element are ordered.
#[test]
fn no_false_alarm() {
    let histogram = kernel(|k, data, _, i, _| {
        _ = k.atomic(AtomicOp::Add, data, i % 3_u32, 1_u32);
    });
    // The scan of Hillis and Steele with two barriers per level.
    let scan = kernel(|k, data, tile, i, me| {
        k.store(tile, me, i);
        k.barrier();
        k.count("level", 0_u32, 3_u32, |k, level| {
            let by = k.bind("by", Expr::u32(1) << level);
            let old = me.at_least(by).select(tile.at(me - by), 0_u32);
            let sum = k.bind("sum", tile.at(me) + old);
            k.barrier();
            k.store(tile, me, sum);
            k.barrier();
        });
        k.store(data, i, tile.at(me));
    });
    let out_of_bounds = kernel(|k, data, _, i, _| k.store(data, 1000_u32, i));
    let own = kernel(|k, data, _, i, _| {
        k.store(data, i, data.at(i) + 1_u32);
        k.store(data, i, data.at(i) + i);
    });
    for program in [histogram, scan, reduction(true), out_of_bounds, own] {
        assert_eq!(race_report(&program, 3), Races::default());
        assert_eq!(certain_races(&program), []);
    }
}

/// Oracle: by hand: races that depend on ids are found statically, those that depend on data are not.
#[test]
fn certain_races_are_seen_without_a_run() {
    let certain = certain_races(&reduction(false));
    let all: Vec<_> = certain.iter().map(summary).collect();
    // Invocation 0 is followed first, and on its third level reads the element that 1 writes on the
    // first.
    assert_eq!(all, [("tile", 1, Kind::Read, Kind::Write)]);
    assert!(!race_report(&reduction(false), 1).races.is_empty());

    let one = kernel(|k, data, _, i, _| k.store(data, 0_u32, i));
    assert_eq!(
        summary(&certain_races(&one)[0]),
        ("data", 0, Kind::Write, Kind::Write)
    );
    // The host may supply a single element for data, so no write of data[1] is certain.
    let unsure = kernel(|k, data, _, i, _| k.store(data, 1_u32, i));
    assert_eq!(certain_races(&unsure), []);
    // The branch depends on data.
    let guarded = kernel(|k, data, _, i, _| {
        k.when(data.at(i).equals(7_u32), |k| k.store(data, 0_u32, i));
    });
    assert_eq!(certain_races(&guarded), []);
    // After an unknown condition the invocation is followed further, but not past a return.
    let after = |returns: bool| {
        kernel(|k, data, tile, i, _| {
            k.when(tile.at(0_u32).equals(7_u32), |k| {
                if returns {
                    k.finish_invocation();
                }
            });
            k.store(data, 0_u32, i);
        })
    };
    assert_eq!(certain_races(&after(false)).len(), 1);
    assert_eq!(certain_races(&after(true)), []);
}

/// Oracle: every pair of accesses to an element, compared by the definition of a race. Histories are
/// random; workgroups run one after another, and phases in sequence.
#[test]
fn retained_accesses_find_every_race() {
    let mut seed = 1_u64;
    let mut draw = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % n
    };
    let kinds = [Kind::Read, Kind::Write, Kind::Atomic];
    let (mut racing, mut clean) = (0, 0);
    for _ in 0..20_000 {
        let mut shadow = Shadow::default();
        shadow.begin_dispatch(vec![Scope::Dispatch]);
        let mut history: Vec<(u64, u64, u32, Kind)> = vec![];
        // A history with one or two kinds of access, because one with all three nearly always has a
        // race.
        let (first, second) = (draw(3), draw(3));
        for workgroup in 0..1 + draw(3) {
            shadow.begin_workgroup(workgroup);
            for phase in 0..1 + draw(3) {
                for _ in 0..draw(4) {
                    let invocation = draw(3) as u32;
                    let kind = kinds[if draw(2) == 0 { first } else { second } as usize];
                    history.push((workgroup, phase, invocation, kind));
                    let node = history.len();
                    shadow.touch(
                        0,
                        0,
                        PhaseAccess {
                            invocation,
                            node,
                            kind,
                        },
                    );
                }
                shadow.next_phase();
            }
        }
        let is_race = |a: &(u64, u64, u32, Kind), b: &(u64, u64, u32, Kind)| {
            let somebody_writes = a.3 == Kind::Write || b.3 == Kind::Write;
            let mixed = a.3 != b.3;
            let unordered = a.0 != b.0 || (a.1 == b.1 && a.2 != b.2);
            (somebody_writes || mixed) && unordered
        };
        let pairs = (0..history.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
        // The second access of a race is reported exactly if it races with an earlier one.
        let mut expected: Vec<usize> = pairs
            .filter(|(j, k)| is_race(&history[*j], &history[*k]))
            .map(|(_, k)| k + 1)
            .collect();
        expected.dedup();
        assert_eq!(shadow.second_nodes(), expected, "{history:?}");
        if expected.is_empty() {
            clean += 1
        } else {
            racing += 1
        }
    }
    assert!(racing > 2_000 && clean > 2_000, "{racing} and {clean}");
}
