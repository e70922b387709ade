use super::pcg32_back;
use vyre_conform_runtime::vyre_op;

/// The next state of the linear congruential generator under PCG32: the state times 6364136223846793005, plus the
/// increment.
///
/// O'Neill, [PCG: A Family of Simple Fast Space-Efficient Statistically Good
/// Algorithms](https://www.cs.hmc.edu/tr/hmc-cs-2014-0905.pdf) (2014); the multiplier is Knuth's for MMIX. An odd
/// increment gives the period 2^64 and chooses the stream.
#[vyre_op(
    laws(
        InverseOf(pcg32_back),
        RightInjective,
        LeftIdentity(0),
        Not(Commutative, witness = (0, 1)),
        Not(LeftMonotone, witness = (1, 3, 0)),
        Not(RightMonotone, witness = (1, 0, u64::MAX)),
    ),
    boundaries((0, 0), (0, 109), (1, 0), (u64::MAX, 1), (0x1_0000_0000, 0), (1, u64::MAX)),
    classes(
        odd_increment = b & 1 == 1,
        even_increment = b & 1 == 0,
    ),
    table(
        (0, 109) => 109, "the increment of stream 54, the first step of seeding" from "pcg-c-basic, pcg32_srandom_r",
        (1, 0) => 6_364_136_223_846_793_005, "the multiplier" from "pcg-c-basic, pcg32_random_r",
        (151, 109) => 0x1857_06B8_2C2E_03F8, "the state of seed 42 and stream 54, by Python's integers",
        (0x1857_06B8_2C2E_03F8, 109) => 0x2B47_FED8_8766_BB05, "and the one after it",
    ),
)]
pub const fn pcg32_step(a: u64, b: u64) -> u64 {
    a.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b)
}
