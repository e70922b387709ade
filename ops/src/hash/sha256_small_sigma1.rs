use crate::bitwise::{bit_not, bit_xor};
use vyre_conform_runtime::vyre_op;

/// σ1 of SHA-256 ([FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 4.1.2): the exclusive or of the
/// operand rotated right by 17 and 19, and shifted right by 10.
#[vyre_op(
    laws(
        Injective,
        Homomorphism(bit_xor, bit_xor),
        // The shift drops ones.
        Not(Odd(bit_not), witness = (0)),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (0x1_0000, 0x2_0000)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(nothing = a == 0, something = a != 0),
    table(
        (1) => 0x0000_A000, "one bit, at two places: the shift drops it",
        (u32::MAX) => 0x003F_FFFF, "rotated ones cancel, and the shifted ones are left",
        (0x18) => 0x000F_0000, "word 15 of the padded message abc, 24 bits long; computed bit by bit" from "FIPS 180-4, section 6.2.2",
        (0x8000_0000) => 0x0020_5000, "one bit, at three places",
        (0x1234_5678) => 0xA1F7_8649, "computed bit by bit",
    ),
)]
pub const fn sha256_small_sigma1(a: u32) -> u32 {
    a.rotate_right(17) ^ a.rotate_right(19) ^ (a >> 10)
}
