use super::vec2_to_u64;
use vyre_conform_runtime::vyre_op;

/// The same words: the low word is lane 0, the high word lane 1.
#[vyre_op(
    id = "u64::cast_vec2",
    laws(
        InverseOf(vec2_to_u64),
        // Vectors have no order and no ops: no other law of the vocabulary applies.
    ),
    boundaries((0), (1), (0x1_0000_0000), (u64::MAX)),
    classes(one_word = a >> 32 == 0, two_words = a >> 32 != 0),
    table(
        (5) => [5, 0], "a small number is the low word",
        (0x1_0000_0000) => [0, 1], "2^32 is the lowest bit of the high word",
        (0x1234_5678_9ABC_DEF0) => [0x9ABC_DEF0, 0x1234_5678], "low word first",
    ),
)]
pub const fn u64_to_vec2(a: u64) -> [u32; 2] {
    [a as u32, (a >> 32) as u32]
}
