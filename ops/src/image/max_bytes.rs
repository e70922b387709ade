use super::{byte, min_bytes, packed};
use crate::bitwise::bit_and;
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The greater of each of four packed bytes and the corresponding byte.
///
/// `PMAXUB` of the [Intel 64 and IA-32 Architectures Software Developer's
/// Manual](https://www.felixcloutier.com/x86/pmaxub:pmaxuw).
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Idempotent,
        Identity(0),
        Absorbing(0xFFFF_FFFF),
        DistributiveOver(min_bytes),
        LatticeAbsorption(min_bytes),
        // These ops never increase a byte.
        LatticeAbsorption(bit_and),
        ZeroProduct(true),
    ),
    boundaries((0, u32::MAX), (0xFF00_FF00, 0x00FF_00FF), (0x8080_8080, 0x7F7F_7F7F), (1, 0x100)),
    classes(
        equal = a == b,
        one_of_each = (a & 0xFF) > (b & 0xFF) && (a >> 24) < (b >> 24),
    ),
    table(
        (0x0102_0304, 0x0403_0104) => 0x0403_0304, "each byte and that at its place",
        (0xFF00_FF00, 0x00FF_00FF) => 0xFFFF_FFFF, "one of each",
        (0x8080_8080, 0x7F7F_7F7F) => 0x8080_8080, "no byte has a sign" from "Intel, PMAXUB",
        (0x1234_5678, 0x8765_4321) => 0x8765_5678, "any bytes",
    ),
    alternates(
        by_lanes: wgsl = "
fn max_bytes(a: u32, b: u32) -> u32 {
    let shifts = vec4<u32>(0u, 8u, 16u, 24u);
    let x = (vec4<u32>(a) >> shifts) & vec4<u32>(255u);
    let y = (vec4<u32>(b) >> shifts) & vec4<u32>(255u);
    let found = max(x, y) << shifts;
    return found.x | found.y | found.z | found.w;
}",
    ),
)]
pub const fn max_bytes(a: u32, b: u32) -> u32 {
    packed(
        greater(byte(a, 0), byte(b, 0)),
        greater(byte(a, 8), byte(b, 8)),
        greater(byte(a, 16), byte(b, 16)),
        greater(a >> 24, b >> 24),
    )
}

/// The greater of two bytes.
#[vyre_fn]
const fn greater(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
