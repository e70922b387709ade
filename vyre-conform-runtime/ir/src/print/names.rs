//! The names of a function's locals, tables and buffers.

use super::words::write_name;
use crate::{BufferDecl, BufferId, Function, Local, LocalId, Program, Table, Type};
use std::borrow::Cow;
use std::collections::HashMap;

/// The unique names of a function's locals and tables, and of a kernel's buffers. The second item with
/// a name is written `x#2`, the third `x#3`, and so on: buffers first, then tables, then locals.
#[derive(Debug)]
pub struct Names<'a> {
    locals: Vec<String>,
    tables: Vec<String>,
    buffers: Vec<String>,
    pub(super) function: &'a Function,
    declared: &'a [BufferDecl],
}

/// Names made unique; `counts` holds the number of occurrences of each so far.
pub(super) fn labels<'a>(
    names: impl Iterator<Item = &'a str>,
    counts: &mut HashMap<&'a str, u32>,
) -> Vec<String> {
    let label = |name: &'a str| {
        let count = counts.entry(name).or_insert(0);
        *count += 1;
        let mut label = String::new();
        write_name(name, &mut label);
        if *count > 1 {
            label.push_str(&format!("#{count}"));
        }
        label
    };
    names.map(label).collect()
}

impl<'a> Names<'a> {
    /// The names of a function.
    pub fn new(function: &'a Function) -> Self {
        Self::with(function, &[])
    }

    /// The names of a program's kernel.
    pub fn of_kernel(program: &'a Program) -> Self {
        Self::with(&program.entry, &program.buffers)
    }

    fn with(function: &'a Function, declared: &'a [BufferDecl]) -> Self {
        let mut counts = HashMap::new();
        Self {
            buffers: labels(declared.iter().map(|b| b.name.as_str()), &mut counts),
            tables: labels(function.tables.iter().map(|t| t.name.as_str()), &mut counts),
            locals: labels(function.locals.iter().map(|l| l.name.as_str()), &mut counts),
            function,
            declared,
        }
    }

    /// The name of a buffer; `#buffer(7)` if it does not exist.
    pub fn of_buffer(&self, buffer: BufferId) -> Cow<'_, str> {
        known(&self.buffers, "buffer", buffer.0)
    }

    /// The name of a local; `#local(7)` if it does not exist.
    pub fn of_local(&self, local: LocalId) -> Cow<'_, str> {
        known(&self.locals, "local", local.0)
    }

    pub(super) fn of_table(&self, table: u32) -> Cow<'_, str> {
        known(&self.tables, "table", table)
    }

    pub(super) fn local(&self, local: LocalId) -> Option<&'a Local> {
        self.function.locals.get(local.0 as usize)
    }

    /// The name of a local with its type; without a type if the local does not exist.
    pub(super) fn typed(&self, local: LocalId) -> String {
        let name = self.of_local(local);
        match self.local(local) {
            Some(cached) => format!("{name}: {}", shape(cached)),
            None => name.into_owned(),
        }
    }

    /// The type that the parser infers for a read of a local, a table and a buffer; u32 if it does not
    /// exist.
    pub(super) fn type_of_local(&self, local: LocalId) -> Type {
        self.local(local).map_or(Type::U32, |l| l.ty)
    }

    pub(super) fn type_of_table(&self, table: u32) -> Type {
        let table: Option<&Table> = self.function.tables.get(table as usize);
        table.map_or(Type::U32, |t| t.ty)
    }

    pub(super) fn type_of_buffer(&self, buffer: BufferId) -> Type {
        let decl = self.declared.get(buffer.0 as usize);
        decl.map_or(Type::U32, |b| b.element.loaded())
    }
}

/// The type of a local: `u32`, or `[u32; 4]` for an array.
fn shape(local: &Local) -> Cow<'static, str> {
    match local.len {
        Some(len) => format!("[{}; {len}]", local.ty.name()).into(),
        None => local.ty.name().into(),
    }
}

/// The label at this index, or the notation for a missing item.
pub(super) fn known<'a>(labels: &'a [String], kind: &str, number: u32) -> Cow<'a, str> {
    match labels.get(number as usize) {
        Some(label) => label.into(),
        None => format!("#{kind}({number})").into(),
    }
}
