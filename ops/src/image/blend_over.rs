use super::{byte, over_255, packed};
use crate::bitwise::bit_or;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The packed pixel `a` over `b`, both premultiplied: for each byte `a + b (255 - alpha of a) / 255`, with the product
/// rounded to the nearest integer, and at most 255.
///
/// `over` of [Porter and Duff, "Compositing Digital Images"](https://doi.org/10.1145/800031.808606), SIGGRAPH 1984.
#[vyre_op(
    laws(
        Identity(0),
        // DistributiveOver(min_bytes) and (max_bytes) hold; solvers cannot compare products of four bytes at a time.
        custom(opaque, |f, a, b| f(bit_or(a, 0xFF00_0000), b) == bit_or(a, 0xFF00_0000)),
        Not(Commutative, witness = (0xFF00_0000, 0xFFFF_FFFF)),
        // The lower pixel is rounded once or twice.
        Not(Associative, witness = (0x2000_0000, 0x2000_0000, 125)),
        ZeroProduct(true),
    ),
    boundaries(
        (0, u32::MAX),
        (u32::MAX, u32::MAX),
        (0xFF00_0000, u32::MAX),
        (0x8080_8080, 0xFF00_0000),
        (0x80FF_FFFF, 0xFFFF_FFFF),
        (0x7F00_0001, 0x0101_8080),
    ),
    classes(
        transparent = a >> 24 == 0 && b != 0,
        opaque = a >> 24 == 255,
        between = a >> 24 != 0 && a >> 24 != 255,
        // A colour greater than its alpha.
        too_bright = (a & 0xFF) > (a >> 24) && blend_over(a, b) & 0xFF == 0xFF,
    ),
    table(
        (0x8080_8080, 0xFF00_0000) => 0xFF80_8080, "half white over black",
        (0x8000_0080, 0xFFFF_FFFF) => 0xFF7F_7FFF, "half red over white",
        (0x8000_8000, 0xFFFF_FFFF) => 0xFF7F_FF7F, "half green",
        (0x8080_0000, 0xFFFF_FFFF) => 0xFFFF_7F7F, "half blue",
        (0xFF12_3456, 0x89AB_CDEF) => 0xFF12_3456, "what is opaque covers all",
        (0x8000_0000, 1) => 0x8000_0000, "0.498 is rounded down",
        (0x7F00_0000, 1) => 0x7F00_0001, "and 0.502 up",
        (0, 0x89AB_CDEF) => 0x89AB_CDEF, "nothing covers nothing",
        (0x6400_0000, 0xC8FA_6432) => 0xDE98_3D1E, "50, 100, 250 and 200 by 155 over 255: 30, 61, 152 and 122",
        (0x00FF_FFFF, 0x0101_0101) => 0x01FF_FFFF, "contract: at most 255",
        (0x0102_0304, 0xFFFE_FDFC) => 0xFFFF_FFFF, "each of the bytes",
    ),
    alternates(
        by_division: wgsl = "
fn blend_over(a: u32, b: u32) -> u32 {
    let shifts = vec4<u32>(0u, 8u, 16u, 24u);
    let over = (vec4<u32>(a) >> shifts) & vec4<u32>(255u);
    let under = (vec4<u32>(b) >> shifts) & vec4<u32>(255u);
    let rest = (under * (255u - over.w) + vec4<u32>(127u)) / vec4<u32>(255u);
    let sum = min(over + rest, vec4<u32>(255u)) << shifts;
    return sum.x | sum.y | sum.z | sum.w;
}",
    ),
)]
pub const fn blend_over(a: u32, b: u32) -> u32 {
    let rest = 255u32.wrapping_sub(a >> 24);
    packed(
        over(byte(a, 0), byte(b, 0), rest),
        over(byte(a, 8), byte(b, 8), rest),
        over(byte(a, 16), byte(b, 16), rest),
        over(a >> 24, b >> 24, rest),
    )
}

/// One byte and the remaining bytes of another word.
#[vyre_fn]
const fn over(above: u32, below: u32, rest: u32) -> u32 {
    let sum = above.wrapping_add(over_255(below.wrapping_mul(rest)));
    if sum > 255 { 255 } else { sum }
}
