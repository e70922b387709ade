use super::vec2_twice;
use vyre_conform_runtime::vyre_op;

/// Lanes 0 and 1; the other two are dropped.
#[vyre_op(
    id = "vec4::cast_vec2",
    laws(
        // The other two lanes are lost.
        Not(InverseOf(vec2_twice), witness = ([0, 0, 1, 0])),
        // Vectors have no order and no binary ops: no other law of the vocabulary applies.
    ),
    boundaries(([0, 0, u32::MAX, u32::MAX]), ([u32::MAX, u32::MAX, 0, 0]), ([1, 2, 3, 4])),
    classes(upper_zero = a[2] == 0 && a[3] == 0, upper_used = a[2] != 0 || a[3] != 0),
    table(
        ([1, 2, 3, 4]) => [1, 2], "the first two, in order",
        ([0, 0, 0xFFFF_FFFF, 0xFFFF_FFFF]) => [0, 0], "the other two leave no trace",
        ([0xFFFF_FFFF, 0, 0, 0]) => [0xFFFF_FFFF, 0], "all bits of lane 0, none of them in lane 1",
        ([0, 0x0001_0000, 0, 0]) => [0, 0x0001_0000], "the high half of the second lane counts",
    ),
)]
pub const fn vec4_to_vec2(a: [u32; 4]) -> [u32; 2] {
    [a[0], a[1]]
}
