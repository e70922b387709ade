use vyre_conform_runtime::vyre_op;

/// 1 if the high half of `a b` is an unbiased number below `b`; otherwise 0. Every number has the same number of
/// accepted words `a`, the largest possible; for `b = 0` no word is accepted.
///
/// Lemire, [Fast Random Integer Generation in an Interval](https://doi.org/10.1145/3230636) (2019), algorithm 5: a word
/// is accepted unless the low half of its product is less than 2^32 modulo `b`.
#[vyre_op(
    laws(
        Bounded(0, 1),
        Not(Commutative, witness = (0, 1)),
        Not(LeftMonotone, witness = (1, 0x2492_4925, 7)),
        Not(RightMonotone, witness = (0, 2, 3)),
    ),
    boundaries((0, 0), (0, 1), (0, 3), (1, 3), (0xAAAA_AAAB, 3), (0x5555_5556, 3), (0, 0x8000_0000), (1, 0x8000_0001), (1, u32::MAX)),
    classes(
        nothing = b == 0,
        power = b.is_power_of_two(),
        accepted = b != 0 && !b.is_power_of_two() && lemire_accepts(a, b) == 1,
        refused = b != 0 && lemire_accepts(a, b) == 0,
    ),
    table(
        (0, 3) => 0, "2^32 is one more than a multiple of 3, and the first word is the one left out",
        (1, 3) => 1, "every other word is accepted",
        (0x5555_5556, 3) => 1, "the product is 2^32 + 2",
        (0xFFFF_FFFF, 3) => 1, "and the last one",
        (0, 0x8000_0000) => 1, "below a power of two every word is accepted",
        (0, 1) => 1, "there is one number below 1",
        (0, 0) => 0, "contract: there is none below 0",
        (5, 0) => 0, "contract: whatever the word",
        (1, 0x8000_0001) => 1, "2^32 modulo 2^31 + 1 is 2^31 - 1, less than the word",
        (2, 0x8000_0001) => 0, "and the product 2^32 + 2 is not",
        (0, 0xFFFF_FFFF) => 0, "2^32 modulo 2^32 - 1 is 1",
        (1, 0xFFFF_FFFF) => 1, "one word for each number",
        (2, 0x8000_5556) => 0, "the remainder 2^31 - 21846 is more than 16 bits",
        (2, 0x8000_0056) => 0, "and 2^31 - 86 more than 8",
        (16, 0xA5A5_9C72) => 0, "every bit of the number counts",
        (16, 0xA5A5_A59D) => 0, "of its lower half, too",
    ),
)]
pub const fn lemire_accepts(a: u32, b: u32) -> u32 {
    if b == 0 {
        0
    } else {
        (a.wrapping_mul(b) >= b.wrapping_neg() % b) as u32
    }
}
