use super::{add, swap_lanes};
use vyre_conform_runtime::vyre_op;

/// Sum of the products of each pair of lanes modulo 2^32, like [`dot`] of WGSL for integers.
///
/// [`dot`]: https://www.w3.org/TR/WGSL/#dot-builtin
#[vyre_op(
    laws(
        Commutative,
        // Linear in the second operand, and therefore in the first.
        custom(linear, |f, a, b, c| f(a, add(b, c)) == f(a, b).wrapping_add(f(a, c))),
        custom(vanishes, |f, a| f(a, [0, 0]) == 0),
        custom(rearranges, |f, a, b| f(swap_lanes(a), swap_lanes(b)) == f(a, b)),
    ),
    boundaries(([u32::MAX; 2], [u32::MAX; 2]), ([1, 0], [0, 1]), ([0x1_0000; 2], [0x1_0000; 2])),
    classes(
        first_lane_only = a[0] != 0 && a[1] == 0,
        last_lane_only = a[0] == 0 && a[1] != 0,
        both_lanes = a[0] != 0 && a[1] != 0,
        none = a[0] == 0 && a[1] == 0,
    ),
    table(
        ([1, 2], [1, 10]) => 21, "the sum of the products",
        ([0x1_0000; 2], [0x1_0000; 2]) => 0, "each product is 0 modulo 2^32",
        ([0xFFFF_FFFF, 1], [1; 2]) => 0, "products and sum wrap",
        ([0, 7], [3, 5]) => 35, "a lane of zeros adds nothing",
        ([0x1234_5679, 3], [3, 0xFEDC_BA99]) => 0x3333_3336, "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        by_lanes: wgsl = "fn dot(a: vec2<u32>, b: vec2<u32>) -> u32 { return a.x * b.x + a.y * b.y; }",
    ),
)]
pub const fn dot(a: [u32; 2], b: [u32; 2]) -> u32 {
    a[0].wrapping_mul(b[0])
        .wrapping_add(a[1].wrapping_mul(b[1]))
}
