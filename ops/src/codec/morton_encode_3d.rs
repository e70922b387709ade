use super::{morton_gather_3d, morton_spread_3d};
use crate::bitwise::bit_and;
use crate::shift::shr;
use vyre_conform_runtime::vyre_op;

/// The Morton code of a point of space: the interleaved low ten bits of its three coordinates, x lowest. Higher bits
/// are ignored. [`morton_gather_3d`] of the code, and of the code shifted by one and by two, gives the coordinates.
///
/// G. M. Morton, 1966; Karras, ["Thinking Parallel, Part
/// III"](https://developer.nvidia.com/blog/thinking-parallel-part-iii-tree-construction-gpu/), 2012, which has x
/// highest.
#[vyre_op(
    laws(
        Bounded(0, 0x3FFF_FFFF),
        custom(gives_x, |f, a, b, c| morton_gather_3d(f(a, b, c)) == bit_and(a, 0x3FF)),
        custom(gives_y, |f, a, b, c| morton_gather_3d(shr(f(a, b, c), 1)) == bit_and(b, 0x3FF)),
        custom(gives_z, |f, a, b, c| morton_gather_3d(shr(f(a, b, c), 2)) == bit_and(c, 0x3FF)),
        Not(CommutativeFactors, witness = (1, 0, 0)),
    ),
    boundaries((0x3FF, 0, 0), (0, 0x3FF, 0), (0, 0, 0x3FF), (0x400, 0x400, 0x400), (u32::MAX, u32::MAX, u32::MAX)),
    classes(
        fits = x <= 0x3FF && y <= 0x3FF && z <= 0x3FF,
        cut_off = x > 0x3FF || y > 0x3FF || z > 0x3FF,
    ),
    table(
        (1, 0, 0) => 1, "x is the lowest bit",
        (0, 1, 0) => 2, "y the one above it",
        (0, 0, 1) => 4, "z the third",
        (5, 9, 1) => 0b10_001_000_111, "0101, 1001 and 0001: digit by digit 010, 001, 000, 111" from "Wikipedia, Z-order curve, coordinate (5, 9, 1)",
        (0x3FF, 0x3FF, 0x3FF) => 0x3FFF_FFFF, "all bits",
        (0xFFFF_FC00, 0xFFFF_FC00, 0xFFFF_FC00) => 0, "contract: what is above ten bits is not looked at",
        (0x0100_0001, 0x0100_0001, 0x0100_0001) => 7, "nor is bit 24, and the lowest counts beside it",
    ),
    alternates(
        bit_by_bit: wgsl = "
fn morton_encode_3d(x: u32, y: u32, z: u32) -> u32 {
    var code = 0u;
    for (var i = 0u; i < 10u; i++) {
        let three = ((x >> i) & 1u) | (((y >> i) & 1u) << 1u) | (((z >> i) & 1u) << 2u);
        code = code | (three << (3u * i));
    }
    return code;
}",
    ),
)]
pub const fn morton_encode_3d(x: u32, y: u32, z: u32) -> u32 {
    morton_spread_3d(x) | (morton_spread_3d(y) << 1) | (morton_spread_3d(z) << 2)
}
