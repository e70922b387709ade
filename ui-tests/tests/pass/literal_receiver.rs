//! The code that the refusals in `vyre-conform-macros/refusals/arithmetic/literal_receiver.rs` suggest.

use vyre_conform_runtime::vyre_op;

/// A sum.
#[vyre_op(laws(Bounded(0, 0xffff_ffff)))]
pub fn plus_one(a: u32) -> u32 {
    1u32.wrapping_add(a)
}

/// A difference, and a shifted one.
#[vyre_op(boundaries((1, 2)))]
pub fn minus_and_shift(a: u64, n: u32) -> u64 {
    let x = 10u32.wrapping_sub(n.count_ones());
    a ^ x as u64 ^ 1u64.wrapping_shl(n)
}

/// A quotient, and a larger one.
#[vyre_op(laws(Commutative))]
pub fn divide(a: i32, b: i32) -> i32 {
    let most = 1i32.max(b);
    if let Some(q) = (-10i32).checked_div(a) {
        q ^ most
    } else {
        most
    }
}
