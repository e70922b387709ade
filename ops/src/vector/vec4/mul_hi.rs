use crate::arithmetic;
use vyre_conform_runtime::vyre_op;

/// High half of the product of each pair of lanes: bits 32 to 63.
#[vyre_op(
    laws(
        Commutative,
        Absorbing([0; 4]),
        Not(Identity([1; 4]), witness = ([1; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0x1_0000; 4], [0x1_0000; 4]),
        ([0xFFFF, 0x1_0000, 0xFFFF, 0x1_0000], [0x1_0001, 0x1_0000, 0x1_0001, 0x1_0000]),
        ([0xFFFF_FFFF; 4], [0xFFFF_FFFF; 4]),
    ),
    classes(
        small_products = a[0].checked_mul(b[0]).is_some() && a[3].checked_mul(b[3]).is_some(),
        first_is_large = a[0].checked_mul(b[0]).is_none(),
        last_is_large = a[3].checked_mul(b[3]).is_none(),
    ),
    table(
        ([3, 0x1_0000, 0x8000_0000, 0], [7, 0x1_0000, 2, 0xFFFF_FFFF]) => [0, 1, 1, 0], "each lane by itself: a product below 2^32 has an empty high half",
        ([0x1_0000, 3, 0xFFFF_FFFF, 5], [0x1_0000, 7, 1, 9]) => [1, 0, 0, 0], "2^16 * 2^16 is exactly 2^32",
        ([0xFFFF_FFFF; 4], [0xFFFF_FFFF; 4]) => [0xFFFF_FFFE; 4], "2^64 - 2^33 + 1 divided by 2^32, rounded down",
        ([0xFEDC_BA99, 0x1234_5679, 0xFEDC_BA99, 0x1234_5679], [0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679]) => [0x121F_A00B, 0x121F_A00B, 0xFDBA_C098, 0x14B_66DC], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        limbs: wgsl = "
fn mul_hi(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let half = vec4<u32>(16u);
    let low = vec4<u32>(0xFFFFu);
    let first = (a >> half) * (b & low) + (((a & low) * (b & low)) >> half);
    let second = (a & low) * (b >> half) + (first & low);
    return (a >> half) * (b >> half) + (first >> half) + (second >> half);
}",
    ),
)]
pub const fn mul_hi(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        arithmetic::mul_hi(a[0], b[0]),
        arithmetic::mul_hi(a[1], b[1]),
        arithmetic::mul_hi(a[2], b[2]),
        arithmetic::mul_hi(a[3], b[3]),
    ]
}
