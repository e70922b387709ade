//! `list`: one line an op, then one line an engine.

use crate::catalog::Catalog;
use crate::harness::report::counted;
use crate::registry::OpRef;
use std::fmt::Write;

/// The track of an op, with its tolerance where it has one.
pub(super) fn track(op: &OpRef) -> String {
    let name = op.track().name();
    match op.tolerance.as_ulps() {
        None => name.to_owned(),
        Some(ulps) => format!("{name}({ulps})"),
    }
}

/// A line below an entry that says why it is deprecated, where it is.
fn note(out: &mut String, width: usize, deprecated: Option<&str>) {
    if let Some(note) = deprecated {
        let _ = writeln!(out, "{:width$}  deprecated: {}", "", said(note));
    }
}

/// A note of deprecation in words, also where its author gave none.
pub(in crate::cli) fn said(note: &str) -> &str {
    match note.trim() {
        "" => "its author does not say why",
        note => note,
    }
}

/// Id, signature, category, track and the number of laws, rows, classes and alternates of every op.
pub(super) fn list(catalog: &Catalog) -> String {
    let mut out = String::new();
    let ids = catalog.ops().iter().map(|op| op.def.id);
    let all = ids.chain(catalog.engines().iter().map(|engine| engine.id));
    let width = all.map(str::len).max().unwrap_or(0);
    for op in catalog.ops() {
        let def = op.def;
        let types: Vec<_> = def
            .op
            .signature
            .operands
            .iter()
            .map(|t| t.rust_name())
            .collect();
        let signature = format!(
            "({}) -> {}",
            types.join(", "),
            def.op.signature.result.rust_name()
        );
        let _ = writeln!(
            out,
            "{:width$}  {signature:<32} {}  {:<7}  {}, {}, {}, {}",
            def.id,
            def.category.letter(),
            track(&def.op),
            counted(def.laws.len() as u64, "law", "laws"),
            counted(def.rows.len() as u64, "row", "rows"),
            counted(def.classes.len() as u64, "class", "classes"),
            counted(def.alternates.len() as u64, "alternate", "alternates")
        );
        note(&mut out, width, def.deprecated);
    }
    for engine in catalog.engines() {
        let names: Vec<&str> = engine.invariants.iter().map(|i| i.name()).collect();
        let _ = writeln!(
            out,
            "{:width$}  engine  {}, {} corpus cases",
            engine.id,
            names.join(", "),
            engine.corpus.len()
        );
        note(&mut out, width, engine.deprecated);
    }
    out
}
