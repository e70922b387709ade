use super::u64_to_vec2;
use vyre_conform_runtime::vyre_op;

/// The same words: lane 0 is the low word, lane 1 the high word.
#[vyre_op(
    id = "vec2::cast_u64",
    laws(
        InverseOf(u64_to_vec2),
        // Vectors have no order and no ops, and every u64 is a result: no other law of the vocabulary holds.
    ),
    boundaries(([0, 0]), ([1, 0]), ([0, 1]), ([u32::MAX, u32::MAX])),
    classes(one_word = a[1] == 0, two_words = a[1] != 0),
    table(
        ([5, 0]) => 5, "lane 0 counts ones",
        ([0, 1]) => 0x1_0000_0000, "lane 1 counts in units of 2^32",
        ([0x9ABC_DEF0, 0x1234_5678]) => 0x1234_5678_9ABC_DEF0, "low word first",
    ),
)]
pub const fn vec2_to_u64(a: [u32; 2]) -> u64 {
    (a[0] as u64) | ((a[1] as u64) << 32)
}
