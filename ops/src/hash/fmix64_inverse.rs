use super::fmix64;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`fmix64`]: its steps from the last to the first, with the inverses of its constants modulo 2^64.
#[vyre_op(
    laws(
        InverseOf(fmix64),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (0x0B51_81C5_09F8_D8CE, 0x3ABF_2A20_6506_83E7)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000_0000_0000), (0x2_0000_0000), (u64::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (0xB456_BCFC_34C2_CB2C) => 1, "computed with integers of any length",
        (0x3ABF_2A20_6506_83E7) => 2, "the hash of nothing with seed 1, 4610ABE56EFF5CB5, is fmix64(2) + fmix64(3)" from "spaolacci/murmur3, murmur_test.go",
        (0x0B51_81C5_09F8_D8CE) => 3, "the hash of nothing with seed 1, 4610ABE56EFF5CB5, is fmix64(2) + fmix64(3)" from "spaolacci/murmur3, murmur_test.go",
        (0xDB11_5298_648A_C71A) => 0x1234_5678_9ABC_DEF1, "every digit counts; computed with integers of any length",
    ),
)]
pub const fn fmix64_inverse(a: u64) -> u64 {
    let a = (a ^ (a >> 33)).wrapping_mul(0x9CB4_B2F8_1293_37DB);
    let a = (a ^ (a >> 33)).wrapping_mul(0x4F74_430C_22A5_4005);
    a ^ (a >> 33)
}
