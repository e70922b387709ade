use super::murmur3_k_inverse;
use vyre_conform_runtime::vyre_op;

/// The mix of a message word in 32-bit MurmurHash3, before it is combined with the hash
/// ([MurmurHash3.cpp](https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp), `MurmurHash3_x86_32`): a
/// product, a rotation by 15, a product.
#[vyre_op(
    laws(
        InverseOf(murmur3_k_inverse),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (1, 0x2121_2121)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "products and rotations keep 0",
        (1) => 0xC353_9A5D, "computed with integers of any length",
        (0x2143_6587) => 0x9A1C_439A, "the message 87654321, whose hash with seed 0 is F55B516B: fmix32 of 90950BB3 ^ 4 of what this gives" from "Wikipedia, MurmurHash, test vectors",
        (0x2121_2121) => 0x699E_F162, "computed with integers of any length",
    ),
)]
pub const fn murmur3_k(a: u32) -> u32 {
    a.wrapping_mul(0xCC9E_2D51)
        .rotate_left(15)
        .wrapping_mul(0x1B87_3593)
}
