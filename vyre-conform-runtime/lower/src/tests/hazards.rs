//! Hazards for the passes: programs whose memory changes while they run.

use super::super::kernel::program_text;
use super::super::testing::{accept, function, give};
use vyre_conform_ir::{
    AtomicOp, Axis, BinaryOp, Buffer, Expr, FunctionId, Kernel, Operand, Type, UnaryOp, Var,
};

fn text(kernel: Kernel) -> String {
    let program = kernel.finish();
    let text = program_text(&program, &program.link(&()), &[], &[]);
    accept(&text);
    text
}

/// A kernel with a buffer `data`, a buffer `out`, and the invocation's id `i`.
fn kernel() -> (Kernel, Buffer, Buffer, Var) {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let out = k.read_write("out", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    (k, data, out, i)
}

/// `twice(x) = x + x` and `next(x) = x + 1`.
fn functions(k: &mut Kernel) -> [FunctionId; 2] {
    let (f, p) = function("twice", &[("x", Type::U32)], &[Type::U32]);
    let sum = f.read(p[0]) + f.read(p[0]);
    let twice = k.function(f.finish(vec![give(sum)]));
    let (f, p) = function("next", &[("x", Type::U32)], &[Type::U32]);
    let sum = f.read(p[0]) + 1_u32;
    [twice, k.function(f.finish(vec![give(sum)]))]
}

/// Asserts that `first` occurs before `second`, each once.
#[track_caller]
fn ordered(text: &str, first: &str, second: &str) {
    assert_eq!(text.matches(first).count(), 1, "`{first}`:\n{text}");
    assert_eq!(text.matches(second).count(), 1, "`{second}`:\n{text}");
    assert!(text.find(first) < text.find(second), "{text}");
}

/// Oracle: the IR's order of nodes: the load precedes the node that changes the buffer.
#[test]
fn load_in_a_spliced_call_stays_before_writes() {
    type Change = fn(&mut Kernel, Buffer);
    let changes: [(Change, &str); 4] = [
        (|k, data| k.store(data, 0_u32, 7_u32), "b_data[0u] = 7u"),
        (|k, _| k.barrier(), "storageBarrier()"),
        (
            |k, data| k.count("n", 0_u32, 3_u32, |k, n| k.store(data, n, 7_u32)),
            "= 7u",
        ),
        (
            |k, data| {
                k.when(Expr::local_id(Axis::X).equals(0_u32), |k| {
                    k.store(data, 0_u32, 7_u32)
                })
            },
            "b_data[0u] = 7u",
        ),
    ];
    for (change, piece) in changes {
        let (mut k, data, out, i) = kernel();
        let [_, next] = functions(&mut k);
        k.when(i.less(data.len()), |k| {
            let value = k.call_function(next, vec![data.at(i)])[0];
            change(k, data);
            k.store(out, 0_u32, value);
        });
        ordered(&text(k), "b_data[v_i]", piece);
    }
    // Atomic steps on one buffer may move past loads of another one, but not past those of their own.
    let (mut k, data, out, _) = kernel();
    let [_, next] = functions(&mut k);
    let value = k.call_function(next, vec![data.at(0_u32)])[0];
    k.atomic(AtomicOp::Add, data, 0_u32, 1_u32);
    k.store(out, 0_u32, value);
    ordered(
        &text(k),
        "atomicLoad(&b_data[0u])",
        "atomicAdd(&b_data[0u], 1u)",
    );
}

/// Oracle: one load in the IR is one load in the text, however often its value is used.
#[test]
fn a_load_is_not_duplicated() {
    let (mut k, data, out, _) = kernel();
    let [twice, _] = functions(&mut k);
    let value = k.call_function(twice, vec![data.at(0_u32)])[0];
    k.store(out, 0_u32, value);
    assert_eq!(text(k).matches("b_data[0u]").count(), 1);
    let (mut k, data, out, _) = kernel();
    let word = data.at(0_u32);
    k.store(out, 0_u32, word.unary(UnaryOp::SwapBytes));
    let wide = data.at(0_u32).cast(Type::I32);
    let rest = Expr::binary(BinaryOp::Rem, wide, Expr::i32(5));
    k.store(out, 1_u32, rest.cast(Type::U64).cast(Type::U32));
    assert_eq!(text(k).matches("b_data[0u]").count(), 2);
}

/// Oracle: the IR: a branch that is not taken reads nothing.
#[test]
fn a_choice_of_loads_stays_a_branch() {
    let (mut k, data, out, i) = kernel();
    let x = k.variable("x", 0_u32);
    k.when_else(
        i.equals(3_u32),
        |k| k.assign(x, data.at(0_u32)),
        |k| k.assign(x, 5_u32),
    );
    k.store(out, 0_u32, x);
    let text = text(k);
    assert!(text.contains("if v_i == 3u {"), "{text}");
    assert!(!text.contains("select"), "{text}");
}

/// Oracle: the IR: a variable has its last assigned value, whatever its name.
#[test]
fn variable_named_like_a_flag_is_not_folded() {
    let (mut k, data, out, i) = kernel();
    let flag = k.variable("is_some", false);
    k.when(i.equals(data.at(1_u32)), |k| k.assign(flag, true));
    k.when(flag, |k| k.store(out, 0_u32, 1_u32));
    let text = text(k);
    assert!(text.contains("if v_is_some {"), "{text}");
}

/// Oracle: the IR: a declaration is zero each time it is reached, even in a front end that creates the
/// variable once.
#[test]
fn declarations_in_loops_are_zeroed_in_each_iteration() {
    let (mut k, data, out, i) = kernel();
    let before = k.array("before", Type::U32, 4);
    k.store_element(before, i, 1_u32);
    k.count("n", 0_u32, data.at(0_u32), |k, n| {
        let own = k.array("own", Type::U32, 4);
        let one = Expr::element(own, Type::U32, i.into()) + 1_u32;
        k.store_element(own, i, one);
        let both =
            Expr::element(own, Type::U32, n.into()) + Expr::element(before, Type::U32, n.into());
        k.store(out, n, both);
    });
    let text = text(k);
    for piece in [
        "var v_before = array<u32, 4>(0u, 0u, 0u, 0u);",
        "var v_own = array<u32, 4>(0u, 0u, 0u, 0u);",
    ] {
        assert!(text.contains(piece), "`{piece}`:\n{text}");
    }
}

/// Oracle: docs/spec/ir.md#execution: a single value is zero in each iteration, like an array: in the
/// head of a loop, after a `continue`, in its step, and in a loop-free function inlined into one.
#[test]
fn single_values_in_loops_are_zeroed_in_each_iteration() {
    let program = "program p workgroup_size(1, 1, 1)
        binding(0) read_write b: [u32]
        fn kept(a: u32) -> u32 {
            let mut inside: u32;
            if a != 0 { inside = a; inside = inside * 3; }
            return inside;
        }
        kernel {
            let mut before: u32;
            if b[0] != 0 { before = 1; }
            let mut c: u32 = before;
            loop at_most(9) {
                let mut head: u64;
                if b[c] != 0 { head = 1u64; }
                while c < 5;
                if b[c] == 1 { continue; }
                let mut body: vec2;
                if b[c] != 2 { body = vec2(c, c); }
                let back: u32 = call kept(b[c]);
                b[c] = (body.lane(0) + (head as u32)) + back;
            } continuing {
                let mut step: bool;
                if b[c] != 3 { step = true; }
                c = c + (step as u32);
            }
        }";
    let program = vyre_conform_ir::parse::program(program).expect("a program");
    let text = program_text(&program, &program.link(&()), &[], &[]);
    accept(&text);
    for piece in [
        "var v_before = 0u;",
        "var v_head = vec2<u32>(0u);",
        "var v_body = vec2<u32>(0u);",
        "var v_inside = 0u;",
        "var v_step = false;",
    ] {
        assert!(text.contains(piece), "`{piece}`:\n{text}");
    }
}

/// Oracle: the IR: a u32 condition is true if it is not 0.
#[test]
fn numbers_decide() {
    let (mut k, data, out, i) = kernel();
    k.when(i & 1_u32, |k| k.store(out, 0_u32, 1_u32));
    let left = k.variable("left", 5_u32);
    k.repeat_while(5, left, |k| {
        k.store(out, left, data.at(0_u32).select(3_u32, 4_u32));
        k.assign(left, left - 1_u32);
    });
    let text = text(k);
    for piece in ["if (v_i & 1u) != 0u {", "v_left != 0u", "b_data[0u] != 0u)"] {
        assert!(text.contains(piece), "`{piece}`:\n{text}");
    }
}

/// Oracle: lanes wrap separately, and a vector's 1 has a 0 in its other lanes.
#[test]
fn vectors_are_not_folded_like_numbers() {
    let mut k = Kernel::new("k", [1, 1, 1]);
    let out = k.read_write("out", Type::Vec2);
    let flag = k.read_only("flag", Type::Bool);
    let pair = |bits| Expr::literal(Type::Vec2, bits);
    k.store(out, 0_u32, pair(0xffff_ffff) + pair(1));
    k.store(out, 1_u32, pair(1) - flag.at(0_u32).cast(Type::Vec2));
    k.store(out, 2_u32, Expr::u32(3).cast(Type::Vec2));
    let text = text(k);
    assert!(!text.contains("0x100000000"), "{text}");
    assert!(
        text.contains("vec2<u32>(1u, 0u) - vec2<u32>(u32(b_flag[0u] != 0u))"),
        "{text}"
    );
    assert!(text.contains("= vec2<u32>(3u);"), "{text}");
}
