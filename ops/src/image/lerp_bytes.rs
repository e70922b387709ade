use super::{byte, over_255, packed};
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Interpolates four packed bytes: for each `(a (255 - c) + b c) / 255`, rounded to the nearest integer. A `c` above
/// 255 counts as 255.
///
/// `mix` of [WGSL](https://www.w3.org/TR/WGSL/#mix-builtin), with bytes as numbers from 0 to 1.
#[vyre_op(
    laws(
        custom(first, |f, a, b| f(a, b, 0) == a),
        custom(equal, |f, a, b| f(a, a, b) == a),
        // f(a, b, 255) = b holds, and f(a, b, c) = f(b, a, 255 - c) up to 255; solvers do not expand the differences.
        Not(CommutativeFactors, witness = (0, 1, 0)),
    ),
    boundaries((0, u32::MAX, 128), (0, u32::MAX, 255), (0, u32::MAX, 256), (u32::MAX, 0, 127), (0x8000_0000, 0x0100_0000, u32::MAX)),
    classes(
        first_alone = c == 0,
        second_alone = c == 255,
        more_than_all = c > 255,
        between = c > 0 && c < 255 && a != b,
    ),
    table(
        (0, 0xFFFF_FFFF, 128) => 0x8080_8080, "half way from black to white",
        (0xFFFF_FFFF, 0, 128) => 0x7F7F_7F7F, "and back",
        (0, 0x0000_00FF, 77) => 77, "the first byte",
        (0, 0x0000_FF00, 77) => 0x4D00, "the second",
        (0, 0x00FF_0000, 77) => 0x4D_0000, "the third",
        (0, 0xFF00_0000, 77) => 0x4D00_0000, "the last",
        (0x0A14_1E28, 0x646E_7882, 100) => 0x2D37_414B, "90 more by 100 over 255 is 35.29",
        (0x1234_5678, 0x9ABC_DEF0, 256) => 0x9ABC_DEF0, "contract: more than all is all",
        (1, 65, 2) => 2, "64 more by 2 over 255 is 0.502",
        (0, 1, 127) => 0, "less than a half",
        (0, 1, 128) => 1, "more than a half",
    ),
    alternates(
        by_division: wgsl = "
fn lerp_bytes(a: u32, b: u32, c: u32) -> u32 {
    let shifts = vec4<u32>(0u, 8u, 16u, 24u);
    let x = (vec4<u32>(a) >> shifts) & vec4<u32>(255u);
    let y = (vec4<u32>(b) >> shifts) & vec4<u32>(255u);
    let by = min(c, 255u);
    let mixed = ((x * (255u - by) + y * by + vec4<u32>(127u)) / vec4<u32>(255u)) << shifts;
    return mixed.x | mixed.y | mixed.z | mixed.w;
}",
    ),
)]
pub const fn lerp_bytes(a: u32, b: u32, c: u32) -> u32 {
    let by = if c > 255 { 255u32 } else { c };
    packed(
        mixed(byte(a, 0), byte(b, 0), by),
        mixed(byte(a, 8), byte(b, 8), by),
        mixed(byte(a, 16), byte(b, 16), by),
        mixed(a >> 24, b >> 24, by),
    )
}

/// Interpolates two bytes.
#[vyre_fn]
const fn mixed(from: u32, to: u32, by: u32) -> u32 {
    // A difference may wrap; the sum is again from 0 to 255 * 255.
    let way = to.wrapping_sub(from).wrapping_mul(by);
    over_255(from.wrapping_mul(255).wrapping_add(way))
}
