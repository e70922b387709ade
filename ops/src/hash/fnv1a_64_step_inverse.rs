use super::fnv1a_64_step;
use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The state before a byte of FNV-1a, from the state after it: the inverse of [`fnv1a_64_step`]. It multiplies by the
/// inverse of the prime modulo 2^64.
#[vyre_op(
    id = "u64::fnv1a_step_inverse",
    laws(
        InverseOf(fnv1a_64_step),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (0x100_0000_01B3, 1)),
    ),
    boundaries((0, 0), (0x100_0000_01B3, 1), (u64::MAX, 0xFF), (0, 0x100), (0x1_0000_0000, 0x80)),
    classes(a_byte = b <= 0xFF, more_than_a_byte = b > 0xFF),
    table(
        (0xAF63_DC4C_8601_EC8C, 0x61) => 0xCBF2_9CE4_8422_2325, "the hash of `a` without its letter is where hashes start" from "draft-eastlake-fnv, test vectors",
        (0x8594_4171_F739_67E8, 0x72) => 0xCAC1_65AF_A2FE_F40A, "the last letter of `foobar`" from "draft-eastlake-fnv, test vectors",
        (0x100_0000_01B3, 0x1_0000) => 1, "the prime is what 1 becomes; of the word a byte counts, 0",
    ),
)]
pub const fn fnv1a_64_step_inverse(a: u64, b: u32) -> u64 {
    a.wrapping_mul(0xCE96_5057_AFF6_957B) ^ (b & 0xFF) as u64
}
