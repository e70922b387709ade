use super::xorshift32;
use crate::bitwise::bit_xor;
use vyre_conform_runtime::vyre_op;

/// The state before this one of Marsaglia's 32-bit xorshift generator with the shifts 13, 17 and 5.
///
/// The inverse of the generator of [Xorshift RNGs](https://doi.org/10.18637/jss.v008.i14) (2003): combining `x` with
/// its shift by `k` is undone by the shifts by all multiples of `k` below 32.
#[vyre_op(
    laws(
        InverseOf(xorshift32),
        Odd(xorshift32),
        // Linear over the field of two elements.
        Homomorphism(bit_xor, bit_xor),
        Not(Involution, witness = (1)),
        Not(Idempotent, witness = (1)),
        Not(Monotone, witness = (723_471_715, 0x8008_4000)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX), (723_471_715)),
    classes(zero = a == 0, other = a != 0),
    table(
        (0) => 0, "zero is the fixed point",
        (0x0004_2021) => 1, "the state after 1",
        (0x8008_4000) => 0x8000_0000, "the state after the highest bit alone",
        (723_471_715) => 2_463_534_242, "the default seed of the paper comes back" from "Marsaglia, Xorshift RNGs",
        (2_497_366_906) => 723_471_715, "and the state after it",
    ),
)]
pub const fn xorshift32_back(a: u32) -> u32 {
    // Each line doubles the shift that it undoes, up to the width of a word.
    let b = a ^ (a << 5);
    let b = b ^ (b << 10);
    let b = b ^ (b << 20);
    let c = b ^ (b >> 17);
    let d = c ^ (c << 13);
    d ^ (d << 26)
}
