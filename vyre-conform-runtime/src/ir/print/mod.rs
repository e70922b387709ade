//! The readable text form of a module: stable for the same module, in the notation of the source.
//!
//! Locals that share a name are told apart by a number (`x`, `x_2`); literals are typed where they
//! are not `u32`; every operator that is no Rust operator is written as the Rust method it means.

mod names;
mod nodes;

pub use names::{Names, literal};

use super::{Function, Module};
use nodes::Printer;
use std::fmt::Write as _;

/// The text of a module, the op last.
pub fn module(module: &Module) -> String {
    let mut order: Vec<usize> = (0..module.functions.len()).collect();
    order.sort_by_key(|k| *k == module.entry.0 as usize);
    let texts: Vec<String> = order
        .into_iter()
        .map(|k| function(module, &module.functions[k]))
        .collect();
    texts.join("\n")
}

/// The text of one function.
pub fn function(module: &Module, function: &Function) -> String {
    let names = Names::of(function);
    let mut out = String::new();
    for table in &function.tables {
        let data: Vec<String> = table.data.iter().map(|v| literal(table.ty, *v)).collect();
        let (name, ty, len) = (&table.name, table.ty.name(), table.data.len());
        let _ = writeln!(out, "const {name}: [{ty}; {len}] = [{}];", data.join(", "));
    }
    let params: Vec<String> = function
        .params
        .iter()
        .map(|p| format!("{}: {}", names.of_local(*p), names.ty(*p)))
        .collect();
    let results: Vec<&str> = function.results.iter().map(|t| t.name()).collect();
    let results = match &results[..] {
        [one] => (*one).to_owned(),
        many => format!("({})", many.join(", ")),
    };
    let (name, params) = (&function.name, params.join(", "));
    let _ = writeln!(out, "fn {name}({params}) -> {results} {{");
    Printer {
        module,
        names: &names,
        out: &mut out,
    }
    .nodes(&function.body, 1);
    out.push_str("}\n");
    out
}
