//! Bounds checks: omitted if a condition or a range makes them redundant, and only then.

use super::super::kernel::program_text;
use super::super::testing::accept;
use vyre_conform_ir::{Axis, Buffer, Expr, Kernel, Node, Operand, Type, Var};

/// The text of a kernel over a host-sized buffer `data`, `shared` of 64 elements, and the invocation's
/// ids in the dispatch and in the workgroup of 64.
fn text(write: impl FnOnce(&mut Kernel, Buffer, Buffer, [Var; 2])) -> String {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let shared = k.workgroup("shared", Type::U32, 64);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let lane = k.bind("lane", Expr::local_id(Axis::X));
    write(&mut k, data, shared, [i, lane]);
    let program = k.finish();
    let text = program_text(&program, &program.link(&()), &[], &[]);
    accept(&text);
    text
}

#[track_caller]
fn bare(write: impl FnOnce(&mut Kernel, Buffer, Buffer, [Var; 2])) {
    let text = text(write);
    assert!(!text.contains("min("), "a check too many:\n{text}");
}

#[track_caller]
fn checked(write: impl FnOnce(&mut Kernel, Buffer, Buffer, [Var; 2])) {
    let text = text(write);
    assert!(text.contains("min("), "a check is missing:\n{text}");
}

fn keep(k: &mut Kernel, data: Buffer, value: Expr) {
    k.store(data, 0_u32, value);
}

/// Oracle: the order of u32, by hand.
#[test]
fn conditions_prove_an_index() {
    bare(|k, data, _, [i, _]| {
        k.when(i.less(data.len()), |k| keep(k, data, data.at(i)));
    });
    bare(|k, data, _, [i, _]| {
        k.when(i.at_least(data.len()), |k| k.finish_invocation());
        keep(k, data, data.at(i));
    });
    bare(|k, data, _, [i, lane]| {
        let n = k.bind("n", data.len());
        k.when(i.less(n) & lane.greater(3_u32), |k| {
            let before = k.bind("before", i - 1_u32);
            k.when(i.greater(0_u32), |k| keep(k, data, data.at(before)));
            k.when(lane.at_most(i), |k| keep(k, data, data.at(i - lane)));
        });
    });
    bare(|k, data, _, [i, _]| keep(k, data, data.at(i % data.len())));
    bare(|k, data, _, _| {
        k.count("n", 0_u32, data.len(), |k, n| keep(k, data, data.at(n)));
    });
}

/// Oracle: the order of u32, by hand.
#[test]
fn ranges_prove_an_index() {
    bare(|k, data, shared, [_, lane]| keep(k, data, shared.at(lane)));
    bare(|k, data, shared, [i, _]| keep(k, data, shared.at(i & 63_u32)));
    bare(|k, data, shared, [_, lane]| {
        let stride = k.variable("stride", 32_u32);
        k.repeat_while(6, stride.greater(0_u32), |k| {
            k.when(lane.less(stride), |k| {
                keep(k, data, shared.at(lane + stride));
            });
            k.assign(stride, stride / 2_u32);
        });
    });
    bare(|k, data, shared, [_, lane]| {
        let stride = k.variable("stride", 1_u32);
        k.repeat_while(6, stride.less(64_u32), |k| {
            k.when(lane.at_least(stride), |k| {
                keep(k, data, shared.at(lane - stride));
            });
            k.assign(stride, stride * 2_u32);
        });
    });
}

/// Oracle: each of these indices is out of range for some input, by hand.
#[test]
fn unproved_indices_are_checked() {
    checked(|k, data, _, [i, _]| keep(k, data, data.at(i)));
    checked(|k, data, _, [i, _]| {
        k.when(i.at_most(data.len()), |k| keep(k, data, data.at(i)));
    });
    checked(|k, data, _, [i, _]| {
        k.when(i.less(data.len()), |k| keep(k, data, data.at(i - 1_u32)));
    });
    checked(|k, data, _, [i, _]| {
        k.when(i.less(data.len()), |k| keep(k, data, data.at(i + 1_u32)));
    });
    checked(|k, data, _, [i, lane]| {
        k.when(i.less(data.len()) | lane.less(3_u32), |k| {
            keep(k, data, data.at(i));
        });
    });
    checked(|k, data, _, [i, _]| {
        k.when_else(i.less(data.len()), |_| {}, |k| keep(k, data, data.at(i)));
    });
    checked(|k, data, _, [i, _]| {
        k.when(i.less(data.len()), |_| {});
        keep(k, data, data.at(i));
    });
    checked(|k, data, _, [i, _]| {
        k.when(i.less(data.at(0_u32)), |k| keep(k, data, data.at(i)));
    });
    checked(|k, data, shared, [_, lane]| keep(k, data, shared.at(lane + 1_u32)));
    checked(|k, data, shared, [_, lane]| {
        let stride = k.variable("stride", 32_u32);
        k.repeat_while(9, stride.less(99_u32), |k| {
            k.when(lane.less(stride), |k| {
                keep(k, data, shared.at(lane + stride));
            });
            k.assign(stride, stride + 1_u32);
        });
    });
    checked(|k, data, _, _| keep(k, data, data.at(1_u32)));
}

/// Oracle: a condition says nothing about a variable after a write to it.
#[test]
fn write_discards_known_facts() {
    checked(|k, data, _, [i, _]| {
        let at = k.variable("at", i);
        k.when(at.less(data.len()), |k| {
            k.assign(at, at + 1_u32);
            keep(k, data, data.at(at));
        });
    });
    // True before the loop, but not in its second iteration.
    checked(|k, data, _, [i, _]| {
        let at = k.variable("at", i);
        k.when(at.less(data.len()), |k| {
            k.count("n", 0_u32, 3_u32, |k, _| {
                keep(k, data, data.at(at));
                k.assign(at, at + 1_u32);
            });
        });
    });
    // The end is evaluated once, but the variable changes.
    checked(|k, data, _, [i, _]| {
        let end = k.variable("end", i);
        k.count("n", 0_u32, end, |k, n| {
            k.assign(end, 5_u32);
            k.when(end.at_most(data.len()), |k| keep(k, data, data.at(n)));
        });
    });
    // Written in a branch that diverges.
    checked(|k, data, _, [i, lane]| {
        let at = k.variable("at", i);
        k.when(at.at_least(data.len()), |k| k.finish_invocation());
        k.when(lane, |k| k.assign(at, at + 1_u32));
        keep(k, data, data.at(at));
    });
}

/// Oracle: a step also runs after the `Continue` of the guard in the body.
#[test]
fn guard_in_the_body_proves_nothing_about_the_step() {
    checked(|k, data, _, [i, _]| {
        let left = k.variable("left", 5_u32);
        let guard = Node::If {
            condition: i.at_least(data.len()),
            then: vec![Node::Continue],
            otherwise: vec![],
        };
        let step = Node::Assign {
            local: left.local,
            value: left - Expr::select(data.at(i).equals(0_u32), Expr::u32(1), Expr::u32(2)),
        };
        k.push(Node::While {
            bound: 9,
            head: vec![],
            condition: left.less(6_u32),
            body: vec![guard],
            step: vec![step],
        });
    });
}

/// Oracle: naga, which rejects a constant index out of bounds even if it is unreachable, and treats the
/// name of a literal float as constant if its bits are the index.
#[test]
fn the_bits_of_a_literal_float_are_a_known_index() {
    for ty in [Type::F32, Type::F16, Type::BF16] {
        text(|k, data, shared, _| {
            let own = k.array("own", Type::U32, 4);
            let float = k.bind("float", Expr::literal(ty, 0x7c01));
            let word = k.bind("word", 0x7c01_u32);
            let bits = k.bind("bits", float.cast(Type::U32));
            let there = k.bind("there", word.cast(ty));
            for index in [float.cast(Type::U32), bits.into(), there.cast(Type::U32)] {
                k.store(shared, index.clone(), 1_u32);
                k.store_element(own, index.clone(), 1_u32);
                keep(k, data, shared.at(index.clone()));
                keep(k, data, Expr::element(own, Type::U32, index));
            }
        });
    }
}
