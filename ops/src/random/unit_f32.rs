use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The bits of the float: the highest bit of 24 gives the exponent, the bits below it the fraction.
#[vyre_fn]
const fn bits(word: u32) -> u32 {
    let number = word >> 8;
    if number == 0 {
        0
    } else {
        let zeros = number.leading_zeros();
        // The highest bit moves to bit 23, where it adds one to the exponent: 2^-1 for at most 8 leading zeros.
        let fraction = number << (zeros.wrapping_sub(8) & 31);
        (133u32.wrapping_sub(zeros) << 23).wrapping_add(fraction)
    }
}

/// A float in [0, 1) from a random word: its upper 24 bits in units of 2^-24, exact, and each number equally likely.
///
/// It equals `random::<f32>()` of the crate rand for the same word,
/// [StandardUniform](https://docs.rs/rand/0.9/rand/distr/struct.StandardUniform.html).
#[vyre_op(
    lower = bits,
    laws(
        Monotone,
        Bounded(0.0, 0.99999994),
        Not(Antitone, witness = (0, u32::MAX)),
    ),
    boundaries(0, 0xFF, 0x100, 0x1FF, 0x7FFF_FFFF, 0x8000_0000, u32::MAX),
    classes(
        zero = a < 0x100,
        small = a >= 0x100 && a < 0x8000_0000,
        large = a >= 0x8000_0000,
    ),
    table(
        0 => 0.0, "zero is positive",
        0xFF => 0.0, "eight bits are dropped",
        0x100 => 5.9604645e-8, "2^-24",
        0x1FF => 5.9604645e-8, "rounded down",
        0x8000_0000 => 0.5, "half of the words",
        0x4000_0000 => 0.25, "a quarter",
        0xC000_0000 => 0.75, "three quarters",
        0x0000_0300 => 1.7881393e-7, "3 times 2^-24",
        u32::MAX => 0.99999994, "1 - 2^-24, not 1",
    ),
)]
pub fn unit_f32(a: u32) -> f32 {
    (a >> 8) as f32 / 16_777_216.0
}
