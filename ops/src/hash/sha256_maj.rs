use crate::bitwise::bit_not;
use vyre_conform_runtime::vyre_op;

/// Maj of SHA-256 ([FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 4.1.2): the majority of the three
/// operands in each bit.
#[vyre_op(
    laws(
        CommutativeFactors,
        custom(rotated, |maj, x, y, z| maj(x, y, z) == maj(y, z, x)),
        custom(agreed, |maj, x, y| maj(x, x, y) == x),
        custom(dual, |maj, x, y, z| maj(bit_not(x), bit_not(y), bit_not(z)) == bit_not(maj(x, y, z))),
    ),
    boundaries((0, 0, 0), (u32::MAX, 0, u32::MAX), (0x5555_5555, 0x3333_3333, 0x0F0F_0F0F), (u32::MAX, 0, 0)),
    classes(unanimous = a == b && b == c, split = a != b || b != c),
    table(
        (0x5555_5555, 0x3333_3333, 0x0F0F_0F0F) => 0x1717_1717, "every combination of three bits",
        (u32::MAX, 0, 0) => 0, "one against two",
        (u32::MAX, 0, u32::MAX) => 0xFFFF_FFFF, "two against one",
        (0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372) => 0x3A6F_E667, "a, b and c before the first round; computed bit by bit" from "FIPS 180-4, section 5.3.3",
    ),
    alternates(
        by_or: wgsl = "fn sha256_maj(a: u32, b: u32, c: u32) -> u32 { return (a & b) | (c & (a | b)); }",
    ),
)]
pub const fn sha256_maj(a: u32, b: u32, c: u32) -> u32 {
    (a & b) ^ (a & c) ^ (b & c)
}
