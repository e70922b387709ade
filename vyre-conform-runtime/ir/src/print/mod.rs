//! The readable text form of a module: stable for the same module, in the notation of the source.
//!
//! Locals that share a name are distinguished by a number (`x`, `x_2`); literals are typed where they
//! are not `u32`; every operator that is not a Rust operator is written as the Rust method it means.

mod names;
mod nodes;

pub use names::{Names, literal};

use super::{Access, Callee, Function, Module, Program, Table};
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
        out.push_str(&table_text(table));
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

/// The text of a program: its buffers, the functions it brings along, and its kernel.
pub fn program(program: &Program) -> String {
    let [x, y, z] = program.workgroup_size;
    let mut out = format!("program {} workgroup_size({x}, {y}, {z})\n", program.name);
    for buffer in &program.buffers {
        let (name, access, element) = (&buffer.name, buffer.access.name(), buffer.element.name());
        let ty = match buffer.count {
            Some(count) => format!("[{element}; {count}]"),
            None => format!("[{element}]"),
        };
        let _ = match buffer.access {
            Access::Workgroup => writeln!(out, "{access} {name}: {ty}"),
            _ => writeln!(out, "binding({}) {access} {name}: {ty}", buffer.binding),
        };
    }
    let module = program.link(&());
    for callee in &program.callees {
        match callee {
            Callee::Function(callee) => out.push_str(&format!("\n{}", function(&module, callee))),
            Callee::Op(id) => out.push_str(&format!("use op {id}\n")),
        }
    }
    let names = Names::of_kernel(program);
    for table in &program.entry.tables {
        out.push_str(&table_text(table));
    }
    out.push_str("\nkernel {\n");
    Printer {
        module: &module,
        names: &names,
        out: &mut out,
    }
    .nodes(&program.entry.body, 1);
    out.push_str("}\n");
    out
}

fn table_text(table: &Table) -> String {
    let (name, ty, len) = (&table.name, table.ty.name(), table.data.len());
    let mut out = format!("const {name}: [{ty}; {len}] = [");
    for (k, value) in table.data.iter().enumerate() {
        out.push_str(if k == 0 { "" } else { ", " });
        names::write_literal(table.ty, *value, &mut out);
    }
    out.push_str("];\n");
    out
}
