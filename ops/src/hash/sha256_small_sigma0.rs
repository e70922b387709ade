use crate::bitwise::{bit_not, bit_xor};
use vyre_conform_runtime::vyre_op;

/// σ0 of SHA-256 ([FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 4.1.2): the exclusive or of the
/// operand rotated right by 7 and 18, and shifted right by 3.
#[vyre_op(
    laws(
        Injective,
        Homomorphism(bit_xor, bit_xor),
        // The shift drops ones.
        Not(Odd(bit_not), witness = (0)),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (1, 0x80)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(nothing = a == 0, something = a != 0),
    table(
        (1) => 0x0200_4000, "one bit, at two places: the shift drops it",
        (u32::MAX) => 0x1FFF_FFFF, "rotated ones cancel, and the shifted ones are left",
        (0x8000_0000) => 0x1100_2000, "one bit, at three places",
        (0x1234_5678) => 0xE7FC_E6EE, "computed bit by bit",
    ),
)]
pub const fn sha256_small_sigma0(a: u32) -> u32 {
    a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3)
}
