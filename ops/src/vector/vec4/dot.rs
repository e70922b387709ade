use super::{add, rotate_lanes_left};
use vyre_conform_runtime::vyre_op;

/// Sum of the products of each pair of lanes modulo 2^32, like [`dot`] of WGSL for integers.
///
/// [`dot`]: https://www.w3.org/TR/WGSL/#dot-builtin
#[vyre_op(
    laws(
        Commutative,
        // It is linear as well, but linearity has three variables of four lanes; this law is its part with two.
        custom(doubles, |f, a, b| f(a, add(b, b)) == f(a, b).wrapping_add(f(a, b))),
        custom(vanishes, |f, a| f(a, [0, 0, 0, 0]) == 0),
        custom(rearranges, |f, a, b| f(rotate_lanes_left(a), rotate_lanes_left(b)) == f(a, b)),
    ),
    boundaries(
        ([u32::MAX; 4], [u32::MAX; 4]),
        ([1, 0, 0, 0], [0, 0, 0, 1]),
        ([0x1_0000; 4], [0x1_0000; 4]),
    ),
    classes(
        first_lane_only = a[0] != 0 && a[3] == 0,
        last_lane_only = a[0] == 0 && a[3] != 0,
        both_lanes = a[0] != 0 && a[3] != 0,
        none = a[0] == 0 && a[3] == 0,
    ),
    table(
        ([1, 2, 3, 4], [1, 10, 100, 1000]) => 4321, "the sum of the products",
        ([0x1_0000; 4], [0x1_0000; 4]) => 0, "each product is 0 modulo 2^32",
        ([0xFFFF_FFFF, 1, 0xFFFF_FFFF, 1], [1, 1, 2, 2]) => 0, "products and sum wrap",
        ([0, 7, 0, 0], [3, 5, 0, 0]) => 35, "a lane of zeros adds nothing",
        ([0x1234_5679, 3, 0, 1], [3, 0xFEDC_BA99, 1, 0x8000_0001]) => 0xB333_3337, "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0, 0, 7, 0], [0, 0, 5, 0]) => 35, "the third lane counts",
        ([0, 0, 0, 7], [0, 0, 0, 5]) => 35, "the last lane counts",
    ),
    alternates(
        by_halves: wgsl = "
fn dot(a: vec4<u32>, b: vec4<u32>) -> u32 {
    let products = a * b;
    let pairs = products.xy + products.zw;
    return pairs.x + pairs.y;
}",
    ),
)]
pub const fn dot(a: [u32; 4], b: [u32; 4]) -> u32 {
    a[0].wrapping_mul(b[0])
        .wrapping_add(a[1].wrapping_mul(b[1]))
        .wrapping_add(a[2].wrapping_mul(b[2]))
        .wrapping_add(a[3].wrapping_mul(b[3]))
}
