//! Images in integers: packed pixels, colour spaces, blending, and four bytes at a time.
//!
//! A packed pixel is one word of four bytes, red in the lowest, then green, blue and alpha: the order of four bytes in
//! memory. Quotients are rounded exactly to the nearest integer, unless an op says otherwise.

mod abs_diff_bytes;
mod average_bytes;
mod blend_over;
mod lerp_bytes;
mod linear16_to_srgb8;
mod luma_601;
mod luma_709;
mod max_bytes;
mod min_bytes;
mod mul_div_255;
mod premultiply;
mod rgb565_pack;
mod rgb565_unpack;
mod rgb_to_ycbcr;
mod sad_bytes;
mod saturating_add_bytes;
mod srgb8_to_linear16;
mod swap_red_blue;
mod ycbcr_to_rgb;
mod ycocg_r;
mod ycocg_r_inverse;

pub use abs_diff_bytes::abs_diff_bytes;
pub use average_bytes::average_bytes;
pub use blend_over::blend_over;
pub use lerp_bytes::lerp_bytes;
pub use linear16_to_srgb8::linear16_to_srgb8;
pub use luma_601::luma_601;
pub use luma_709::luma_709;
pub use max_bytes::max_bytes;
pub use min_bytes::min_bytes;
pub use mul_div_255::mul_div_255;
pub use premultiply::premultiply;
pub use rgb_to_ycbcr::rgb_to_ycbcr;
pub use rgb565_pack::rgb565_pack;
pub use rgb565_unpack::rgb565_unpack;
pub use sad_bytes::sad_bytes;
pub use saturating_add_bytes::saturating_add_bytes;
pub use srgb8_to_linear16::srgb8_to_linear16;
pub use swap_red_blue::swap_red_blue;
pub use ycbcr_to_rgb::ycbcr_to_rgb;
pub use ycocg_r::ycocg_r;
pub use ycocg_r_inverse::ycocg_r_inverse;

use vyre_conform_runtime::vyre_fn;

/// A number up to 255 * 255 divided by 255, rounded to the nearest integer; no such quotient is a tie.
#[vyre_fn]
pub(crate) const fn over_255(product: u32) -> u32 {
    let raised = product.wrapping_add(128);
    raised.wrapping_add(raised >> 8) >> 8
}

/// The byte of a word whose lowest bit is bit `from`.
#[vyre_fn]
pub(crate) const fn byte(word: u32, from: u32) -> u32 {
    (word >> (from & 31)) & 0xFF
}

/// Four bytes as a word, the first lowest.
#[vyre_fn]
pub(crate) const fn packed(a: u32, b: u32, c: u32, d: u32) -> u32 {
    a | (b << 8) | (c << 16) | (d << 24)
}
