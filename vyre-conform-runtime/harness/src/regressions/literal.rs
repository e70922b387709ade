//! Values as text that people can type.

use super::ValueError;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// A value as `(type, digits)`: hexadecimal (for a float its bits), signed decimal for `i32`, `true`/`false`, lanes
/// separated by spaces.
pub fn print(value: &Value) -> (String, String) {
    let w = value.words();
    let text = match value.ty() {
        ValueType::I32 => (w[0] as i32).to_string(),
        ValueType::Bool => (w[0] != 0).to_string(),
        ValueType::U64 => format!("0x{:016x}", u64::from(w[0]) | u64::from(w[1]) << 32),
        _ => w
            .iter()
            .map(|w| format!("0x{w:08x}"))
            .collect::<Vec<_>>()
            .join(" "),
    };
    (value.ty().rust_name().into(), text)
}

/// Parses a value from [`print()`], or hand-written in decimal.
///
/// # Errors
///
/// If no type has this name, or the text is not a value of it.
pub fn parse(ty: &str, text: &str) -> Result<Value, ValueError> {
    let unknown = || ValueError::Type { ty: ty.to_owned() };
    let kind = ValueType::from_rust_name(ty).ok_or_else(unknown)?;
    let bad = || ValueError::Text {
        text: text.to_owned(),
        ty: ty.to_owned(),
    };
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(&hex.replace('_', ""), 16).map_err(|_| bad()),
        None => text.replace('_', "").parse().map_err(|_| bad()),
    };
    let word = |text: &str| u32::try_from(number(text)?).map_err(|_| bad());
    let words = match kind {
        ValueType::I32 => vec![text.parse::<i32>().map_err(|_| bad())? as u32],
        ValueType::Bool => vec![u32::from(text.parse::<bool>().map_err(|_| bad())?)],
        ValueType::U64 => {
            let n = number(text)?;
            vec![n as u32, (n >> 32) as u32]
        }
        // The bits, as printed.
        _ if kind.float().is_some() => {
            let bits = word(text.strip_prefix("0x").map_or("", |_| text))?;
            if bits & !kind.word_mask() != 0 {
                return Err(bad());
            }
            vec![bits]
        }
        _ => text
            .split_whitespace()
            .map(word)
            .collect::<Result<Vec<_>, _>>()?,
    };
    if words.len() != kind.words() {
        return Err(ValueError::Lanes {
            text: text.to_owned(),
            found: words.len(),
            ty: ty.to_owned(),
            expected: kind.words(),
        });
    }
    Ok(Value::from_words(kind, &words))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the value that was printed.
    #[test]
    fn values_survive_the_round_trip() {
        let values = [
            Value::of(0xdead_beefu32),
            Value::of(-7i32),
            Value::of(u64::MAX - 1),
            Value::of(true),
            Value::of([1u32, 2]),
            Value::of([1u32, 2, 3, u32::MAX]),
            Value::of(-0.0f32),
            Value::of(half::f16::NAN),
            Value::of(half::bf16::from_f32(1.5)),
        ];
        for value in values {
            let (ty, text) = print(&value);
            assert_eq!(parse(&ty, &text), Ok(value));
        }
    }

    /// Oracle: the ranges of the types.
    #[test]
    fn invalid_values_are_refused_by_name() {
        for (ty, text) in [
            ("u32", "0x100000000"),
            ("i32", "x"),
            ("f64", "1"),
            ("f32", "1"),
            ("f16", "0x10000"),
            ("[u32; 2]", "1"),
        ] {
            let message = parse(ty, text).unwrap_err().to_string();
            assert!(message.contains(ty), "{message}");
        }
    }
}
