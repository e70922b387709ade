//! Placement of barriers.

use super::super::kernel::program_text;
use super::super::testing::accept;
use vyre_conform_ir::{Axis, Buffer, Expr, Kernel, Operand, Type, Var};

/// The text of a kernel that stores, runs a body three times, and stores: the lines with barriers,
/// loops and stores.
fn lines(body: impl Fn(&mut Kernel, [Buffer; 3], Var)) -> Vec<String> {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let given = k.read_only("given", Type::U32);
    let data = k.read_write("data", Type::U32);
    let part = k.workgroup("part", Type::U32, 64);
    let i = k.bind("i", Expr::local_id(Axis::X));
    k.store(data, i, 1_u32);
    k.count("n", 0_u32, 3_u32, |k, n| {
        body(k, [given, data, part], n);
    });
    k.store(data, i, part.at(i));
    let program = k.finish();
    let text = program_text(&program, &program.link(&()), &[], &[]);
    accept(&text);
    let is_relevant = |line: &&str| {
        ["Barrier", "for (", "b_data["]
            .iter()
            .any(|s| line.contains(s))
    };
    let lines = text.lines().map(str::trim).filter(is_relevant);
    lines.map(str::to_owned).collect()
}

const LOOP: &str = "for (var v_n = 0u; v_n < 3u; v_n += 1u) {";
const STORAGE: &str = "storageBarrier();";
const WORKGROUP: &str = "workgroupBarrier();";

/// Oracle: the visibility rules of a workgroup: one barrier orders the stores before the loop and the
/// accesses after it.
#[test]
fn a_loop_that_writes_no_buffer_of_the_host_synchronises_the_workgroup_alone() {
    let actual = lines(|k, [input, _, part], n| {
        let i = Expr::local_id(Axis::X);
        k.store(part, i.clone(), input.at(n));
        k.barrier();
        k.count("m", 0_u32, 2_u32, |k, m| {
            k.store(part, i.clone(), part.at(m));
            k.barrier();
        });
    });
    let expected = [
        STORAGE,
        LOOP,
        WORKGROUP,
        "for (var v_m = 0u; v_m < 2u; v_m += 1u) {",
        WORKGROUP,
    ];
    assert_eq!(actual[1..6], expected, "{actual:#?}");
    assert!(
        !actual[6..].iter().any(|line| line.contains("Barrier")),
        "{actual:#?}"
    );
}

/// Oracle: as above, for a kernel that has not yet had effects visible to the workgroup; and for one
/// that had some in an earlier iteration.
#[test]
fn loop_is_preceded_by_a_barrier_after_effects_only() {
    for rounds in [false, true] {
        let mut k = Kernel::new("k", [64, 1, 1]);
        let data = k.read_write("data", Type::U32);
        let part = k.workgroup("part", Type::U32, 64);
        let i = k.bind("i", Expr::local_id(Axis::X));
        let synchronise = |k: &mut Kernel| {
            k.count("n", 0_u32, 3_u32, |k, n| {
                k.store(part, i, n);
                k.barrier();
            });
        };
        if rounds {
            k.count("round", 0_u32, 2_u32, |k, _| {
                synchronise(k);
                k.store(data, i, part.at(i));
            })
        } else {
            synchronise(&mut k);
            k.store(data, i, part.at(i));
        }
        let program = k.finish();
        let text = program_text(&program, &program.link(&()), &[], &[]);
        accept(&text);
        assert_eq!(text.matches(STORAGE).count(), usize::from(rounds), "{text}");
    }
}

/// Oracle: as above: a loop that reads, writes or changes such a buffer keeps both barriers in place.
#[test]
fn a_loop_that_touches_a_buffer_of_the_host_has_both_barriers() {
    type Body = fn(&mut Kernel, [Buffer; 3], Var);
    let bodies: [Body; 4] = [
        |k, [_, data, part], n| {
            k.barrier();
            k.store(part, n, data.at(n));
        },
        |k, [_, data, _], n| {
            k.barrier();
            k.store(data, n, 2_u32);
        },
        |k, [_, data, part], n| {
            k.barrier();
            k.when(n.less(2_u32), |k| k.store(part, data.at(n), 2_u32));
        },
        |k, [_, data, part], n| {
            k.barrier();
            k.count("m", 0_u32, data.at(n), |k, m| k.store(part, m, 2_u32));
        },
    ];
    for (number, body) in bodies.into_iter().enumerate() {
        let actual = lines(body);
        let at = actual.iter().position(|line| line == LOOP).expect("a loop");
        assert!(!actual[at - 1].contains("Barrier"), "{number}: {actual:#?}");
        assert_eq!(
            actual[at + 1..at + 3],
            [STORAGE, WORKGROUP],
            "{number}: {actual:#?}"
        );
    }
}
