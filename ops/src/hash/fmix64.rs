use super::fmix64_inverse;
use vyre_conform_runtime::vyre_op;

/// The 64-bit finaliser of MurmurHash3
/// ([MurmurHash3.cpp](https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp), `fmix64`).
#[vyre_op(
    laws(
        InverseOf(fmix64_inverse),
        Not(Involution, witness = (1)),
        Not(Monotone, witness = (1, 2)),
        Not(Antitone, witness = (0, 1)),
    ),
    boundaries((0), (1), (0x8000_0000_0000_0000), (0x2_0000_0000), (u64::MAX)),
    classes(fixed = a == 0, mixed = a != 0),
    table(
        (0) => 0, "shifts and products keep 0",
        (1) => 0xB456_BCFC_34C2_CB2C, "computed with integers of any length",
        (2) => 0x3ABF_2A20_6506_83E7, "the hash of nothing with seed 1, 4610ABE56EFF5CB5, is fmix64(2) + fmix64(3)" from "spaolacci/murmur3, murmur_test.go",
        (3) => 0x0B51_81C5_09F8_D8CE, "the hash of nothing with seed 1, 4610ABE56EFF5CB5, is fmix64(2) + fmix64(3)" from "spaolacci/murmur3, murmur_test.go",
        (0x1234_5678_9ABC_DEF1) => 0xDB11_5298_648A_C71A, "every digit counts; computed with integers of any length",
    ),
)]
pub const fn fmix64(a: u64) -> u64 {
    let a = (a ^ (a >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    let a = (a ^ (a >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    a ^ (a >> 33)
}
