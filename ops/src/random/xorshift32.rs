use super::xorshift32_back;
use crate::bitwise::bit_xor;
use vyre_conform_runtime::vyre_op;

/// The next state of Marsaglia's xorshift generator of 32 bits with the shifts 13, 17 and 5. Its period is 2^32 - 1; 0
/// stays 0.
///
/// Marsaglia, [Xorshift RNGs](https://doi.org/10.18637/jss.v008.i14) (2003), with the shifts of its example `xor()`.
#[vyre_op(
    laws(
        InverseOf(xorshift32_back),
        Odd(xorshift32_back),
        // Linear over the field of two elements.
        Homomorphism(bit_xor, bit_xor),
        Not(Involution, witness = (1)),
        Not(Idempotent, witness = (1)),
        Not(Monotone, witness = (0x8000_0000, 2_463_534_242)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX), (2_463_534_242)),
    classes(zero = a == 0, other = a != 0),
    table(
        (0) => 0, "zero is the fixed point",
        (1) => 0x0004_2021, "bits 0 and 13, and 5 above each: one by hand",
        (0x8000_0000) => 0x8008_4000, "the highest bit goes down by 17, and up from there",
        (2_463_534_242) => 723_471_715, "the default seed of the paper, by Python's integers"
            from "Marsaglia, Xorshift RNGs",
        (723_471_715) => 2_497_366_906, "and the state after it",
    ),
)]
pub const fn xorshift32(a: u32) -> u32 {
    let b = a ^ (a << 13);
    let c = b ^ (b >> 17);
    c ^ (c << 5)
}
