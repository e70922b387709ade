use super::sha256_big_sigma1;
use crate::bitwise::{bit_not, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Σ0 of SHA-256 ([FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 4.1.2): the exclusive or of the
/// operand rotated right by 2, 13 and 22.
#[vyre_op(
    laws(
        Injective,
        Homomorphism(bit_xor, bit_xor),
        // An odd number of rotations.
        Odd(bit_not),
        // Sums of rotations commute, as products of polynomials do.
        Odd(sha256_big_sigma1),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (2, 4)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(nothing = a == 0, something = a != 0),
    table(
        (1) => 0x4008_0400, "one bit, at three places",
        (u32::MAX) => 0xFFFF_FFFF, "three ones are one",
        (0x6A09_E667) => 0xCE20_B47E, "a before the first round; computed bit by bit" from "FIPS 180-4, section 5.3.3",
        (0x1234_5678) => 0x6614_6474, "computed bit by bit",
    ),
)]
pub const fn sha256_big_sigma0(a: u32) -> u32 {
    a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)
}
