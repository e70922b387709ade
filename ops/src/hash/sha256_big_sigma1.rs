use crate::bitwise::{bit_not, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Σ1 of SHA-256 ([FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 4.1.2): the exclusive or of the
/// operand rotated right by 6, 11 and 25.
#[vyre_op(
    laws(
        Injective,
        Homomorphism(bit_xor, bit_xor),
        // An odd number of rotations.
        Odd(bit_not),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (32, 64)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(nothing = a == 0, something = a != 0),
    table(
        (1) => 0x0420_0080, "one bit, at three places",
        (u32::MAX) => 0xFFFF_FFFF, "three ones are one",
        (0x510E_527F) => 0x3587_272B, "e before the first round; computed bit by bit" from "FIPS 180-4, section 5.3.3",
        (0x1234_5678) => 0x3561_ABDA, "computed bit by bit",
    ),
)]
pub const fn sha256_big_sigma1(a: u32) -> u32 {
    a.rotate_right(6) ^ a.rotate_right(11) ^ a.rotate_right(25)
}
