use super::{bit_and, bit_not, bit_or, bit_xor, swap_lanes};
use crate::bitwise;
use vyre_conform_runtime::vyre_op;

/// Bytes of each lane in reverse order: little-endian to big-endian and back.
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        Odd(bit_not),
        // It treats all lanes alike.
        Odd(swap_lanes),
        Not(Idempotent, witness = ([1; 2])),
    ),
    boundaries(
        ([255, 0xFF00_0000]),
        ([0xFFFF_FFFF, 0]),
        ([0xFF_FF00, 1]),
    ),
    classes(
        first_to_larger = a[0] < a[0].swap_bytes(),
        last_to_larger = a[1] < a[1].swap_bytes(),
        palindromes = a[0] == a[0].swap_bytes() && a[1] == a[1].swap_bytes(),
    ),
    table(
        ([0x1234_5678, 0x9ABC_DEF0]) => [0x7856_3412, 0xF0DE_BC9A], "the bytes of each lane read from the other end",
        ([1, 0xFF00_0000]) => [0x100_0000, 255], "the lowest byte becomes the highest; its bits keep their order",
        ([0xFF_FF00, 0xAA_BB00]) => [0xFF_FF00, 0xBB_AA00], "the two middle bytes change places",
    ),
    alternates(
        masks_and_shifts: wgsl = "
fn swap_bytes(a: vec2<u32>) -> vec2<u32> {
    let pairs = ((a >> vec2<u32>(8u)) & vec2<u32>(0x00FF00FFu)) | ((a & vec2<u32>(0x00FF00FFu)) << vec2<u32>(8u));
    return (pairs >> vec2<u32>(16u)) | (pairs << vec2<u32>(16u));
}",
    ),
)]
pub const fn swap_bytes(a: [u32; 2]) -> [u32; 2] {
    [bitwise::swap_bytes(a[0]), bitwise::swap_bytes(a[1])]
}
