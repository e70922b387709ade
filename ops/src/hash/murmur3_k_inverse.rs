use super::murmur3_k;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`murmur3_k`], with the inverses of its constants modulo 2^32.
#[vyre_op(
    laws(
        InverseOf(murmur3_k),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (0x699E_F162, 0xC353_9A5D)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "products and rotations keep 0",
        (0xC353_9A5D) => 1, "computed with integers of any length",
        (0x9A1C_439A) => 0x2143_6587, "the message 87654321, whose hash with seed 0 is F55B516B" from "Wikipedia, MurmurHash, test vectors",
        (0x699E_F162) => 0x2121_2121, "computed with integers of any length",
    ),
)]
pub const fn murmur3_k_inverse(a: u32) -> u32 {
    a.wrapping_mul(0x56ED_309B)
        .rotate_right(15)
        .wrapping_mul(0xDEE1_3BB1)
}
