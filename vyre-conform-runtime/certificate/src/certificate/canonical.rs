//! Canonical JSON: one text for one value.
//!
//! Keys sorted by their bytes, no whitespace, whole numbers only in decimal without leading zeros,
//! strings in UTF-8 with the two characters `"` and `\` and everything below U+0020 escaped (`\b`, `\t`,
//! `\n`, `\f`, `\r`, else `\u00xx` in lower case). This is RFC 8785 for values without fractions; keys
//! here are ASCII, where its order of UTF-16 units is the order of bytes.

use serde_json::Value;
use std::io::Write;

/// The canonical text. A number with a fraction is written as JSON would; certificates contain none, because the reader
/// refuses them.
pub fn text(value: &Value) -> String {
    let mut out = vec![];
    write(value, &mut out);
    String::from_utf8(out).expect("texts and ASCII")
}

/// The canonical text of an object with these canonical texts as values.
pub(super) fn object(mut fields: Vec<(&str, String)>) -> String {
    fields.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    let fields = fields.into_iter().map(|(name, value)| {
        let name = text(&Value::from(name));
        format!("{name}:{value}")
    });
    let mut out = String::from("{");
    push_list(&mut out, fields);
    out.push('}');
    out
}

/// The canonical text of an array with these canonical texts as items.
pub(super) fn array(items: impl Iterator<Item = String>) -> String {
    let mut out = String::from("[");
    push_list(&mut out, items);
    out.push(']');
    out
}

fn push_list(out: &mut String, items: impl Iterator<Item = String>) {
    for (k, item) in items.enumerate() {
        if k > 0 {
            out.push(',');
        }
        out.push_str(&item);
    }
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(number) => _ = write!(out, "{number}"),
        Value::String(text) => string(text, out),
        Value::Array(items) => {
            out.push(b'[');
            for (k, item) in items.iter().enumerate() {
                if k > 0 {
                    out.push(b',');
                }
                write(item, out);
            }
            out.push(b']');
        }
        Value::Object(fields) => {
            // The map's order depends on a feature of the library.
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
            out.push(b'{');
            for (k, (name, value)) in fields.into_iter().enumerate() {
                if k > 0 {
                    out.push(b',');
                }
                string(name, out);
                out.push(b':');
                write(value, out);
            }
            out.push(b'}');
        }
    }
}

/// Writes a string, one run of plain bytes at a time: the texts of a registry have millions of bytes.
pub(super) fn string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    let special = |byte: &u8| *byte < b' ' || *byte == b'"' || *byte == b'\\';
    while let Some(at) = rest.iter().position(special) {
        out.extend_from_slice(&rest[..at]);
        escaped(char::from(rest[at]), out);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// Writes one character of a string.
pub(super) fn escaped(c: char, out: &mut Vec<u8>) {
    match c {
        '"' => out.extend_from_slice(b"\\\""),
        '\\' => out.extend_from_slice(b"\\\\"),
        '\u{8}' => out.extend_from_slice(b"\\b"),
        '\t' => out.extend_from_slice(b"\\t"),
        '\n' => out.extend_from_slice(b"\\n"),
        '\u{c}' => out.extend_from_slice(b"\\f"),
        '\r' => out.extend_from_slice(b"\\r"),
        c if c < ' ' => _ = write!(out, "\\u{:04x}", u32::from(c)),
        c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the examples of RFC 8785 (sections 3.2.2 and 3.2.3), without their fractions.
    #[test]
    fn one_text_for_one_value() {
        let value: Value = serde_json::from_str(
            "{ \"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\n \
             \"literals\": [null, true, false], \"numbers\": [333333333, 4, 0] }",
        )
        .expect("JSON");
        assert_eq!(
            text(&value),
            "{\"literals\":[null,true,false],\"numbers\":[333333333,4,0],\
             \"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
        );
    }

    /// Oracle: equality of the values, whatever their layout and order.
    #[test]
    fn layout_and_order_do_not_matter() {
        let a: Value =
            serde_json::from_str("{\"b\": [1, {\"d\":2,\"c\":\"\"}], \"a\": 1}").unwrap();
        let b: Value = serde_json::from_str("{\"a\":1,\"b\":[1,{\"c\":\"\",\"d\":2}]}").unwrap();
        assert_eq!(text(&a), text(&b));
        assert_eq!(text(&a), "{\"a\":1,\"b\":[1,{\"c\":\"\",\"d\":2}]}");
    }
}
