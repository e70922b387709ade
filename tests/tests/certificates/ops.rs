//! Ops of every shape that a certificate distinguishes.

use vyre_conform_runtime::vyre_op;

/// All declarations, and a law that is declared not to hold.
#[vyre_op(
    id = "cert::flip",
    laws(Involution, Not(Idempotent, witness = (0))),
    boundaries((0), (u32::MAX)),
    classes(top_clear = a < 0x8000_0000, top_set = a >= 0x8000_0000),
    table((0) => 0xFFFF_FFFF, "every clear bit becomes set", (5) => 0xFFFF_FFFA, "bits 0 and 2 were set"),
    alternates(minus: wgsl = "fn flip(a: u32) -> u32 { return 0xFFFFFFFFu - a; }"),
)]
pub(super) const fn flip(a: u32) -> u32 {
    !a
}

/// Two operands, and a law of three variables.
#[vyre_op(
    id = "cert::sum",
    laws(Commutative, Associative, Identity(0)),
    table((1, 2) => 3, "one and two"),
)]
pub(super) const fn sum(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// A relation, from whose law a theorem derives one of the next op.
#[vyre_op(
    id = "cert::less",
    laws(Transitive),
    table((1, 2) => 1, "one is less than two"),
)]
pub(super) const fn less(a: u32, b: u32) -> u32 {
    (a < b) as u32
}

/// The relation with its operands exchanged.
#[vyre_op(
    id = "cert::more",
    laws(Transitive),
    table((2, 1) => 1, "two is more than one"),
)]
pub(super) const fn more(a: u32, b: u32) -> u32 {
    (b < a) as u32
}

/// An op with a hardware feature.
#[vyre_op(
    id = "cert::wide",
    category = C {
        hardware = "shader-int64",
        available = |backend| backend.has("shader-int64"),
    },
    lower = wgsl("fn wide(a: vec2<u32>) -> vec2<u32> { return vec2<u32>(a.y, a.x); }"),
    laws(Involution),
    table((1) => 0x1_0000_0000, "the words change places"),
)]
pub(super) const fn wide(a: u64) -> u64 {
    a.rotate_left(32)
}
