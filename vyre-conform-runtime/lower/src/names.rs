//! Names and literals.
//!
//! A name chosen by an author never occurs unchanged: it is reduced to letters, digits and underscores,
//! and gets one of the prefixes of [`Kind`]. No WGSL keyword and no name of the lowering begins with
//! one of them, so no list of reserved words is needed.

use vyre_conform_ir::Type;

/// The kind of item that an author's name denotes; each has a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Local,
    Function,
    Buffer,
    Table,
    /// A module-scope declaration of a hand-written text.
    HandWritten,
}

impl Kind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Local => "v_",
            Self::Function => "f_",
            Self::Buffer => "b_",
            Self::Table => "t_",
            Self::HandWritten => "h_",
        }
    }

    /// An author's name as an identifier of the text.
    pub(super) fn named(self, name: &str) -> String {
        format!("{}{}", self.prefix(), letters(name))
    }
}

/// The name of the WGSL function of an op: `f_` and its name, in which every character that WGSL may
/// reject is replaced by its number.
pub fn function_name(name: &str) -> String {
    Kind::Function.named(name)
}

/// `name` reduced to letters, digits and underscores.
pub(super) fn letters(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut text = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(c),
            _ => text.push_str(&format!("u{:x}", u32::from(c))),
        }
    }
    text
}

/// The identifier `base` if it is free; otherwise the first free one with a numeric suffix from `from`
/// on, and that number.
pub(super) fn numbered(
    base: &str,
    from: u64,
    used_names: impl Fn(&str) -> bool,
) -> (String, Option<u64>) {
    if !used_names(base) {
        return (base.to_owned(), None);
    }
    let mut number = from;
    loop {
        let name = format!("{base}_{number}");
        if !used_names(&name) {
            return (name, Some(number));
        }
        number += 1;
    }
}

/// A literal of a type. Bit patterns and large numbers are in hexadecimal for readability.
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
