use super::fnv1a_32_step_inverse;
use crate::bitwise::bit_and;
use vyre_conform_runtime::vyre_op;

/// The 32-bit FNV-1a state after one more byte: `(state ^ byte) * 16,777,619` modulo 2^32 ([Fowler, Noll,
/// Vo](http://www.isthe.com/chongo/tech/comp/fnv/)). Only the low eight bits of `byte` count. A message starts from
/// `0x811C_9DC5`.
#[vyre_op(
    id = "u32::fnv1a_step",
    laws(
        InverseOf(fnv1a_32_step_inverse),
        custom(of_a_byte, |f, state, byte| f(state, byte) == f(state, bit_and(byte, 0xFF))),
        // For bytes both operands are one exclusive or; the other bits of the state count as well.
        Not(Commutative, witness = (0x100, 0)),
        Not(RightInjective, witness = (0, 0, 0x100)),
        Not(LeftMonotone, witness = (1, 0x100, 0)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, 0), (0x811C_9DC5, 0), (u32::MAX, 0xFF), (0, 0x100), (0x8000_0000, 0x80)),
    classes(a_byte = b <= 0xFF, more_than_a_byte = b > 0xFF),
    table(
        (0x811C_9DC5, 0x61) => 0xE40C_292C, "the hash of `a`" from "draft-eastlake-fnv, test vectors",
        (0x39AA_A18A, 0x72) => 0xBF9C_F968, "the last letter of `foobar`" from "draft-eastlake-fnv, test vectors",
        (0x61, 0x61) => 0, "a state that is the byte",
        (0, 0x1_0001) => 0x0100_0193, "of the word a byte counts, 1: the prime",
    ),
)]
pub const fn fnv1a_32_step(a: u32, b: u32) -> u32 {
    (a ^ (b & 0xFF)).wrapping_mul(0x0100_0193)
}
