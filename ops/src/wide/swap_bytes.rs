use super::{bit_and, bit_not, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// Bytes in reverse order: little-endian to big-endian and back.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Odd(bit_not),
        Not(Monotone, witness = (1, 0x8000_0000_0000_0000)),
        Not(Antitone, witness = (0, 1)),
        Not(Idempotent, witness = (1)),
    ),
    boundaries((0xFF), (0xFF00_0000_0000_0000), (0x00FF_FF00), (u64::MAX)),
    classes(
        palindrome = a == a.swap_bytes(),
        to_larger = a < a.swap_bytes(),
        to_smaller = a > a.swap_bytes(),
    ),
    table(
        (0x0123_4567_89AB_CDEF) => 0xEFCD_AB89_6745_2301, "the bytes 01 23 .. EF read from the other end",
        (1) => 0x0100_0000_0000_0000, "the lowest byte becomes the highest; its bits keep their order",
        (0xFF00_0000_0000_0000) => 0xFF, "the highest byte becomes the lowest",
        (0xFF_0000_0000) => 0xFF00_0000, "the lowest byte of the high word becomes the highest of the low word",
    ),
    alternates(
        masks_and_shifts: wgsl = "
fn swap_bytes(a: vec2<u32>) -> vec2<u32> {
    let pairs = ((a >> vec2<u32>(8u)) & vec2<u32>(0x00FF00FFu)) | ((a & vec2<u32>(0x00FF00FFu)) << vec2<u32>(8u));
    let words = (pairs >> vec2<u32>(16u)) | (pairs << vec2<u32>(16u));
    return words.yx;
}",
    ),
)]
pub const fn swap_bytes(a: u64) -> u64 {
    a.swap_bytes()
}
