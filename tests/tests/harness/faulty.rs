//! Right ops with wrong alternates, each with a different fault. Reference, table and laws of each op are right, so
//! that only the alternate can be at fault.

use vyre_conform_runtime::vyre_op;

/// Faults of carries, of single values and of the laws of a sum. No generator reaches the second boundary on its own.
#[vyre_op(
    id = "toy::faulty_add",
    laws(Commutative, Associative),
    boundaries((u32::MAX, 1), (0x00C0_FFEE, 0x0BAD_CAFE)),
    classes(carry = a.checked_add(b).is_none(), no_carry = a.checked_add(b).is_some()),
    table((u32::MAX, 1) => 0, "2^32 is 0 modulo 2^32"),
    alternates(
        // Loses every carry, but obeys both laws.
        lost_carry: wgsl = "fn faulty_add(a: u32, b: u32) -> u32 { return a ^ b; }",
        saturating: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    let sum = a + b;
    return select(sum, 0xFFFFFFFFu, sum < a);
}",
        // Drops the carry out of the low half.
        separate_halves: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    let high = (a & 0xFFFF0000u) + (b & 0xFFFF0000u);
    let low = (a + b) & 0xFFFFu;
    return high | low;
}",
        // One too many at a single point of 2^64.
        one_place: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    return a + b + select(0u, 1u, a == 0x00C0FFEEu && b == 0x0BADCAFEu);
}",
        one_pair_of_bytes: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    return a + b + select(0u, 1u, a == 0x5Bu && b == 0xC3u);
}",
        // A shortcut for one operand, with the constant of another.
        wrong_constant: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    if b == 1u {
        return a + 2u;
    }
    return a + b;
}",
        // The carry out of the top enters at the bottom, as in one's complement.
        end_around_carry: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    let sum = a + b;
    return sum + select(0u, 1u, sum < a);
}",
        // Wrong in one bit of one case in 64, where no operand is a special value.
        now_and_then: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 {
    let rare = ((a >> 9u) ^ (b >> 17u)) & 0x3Fu;
    return (a + b) ^ select(0u, 0x100u, rare == 0x15u);
}",
        // Depends on the order of the operands.
        breaks_commutative: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 { return a + b + select(0u, 1u, a > b); }",
        // Depends on the association: (0, 0) gives 1, and 1 and 1 give 3; the order of the operands makes no
        // difference.
        breaks_associative: wgsl = "
fn faulty_add(a: u32, b: u32) -> u32 { return (a + b) | 1u; }",
    ),
)]
pub(super) const fn faulty_add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// Faults of an order.
#[vyre_op(
    id = "toy::faulty_lt",
    laws(Bounded(0, 1)),
    table((0, 1) => 1, "nothing is less than one", (1, 1) => 0, "nothing is less than itself"),
    alternates(
        signed: wgsl = "
fn faulty_lt(a: u32, b: u32) -> u32 { return select(0u, 1u, bitcast<i32>(a) < bitcast<i32>(b)); }",
        or_equal: wgsl = "fn faulty_lt(a: u32, b: u32) -> u32 { return select(0u, 1u, a <= b); }",
    ),
)]
pub(super) const fn faulty_lt(a: u32, b: u32) -> u32 {
    (a < b) as u32
}

/// Exchanges the operands.
#[vyre_op(
    id = "toy::faulty_sub",
    laws(SelfInverse(0), RightIdentity(0)),
    table((5, 3) => 2, "five less three"),
    alternates(swapped: wgsl = "fn faulty_sub(a: u32, b: u32) -> u32 { return b - a; }"),
)]
pub(super) const fn faulty_sub(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

/// Faults of the amount and of the sign of a shift.
#[vyre_op(
    id = "toy::faulty_shr",
    laws(RightIdentity(0)),
    boundaries((u32::MAX, 32)),
    classes(below_width = b < 32, amount_wraps = b >= 32),
    table((8, 3) => 1, "an eighth"),
    alternates(
        arithmetic: wgsl = "
fn faulty_shr(a: u32, b: u32) -> u32 { return bitcast<u32>(bitcast<i32>(a) >> (b & 31u)); }",
        unmasked_amount: wgsl = "
fn faulty_shr(a: u32, b: u32) -> u32 { return select(a >> (b & 31u), 0u, b > 31u); }",
        narrow_mask: wgsl = "fn faulty_shr(a: u32, b: u32) -> u32 { return a >> (b & 15u); }",
    ),
)]
pub(super) const fn faulty_shr(a: u32, b: u32) -> u32 {
    a >> (b & 31)
}

/// Faults of a quotient: division by zero, and floats with too few digits.
#[vyre_op(
    id = "toy::faulty_div",
    laws(RightIdentity(1)),
    boundaries((7, 0)),
    table((7, 2) => 3, "rounded towards zero"),
    alternates(
        divisor_zero: wgsl = "fn faulty_div(a: u32, b: u32) -> u32 { return a / b; }",
        through_floats: wgsl = "
fn faulty_div(a: u32, b: u32) -> u32 {
    if b == 0u {
        return 0u;
    }
    return u32(f32(a) / f32(b));
}",
    ),
)]
pub(super) const fn faulty_div(a: u32, b: u32) -> u32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => 0,
    }
}

/// Right for operands of at most 16 bits.
#[vyre_op(
    id = "toy::faulty_mul",
    laws(Commutative),
    table((3, 5) => 15, "three times five"),
    alternates(
        sixteen_bits: wgsl = "
fn faulty_mul(a: u32, b: u32) -> u32 { return (a & 0xFFFFu) * (b & 0xFFFFu); }",
    ),
)]
pub(super) const fn faulty_mul(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}

/// The high half of a product without the carry from the mixed products.
#[vyre_op(
    id = "toy::faulty_mul_hi",
    laws(Commutative),
    table((0x1_0000, 0x1_0000) => 1, "2^32"),
    alternates(
        dropped_products: wgsl = "
fn faulty_mul_hi(a: u32, b: u32) -> u32 { return (a >> 16u) * (b >> 16u); }",
    ),
)]
pub(super) const fn faulty_mul_hi(a: u32, b: u32) -> u32 {
    ((a as u64).wrapping_mul(b as u64) >> 32) as u32
}

/// A built-in function of WGSL whose result for 0 differs from that of Rust.
#[vyre_op(
    id = "toy::faulty_ctz",
    laws(Bounded(0, 32)),
    table((8) => 3, "three zeros below the bit"),
    alternates(zero: wgsl = "fn faulty_ctz(a: u32) -> u32 { return firstTrailingBit(a); }"),
)]
pub(super) const fn faulty_ctz(a: u32) -> u32 {
    a.trailing_zeros()
}
