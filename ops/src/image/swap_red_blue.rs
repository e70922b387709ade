use super::{
    abs_diff_bytes, average_bytes, blend_over, max_bytes, min_bytes, premultiply,
    saturating_add_bytes,
};
use crate::bitwise::{bit_and, bit_not, bit_or, bit_xor};
use vyre_conform_runtime::vyre_op;

/// A packed pixel with red and blue exchanged: converts the order red, green, blue, alpha to blue, green, red, alpha,
/// and back.
///
/// `R8G8B8A8` and `B8G8R8A8` of the [Vulkan
/// specification](https://registry.khronos.org/vulkan/specs/latest/html/vkspec.html#formats).
#[vyre_op(
    laws(
        Involution,
        Homomorphism(bit_and, bit_and),
        Homomorphism(bit_or, bit_or),
        Homomorphism(bit_xor, bit_xor),
        // Byte-wise ops that treat all bytes alike commute with it.
        Homomorphism(min_bytes, min_bytes),
        Homomorphism(max_bytes, max_bytes),
        Homomorphism(average_bytes, average_bytes),
        Homomorphism(abs_diff_bytes, abs_diff_bytes),
        Homomorphism(saturating_add_bytes, saturating_add_bytes),
        Homomorphism(blend_over, blend_over),
        Odd(premultiply),
        Odd(bit_not),
        Not(Monotone, witness = (0xFF, 0x1_0000)),
    ),
    boundaries((0xFF), (0xFF_0000), (0xFF00_FF00), (0x0102_0304)),
    classes(same = a & 0xFF == (a >> 16) & 0xFF, other = a & 0xFF != (a >> 16) & 0xFF),
    table(
        (0x0403_0201) => 0x0401_0203, "red and blue change places",
        (0x0000_00FF) => 0x00FF_0000, "red becomes blue",
        (0x00FF_0000) => 0x0000_00FF, "blue becomes red",
        (0xFF00_FF00) => 0xFF00_FF00, "green and alpha stay",
    ),
    alternates(
        by_rotations: wgsl = "
fn swap_red_blue(a: u32) -> u32 {
    return (a & 0xFF00FF00u) | (((a << 16u) | (a >> 16u)) & 0x00FF00FFu);
}",
    ),
)]
pub const fn swap_red_blue(a: u32) -> u32 {
    (a & 0xFF00_FF00) | ((a & 0xFF) << 16) | ((a >> 16) & 0xFF)
}
