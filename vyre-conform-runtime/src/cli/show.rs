//! `show`: everything about one op.

use crate::backend::{Code, OpCode};
use crate::catalog::{Catalog, Op};
use crate::lower;
use crate::strategy::TypedLaw;
use std::fmt::Write;

/// The op's page, or only its WGSL.
pub(super) fn show(catalog: &Catalog, name: &str, wgsl_only: bool) -> Result<String, String> {
    let op = catalog.find(name).ok_or_else(|| unknown(catalog, name))?;
    let wgsl = wgsl(op)?;
    if wgsl_only {
        return Ok(wgsl);
    }
    let def = op.def;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} (version {}, category {})",
        def.id,
        def.version,
        def.category.letter()
    );
    let _ = writeln!(out, "{}\n\n{}", def.place, def.docs.trim());
    section(&mut out, "laws");
    for law in def.laws {
        let typed = TypedLaw::new(law, &def.op).map_err(|e| e.to_string())?;
        let _ = writeln!(out, "  {:<32} {}", law.text, typed.symbols());
    }
    section(&mut out, "spec table");
    for row in def.rows {
        let inputs: Vec<String> = (row.inputs)().iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "  ({}) -> {}   {}",
            inputs.join(", "),
            (row.expected)(),
            row.rationale
        );
    }
    section(&mut out, "classes");
    for class in def.classes {
        let _ = writeln!(out, "  {} = {}", class.name, class.text);
    }
    section(&mut out, "alternates");
    for alternate in def.alternates {
        let _ = writeln!(out, "  {}", alternate.name);
    }
    if let Ok(module) = &op.module {
        section(&mut out, "IR");
        let _ = writeln!(out, "{}", crate::ir::print::module(module.module()));
    }
    section(&mut out, "WGSL");
    out.push_str(&wgsl);
    Ok(out)
}

fn section(out: &mut String, title: &str) {
    let _ = writeln!(out, "\n{title}");
}

fn wgsl(op: &Op) -> Result<String, String> {
    let module = op.module.as_ref().map_err(|problems| {
        problems
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    })?;
    let code = OpCode::of(op.def, module);
    Ok(match code.code {
        Code::Wgsl(text) => text.to_owned(),
        Code::Module(module) => lower::functions(module, &code.signature, code.name),
    })
}

/// The ids that look like what was asked for.
fn unknown(catalog: &Catalog, name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    let close: Vec<&str> = catalog
        .ops()
        .iter()
        .map(|op| op.def.id)
        .filter(|id| id.contains(last))
        .collect();
    match close.as_slice() {
        [] => format!("there is no op `{name}`; `list` shows every op"),
        ids => format!("there is no op `{name}`; did you mean {}?", ids.join(", ")),
    }
}
