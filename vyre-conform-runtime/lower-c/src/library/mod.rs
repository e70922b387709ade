//! What the text calls: types of several words, operators that C lacks or leaves undefined, and checked accesses.
//!
//! A name says what it does and to which type, `div_u32`. Only standard operators on unsigned types are used, no
//! built-in function of a compiler: so the same lines serve every dialect, and none of them trusts an intrinsic. Floats
//! of native expressions alone (`floats`) are the dialect's own.

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
    /// What it needs, to stand before it.
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

/// `f = static inline u32 f`, `(head) { body }`.
fn function(dialect: Dialect, head: &str, body: &str) -> String {
    let lines: Vec<String> = body.lines().map(|line| format!("    {}\n", line)).collect();
    format!("{}{head} {{\n{}}}\n", dialect.function(), lines.concat())
}

/// The part of a name.
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

/// The text of these parts and of what they need, each once and behind what it needs.
///
/// # Panics
/// Panics at a name that the library lacks, which is a fault of the lowering.
pub(super) fn text(names: &BTreeSet<String>, dialect: Dialect) -> String {
    let parts = parts(names, dialect).into_iter();
    parts.map(|(_, text)| format!("\n{text}")).collect()
}

/// These parts and what they need, each once and behind what it needs, with their names.
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
