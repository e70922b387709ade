//! Encoding and decoding: digits of base16, base32 and base64, UTF-8, varints, zigzag, Gray and Morton codes, bit
//! fields.
#![allow(
    clippy::manual_range_contains,
    reason = "classes are compared as bodies are, which have no ranges"
)]

mod base32_digit;
mod base32_value;
mod base64_digit;
mod base64_value;
mod field_pack;
mod field_unpack;
mod gray_decode;
mod gray_encode;
mod hex_digit;
mod hex_value;
mod leb128_decode;
mod leb128_encode;
mod leb128_length;
mod morton_decode;
mod morton_encode;
mod morton_encode_3d;
mod morton_gather_2d;
mod morton_gather_3d;
mod morton_spread_2d;
mod morton_spread_3d;
mod utf8_length;
mod zigzag_decode;
mod zigzag_decode_64;
mod zigzag_encode;
mod zigzag_encode_64;

pub use base32_digit::base32_digit;
pub use base32_value::base32_value;
pub use base64_digit::base64_digit;
pub use base64_value::base64_value;
pub use field_pack::field_pack;
pub use field_unpack::field_unpack;
pub use gray_decode::gray_decode;
pub use gray_encode::gray_encode;
pub use hex_digit::hex_digit;
pub use hex_value::hex_value;
pub use leb128_decode::leb128_decode;
pub use leb128_encode::leb128_encode;
pub use leb128_length::leb128_length;
pub use morton_decode::morton_decode;
pub use morton_encode::morton_encode;
pub use morton_encode_3d::morton_encode_3d;
pub use morton_gather_2d::morton_gather_2d;
pub use morton_gather_3d::morton_gather_3d;
pub use morton_spread_2d::morton_spread_2d;
pub use morton_spread_3d::morton_spread_3d;
pub use utf8_length::utf8_length;
pub use zigzag_decode::zigzag_decode;
pub use zigzag_decode_64::zigzag_decode_64;
pub use zigzag_encode::zigzag_encode;
pub use zigzag_encode_64::zigzag_encode_64;
