//! Names and literals of the text.

use vyre_conform_ir::Type;

/// The name of the WGSL function of an op: `name`, with an underscore where WGSL has reserved it,
/// uses it for a built-in function that the text may call, or the lowering has one of that name
/// (`mod` becomes `mod_`).
pub fn function_name(name: &str) -> String {
    identifier(name)
}

/// `name` as an identifier that means nothing else in WGSL.
pub(super) fn identifier(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut text = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(c),
            _ => text.push_str(&format!("u{:x}", u32::from(c))),
        }
    }
    let first = text.chars().next();
    if text.trim_matches('_').is_empty() || first.is_some_and(|c| c.is_ascii_digit()) {
        text.insert(0, 'v');
    }
    while text.starts_with("__") {
        text.remove(0);
    }
    if text.starts_with("vyre_") || text.starts_with("Vyre") || super::reserved::is_taken(&text) {
        text.push('_');
    }
    text
}

/// What numbers are put behind, so that `x_` and `x` share theirs.
pub(super) fn stem(base: &str) -> &str {
    base.trim_end_matches('_')
}

/// The identifier `base` if it is not `taken`; otherwise the first that is not among those with a number
/// behind its stem, `from` on, and that number.
pub(super) fn numbered(
    base: &str,
    from: u64,
    taken: impl Fn(&str) -> bool,
) -> (String, Option<u64>) {
    if !taken(base) {
        return (base.to_owned(), None);
    }
    let stem = stem(base);
    let mut number = from;
    loop {
        let name = format!("{stem}_{number}");
        if !taken(&name) && !super::reserved::is_taken(&name) {
            return (name, Some(number));
        }
        number += 1;
    }
}

/// A literal of a type. Bit patterns and large numbers are easier to read in hexadecimal.
pub(super) fn literal(ty: Type, bits: u64) -> String {
    let word = |w: u32| {
        if w < 0x1_0000 && !(w > 255 && (w + 1).is_power_of_two()) {
            format!("{w}u")
        } else {
            format!("{w:#x}u")
        }
    };
    match ty {
        Type::U32 | Type::Bytes | Type::Float(_) => word(bits as u32),
        Type::I32 if bits as u32 as i32 == i32::MIN => "i32(-2147483648)".to_owned(),
        Type::I32 => format!("{}i", bits as u32 as i32),
        Type::U64 | Type::Vec2 => format!(
            "vec2<u32>({}, {})",
            word(bits as u32),
            word((bits >> 32) as u32)
        ),
        Type::U128 | Type::Vec4 => format!(
            "vec4<u32>({}, {}, 0u, 0u)",
            word(bits as u32),
            word((bits >> 32) as u32)
        ),
        Type::Bool => (bits != 0).to_string(),
    }
}
