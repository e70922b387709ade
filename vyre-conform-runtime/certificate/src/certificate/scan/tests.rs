//! The scanner compared with the writer of values.

use super::super::canonical;
use super::*;
use serde_json::Value;

fn same(json: &str) {
    let value: Value = serde_json::from_str(json).expect("JSON");
    let found = scan(json).unwrap_or_else(|e| panic!("{json}: {e}"));
    assert_eq!(
        String::from_utf8(found.text().to_vec()).expect("UTF-8"),
        canonical::text(&value),
        "{json}"
    );
}

/// Oracle: the canonical text of the value that serde_json reads.
#[test]
fn text_is_the_canonical_text_of_the_value() {
    for json in [
        "null",
        " [ ] ",
        "{ }",
        "{\"b\" : [1, {\"d\":2,\"c\":\"\"}], \"a\": 10}",
        "{\"b\":{\"z\":{\"y\":1,\"x\":[{\"b\":1,\"a\":2}]},\"a\":0},\"a \":1,\"a\":2,\"a!\":3}",
        "\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\\b\\f\\r\\t\"",
        "\"\\ud83d\\ude00 \u{1f600} \u{7f}\"",
        "{\"\\n\":1,\"a\":2,\"\\\"\":3,\"\\u0021\":4,\"\\\\\":5}",
        "[true,false,18446744073709551615]",
    ] {
        same(json);
    }
    let fields = scan("{\"b\": [1], \"a\": {\"d\":2,\"c\":3}}").expect("an object");
    assert_eq!(fields.field("a"), Some(&b"{\"c\":3,\"d\":2}"[..]));
    assert_eq!(fields.field("b"), Some(&b"[1]"[..]));
    assert_eq!(fields.field("c"), None);
    let both: Vec<u8> = fields.object(&["a", "b"]).flatten().copied().collect();
    assert_eq!(both, fields.text());
    let one: Vec<u8> = fields.object(&["b"]).flatten().copied().collect();
    assert_eq!(one, b"{\"b\":[1]}");
}

/// Oracle: the grammar of JSON, and the table of texts without a canonical form.
#[test]
fn non_canonical_texts_are_refused() {
    let deep = "[".repeat(MAX_DEPTH + 1);
    for json in [
        "",
        " ",
        "{",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{,}",
        "{1:2}",
        "nul",
        "tru",
        "01",
        "1.5",
        "1e3",
        "-1",
        "+1",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud83d\"",
        "\"\\ud83d\\u0041\"",
        "\"\\ude00\"",
        "\"\n\"",
        "1 2",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"b\":2,\"\\u0061\":3}",
        &deep,
    ] {
        assert!(scan(json).is_err(), "{json}");
    }
}
