//! Rules of buffers: declarations, loads, stores and atomics.

use super::super::programs::{Buffers, Numbers};
use super::Breakage::{self, Nodes, Program as Declared};
use super::wrong_value;
use vyre_conform_runtime::ir::{Access, AtomicOp, Buffer, BufferId, Kernel, Program, Type};

/// A buffer that the program does not write.
fn any(b: &Buffers, n: &mut Numbers) -> Buffer {
    n.of(&[b.input, b.params])
}

/// One more buffer, at a separate binding.
pub(super) fn declare(program: &mut Program, access: Access, element: Type, count: Option<u32>) {
    let mut k = Kernel::new("", [1; 3]);
    k.buffer("added", access, element, count);
    let mut decl = k.finish().buffers.remove(0);
    decl.binding = 100;
    program.buffers.push(decl);
}

/// A way to break each of these rules.
pub(super) const FAMILIES: &[(&str, Breakage)] = &[
    (
        "V001",
        Declared(|p, n| {
            let from = n.below(5) as usize;
            p.buffers[5].name = p.buffers[from].name.clone();
        }),
    ),
    (
        "V002",
        Declared(|p, n| p.buffers[4].binding = n.below(4) as u32),
    ),
    (
        "V004",
        Nodes(|k, n, _| {
            let (id, element) = (BufferId(6 + n.word()), Type::U32);
            let none = Buffer { id, element };
            match n.below(4) {
                0 => k.store(none, 0, 1),
                1 => _ = k.atomic(AtomicOp::Add, none, 0, 1),
                2 => _ = k.bind("x", none.at(0)),
                _ => _ = k.bind("x", none.len()),
            }
        }),
    ),
    (
        "V005",
        Nodes(|k, n, b| k.store(any(b, n), n.word(), n.word())),
    ),
    (
        "V009",
        Nodes(|k, n, b| _ = k.atomic(AtomicOp::Add, any(b, n), 0, 1)),
    ),
    (
        "V013",
        Nodes(|k, n, b| match n.below(2) {
            0 => k.store(b.text, n.word(), wrong_value(n)),
            _ => {
                let (id, element) = (b.text.id, n.of(&[Type::I32, Type::U64, Type::Vec4]));
                _ = k.bind("x", Buffer { id, element }.at(0));
            }
        }),
    ),
    (
        "V014",
        Nodes(|k, n, b| _ = k.atomic(AtomicOp::Or, n.of(&[b.signed, b.text]), 0, 1)),
    ),
    (
        "V024",
        Declared(|p, n| p.buffers[5].count = n.of(&[None, Some(0)])),
    ),
    (
        "V025",
        Nodes(|k, n, b| _ = k.atomic(AtomicOp::Min, b.scratch, n.word(), 1)),
    ),
    (
        "V026",
        Nodes(|k, n, b| match n.below(2) {
            0 => k.store(n.of(&[b.data, b.scratch]), 0, wrong_value(n)),
            _ => {
                let array = k.array("t", Type::U32, 4);
                k.store_element(array, 0, wrong_value(n));
            }
        }),
    ),
    (
        "V028",
        Nodes(|k, n, b| match n.below(3) {
            0 => k.store(b.data, wrong_value(n), 1),
            1 => _ = k.bind("x", b.input.at(wrong_value(n))),
            _ => _ = k.atomic(AtomicOp::Add, b.data, wrong_value(n), 1),
        }),
    ),
    (
        "V029",
        Nodes(|k, n, b| match n.below(2) {
            0 => _ = k.atomic(AtomicOp::Add, b.data, 0, wrong_value(n)),
            _ => _ = k.compare_exchange(b.data, 0, wrong_value(n), 1),
        }),
    ),
    (
        "V033",
        Declared(|p, n| {
            let (element, count) = n.of(&[
                (Type::U32, None),
                (Type::U32, Some(16_385)),
                (Type::Vec4, Some(5_000)),
                (Type::Bytes, Some(4)),
            ]);
            declare(p, Access::Uniform, element, count);
        }),
    ),
];
