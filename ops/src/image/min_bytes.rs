use super::{blend_over, byte, max_bytes, packed, saturating_add_bytes};
use crate::bitwise::bit_or;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The lesser of each of four packed bytes and the corresponding byte.
///
/// `PMINUB` of the [Intel 64 and IA-32 Architectures Software Developer's
/// Manual](https://www.felixcloutier.com/x86/pminub:pminuw).
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Idempotent,
        Identity(0xFFFF_FFFF),
        Absorbing(0),
        DistributiveOver(max_bytes),
        LatticeAbsorption(max_bytes),
        // These ops never decrease a byte.
        LatticeAbsorption(bit_or),
        LatticeAbsorption(saturating_add_bytes),
        LatticeAbsorption(blend_over),
    ),
    boundaries((0, u32::MAX), (0xFF00_FF00, 0x00FF_00FF), (0x8080_8080, 0x7F7F_7F7F), (1, 0x100)),
    classes(
        equal = a == b,
        one_of_each = (a & 0xFF) > (b & 0xFF) && (a >> 24) < (b >> 24),
    ),
    table(
        (0x0102_0304, 0x0403_0104) => 0x0102_0104, "each byte and that at its place",
        (0xFF00_FF00, 0x00FF_00FF) => 0x0000_0000, "one of each",
        (0x8080_8080, 0x7F7F_7F7F) => 0x7F7F_7F7F, "no byte has a sign" from "Intel, PMINUB",
        (0x1234_5678, 0x8765_4321) => 0x1234_4321, "any bytes",
    ),
    alternates(
        by_lanes: wgsl = "
fn min_bytes(a: u32, b: u32) -> u32 {
    let shifts = vec4<u32>(0u, 8u, 16u, 24u);
    let x = (vec4<u32>(a) >> shifts) & vec4<u32>(255u);
    let y = (vec4<u32>(b) >> shifts) & vec4<u32>(255u);
    let found = min(x, y) << shifts;
    return found.x | found.y | found.z | found.w;
}",
    ),
)]
pub const fn min_bytes(a: u32, b: u32) -> u32 {
    packed(
        lesser(byte(a, 0), byte(b, 0)),
        lesser(byte(a, 8), byte(b, 8)),
        lesser(byte(a, 16), byte(b, 16)),
        lesser(a >> 24, b >> 24),
    )
}

/// The lesser of two bytes.
#[vyre_fn]
const fn lesser(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}
