use super::fnv1a_32_step;
use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The state before a byte of FNV-1a, from the state after it: the inverse of [`fnv1a_32_step`]. It multiplies by the
/// inverse of the prime modulo 2^32.
#[vyre_op(
    id = "u32::fnv1a_step_inverse",
    laws(
        InverseOf(fnv1a_32_step),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(Commutative, witness = (0, 1)),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (0x0100_0193, 1)),
    ),
    boundaries((0, 0), (0x0100_0193, 1), (u32::MAX, 0xFF), (0, 0x100), (0x8000_0000, 0x80)),
    classes(a_byte = b <= 0xFF, more_than_a_byte = b > 0xFF),
    table(
        (0xE40C_292C, 0x61) => 0x811C_9DC5, "the hash of `a` without its letter is where hashes start" from "draft-eastlake-fnv, test vectors",
        (0xBF9C_F968, 0x72) => 0x39AA_A18A, "the last letter of `foobar`" from "draft-eastlake-fnv, test vectors",
        (0x0100_0193, 0x1_0000) => 1, "the prime is what 1 becomes; of the word a byte counts, 0",
    ),
)]
pub const fn fnv1a_32_step_inverse(a: u32, b: u32) -> u32 {
    a.wrapping_mul(0x359C_449B) ^ (b & 0xFF)
}
