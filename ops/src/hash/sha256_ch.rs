use crate::bitwise::bit_not;
use vyre_conform_runtime::vyre_op;

/// Ch of SHA-256 ([FIPS 180-4](https://doi.org/10.6028/NIST.FIPS.180-4), section 4.1.2): bits of `b` where those of `a` are set, bits of `c` elsewhere.
#[vyre_op(
    laws(
        custom(agreed, |ch, x, y| ch(x, y, y) == y),
        // Complementing the selecting word exchanges the two choices.
        custom(mirrored, |ch, x, y, z| ch(bit_not(x), y, z) == ch(x, z, y)),
        custom(dual, |ch, x, y, z| ch(x, bit_not(y), bit_not(z)) == bit_not(ch(x, y, z))),
        Not(CommutativeFactors, witness = (0, 1, 1)),
    ),
    boundaries((0, 0, 0), (u32::MAX, 0, u32::MAX), (0x5555_5555, u32::MAX, 0), (0, u32::MAX, 0), (0xFFFF_0000, 0x1234_5678, 0x9ABC_DEF0)),
    classes(first = a == u32::MAX, second = a == 0, mixed = a != 0 && a != u32::MAX),
    table(
        (u32::MAX, 0xA5A5_A5A5, 0x1234_5678) => 0xA5A5_A5A5, "ones choose the second operand",
        (0, 0xA5A5_A5A5, 0x1234_5678) => 0x1234_5678, "zeros choose the third operand",
        (0x510E_527F, 0x9B05_688C, 0x1F83_D9AB) => 0x1F85_C98C, "e, f and g before the first round; computed bit by bit" from "FIPS 180-4, section 5.3.3",
    ),
    alternates(
        by_or: wgsl = "fn sha256_ch(a: u32, b: u32, c: u32) -> u32 { return (a & b) | (~a & c); }",
        three_operators: wgsl = "fn sha256_ch(a: u32, b: u32, c: u32) -> u32 { return c ^ (a & (b ^ c)); }",
    ),
)]
pub const fn sha256_ch(a: u32, b: u32, c: u32) -> u32 {
    (a & b) ^ (!a & c)
}
