use super::pcg32_step;
use vyre_conform_runtime::vyre_op;

/// The state before this one of the linear congruential generator under PCG32, with the same increment.
///
/// The multiplier of [PCG](https://www.cs.hmc.edu/tr/hmc-cs-2014-0905.pdf) (O'Neill, 2014) is odd; its inverse modulo 2^64 takes
/// a step back.
#[vyre_op(
    laws(
        InverseOf(pcg32_step),
        SelfInverse(0),
        // RightInjective follows from InverseOf, as a step adds the increment; no solver proves it for a 64-bit
        // product.
        Not(Commutative, witness = (0, 1)),
        Not(LeftMonotone, witness = (1, 2, 0)),
        Not(RightMonotone, witness = (1, 0, 1)),
    ),
    boundaries((0, 0), (109, 109), (1, 0), (u64::MAX, 1), (0x1_0000_0000, 0), (1, u64::MAX)),
    classes(
        wraps = a < b,
        plain = a >= b,
    ),
    table(
        (109, 109) => 0, "the first step of seeding undone" from "pcg-c-basic, pcg32_srandom_r",
        (6_364_136_223_846_793_005, 0) => 1, "the multiplier" from "pcg-c-basic, pcg32_random_r",
        (0x1857_06B8_2C2E_03F8, 109) => 151, "the state of seed 42 and stream 54, by Python's integers",
        (0x2B47_FED8_8766_BB05, 109) => 0x1857_06B8_2C2E_03F8, "and the one after it",
    ),
)]
pub const fn pcg32_back(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b).wrapping_mul(0xC097_EF87_329E_28A5)
}
