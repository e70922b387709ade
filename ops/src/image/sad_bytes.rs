use super::byte;
use vyre_conform_runtime::vyre_op;

/// The sum of absolute differences of four packed bytes and the corresponding bytes.
///
/// `__vsadu4` of the [CUDA Math
/// API](https://docs.nvidia.com/cuda/cuda-math-api/cuda_math_api/group__CUDA__MATH__INTRINSIC__SIMD.html), the summand
/// of a motion search.
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(0),
        Bounded(0, 1020),
        // f(a, c) <= f(a, b) + f(b, c) holds; solvers prove it for `abs_diff_bytes`, but not for twelve bytes at a
        // time.
        custom(apart, |f, a, b| !(f(a, b) == 0) || a == b),
        Not(Associative, witness = (1, 0, 0x100)),
        Not(Identity(0), witness = (0x100)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, u32::MAX), (0xFF00_FF00, 0x00FF_00FF), (0x8080_8080, 0x7F7F_7F7F), (1, 0x100)),
    classes(
        equal = a == b,
        more_than_a_byte = sad_bytes(a, b) > 255,
        both_ways = (a & 0xFF) > (b & 0xFF) && (a >> 24) < (b >> 24),
    ),
    table(
        (0xFF00_FF00, 0x00FF_00FF) => 1020, "as far as can be",
        (0x0102_0304, 0x0401_0404) => 5, "3, 1, 1 and 0",
        (0x0A14_1E28, 0x0102_0304) => 90, "9, 18, 27 and 36",
        (0x0102_0304, 0x0A14_1E28) => 90, "the second is more",
        (0x8080_8080, 0x7F7F_7F7F) => 4, "no byte has a sign",
        (0x0000_00FF, 0) => 255, "the first byte",
        (0x0000_FF00, 0) => 255, "the second",
        (0x00FF_0000, 0) => 255, "the third",
        (0xFF00_0000, 0) => 255, "the last",
    ),
    alternates(
        by_lanes: wgsl = "
fn sad_bytes(a: u32, b: u32) -> u32 {
    let shifts = vec4<u32>(0u, 8u, 16u, 24u);
    let x = (vec4<u32>(a) >> shifts) & vec4<u32>(255u);
    let y = (vec4<u32>(b) >> shifts) & vec4<u32>(255u);
    return dot(max(x, y) - min(x, y), vec4<u32>(1u));
}",
    ),
)]
pub const fn sad_bytes(a: u32, b: u32) -> u32 {
    let low = byte(a, 0)
        .abs_diff(byte(b, 0))
        .wrapping_add(byte(a, 8).abs_diff(byte(b, 8)));
    let high = byte(a, 16)
        .abs_diff(byte(b, 16))
        .wrapping_add((a >> 24).abs_diff(b >> 24));
    low.wrapping_add(high)
}
