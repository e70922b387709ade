use super::rotate_lanes_left;
use vyre_conform_runtime::vyre_op;

/// 1 if every lane of `a` equals that of `b`; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(1),
        Bounded(0, 1),
        Antisymmetric,
        custom(rearranges, |f, a, b| f(rotate_lanes_left(a), rotate_lanes_left(b)) == f(a, b)),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([u32::MAX; 4], [u32::MAX; 4]),
        ([1, 0, 0, 0], [0; 4]),
        ([0, 0, 0, 1], [0; 4]),
        ([0; 4], [u32::MAX; 4]),
    ),
    classes(
        equal = a[0] == b[0] && a[3] == b[3],
        first_differs = a[0] != b[0] && a[3] == b[3],
        last_differs = a[0] == b[0] && a[3] != b[3],
        both_differ = a[0] != b[0] && a[3] != b[3],
    ),
    table(
        ([1, 2, 3, 4], [1, 2, 3, 4]) => 1, "the same in every lane",
        ([1, 2, 3, 4], [2, 1, 4, 3]) => 0, "the same numbers in other lanes are not enough",
        ([5, 7, 8, 9], [6, 7, 8, 9]) => 0, "the first lane differs",
        ([5, 7, 8, 9], [5, 6, 8, 9]) => 0, "the second lane differs",
        ([0x100_0001, 0, 0, 0], [0x100_0000, 0, 0, 0]) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        ([0, 0x1_0000, 0, 0], [0; 4]) => 0, "the bits above the lowest 16 count",
        ([1, 1, 0, 0], [0; 4]) => 0, "two differences do not cancel each other",
        ([5, 7, 8, 9], [5, 7, 6, 9]) => 0, "the third lane differs",
        ([5, 7, 8, 9], [5, 7, 8, 6]) => 0, "the last lane differs",
        ([0, 0, 0x1_0000, 0], [0; 4]) => 0, "the bits above the lowest 16 count in the third lane",
        ([0, 0, 0, 0x1_0000], [0; 4]) => 0, "and in the last one",
        ([0x1_0000, 0, 0, 0], [0; 4]) => 0, "and in the first one",
        ([0, 1, 1, 0], [0; 4]) => 0, "the middle lanes do not cancel each other",
        ([0, 0, 1, 1], [0; 4]) => 0, "nor do the last two",
    ),
    alternates(
        by_all: wgsl = "fn all_equal(a: vec4<u32>, b: vec4<u32>) -> u32 { return select(0u, 1u, all(a == b)); }",
    ),
)]
pub const fn all_equal(a: [u32; 4], b: [u32; 4]) -> u32 {
    (a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3]) as u32
}
