use super::vec4_to_i32;
use vyre_conform_runtime::vyre_op;

/// The bits of the number in each of four lanes.
#[vyre_op(
    id = "i32::cast_vec4",
    laws(
        InverseOf(vec4_to_i32),
        // Vectors have no order and no ops: no other law of the vocabulary applies.
    ),
    boundaries((0), (-1), (i32::MIN), (i32::MAX)),
    classes(negative = a < 0, not_negative = a >= 0),
    table(
        (0) => [0; 4], "zero everywhere",
        (7) => [7, 7, 7, 7], "the same number in every lane",
        (-1) => [0xFFFF_FFFF; 4], "a negative number goes through its bits: no lane is a sign",
        (0x1234_5679) => [0x1234_5679; 4], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
)]
pub const fn i32_to_vec4(a: i32) -> [u32; 4] {
    let bits = a as u32;
    [bits, bits, bits, bits]
}
