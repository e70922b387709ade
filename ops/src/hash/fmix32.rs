use super::fmix32_inverse;
use vyre_conform_runtime::vyre_op;

/// The 32-bit finaliser of MurmurHash3
/// ([MurmurHash3.cpp](https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp), `fmix32`): a bijection in
/// which every bit of the operand flips every bit of the result about half of the time.
#[vyre_op(
    laws(
        InverseOf(fmix32_inverse),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (1, 2)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (1) => 0x514E_28B7, "the hash of nothing with seed 1 is fmix32(1)" from "Wikipedia, MurmurHash, test vectors",
        (u32::MAX) => 0x81F1_6F39, "the hash of nothing with seed FFFFFFFF" from "Wikipedia, MurmurHash, test vectors",
        (0x1234_5677) => 0x2316_60CC, "every digit counts: more than a float of 32 bits holds; computed with integers of any length",
    ),
)]
pub const fn fmix32(a: u32) -> u32 {
    let a = (a ^ (a >> 16)).wrapping_mul(0x85EB_CA6B);
    let a = (a ^ (a >> 13)).wrapping_mul(0xC2B2_AE35);
    a ^ (a >> 16)
}
