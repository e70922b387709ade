use vyre_conform_runtime::{vyre_fn, vyre_op};

/// The dot product of the four bytes of one word with those of another; bytes are signed (two's complement).
#[vyre_op(
    category = C {
        hardware = "packed_4x8_integer_dot_product",
        available = |backend| backend.has("packed_4x8_integer_dot_product"),
    },
    lower = target(
        wgsl = "
fn dot4_i8(a: u32, b: u32) -> i32 {
    return dot4I8Packed(a, b);
}",
        cuda = "
__device__ i32 vyre_dot4_i8(u32 a, u32 b) {
    return __dp4a((i32)a, (i32)b, 0);
}",
    ),
    laws(
        Commutative,
        Bounded(-65_024, 65_536),
    ),
    boundaries(
        (0xFFFF_FFFF, 0xFFFF_FFFF),
        (0x8080_8080, 0x8080_8080),
        (0x8080_8080, 0x7F7F_7F7F),
        (0xFF, 0xFF00_0000),
    ),
    table(
        (0x0102_0304, 0x0506_0708) => 70, "5 + 12 + 21 + 32" from "WGSL, section dot4I8Packed",
        (0xFFFF_FFFF, 0xFFFF_FFFF) => 4, "four times -1 * -1" from "WGSL, section dot4I8Packed",
        (0x8080_8080, 0x7F7F_7F7F) => -65_024, "four times -128 * 127",
        (0x8080_8080, 0x8080_8080) => 65_536, "four times -128 * -128",
    ),
)]
pub const fn dot4_i8(a: u32, b: u32) -> i32 {
    let low = product(a, b).wrapping_add(product(a >> 8, b >> 8));
    let high = product(a >> 16, b >> 16).wrapping_add(product(a >> 24, b >> 24));
    low.wrapping_add(high)
}

/// The product of the low bytes.
#[vyre_fn]
const fn product(a: u32, b: u32) -> i32 {
    (((a << 24) as i32) >> 24).wrapping_mul(((b << 24) as i32) >> 24)
}
