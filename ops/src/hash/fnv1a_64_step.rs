use super::fnv1a_64_step_inverse;
use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The 64-bit FNV-1a state after one more byte: `(state ^ byte) * (2^40 + 0x1B3)` modulo 2^64 ([Fowler, Noll,
/// Vo](http://www.isthe.com/chongo/tech/comp/fnv/)). Only the low eight bits of `byte` count. A message starts from
/// `0xCBF2_9CE4_8422_2325`.
#[vyre_op(
    id = "u64::fnv1a_step",
    laws(
        InverseOf(fnv1a_64_step_inverse),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        Not(RightInjective, witness = (0, 0, 0x100)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, 0), (0xCBF2_9CE4_8422_2325, 0), (u64::MAX, 0xFF), (0, 0x100), (0x1_0000_0000, 0x80)),
    classes(a_byte = b <= 0xFF, more_than_a_byte = b > 0xFF),
    table(
        (0xCBF2_9CE4_8422_2325, 0x61) => 0xAF63_DC4C_8601_EC8C, "the hash of `a`" from "draft-eastlake-fnv, test vectors",
        (0xCAC1_65AF_A2FE_F40A, 0x72) => 0x8594_4171_F739_67E8, "the last letter of `foobar`" from "draft-eastlake-fnv, test vectors",
        (0x61, 0x61) => 0, "a state that is the byte",
        (0, 0x1_0001) => 0x100_0000_01B3, "of the word a byte counts, 1: the prime",
    ),
)]
pub const fn fnv1a_64_step(a: u64, b: u32) -> u64 {
    (a ^ (b & 0xFF) as u64).wrapping_mul(0x0100_0000_01B3)
}
