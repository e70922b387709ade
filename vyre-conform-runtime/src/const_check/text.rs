//! Text for compile-time panics: `panic!` in a constant takes one `&str` and formats nothing.

use super::value::{ConstValue, words};
use vyre_conform_spec::ValueType;

/// A text of at most 1024 bytes; a longer one is truncated and ends in `...`.
pub struct Text {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl Text {
    const CAPACITY: usize = 1024;

    /// The empty text.
    pub const fn new() -> Self {
        Self {
            bytes: [0; Self::CAPACITY],
            len: 0,
        }
    }

    /// The text with another one appended.
    pub const fn str(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() {
            self.push(text[i]);
            i += 1;
        }
        self
    }

    /// The text with a value appended: hexadecimal, decimal if signed, `true` or `false`.
    pub const fn value<T: ConstValue>(self, value: T) -> Self {
        let w = words(value);
        match T::TYPE {
            ValueType::Bool => self.str(if w[0] != 0 { "true" } else { "false" }),
            ValueType::I32 => self.decimal(w[0] as i32),
            ValueType::U64 => self.str("0x").hex(w[1]).hex(w[0]),
            ValueType::Vec2U32 | ValueType::Vec4U32 => {
                let mut text = self.str("[");
                let mut k = 0;
                while k < T::TYPE.words() {
                    text = text.str(if k == 0 { "0x" } else { ", 0x" }).hex(w[k]);
                    k += 1;
                }
                text.str("]")
            }
            _ => self.str("0x").hex(w[0]),
        }
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.len);
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "(the text was cut inside a character)",
        }
    }

    const fn push(&mut self, byte: u8) {
        if self.len + 3 < Self::CAPACITY {
            self.bytes[self.len] = byte;
            self.len += 1;
        } else if self.len < Self::CAPACITY {
            self.bytes[self.len] = b'.';
            self.len += 1;
        }
    }

    const fn hex(mut self, word: u32) -> Self {
        let mut shift = 32;
        while shift > 0 {
            shift -= 4;
            self.push(b"0123456789abcdef"[(word >> shift & 15) as usize]);
        }
        self
    }

    const fn decimal(mut self, value: i32) -> Self {
        if value < 0 {
            self.push(b'-');
        }
        let mut rest = value.unsigned_abs();
        let mut unit = 1;
        while rest / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(b'0' + (rest / unit) as u8);
            rest %= unit;
            unit /= 10;
        }
        self
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: Rust's own formatting of the same values.
    #[test]
    fn values_are_written_as_rust_writes_them() {
        for v in [0, 1, -1, 10, 99, -100, i32::MIN, i32::MAX] {
            assert_eq!(Text::new().value(v).as_str(), v.to_string());
        }
        assert_eq!(
            Text::new().value(0xabcu32).as_str(),
            format!("{:#010x}", 0xabc)
        );
        assert_eq!(
            Text::new().value(5u64 << 33).as_str(),
            format!("{:#018x}", 5u64 << 33)
        );
        assert_eq!(Text::new().str("a ").value(true).as_str(), "a true");
        assert_eq!(
            Text::new().value([1u32, 2]).as_str(),
            "[0x00000001, 0x00000002]"
        );
    }

    /// Oracle: the documentation of `Text`.
    #[test]
    fn long_text_is_cut() {
        let long = "x".repeat(2000);
        let text = Text::new().str(&long);
        assert_eq!(text.as_str().len(), Text::CAPACITY);
        assert!(text.as_str().ends_with("x..."));
    }
}
