use vyre_conform_runtime::vyre_op;

/// A number below `b` from 64 random bits: the product `a b` in units of 2^64, rounded down; 0 if `b` is 0.
///
/// The multiplication of Lemire, [Fast Random Integer Generation in an Interval](https://doi.org/10.1145/3230636)
/// (2019), without its rejection: probabilities of numbers differ by at most a factor of `b / 2^64`.
#[vyre_op(
    laws(
        RightMonotone,
        // LeftMonotone holds, and f(a, b) < b unless b is 0; solvers cannot rejoin the halves of a product. Every
        // number below the largest is a result.
        Not(Bounded(0, 0x7FFF_FFFF), witness = (u64::MAX, u32::MAX)),
    ),
    boundaries(
        (0, 0),
        (u64::MAX, 0),
        (u64::MAX, 1),
        (u64::MAX, 6),
        (u64::MAX, u32::MAX),
        (0x8000_0000_0000_0000, 3),
        (0x5555_5555_5555_5555, 3),
        (0x5555_5555_5555_5556, 3),
    ),
    classes(
        nothing = b == 0,
        first = b != 0 && uniform_below(a, b) == 0,
        last = b > 1 && uniform_below(a, b) == b - 1,
        high_word_alone = (a as u32) == 0 && a != 0,
    ),
    table(
        (0, 6) => 0, "the first of six",
        (u64::MAX, 6) => 5, "the last of six",
        (0x8000_0000_0000_0000, 6) => 3, "half of six",
        (0x5555_5555_5555_5555, 3) => 0, "the largest word below a third of 2^64",
        (0x5555_5555_5555_5556, 3) => 1, "one more: the low word carries into the high one",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 0, "the low word alone does not reach 2^64",
        (0x1_0000_0001, 0xFFFF_FFFF) => 0, "nor do 2^32 + 1 and 2^32 - 1, whose product is 2^64 - 1",
        (0x1_0000_0002, 0xFFFF_FFFF) => 1, "a carry out of the low product decides",
        (u64::MAX, u32::MAX) => 0xFFFF_FFFE, "below the largest number",
        (u64::MAX, 0) => 0, "contract: nothing is below 0",
        (0xFFFF_FFFE_FFFF_FFFF, 0xFFFF_FFFF) => 0xFFFF_FFFE, "the lowest bit of the low word decides",
        (0x4008_6DB6_BFF4_B0D4, 0x4001_9BEF) => 0x1002_8277, "so does its highest one",
        (0x9ABC_DEF1_1234_5679, 0x9ABC_DEF1) => 0x5D87_C792, "any word, by Python's integers",
        (u64::MAX, 0x1234_5679) => 0x1234_5678, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
)]
pub const fn uniform_below(a: u64, b: u32) -> u32 {
    // Two products of 32 by 32 bits. The upper one leaves room for the carry.
    let low = (a & 0xFFFF_FFFF).wrapping_mul(b as u64);
    let high = (a >> 32).wrapping_mul(b as u64);
    (high.wrapping_add(low >> 32) >> 32) as u32
}
