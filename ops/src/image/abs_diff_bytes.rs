use super::{byte, min_bytes, packed, saturating_add_bytes};
use vyre_conform_runtime::vyre_op;

/// Distance of each of four packed bytes from the corresponding byte.
///
/// `__vabsdiffu4` of the [CUDA Math
/// API](https://docs.nvidia.com/cuda/cuda-math-api/cuda_math_api/group__CUDA__MATH__INTRINSIC__SIMD.html).
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(0),
        Identity(0),
        // The triangle inequality: a third byte never shortens the distance.
        custom(triangle, |f, a, b, c| min_bytes(f(a, c), saturating_add_bytes(f(a, b), f(b, c))) == f(a, c)),
        Not(Associative, witness = (1, 1, 2)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries((0, u32::MAX), (0xFF00_FF00, 0x00FF_00FF), (0x8080_8080, 0x7F7F_7F7F), (1, 0x100)),
    classes(
        equal = a == b,
        both_ways = (a & 0xFF) > (b & 0xFF) && (a >> 24) < (b >> 24),
    ),
    table(
        (0xFF00_FF00, 0x00FF_00FF) => 0xFFFF_FFFF, "as far as can be",
        (0x0102_0304, 0x0401_0404) => 0x0301_0100, "each byte and that at its place",
        (0x0A14_1E28, 0x0102_0304) => 0x0912_1B24, "the first is more",
        (0x0102_0304, 0x0A14_1E28) => 0x0912_1B24, "the second is more",
        (0x8080_8080, 0x7F7F_7F7F) => 0x0101_0101, "no byte has a sign",
    ),
    alternates(
        by_lanes: wgsl = "
fn abs_diff_bytes(a: u32, b: u32) -> u32 {
    let shifts = vec4<u32>(0u, 8u, 16u, 24u);
    let x = (vec4<u32>(a) >> shifts) & vec4<u32>(255u);
    let y = (vec4<u32>(b) >> shifts) & vec4<u32>(255u);
    let far = (max(x, y) - min(x, y)) << shifts;
    return far.x | far.y | far.z | far.w;
}",
    ),
)]
pub const fn abs_diff_bytes(a: u32, b: u32) -> u32 {
    packed(
        byte(a, 0).abs_diff(byte(b, 0)),
        byte(a, 8).abs_diff(byte(b, 8)),
        byte(a, 16).abs_diff(byte(b, 16)),
        (a >> 24).abs_diff(b >> 24),
    )
}
