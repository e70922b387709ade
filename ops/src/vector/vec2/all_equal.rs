use super::swap_lanes;
use vyre_conform_runtime::vyre_op;

/// 1 if every lane of `a` equals that of `b`; otherwise 0.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(1),
        Bounded(0, 1),
        Antisymmetric,
        Transitive,
        custom(rearranges, |f, a, b| f(swap_lanes(a), swap_lanes(b)) == f(a, b)),
    ),
    boundaries(
        ([u32::MAX; 2], [u32::MAX; 2]),
        ([1, 0], [0; 2]),
        ([0, 1], [0; 2]),
        ([0; 2], [u32::MAX; 2]),
    ),
    classes(
        equal = a[0] == b[0] && a[1] == b[1],
        first_differs = a[0] != b[0] && a[1] == b[1],
        last_differs = a[0] == b[0] && a[1] != b[1],
        both_differ = a[0] != b[0] && a[1] != b[1],
    ),
    table(
        ([1, 2], [1, 2]) => 1, "the same in every lane",
        ([1, 2], [2, 1]) => 0, "the same numbers in other lanes are not enough",
        ([5, 7], [6, 7]) => 0, "the first lane differs",
        ([5, 7], [5, 6]) => 0, "the second lane differs",
        ([0x100_0001, 0], [0x100_0000, 0]) => 0, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        ([0, 0x1_0000], [0; 2]) => 0, "the bits above the lowest 16 count",
        ([1; 2], [0; 2]) => 0, "two differences do not cancel each other",
    ),
    alternates(
        by_all: wgsl = "fn all_equal(a: vec2<u32>, b: vec2<u32>) -> u32 { return select(0u, 1u, all(a == b)); }",
    ),
)]
pub const fn all_equal(a: [u32; 2], b: [u32; 2]) -> u32 {
    (a[0] == b[0] && a[1] == b[1]) as u32
}
