//! Names, types and literals of the text.

use super::Dialect;
use super::library;
use super::text::{Level, Text};
use std::collections::HashSet;
use std::sync::LazyLock;
use vyre_conform_ir::Type;

/// Keywords and alternative tokens of C11, C++20, OpenCL C and CUDA, and types that are none.
const WORDS: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t \
class compl complex concept const consteval constexpr constinit const_cast continue co_await co_return co_yield \
decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto \
if inline int long main mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register \
reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch \
template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile \
wchar_t while xor xor_eq kernel global local constant generic pipe uniform read_only write_only read_write half quad uint ulong uchar ushort \
size_t ptrdiff_t intptr_t uintptr_t sampler_t event_t bitfield imaginary u32 i32 u64 i64 u128 vec2 vec4 frame \
workgroup_of local_of buffers lengths scratch groups kill_dependency threadIdx blockIdx blockDim gridDim warpSize \
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t NULL INFINITY NAN MAXFLOAT HUGE_VALF \
barrier get_group_id get_local_id get_global_id get_global_size __syncthreads offsetof max_align_t";

/// How the names of macros and functions of the headers begin or end.
const BEGINNINGS: [&str; 7] = [
    "vyre_",
    "atomic",
    "memory_order",
    "ATOMIC",
    "CL",
    "cuda",
    "__",
];
const ENDS: [&str; 4] = ["_MAX", "_MIN", "_C", "_t"];

/// Whether a name may mean something else in one of the dialects.
pub(super) fn is_taken(name: &str) -> bool {
    static SET: LazyLock<HashSet<&str>> = LazyLock::new(|| WORDS.split_whitespace().collect());
    SET.contains(name)
        || BEGINNINGS.iter().any(|b| name.starts_with(b))
        || ENDS.iter().any(|e| name.ends_with(e))
        || library::has(name)
}

/// `name` with nothing in it but letters, digits and underscores.
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

/// What the lowering's own names begin with where nobody chose something else.
pub(super) const PREFIX: &str = "vyre_";

/// Names of one scope, each given once.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    taken: HashSet<String>,
    /// What the names of functions and tables begin with, and no other.
    prefix: String,
}

impl Scope {
    /// A scope without names, where those of functions and tables begin with `prefix`.
    pub(super) fn new(prefix: &str) -> Self {
        Self {
            taken: HashSet::new(),
            prefix: prefix.to_owned(),
        }
    }

    /// An empty scope beside this one.
    pub(super) fn beside(&self) -> Self {
        Self::new(&self.prefix)
    }

    /// A name without the prefix.
    pub(super) fn bare<'a>(&self, name: &'a str) -> &'a str {
        name.strip_prefix(&*self.prefix).unwrap_or(name)
    }

    /// The first name like this that is free: `x`, `x_1`, ...
    pub(super) fn claim(&mut self, name: &str) -> String {
        let mut base = letters(name);
        let first = base.chars().next();
        if first.is_none_or(|c| c.is_ascii_digit() || c == '_') {
            base.insert(0, 'v');
        }
        if is_taken(&base) {
            base = format!("{}_v", base.trim_start_matches(PREFIX));
        }
        if base.starts_with(&self.prefix) {
            base.insert_str(0, "v_");
        }
        self.first_free(base)
    }

    /// The same for a name of the lowering's own, which begins with the prefix.
    pub(super) fn own(&mut self, name: &str) -> String {
        self.first_free(format!("{}{}", self.prefix, letters(name)))
    }

    /// Takes a name as it is; whether it was free.
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

/// The type of a value. A float is its bits, an element of bytes four of them.
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

/// A literal of 32 bits; patterns and large numbers are easier to read in hexadecimal.
pub(super) fn word(bits: u32) -> String {
    match bits < 0x1_0000 {
        true => format!("{bits}u"),
        false => format!("{bits:#x}u"),
    }
}

/// A literal of a type.
pub(super) fn literal(ty: Type, bits: u64, dialect: Dialect) -> Text {
    let suffix = dialect.suffix_u64();
    match ty {
        Type::Bool => Text::primary(if bits == 0 { "false" } else { "true" }),
        Type::I32 => match bits as u32 as i32 {
            // Two thousand million and more is not an int, so its negation is not either.
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

    /// Oracle: the standards' lists of keywords, and that a scope gives a name once.
    #[test]
    fn a_name_means_one_thing() {
        let mut scope = Scope::new(PREFIX);
        for (name, given) in [
            ("x", "x"),
            ("x", "x_1"),
            ("x_1", "x_1_1"),
            ("int", "int_v"),
            ("xor", "xor_v"),
            ("r#for", "for_v"),
            ("_", "v_"),
            ("9", "v9"),
            ("é", "ue9"),
            ("", "v"),
            ("div_u32", "div_u32_v"),
            ("vyre_f", "f_v"),
            ("INT32_MAX", "INT32_MAX_v"),
        ] {
            assert_eq!(scope.claim(name), given, "{name}");
        }
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
