//! Names, types and literals.
//!
//! A name chosen by an author never occurs unchanged: it is reduced to letters, digits and underscores,
//! and gets a prefix, `v_` for a local, `b_` for a buffer, and at file level that of the unit. No
//! keyword, macro or function of a dialect and no other name of the lowering begins with one of them,
//! so no list of reserved words is needed.

use super::Dialect;
use super::library;
use super::text::{Level, Text};
use std::collections::HashSet;
use vyre_conform_ir::Type;

/// The types that every text declares.
pub(super) const TYPES: [&str; 4] = ["u32", "i32", "u64", "i64"];

/// True if a name is one of the shared file-level names.
pub(super) fn is_shared(name: &str) -> bool {
    TYPES.contains(&name) || library::has(name)
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

/// The default prefix of the lowering's own names.
pub(super) const PREFIX: &str = "vyre_";

/// The names of one scope, which are unique.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    taken: HashSet<String>,
    /// The prefix of the names of functions and tables only.
    prefix: String,
}

impl Scope {
    /// An empty scope with this prefix for functions and tables.
    pub(super) fn new(prefix: &str) -> Self {
        Self {
            taken: HashSet::new(),
            prefix: prefix.to_owned(),
        }
    }

    /// An empty scope with the same prefix.
    pub(super) fn beside(&self) -> Self {
        Self::new(&self.prefix)
    }

    /// A name without the prefix.
    pub(super) fn bare<'a>(&self, name: &'a str) -> &'a str {
        name.strip_prefix(&*self.prefix).unwrap_or(name)
    }

    /// The first free name for an internal item: `end`, `end_1`, ...
    pub(super) fn claim(&mut self, name: &str) -> String {
        self.first_free(name.to_owned())
    }

    /// The first free name for an author's local.
    pub(super) fn local(&mut self, name: &str) -> String {
        // A local with the name of a function would hide it.
        let prefix = if self.prefix.starts_with("v_") {
            "l_"
        } else {
            "v_"
        };
        self.first_free(format!("{prefix}{}", letters(name)))
    }

    /// The first free name for a buffer.
    pub(super) fn buffer(&mut self, name: &str) -> String {
        self.first_free(format!("b_{}", letters(name)))
    }

    /// The first free name at file level, with the prefix.
    pub(super) fn own(&mut self, name: &str) -> String {
        self.first_free(format!("{}{}", self.prefix, letters(name)))
    }

    /// Reserves a name unchanged; returns true if it was free.
    pub(super) fn take(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_owned())
    }

    fn first_free(&mut self, base: String) -> String {
        let mut name = base.clone();
        let mut number = 0;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }
}

/// The type of a value. A float is its bits, and an element of bytes holds four of them.
pub(super) const fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::U32 | Type::Bytes | Type::Float(_) => "u32",
        Type::I32 => "i32",
        Type::U64 => "u64",
        Type::Bool => "bool",
        Type::U128 => "u128",
        Type::Vec2 => "vec2",
        Type::Vec4 => "vec4",
    }
}

/// A 32-bit literal; bit patterns and large numbers are in hexadecimal for readability.
pub(super) fn word(bits: u32) -> String {
    if bits < 0x1_0000 {
        format!("{bits}u")
    } else {
        format!("{bits:#x}u")
    }
}

/// A literal of a type.
pub(super) fn literal(ty: Type, bits: u64, dialect: Dialect) -> Text {
    let suffix = dialect.suffix_u64();
    match ty {
        Type::Bool => Text::primary(if bits == 0 { "false" } else { "true" }),
        Type::I32 => match bits as u32 as i32 {
            // 2147483648 is not an int, so neither is its negation.
            i32::MIN => Text::primary("(-2147483647 - 1)"),
            negative @ ..0 => Text::new(negative.to_string(), Level::Unary),
            other => Text::primary(other.to_string()),
        },
        Type::U64 if bits < 0x1_0000 => Text::primary(format!("{bits}{suffix}")),
        Type::U64 => Text::primary(format!("{bits:#x}{suffix}")),
        _ => Text::primary(word(bits as u32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the rule in this file's documentation, and the uniqueness of names in a scope.
    #[test]
    fn a_name_means_one_thing() {
        let mut scope = Scope::new(PREFIX);
        for (name, operands) in [
            ("x", "v_x"),
            ("x", "v_x_1"),
            ("x_1", "v_x_1_1"),
            ("int", "v_int"),
            ("r#for", "v_for"),
            ("_", "v__"),
            ("9", "v_9"),
            ("é", "v_ue9"),
            ("", "v_"),
            ("vyre_f", "v_vyre_f"),
        ] {
            assert_eq!(scope.local(name), operands, "{name}");
        }
        assert_eq!(scope.buffer("x"), "b_x");
        assert_eq!(scope.own("x"), "vyre_x");
        assert_eq!(scope.claim("end"), "end");
        assert_eq!(scope.claim("end"), "end_1");
        assert_eq!(Scope::new("v_").local("x"), "l_x");
    }

    /// Oracle: the grammar of literals; C has no literal of the least i32.
    #[test]
    fn literals() {
        let of = |ty, bits| literal(ty, bits, Dialect::C11).into_string();
        assert_eq!(of(Type::I32, 0x8000_0000), "(-2147483647 - 1)");
        assert_eq!(of(Type::I32, 0xffff_ffff), "-1");
        assert_eq!(of(Type::U32, 0xffff_ffff), "0xffffffffu");
        assert_eq!(of(Type::U64, 7), "7ull");
        assert_eq!(
            literal(Type::U64, 1 << 40, Dialect::OpenCl).into_string(),
            "0x10000000000ul"
        );
    }
}
