use super::u32_to_vec4;
use vyre_conform_runtime::vyre_op;

/// Lane 0; the other lanes are dropped.
#[vyre_op(
    id = "vec4::cast_u32",
    laws(
        // The other lanes are lost.
        Not(InverseOf(u32_to_vec4), witness = ([0, 1, 1, 1])),
        // Vectors have no order and no ops, and every number is a result: no law of the vocabulary holds.
    ),
    boundaries(
        ([0, u32::MAX, u32::MAX, u32::MAX]),
        ([u32::MAX, 0, 0, 0]),
        ([0x8000_0000, 0x7FFF_FFFF, 0x7FFF_FFFF, 0x7FFF_FFFF]),
    ),
    classes(
        all_equal = a[0] == a[1] && a[0] == a[2] && a[0] == a[3],
        others_differ = a[0] != a[1] || a[0] != a[2] || a[0] != a[3],
    ),
    table(
        ([7, 9, 9, 9]) => 7, "lane 0, not another one",
        ([0, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF]) => 0, "the other lanes leave no trace",
        ([0xFFFF_FFFF, 0, 0, 0]) => 0xFFFF_FFFF, "all bits of lane 0",
    ),
)]
pub const fn vec4_to_u32(a: [u32; 4]) -> u32 {
    a[0]
}
