//! Checked accesses: a read out of bounds returns zero, a write does nothing.
//!
//! Buffers are words in the canonical layout; local arrays and tables are values. A buffer that other
//! invocations may write concurrently is read through `volatile` (`read`), so that a value compared
//! with a bound is not read a second time for its use; a buffer with atomics is accessed by relaxed
//! atomics in C11 (`peek`, `poke`).

use super::{Part, function};
use crate::Dialect;
use vyre_conform_ir::AtomicOp;

/// The access function `stem` for elements of type `ty`.
pub(super) fn part(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    if let ("peek" | "poke", "u32") = (stem, ty) {
        return Some(plain_access(stem, dialect));
    }
    if let Some(op) = AtomicOp::ALL
        .iter()
        .find(|op| format!("{stem}_{ty}") == step_name(**op))
    {
        return Some(step(*op, dialect));
    }
    let words = words_of(ty)?;
    let own = if words > 1 && ty != "u64" {
        vec![ty.to_owned(), format!("make_{ty}")]
    } else {
        vec![]
    };
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let (storage, shared) = (dialect.storage(), dialect.shared());
    let load = |space: String| {
        let head = format!("{ty} {stem}_{ty}({space}u32 *words, u32 length, u32 i)");
        let index = if words == 1 {
            ""
        } else {
            &format!("const size_t at = (size_t)i * {words};\n")
        };
        let body = format!(
            "if (i >= length) return {};\n{index}return {};",
            zero(ty),
            from_words(ty)
        );
        Some(Part::new(function(dialect, &head, &body), &own))
    };
    let store = |space: &str| {
        let head = format!("void {stem}_{ty}({space}u32 *words, u32 length, u32 i, {ty} value)");
        let body = format!("if (i >= length) return;\n{}", to_words(ty, words));
        Some(Part::new(function(dialect, &head, &body), &own))
    };
    match stem {
        "load" => load(format!("const {storage}")),
        "read" => load(format!("const volatile {storage}")),
        "shared" if dialect == Dialect::C11 && ty == "vec4" => Some(Part::new(
            function(
                dialect,
                "vec4 shared_vec4(const u32 *words, u32 length, u32 i)",
                SHARED_VEC4,
            ),
            &own,
        )),
        "shared" => load(format!("const {shared}")),
        "store" => store(storage),
        "share" => store(shared),
        "element" | "table" => Some(array_read(stem, ty, &own, dialect)),
        "put" => {
            let head = format!("void put_{ty}({ty} *array, u32 length, u32 i, {ty} value)");
            let body = "if (i < length) array[i] = value;";
            Some(Part::new(function(dialect, &head, body), &own))
        }
        _ => None,
    }
}

/// The words of an element in memory.
fn words_of(ty: &str) -> Option<usize> {
    match ty {
        "u32" | "i32" | "bool" => Some(1),
        "u64" | "vec2" => Some(2),
        "u128" | "vec4" => Some(4),
        _ => None,
    }
}

/// A read of an array of the function, or of a table.
fn array_read(stem: &str, ty: &str, needs: &[&str], dialect: Dialect) -> Part {
    let space = if stem == "table" {
        dialect.table_pointer()
    } else {
        "const "
    };
    let head = format!("{ty} {stem}_{ty}({space}{ty} *array, u32 length, u32 i)");
    let body = format!("return i < length ? array[i] : {};", zero(ty));
    Part::new(function(dialect, &head, &body), needs)
}

/// A branch-free read of workgroup memory, because compilers do not vectorise reads after a branch. A
/// first element always exists.
const SHARED_VEC4: &str = "\
const u32 kept = i < length ? 0xffffffffu : 0;
const size_t at = (size_t)(i & kept) * 4;
return make_vec4(words[at] & kept, words[at + 1] & kept, words[at + 2] & kept, words[at + 3] & kept);";

/// Zero of a type.
pub(crate) fn zero(ty: &str) -> &'static str {
    match ty {
        "bool" => "false",
        "u128" => "make_u128(0, 0)",
        "vec2" => "make_vec2(0, 0)",
        "vec4" => "make_vec4(0, 0, 0, 0)",
        _ => "0",
    }
}

fn from_words(ty: &str) -> &'static str {
    match ty {
        "i32" => "(i32)words[i]",
        "bool" => "words[i] != 0",
        "u64" => "(u64)words[at] | ((u64)words[at + 1] << 32)",
        "vec2" => "make_vec2(words[at], words[at + 1])",
        "vec4" => "make_vec4(words[at], words[at + 1], words[at + 2], words[at + 3])",
        "u128" => {
            "make_u128((u64)words[at] | ((u64)words[at + 1] << 32), \
             (u64)words[at + 2] | ((u64)words[at + 3] << 32))"
        }
        _ => "words[i]",
    }
}

fn to_words(ty: &str, words: usize) -> String {
    let values: &[&str] = match ty {
        "u64" => &["(u32)value", "(u32)(value >> 32)"],
        "vec2" => &["value.x", "value.y"],
        "vec4" => &["value.x", "value.y", "value.z", "value.w"],
        "u128" => &[
            "(u32)value.lo",
            "(u32)(value.lo >> 32)",
            "(u32)value.hi",
            "(u32)(value.hi >> 32)",
        ],
        "u32" => return "words[i] = value;".to_owned(),
        _ => return "words[i] = (u32)value;".to_owned(),
    };
    let stores = (0..).zip(values).map(|(k, value)| match k {
        0 => format!("words[at] = {value};\n"),
        _ => format!("words[at + {k}] = {value};\n"),
    });
    let stores: String = stores.collect();
    format!(
        "const size_t at = (size_t)i * {words};\n{}",
        stores.trim_end()
    )
}

/// The name of the function of an atomic step.
pub(crate) fn step_name(op: AtomicOp) -> String {
    format!("step_{}", op.name())
}

/// Non-atomic reads and writes of a word that has atomics.
fn plain_access(stem: &str, dialect: Dialect) -> Part {
    let storage = dialect.storage();
    let (head, body) = match (stem, dialect) {
        ("peek", Dialect::C11) => (
            "u32 peek_u32(u32 *words, u32 length, u32 i)".to_owned(),
            "if (i >= length) return 0;\nreturn atomic_load_explicit((_Atomic u32 *)&words[i], memory_order_relaxed);",
        ),
        ("peek", _) => (
            format!("u32 peek_u32(const volatile {storage}u32 *words, u32 length, u32 i)"),
            "return i < length ? words[i] : 0;",
        ),
        (_, Dialect::C11) => (
            "void poke_u32(u32 *words, u32 length, u32 i, u32 value)".to_owned(),
            "if (i < length) atomic_store_explicit((_Atomic u32 *)&words[i], value, memory_order_relaxed);",
        ),
        _ => (
            format!("void poke_u32(volatile {storage}u32 *words, u32 length, u32 i, u32 value)"),
            "if (i < length) words[i] = value;",
        ),
    };
    Part::new(function(dialect, &head, body), &[])
}

/// An atomic step, which returns the previous value.
fn step(op: AtomicOp, dialect: Dialect) -> Part {
    let storage = dialect.storage();
    let expected = match op {
        AtomicOp::CompareExchange => ", u32 expected",
        _ => "",
    };
    let head = format!(
        "u32 {}({storage}u32 *words, u32 length, u32 i, u32 value{expected})",
        step_name(op)
    );
    let body = match dialect {
        Dialect::C11 => c11(op),
        Dialect::OpenCl => opencl(op),
        Dialect::Cuda => cuda(op),
    };
    let body = format!("if (i >= length) return 0;\n{body}");
    Part::new(function(dialect, &head, &body), &[])
}

fn c11(op: AtomicOp) -> String {
    let place = "_Atomic u32 *place = (_Atomic u32 *)&words[i];\n";
    let explicit = |name: &str| {
        format!("{place}return atomic_{name}_explicit(place, value, memory_order_relaxed);")
    };
    let exchange = "atomic_compare_exchange_strong_explicit(place, &before, value, memory_order_relaxed, \
                    memory_order_relaxed)";
    let repeat = |keeps: &str| {
        let weak = exchange.replace("strong", "weak");
        format!(
            "{place}u32 before = atomic_load_explicit(place, memory_order_relaxed);\n\
             while ({keeps} && !{weak}) {{\n}}\nreturn before;"
        )
    };
    match op {
        AtomicOp::Add => explicit("fetch_add"),
        AtomicOp::Or => explicit("fetch_or"),
        AtomicOp::And => explicit("fetch_and"),
        AtomicOp::Xor => explicit("fetch_xor"),
        AtomicOp::Exchange => explicit("exchange"),
        // C11 has neither; an unchanged value need not be written.
        AtomicOp::Min => repeat("value < before"),
        AtomicOp::Max => repeat("value > before"),
        AtomicOp::CompareExchange => {
            format!("{place}u32 before = expected;\n{exchange};\nreturn before;")
        }
    }
}

fn opencl(op: AtomicOp) -> String {
    let place = "(volatile __global u32 *)&words[i]";
    let name = match op {
        AtomicOp::Exchange => "xchg",
        AtomicOp::CompareExchange => {
            return format!("return atomic_cmpxchg({place}, expected, value);");
        }
        other => other.name(),
    };
    format!("return atomic_{name}({place}, value);")
}

fn cuda(op: AtomicOp) -> String {
    let name = match op {
        AtomicOp::Add => "Add",
        AtomicOp::Or => "Or",
        AtomicOp::And => "And",
        AtomicOp::Xor => "Xor",
        AtomicOp::Min => "Min",
        AtomicOp::Max => "Max",
        AtomicOp::Exchange => "Exch",
        AtomicOp::CompareExchange => {
            return "return atomicCAS(&words[i], expected, value);".to_owned();
        }
    };
    format!("return atomic{name}(&words[i], value);")
}
