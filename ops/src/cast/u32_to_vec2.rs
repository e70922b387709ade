use super::vec2_to_u32;
use vyre_conform_runtime::vyre_op;

/// The number in each of two lanes.
#[vyre_op(
    id = "u32::cast_vec2",
    laws(
        InverseOf(vec2_to_u32),
        // Vectors have no order and no ops: no other law of the vocabulary applies.
    ),
    boundaries((0), (1), (0x8000_0000), (u32::MAX)),
    classes(zero = a == 0, other = a != 0),
    table(
        (0) => [0; 2], "zero everywhere",
        (7) => [7, 7], "the same number in every lane",
        (0xFFFF_FFFF) => [0xFFFF_FFFF; 2], "all bits of it",
        (0x1234_5679) => [0x1234_5679; 2], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
)]
pub const fn u32_to_vec2(a: u32) -> [u32; 2] {
    [a, a]
}
