//! The library of the texts: multi-word types, operators that C lacks or leaves undefined, and checked
//! accesses.
//!
//! A name states the operation and the type, `div_u32`. The library uses only standard operators on
//! unsigned types, no compiler builtins, so the same lines serve every dialect, and none depends on an
//! intrinsic. Only floats of native expressions (`floats`) are specific to the dialect.

mod floats;
mod memory;
mod multiword;
mod scalar;

pub(super) use memory::{step_name, zero};

use super::Dialect;
use std::collections::BTreeSet;

/// A part of the library.
#[derive(Debug)]
struct Part {
    text: String,
    /// The parts that must precede it.
    needs: Vec<String>,
}

impl Part {
    fn new(text: String, needs: &[&str]) -> Self {
        Self {
            text,
            needs: needs.iter().map(|n| (*n).to_owned()).collect(),
        }
    }
}

/// Builds a function from its head and body.
fn function(dialect: Dialect, head: &str, body: &str) -> String {
    let lines: Vec<String> = body.lines().map(|line| format!("    {}\n", line)).collect();
    format!("{}{head} {{\n{}}}\n", dialect.function(), lines.concat())
}

/// The part with a name.
fn part(name: &str, dialect: Dialect) -> Option<Part> {
    let (stem, ty) = name.rsplit_once('_').unwrap_or((name, ""));
    scalar::part(stem, ty, dialect)
        .or_else(|| multiword::part(stem, ty, dialect))
        .or_else(|| memory::part(stem, ty, dialect))
        .or_else(|| floats::part(stem, ty, dialect))
}

/// True if the library has this name.
pub(super) fn has(name: &str) -> bool {
    part(name, Dialect::C11).is_some()
}

/// The text of these parts and their dependencies, each once and after its dependencies.
///
/// # Panics
/// If the library lacks a name, which is a bug of the lowering.
pub(super) fn text(names: &BTreeSet<String>, dialect: Dialect) -> String {
    let parts = parts(names, dialect).into_iter();
    parts.map(|(_, text)| format!("\n{text}")).collect()
}

/// The names and texts of library parts and their dependencies, each once and after its dependencies.
pub(super) fn parts(names: &BTreeSet<String>, dialect: Dialect) -> Vec<(String, String)> {
    let mut written = BTreeSet::new();
    let mut out = vec![];
    for name in names {
        write(name, dialect, &mut written, &mut out);
    }
    out
}

fn write(
    name: &str,
    dialect: Dialect,
    written: &mut BTreeSet<String>,
    out: &mut Vec<(String, String)>,
) {
    if !written.insert(name.to_owned()) {
        return;
    }
    let part = part(name, dialect);
    let part = part.unwrap_or_else(|| unreachable!("the library has no `{name}`"));
    for need in &part.needs {
        write(need, dialect, written, out);
    }
    out.push((name.to_owned(), part.text));
}
