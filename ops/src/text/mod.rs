//! Text in ASCII: characters and their classes, and four of them in a word.
//!
//! A packed word holds four bytes, the first least significant, as a buffer of bytes does. Classes accept any number as
//! a code; no code above 127 is in a class of ASCII.
#![allow(
    clippy::manual_range_contains,
    reason = "classes are compared as bodies are, which have no ranges"
)]

mod ascii_lower;
mod ascii_upper;
mod digit_value;
mod equal_bytes;
mod four_digits;
mod has_zero_byte;
mod is_alphabetic;
mod is_digit;
mod is_hex_digit;
mod is_whitespace;

pub use ascii_lower::ascii_lower;
pub use ascii_upper::ascii_upper;
pub use digit_value::digit_value;
pub use equal_bytes::equal_bytes;
pub use four_digits::four_digits;
pub use has_zero_byte::has_zero_byte;
pub use is_alphabetic::is_alphabetic;
pub use is_digit::is_digit;
pub use is_hex_digit::is_hex_digit;
pub use is_whitespace::is_whitespace;
