use super::fmix32;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`fmix32`]: its steps from the last to the first. The constants are the inverses of those of `fmix32`
/// modulo 2^32. A shift by at least half of the width is its own inverse; a shift by 13 is undone by two shifts.
#[vyre_op(
    laws(
        InverseOf(fmix32),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (0x30F4_C306, 0x514E_28B7)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0x514E_28B7) => 1, "the hash of nothing with seed 1 is fmix32(1)" from "Wikipedia, MurmurHash, test vectors",
        (0x81F1_6F39) => 0xFFFF_FFFF, "the hash of nothing with seed FFFFFFFF" from "Wikipedia, MurmurHash, test vectors",
        (0x2316_60CC) => 0x1234_5677, "every digit counts: more than a float of 32 bits holds; computed with integers of any length",
    ),
)]
pub const fn fmix32_inverse(a: u32) -> u32 {
    let a = (a ^ (a >> 16)).wrapping_mul(0x7ED1_B41D);
    let a = (a ^ (a >> 13) ^ (a >> 26)).wrapping_mul(0xA5CB_9243);
    a ^ (a >> 16)
}
