//! Functions: heads, tables, and the writer of their bodies.

use super::ids::ProgramContext;
use super::loops::Loop;
use super::names::{Scope, literal, type_name};
use super::native;
use super::unit::Unit;
use std::collections::BTreeSet;
use vyre_conform_ir::{Function, LocalId};

/// Writes the body of a function.
pub(super) struct Writer<'a, 'u> {
    pub(super) unit: &'u mut Unit,
    pub(super) function: &'a Function,
    /// The text of each local's uses.
    pub(super) names: Vec<String>,
    /// The name of each table.
    pub(super) tables: Vec<String>,
    /// The name of each function of the module.
    pub(super) callees: &'a [String],
    /// The enclosing program of a kernel.
    pub(super) program: Option<&'a ProgramContext<'a>>,
    /// The locals in the frame, for a C11 kernel.
    pub(super) framed: BTreeSet<LocalId>,
    /// The locals whose NaN may be arbitrary.
    pub(super) raw: BTreeSet<LocalId>,
    /// The fields of the frame.
    pub(super) fields: Vec<String>,
    pub(super) scope: Scope,
    pub(super) loops: Vec<Loop>,
    /// Number of barriers so far.
    pub(super) barriers: u32,
    /// The pointers for the results, if there are several.
    pub(super) results: Vec<String>,
    indent: usize,
    lines: String,
}

impl<'a, 'u> Writer<'a, 'u> {
    /// A writer that gives every local a unique name in `scope`.
    pub(super) fn new(
        unit: &'u mut Unit,
        function: &'a Function,
        callees: &'a [String],
        mut scope: Scope,
    ) -> Self {
        let locals = function.locals.iter();
        let names = locals.map(|local| scope.local(&local.name)).collect();
        let raw = native::raw(function, |callee| {
            let name = callees.get(callee);
            name.is_some_and(|name| unit.raws.contains_key(name))
        });
        Self {
            unit,
            function,
            names,
            tables: vec![],
            callees,
            program: None,
            framed: BTreeSet::new(),
            raw,
            fields: vec![],
            scope,
            loops: vec![],
            barriers: 0,
            results: vec![],
            indent: 1,
            lines: String::new(),
        }
    }

    /// Adds the tables to the unit; `name` is the function's.
    pub(super) fn write_tables(&mut self, name: &str) {
        for table in &self.function.tables {
            let bare = self.unit.names.bare(name);
            let called = format!("{bare}_{}", table.name);
            let called = self.unit.names.own(&called);
            let dialect = self.unit.dialect;
            let values = table.data.iter();
            let values: Vec<String> = values
                .map(|bits| literal(table.ty, *bits, dialect).into_string())
                .collect();
            let lines: Vec<String> = values
                .chunks(8)
                .map(|line| format!("    {},\n", line.join(", ")))
                .collect();
            self.unit.add(format!(
                "{}{} {called}[{}] = {{\n{}}};\n",
                dialect.table(),
                type_name(table.ty),
                table.data.len(),
                lines.concat()
            ));
            self.tables.push(called);
        }
    }

    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.lines.push_str("    ");
        }
        self.lines.push_str(text.as_ref());
        self.lines.push('\n');
    }

    /// `head {`, the output of `inside`, `}`.
    pub(super) fn block(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        self.line(if head.is_empty() {
            "{".to_owned()
        } else {
            format!("{head} {{")
        });
        self.indent += 1;
        inside(self);
        self.indent -= 1;
        self.line("}");
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.lines
    }
}

/// An internal function.
pub(super) fn text(unit: &mut Unit, function: &Function, name: &str, callees: &[String]) -> String {
    let qualifier = unit.dialect.function();
    let scope = unit.names.beside();
    let mut writer = Writer::new(unit, function, callees, scope);
    writer.write_tables(name);
    let mut params: Vec<String> = function
        .params
        .iter()
        .map(|p| {
            let ty = type_name(function.locals[p.0 as usize].ty);
            format!("{ty} {}", writer.names[p.0 as usize])
        })
        .collect();
    let result = match &function.results[..] {
        [] => "void",
        [one] => type_name(*one),
        many => {
            for (k, ty) in many.iter().enumerate() {
                let pointer = writer.scope.claim(&format!("result_{k}"));
                params.push(format!("{} *{pointer}", type_name(*ty)));
                writer.results.push(pointer);
            }
            "void"
        }
    };
    for ty in &function.results {
        writer.zero(*ty);
    }
    writer.nodes(&function.body);
    let params = if params.is_empty() {
        "void".to_owned()
    } else {
        params.join(", ")
    };
    let body = writer.finish();
    format!("{qualifier}{result} {name}({params}) {{\n{body}}}\n")
}
