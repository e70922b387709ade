use super::vec4_to_vec2;
use vyre_conform_runtime::vyre_op;

/// Both lanes, repeated: lanes 0 and 1 are also lanes 2 and 3.
///
/// No cast leads from two lanes to four, since nothing defines the missing lanes. This op defines them and is the
/// inverse against which `vec4_to_vec2` is measured.
#[vyre_op(
    laws(
        InverseOf(vec4_to_vec2),
        // Vectors have no order and no binary ops: no other law of the vocabulary applies.
    ),
    boundaries(([0, 0]), ([u32::MAX, 0]), ([0, u32::MAX])),
    classes(equal_lanes = a[0] == a[1], different_lanes = a[0] != a[1]),
    table(
        ([1, 2]) => [1, 2, 1, 2], "the pair, and the pair again",
        ([0, 0]) => [0, 0, 0, 0], "zeros everywhere",
        ([0xFFFF_FFFF, 0]) => [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], "each lane keeps its place in the pair",
    ),
    alternates(
        swizzle: wgsl = "fn vec2_twice(a: vec2<u32>) -> vec4<u32> { return a.xyxy; }",
    ),
)]
pub const fn vec2_twice(a: [u32; 2]) -> [u32; 4] {
    [a[0], a[1], a[0], a[1]]
}
