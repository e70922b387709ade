use vyre_conform_runtime::vyre_op;

/// The dot product of the four bytes of one word with those of another; bytes are unsigned.
#[vyre_op(
    category = C {
        hardware = "packed_4x8_integer_dot_product",
        available = |backend| backend.has("packed_4x8_integer_dot_product"),
    },
    lower = target(
        wgsl = "
fn dot4_u8(a: u32, b: u32) -> u32 {
    return dot4U8Packed(a, b);
}",
        cuda = "
__device__ u32 vyre_dot4_u8(u32 a, u32 b) {
    return __dp4a(a, b, 0u);
}",
    ),
    laws(
        Commutative,
        Absorbing(0),
        Bounded(0, 260_100),
        Not(Associative, witness = (1, 0x100, 0x100)),
        Not(Identity(1), witness = (0x100)),
        ZeroProduct(false, witness = (0xFF, 0xFF00)),
        // A greater low byte gives a greater result, whatever the high bytes are.
        Not(LeftMonotone, witness = (0xFF, 0x100, 1)),
    ),
    boundaries(
        (0xFFFF_FFFF, 0xFFFF_FFFF),
        (0x8080_8080, 0x8080_8080),
        (0x8080_8080, 0x7F7F_7F7F),
        (0xFF, 0xFF00_0000),
    ),
    table(
        (0x0102_0304, 0x0506_0708) => 70, "5 + 12 + 21 + 32" from "WGSL, section dot4U8Packed",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 260_100, "4 * 255 * 255: no byte has a sign" from "WGSL, section dot4U8Packed",
        (0xFF00_0000, 0x0000_00FF) => 0, "each byte meets its own alone",
    ),
)]
pub const fn dot4_u8(a: u32, b: u32) -> u32 {
    let low = (a & 0xFF)
        .wrapping_mul(b & 0xFF)
        .wrapping_add(((a >> 8) & 0xFF).wrapping_mul((b >> 8) & 0xFF));
    let high = ((a >> 16) & 0xFF)
        .wrapping_mul((b >> 16) & 0xFF)
        .wrapping_add((a >> 24).wrapping_mul(b >> 24));
    low.wrapping_add(high)
}
