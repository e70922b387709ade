use vyre_conform_runtime::vyre_op;

/// Product of each pair of lanes modulo 2^32.
#[vyre_op(
    laws(
        Commutative,
        Identity([1; 4]),
        Absorbing([0; 4]),
        Not(Idempotent, witness = ([2; 4])),
        // Laws of three variables hold lane by lane, as for `vec2`, and are not declared: three vectors of four lanes
        // have 84 million small cases on every adapter.
    ),
    boundaries(
        ([0x1_0000; 4], [0x1_0000; 4]),
        ([0xFFFF_FFFF; 4], [0xFFFF_FFFF; 4]),
        ([0, 1, 0, 1], [1, 0, 1, 0]),
    ),
    classes(
        first_overflows = a[0].checked_mul(b[0]).is_none(),
        last_overflows = a[3].checked_mul(b[3]).is_none(),
        exact = a[0].checked_mul(b[0]).is_some() && a[3].checked_mul(b[3]).is_some(),
    ),
    table(
        ([2, 3, 5, 7], [10, 100, 1000, 0x2710]) => [20, 300, 5000, 0x1_1170], "each lane by itself",
        ([0x1_0000; 4], [0x1_0000; 4]) => [0; 4], "2^32 is 0 modulo 2^32 in every lane",
        ([0xFFFF_FFFF, 2, 0xFFFF_FFFF, 2], [2, 0xFFFF_FFFF, 2, 0xFFFF_FFFF]) => [0xFFFF_FFFE; 4], "-1 * 2 is -2 modulo 2^32",
        ([0x1234_5679, 3, 0x1234_5679, 3], [3, 0xFEDC_BA99, 3, 0xFEDC_BA99]) => [0x369D_036B, 0xFC96_2FCB, 0x369D_036B, 0xFC96_2FCB], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        halves: wgsl = "
fn mul(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let half = vec4<u32>(16u);
    return a * (b & vec4<u32>(0xFFFFu)) + ((a * (b >> half)) << half);
}",
    ),
)]
pub const fn mul(a: [u32; 4], b: [u32; 4]) -> [u32; 4] {
    [
        a[0].wrapping_mul(b[0]),
        a[1].wrapping_mul(b[1]),
        a[2].wrapping_mul(b[2]),
        a[3].wrapping_mul(b[3]),
    ]
}
