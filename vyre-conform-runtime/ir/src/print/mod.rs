//! Programs and modules as text. [`parse`](crate::parse) reads the same text form, and specifies it:
//! `parse::program(&print::program(&p)) == Ok(p)` for every program, valid or not, that the wire format
//! accepts.

mod expr;
mod literal;
mod names;
mod nodes;
mod order;
pub(crate) mod words;

pub use literal::literal;
pub use names::Names;

use crate::{Access, BufferDecl, BufferId, Callee, Function, LocalId, Module, Program, Table};
use names::labels;
use nodes::Printer;
use std::collections::HashMap;
use std::fmt::Write as _;
use words::write_name;

/// The text of a module, with its functions in order. If there are several, `entry` marks the op.
pub fn module(module: &Module) -> String {
    let names = module.functions.iter().map(|f| f.name.as_str());
    let callees = labels(names, &mut HashMap::new());
    let entry = module.entry.0 as usize;
    let mut out = String::new();
    if entry >= callees.len() {
        let _ = writeln!(out, "entry #function({entry})");
    }
    for (k, function) in module.functions.iter().enumerate() {
        out.push_str(if out.is_empty() { "" } else { "\n" });
        let mark = k == entry && callees.len() > 1;
        let mark = if mark { "entry " } else { "" };
        write_function(mark, &callees[k], function, &callees, &mut out);
    }
    out
}

/// The text of a program: its buffers, functions and kernel.
pub fn program(program: &Program) -> String {
    let [x, y, z] = program.workgroup_size;
    let mut out = String::from("program ");
    write_name(&program.name, &mut out);
    let _ = writeln!(out, " workgroup_size({x}, {y}, {z})");
    let names = Names::of_kernel(program);
    for (k, buffer) in (0..).zip(&program.buffers) {
        let name = names.of_buffer(BufferId(k));
        write_buffer(&name, buffer, &mut out);
    }
    let called = program.callees.iter().map(|callee| match callee {
        Callee::Function(function) => function.name.as_str(),
        Callee::Op(id) => id,
    });
    let callees = labels(called, &mut HashMap::new());
    for (callee, label) in program.callees.iter().zip(&callees) {
        match callee {
            Callee::Function(function) => {
                out.push('\n');
                write_function("", label, function, &callees, &mut out);
            }
            Callee::Op(_) => out.push_str(&format!("use op {label}\n")),
        }
    }
    let entry = &program.entry;
    out.push_str("\nkernel");
    if entry.name != program.name {
        out.push(' ');
        write_name(&entry.name, &mut out);
    }
    write_locals(&names, &mut out);
    if !entry.params.is_empty() || !entry.results.is_empty() {
        write_signature(&names, &mut out);
    }
    write_body(&names, &callees, &mut out);
    out
}

fn write_buffer(name: &str, buffer: &BufferDecl, out: &mut String) {
    let (access, element) = (buffer.access.name(), buffer.element.name());
    // The binding of a workgroup buffer is unused and normally 0.
    if buffer.access != Access::Workgroup || buffer.binding != 0 {
        let _ = write!(out, "binding({}) ", buffer.binding);
    }
    let _ = match buffer.count {
        Some(count) => writeln!(out, "{access} {name}: [{element}; {count}]"),
        None => writeln!(out, "{access} {name}: [{element}]"),
    };
}

fn write_function(
    mark: &str,
    label: &str,
    function: &Function,
    callees: &[String],
    out: &mut String,
) {
    let names = Names::new(function);
    let _ = write!(out, "{mark}fn {label}");
    write_locals(&names, out);
    write_signature(&names, out);
    write_body(&names, callees, out);
}

/// `(a: u32, b: u32) -> u32`
fn write_signature(names: &Names<'_>, out: &mut String) {
    let function = names.function;
    let params: Vec<String> = function.params.iter().map(|p| names.typed(*p)).collect();
    let results: Vec<&str> = function.results.iter().map(|t| t.name()).collect();
    let params = params.join(", ");
    let _ = match &results[..] {
        [one] => write!(out, "({params}) -> {one}"),
        many => write!(out, "({params}) -> ({})", many.join(", ")),
    };
}

/// Writes ` locals[x: u32, a: u32]` if the order of the locals does not follow from the text.
fn write_locals(names: &Names<'_>, out: &mut String) {
    if !order::is_that_of_the_text(names.function) {
        let locals = (0..names.function.locals.len() as u32).map(LocalId);
        let locals: Vec<String> = locals.map(|local| names.typed(local)).collect();
        let _ = write!(out, " locals[{}]", locals.join(", "));
    }
}

/// Tables and nodes.
fn write_body(names: &Names<'_>, callees: &[String], out: &mut String) {
    let function = names.function;
    out.push_str(" {\n");
    for (k, table) in (0..).zip(&function.tables) {
        write_table(&names.of_table(k), table, out);
    }
    Printer {
        callees,
        names,
        out,
    }
    .nodes(&function.body, 1);
    out.push_str("}\n");
}

fn write_table(name: &str, table: &Table, out: &mut String) {
    let (ty, len) = (table.ty.name(), table.data.len());
    let _ = write!(out, "    const {name}: [{ty}; {len}] = [");
    for (k, value) in table.data.iter().enumerate() {
        out.push_str(if k == 0 { "" } else { ", " });
        literal::write_literal(table.ty, *value, out);
    }
    out.push_str("];\n");
}
