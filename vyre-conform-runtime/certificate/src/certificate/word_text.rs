//! Words in certificates: `0x` and eight hexadecimal digits.

/// A word as text.
pub fn word_text(word: u32) -> String {
    format!("0x{word:08x}")
}

/// The word of a text such as `0x0000002a`; `None` for other texts.
pub fn word_of_text(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x")?;
    // `from_str_radix` would accept a sign.
    let hexadecimal = digits.len() == 8 && digits.bytes().all(|c| c.is_ascii_hexdigit());
    hexadecimal.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: hand-written numbers.
    #[test]
    fn words_have_one_text() {
        for (word, text) in [
            (0, "0x00000000"),
            (42, "0x0000002a"),
            (u32::MAX, "0xffffffff"),
        ] {
            assert_eq!(word_text(word), text);
            assert_eq!(word_of_text(text), Some(word));
        }
        for wrong in [
            "",
            "0x",
            "0000002a",
            "0x2a",
            "0x+000002a",
            "0x0000_02a",
            "0x100000000",
        ] {
            assert_eq!(word_of_text(wrong), None, "{wrong}");
        }
    }
}
