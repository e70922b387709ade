//! Results of backends as texts.

use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{ValueType, ulp};

/// The distance of two results.
pub(super) fn distance_words(op: &OpRef, expected: &[u32], found: &[u32]) -> String {
    match ulp::distance(op.signature.result, expected, found) {
        Some(1) => "1 ulp".to_owned(),
        Some(far) => format!("{far} ulps"),
        None => "no number of ulps".to_owned(),
    }
}

/// The value of a backend: in the form of expected values if it is valid for the type, otherwise as raw words.
pub(super) fn found_text(ty: ValueType, found: &[u32]) -> String {
    let value = Value::from_words(ty, found);
    if value.words() == found {
        value.to_string()
    } else {
        words(found)
    }
}

/// Raw words of a backend.
fn words(words: &[u32]) -> String {
    let hex: Vec<String> = words
        .iter()
        .map(|w| format!("0x{:04x}_{:04x}", w >> 16, w & 0xffff))
        .collect();
    hex.join(" ")
}
