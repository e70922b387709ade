use super::{add, sub};
use vyre_conform_runtime::vyre_op;

/// Product of each pair of lanes modulo 2^32.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity([1; 2]),
        Absorbing([0; 2]),
        DistributiveOver(add),
        DistributiveOver(sub),
        Not(Idempotent, witness = ([2; 2])),
    ),
    boundaries(
        ([0x1_0000; 2], [0x1_0000; 2]),
        ([0xFFFF_FFFF; 2], [0xFFFF_FFFF; 2]),
        ([0, 1], [1, 0]),
    ),
    classes(
        first_overflows = a[0].checked_mul(b[0]).is_none(),
        last_overflows = a[1].checked_mul(b[1]).is_none(),
        exact = a[0].checked_mul(b[0]).is_some() && a[1].checked_mul(b[1]).is_some(),
    ),
    table(
        ([2, 3], [10, 100]) => [20, 300], "each lane by itself",
        ([0x1_0000; 2], [0x1_0000; 2]) => [0; 2], "2^32 is 0 modulo 2^32 in every lane",
        ([0xFFFF_FFFF, 2], [2, 0xFFFF_FFFF]) => [0xFFFF_FFFE; 2], "-1 * 2 is -2 modulo 2^32",
        ([0x1234_5679, 3], [3, 0xFEDC_BA99]) => [0x369D_036B, 0xFC96_2FCB], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        halves: wgsl = "
fn mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let half = vec2<u32>(16u);
    return a * (b & vec2<u32>(0xFFFFu)) + ((a * (b >> half)) << half);
}",
    ),
)]
pub const fn mul(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].wrapping_mul(b[0]), a[1].wrapping_mul(b[1])]
}
