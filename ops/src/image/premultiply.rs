use super::{byte, over_255, packed};
use crate::bitwise::{bit_and, bit_or};
use crate::compare::{ge, lt};
use crate::shift::shr;
use vyre_conform_runtime::vyre_op;

/// A packed pixel with red, green and blue multiplied by its alpha, which stays.
///
/// [Porter and Duff, "Compositing Digital Images"](https://doi.org/10.1145/800031.808606), SIGGRAPH 1984; each product
/// is divided by 255 and rounded to the nearest integer.
#[vyre_op(
    laws(
        custom(keeps_alpha, |f, a| shr(f(a), 24) == shr(a, 24)),
        custom(opaque, |f, a| f(bit_or(a, 0xFF00_0000)) == bit_or(a, 0xFF00_0000)),
        custom(transparent, |f, a| f(bit_and(a, 0x00FF_FFFF)) == 0),
        // No byte increases.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        Not(Idempotent, witness = (0x8000_00FF)),
        Not(Injective, witness = (0, 1)),
        Not(Monotone, witness = (0x8001_FFFF, 0x8002_0000)),
    ),
    boundaries((0), (0x00FF_FFFF), (0xFFFF_FFFF), (0x80FF_FFFF), (0x7F80_0101), (0xFE01_7F80)),
    classes(
        transparent = a >> 24 == 0,
        opaque = a >> 24 == 255,
        between = a >> 24 != 0 && a >> 24 != 255,
    ),
    table(
        (0x80FF_FFFF) => 0x8080_8080, "white with an alpha of 128",
        (0xFF12_3456) => 0xFF12_3456, "an opaque pixel stays",
        (0x0012_3456) => 0, "a transparent one is nothing",
        (0x8000_00FF) => 0x8000_0080, "red",
        (0x8000_FF00) => 0x8000_8000, "green",
        (0x80FF_0000) => 0x8080_0000, "blue",
        (0x7F03_0201) => 0x7F01_0100, "0.498, 0.996 and 1.49 are rounded",
        (0xAC00_7F00) => 0xAC00_5600, "127 by 172 over 255 is 85.66",
        (0x6432_64C8) => 0x6414_274E, "200, 100 and 50 by 100: 78, 39 and 20",
    ),
    alternates(
        by_division: wgsl = "
fn premultiply(a: u32) -> u32 {
    let alpha = a >> 24u;
    let colour = vec3<u32>(a, a >> 8u, a >> 16u) & vec3<u32>(255u);
    let by = (colour * alpha + vec3<u32>(127u)) / vec3<u32>(255u);
    return by.x | (by.y << 8u) | (by.z << 16u) | (alpha << 24u);
}",
    ),
)]
pub const fn premultiply(a: u32) -> u32 {
    let alpha = a >> 24;
    packed(
        over_255(byte(a, 0).wrapping_mul(alpha)),
        over_255(byte(a, 8).wrapping_mul(alpha)),
        over_255(byte(a, 16).wrapping_mul(alpha)),
        alpha,
    )
}
