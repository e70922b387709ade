//! Foreign texts on a terminal: driver names, and everything from a file.
//!
//! Terminals interpret control characters: a driver name with line feeds and colours could imitate output of this
//! program. Everything except plain characters is printed as its code.

use std::borrow::Cow;

/// True if a terminal displays the character as itself, in the line and direction of the surrounding text.
fn is_plain(c: char) -> bool {
    let obeyed = c.is_control()
        || matches!(c,
            // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
            '\u{ad}' | '\u{61c}' | '\u{180e}'
            // Zero-width spaces and joiners, direction marks.
            | '\u{200b}'..='\u{200f}'
            // Line and paragraph separators, bidirectional embeddings and overrides.
            | '\u{2028}'..='\u{202e}'
            // Invisible operators, bidirectional isolates, deprecated format characters.
            | '\u{2060}'..='\u{206f}'
            // Byte order mark, interlinear annotations.
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            // Tags and variation selectors.
            | '\u{e0000}'..='\u{e0fff}');
    !obeyed
}

/// A foreign text as one line of plain characters; others become codes such as `\u{1b}`.
pub fn plain(text: &str) -> Cow<'_, str> {
    escaped(text, is_plain)
}

/// A message of several lines whose line feeds belong to this program. Inserted texts are already [`plain`]; this
/// function is the last guard.
pub fn message(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c == '\n' || is_plain(c))
}

/// A JSON text with escapes in place of characters that are not plain, which only strings can contain.
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) {
            out.push(c)
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out += &format!("\\u{unit:04x}");
            }
        }
    }
    out
}

fn escaped(text: &str, taken: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&taken) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if taken(c) {
            out.push(c)
        } else {
            out.extend(c.escape_default())
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the effect of control characters on terminals (ECMA-48), and the bidirectional algorithm of Unicode.
    #[test]
    fn control_characters_are_escaped() {
        let forged = "llvmpipe\n\u{1b}[32mverified\u{1b}[0m\rx\u{9b}1m\u{202e}gpj\u{2028}\u{7f}";
        let shown = plain(forged);
        assert_eq!(
            shown,
            "llvmpipe\\n\\u{1b}[32mverified\\u{1b}[0m\\rx\\u{9b}1m\\u{202e}gpj\\u{2028}\\u{7f}"
        );
        for c in ['\u{200b}', '\u{2066}', '\u{feff}', '\u{e0041}', '\t', '\0'] {
            let text = format!("a{c}b");
            assert!(!plain(&text).contains(c), "{c:?}");
        }
        for text in [
            "NVIDIA H200",
            "Grafikkarte \u{fc}",
            "a \u{2264} b",
            "\u{1f600}",
        ] {
            assert!(matches!(plain(text), Cow::Borrowed(same) if same == text));
        }
        assert_eq!(message("one\ntwo\r"), "one\ntwo\\r");
    }

    /// Oracle: RFC 8259: an escape stands for its character, so that the value read back is the one written.
    #[test]
    fn escaped_json_keeps_its_value() {
        let driver = "a\u{1b}[31m\n\u{202e}b\u{e0041}\"\\ \u{fc}";
        let written = serde_json::to_string(driver).expect("text");
        let shown = json(&written);
        assert!(shown.chars().all(is_plain), "{shown}");
        assert!(shown.contains("\\udb40\\udc41") && shown.contains('\u{fc}'));
        assert_eq!(
            serde_json::from_str::<String>(&shown).expect("JSON"),
            driver
        );
    }
}
