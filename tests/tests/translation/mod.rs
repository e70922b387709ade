//! From annotated Rust to IR: the interpreter computes the results of rustc's code, on edge values and thousands of
//! others.

// The functions spell out the forms under test, even where a shorter spelling exists.
#![allow(
    clippy::bool_comparison,
    clippy::manual_clamp,
    clippy::manual_swap,
    clippy::needless_late_init,
    clippy::needless_range_loop,
    clippy::nonminimal_bool,
    clippy::unnecessary_cast
)]

mod control;
mod data;
mod faults;
mod methods;
mod order;
mod softfloat;

use std::any::TypeId;
use std::collections::HashMap;
use vyre_conform_interp::Interpreter;
use vyre_conform_runtime::__private::inventory;
use vyre_conform_runtime::body::Body;
use vyre_conform_runtime::elaborate::elaborate;
use vyre_conform_runtime::ir::print;
use vyre_conform_runtime::registry::{FnDef, Lowering, OpDef, OpFn, OpRef, op_ref};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::valid::{Valid, validate};

/// Random cases for each function.
const CASES: usize = 3000;

fn bodies() -> HashMap<TypeId, &'static Body> {
    let helpers = inventory::iter::<FnDef>
        .into_iter()
        .map(|f| ((f.key.id)(), f.body));
    let ops = inventory::iter::<OpDef>.into_iter().filter_map(|op| {
        let Lowering::Body(body) = op.lowering else {
            return None;
        };
        Some(((op.op.key.id)(), body))
    });
    helpers.chain(ops).collect()
}

/// The validated IR of an annotated function.
#[track_caller]
fn translated(op: OpRef) -> Valid {
    let bodies = bodies();
    let body = bodies[&(op.key.id)()];
    let module = elaborate(body, &|key| bodies.get(&key).copied());
    let module = module.unwrap_or_else(|e| panic!("{}: {e:#?}", (op.key.path)()));
    let text = print::module(&module);
    validate(module).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

/// Panics unless function and interpreter agree on every case.
#[track_caller]
fn agrees<M, F: OpFn<M>>(f: F) {
    let op = op_ref(f);
    let valid = translated(op);
    if let Some(case) = disagreement(op, &valid) {
        panic!("{case}\n{}", print::module(valid.module()));
    }
}

/// The first case on which a function and an IR differ.
fn disagreement(op: OpRef, valid: &Valid) -> Option<String> {
    let mut interpreter = Interpreter::new(valid).strict();
    let result = op.signature.result.words();
    for words in cases(op.signature.operands) {
        let (mut rust, mut ours) = ([0; 4], [0; 4]);
        (op.scalar)(&words, &mut rust);
        let path = (op.key.path)();
        match interpreter.call_words(&words, &mut ours[..result]) {
            Err(fault) => return Some(format!("{path}({words:x?}): {fault}")),
            Ok(()) if ours != rust => {
                return Some(format!(
                    "{path}({words:x?}) = {rust:x?}, interpreted {ours:x?}"
                ));
            }
            Ok(()) => {}
        }
    }
    None
}

/// Words of edge cases (every pair for two operands) and of random cases, half of them near edges.
fn cases(operands: &[ValueType]) -> Vec<Vec<u32>> {
    let mut cases = vec![vec![]];
    for (k, ty) in operands.iter().enumerate() {
        let edges = edges(*ty);
        // From the third operand on, edges rotate instead of multiplying.
        cases = if k < 2 {
            let with = |case: &Vec<u32>| {
                let case = case.clone();
                edges.iter().map(move |e| [&case[..], e].concat())
            };
            cases.iter().flat_map(with).collect()
        } else {
            let edge = |n: usize| &edges[(n * 7 + n / edges.len()) % edges.len()];
            cases
                .iter()
                .enumerate()
                .map(|(n, c)| [&c[..], edge(n)].concat())
                .collect()
        };
    }
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    for _ in 0..CASES {
        let mut case = vec![];
        for ty in operands {
            let edges = edges(*ty);
            let edge = &edges[(next() % edges.len() as u64) as usize];
            let kind = next() % 4;
            for word in edge {
                case.push(match (*ty, kind) {
                    (ValueType::Bool, _) => next() as u32 & 1,
                    (_, 0) => *word,
                    (_, 1) => word ^ (1 << (next() % 32)),
                    _ => next() as u32 >> (next() % 32),
                });
            }
        }
        cases.push(case);
    }
    cases
}

fn edges(ty: ValueType) -> Vec<Vec<u32>> {
    const WORDS: &[u32] = &[
        0,
        1,
        2,
        3,
        7,
        8,
        15,
        16,
        31,
        32,
        33,
        63,
        64,
        65,
        0x7f,
        0x80,
        0xff,
        0xffff,
        0x1_0000,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0x7f80_0000,
        0x7fc0_0000,
        0x7fff_fffe,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xa5a5_a5a5,
        0xffff_fffe,
        0xffff_ffff,
    ];
    const HALVES: &[u32] = &[0, 1, 31, 0x7fff_ffff, 0x8000_0000, 0xa5a5_a5a5, 0xffff_ffff];
    match ty.words() {
        _ if ty == ValueType::Bool => vec![vec![0], vec![1]],
        1 => WORDS.iter().map(|w| vec![*w]).collect(),
        n => {
            let pairs = HALVES
                .iter()
                .flat_map(|a| HALVES.iter().map(move |b| (*a, *b)));
            pairs.map(|(a, b)| [a, b, b ^ 5, a][..n].to_vec()).collect()
        }
    }
}
