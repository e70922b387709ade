use crate::arithmetic::mul_hi;
use crate::bitwise::bit_or;
use crate::choice::{max, min};
use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// Number of leading zeros; 32 for 0.
#[vyre_op(
    laws(
        Bounded(0, 32),
        Antitone,
        DeMorgan(min, max),
        DeMorgan(max, min),
        // The highest set bit of a | b is the higher of the two highest bits.
        Homomorphism(bit_or, min),
        // A number below 2^k has at least 32 - k leading zeros, so the product has no high half.
        ComplementUnder(mul_hi, 0),
        ComplementUnder(or, 1),
        // True for every byte, false for larger numbers.
        Not(Bounded(24, 32), witness = (0x100)),
        // The dual claim fails: 2 & 1 is 0, with 32 leading zeros instead of 31.
        Not(Homomorphism(crate::bitwise::bit_and, max), witness = (2, 1)),
        Not(Involution, witness = (1)),
        Not(Idempotent, witness = (0)),
    ),
    boundaries((0), (1), (0x8000_0000), (0x7FFF_FFFF), (0x10000), (0xFFFF)),
    classes(zero = a == 0, top_clear = a != 0 && a < 0x8000_0000, top_set = a >= 0x8000_0000),
    table(
        (0) => 32, "contract: of 0 every bit is a leading zero",
        (1) => 31, "all bits above the lowest",
        (0xFFFF_FFFF) => 0, "the highest bit is set",
        (0x0000_8000) => 16, "the upper half is empty, bit 15 is set",
        (0x1FFF_FFFF) => 3, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        first_leading_bit: wgsl = "
fn clz(a: u32) -> u32 {
    // firstLeadingBit gives all ones for 0, and 31 less that is 32.
    return 31u - firstLeadingBit(a);
}",
        binary_search: wgsl = "
fn clz(a: u32) -> u32 {
    var x = a;
    var zeros = 0u;
    if (x & 0xFFFF0000u) == 0u { zeros += 16u; x = x << 16u; }
    if (x & 0xFF000000u) == 0u { zeros += 8u; x = x << 8u; }
    if (x & 0xF0000000u) == 0u { zeros += 4u; x = x << 4u; }
    if (x & 0xC0000000u) == 0u { zeros += 2u; x = x << 2u; }
    if (x & 0x80000000u) == 0u { zeros += 1u; x = x << 1u; }
    return zeros + select(1u, 0u, (x & 0x80000000u) != 0u);
}",
        smear_and_count: wgsl = "
fn clz(a: u32) -> u32 {
    var x = a;
    x = x | (x >> 1u);
    x = x | (x >> 2u);
    x = x | (x >> 4u);
    x = x | (x >> 8u);
    x = x | (x >> 16u);
    return countOneBits(~x);
}",
    ),
)]
pub const fn clz(a: u32) -> u32 {
    a.leading_zeros()
}
