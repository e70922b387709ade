//! The state of one function's text under construction: names, bounds, lines.

use super::memory::KernelContext;
use super::name_scope::NameScope;
use super::names::Kind;
use super::range::Ranges;
use super::text::Text;
use super::walk::{each_node, each_own, each_part, read_local, written_local};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use vyre_conform_ir::Signature;
use vyre_conform_ir::{Expr, Function, LocalId, Node};

/// The names of a module's functions and tables.
#[derive(Debug, Default)]
pub(super) struct ModuleNames {
    /// The prefix of every module-scope name that the text declares.
    pub(super) prefix: String,
    /// The prefix of the library functions' names.
    pub(super) library: String,
    /// Every module-scope name.
    pub(super) taken: BTreeSet<String>,
    /// For a name, a number below which all suffixes are taken.
    pub(super) next: HashMap<String, u64>,
    /// A name for each function.
    pub(super) functions: Vec<String>,
    /// The name of each function's result structure, if it has several results.
    pub(super) results: Vec<Option<String>>,
    /// A name for each table of each function.
    pub(super) tables: Vec<Vec<String>>,
}

/// The uses of a local in a function.
#[derive(Clone, Debug, Default)]
struct LocalUses<'a> {
    reads: usize,
    writes: usize,
    assigned: Rc<[&'a Expr]>,
}

/// The text of one function under construction.
pub(super) struct Writer<'a> {
    /// The function.
    pub(super) function: &'a Function,
    /// Its index in the module.
    pub(super) number: usize,
    /// The module-scope names.
    pub(super) module: &'a ModuleNames,
    /// The signature, if this is the op itself.
    pub(super) boundary: Option<&'a Signature>,
    /// The context, if this is the kernel of a program.
    pub(super) kernel: Option<&'a KernelContext<'a>>,
    uses: Vec<LocalUses<'a>>,
    /// The locals that may be counters of counted loops.
    counters: HashSet<LocalId>,
    /// Upper bounds of the locals in scope.
    pub(super) ranges: Ranges,
    /// Library functions in use.
    pub(super) library: BTreeSet<&'static str>,
    names: Vec<Option<Text>>,
    taken: NameScope,
    lines: Vec<String>,
    indent: usize,
    /// True if no storage buffer was accessed since the last storage barrier.
    pub(super) untouched: bool,
    /// True if a storage buffer was accessed, here or in an enclosing loop.
    pub(super) touched: bool,
}

impl<'a> Writer<'a> {
    /// A fresh writer.
    pub(super) fn new(function: &'a Function, number: usize, module: &'a ModuleNames) -> Self {
        let mut uses = vec![LocalUses::default(); function.locals.len()];
        let mut assigned: HashMap<LocalId, Vec<&Expr>> = HashMap::new();
        each_node(&function.body, &mut |node| {
            each_own(node, &mut |expr| {
                each_part(expr, &mut |e| {
                    if let Some(local) = read_local(e) {
                        uses[local.0 as usize].reads += 1;
                    }
                });
            });
            if let Some(local) = written_local(node) {
                uses[local.0 as usize].writes += 1;
            }
            if let Node::Assign { local, value } = node {
                assigned.entry(*local).or_default().push(value);
            }
        });
        for (local, values) in assigned {
            uses[local.0 as usize].assigned = values.into();
        }
        Self {
            function,
            number,
            module,
            boundary: None,
            kernel: None,
            uses,
            counters: super::loops::counters(&function.body),
            ranges: Ranges::default(),
            library: BTreeSet::new(),
            names: vec![None; function.locals.len()],
            taken: NameScope::new(),
            lines: Vec::new(),
            indent: 1,
            untouched: false,
            touched: false,
        }
    }

    /// A free name: `base`, possibly with a numeric suffix.
    pub(super) fn fresh(&mut self, base: &str) -> String {
        let module = self.module;
        self.taken.claim(base, |name| module.taken.contains(name))
    }

    /// Names a local in the text.
    pub(super) fn bind(&mut self, local: LocalId) -> String {
        let name = self.fresh(&self.local_name(local));
        self.alias(local, Text::primary(name.clone()));
        name
    }

    /// Makes a local read as `text`.
    pub(super) fn alias(&mut self, local: LocalId, text: Text) {
        self.names[local.0 as usize] = Some(text);
    }

    /// The text of a read of a local.
    pub(super) fn read(&self, local: LocalId) -> Text {
        self.names[local.0 as usize].clone().unwrap_or_else(|| {
            // Validation has rejected modules with reads of unbound locals.
            Text::primary(self.local_name(local))
        })
    }

    /// The preferred name of a local in the text.
    pub(super) fn local_name(&self, local: LocalId) -> String {
        Kind::Local.named(&self.function.locals[local.0 as usize].name)
    }

    /// True if anything reads a local.
    pub(super) fn is_read(&self, local: LocalId) -> bool {
        self.uses[local.0 as usize].reads > 0
    }

    /// The number of nodes that assign a local.
    pub(super) fn writes(&self, local: LocalId) -> usize {
        self.uses[local.0 as usize].writes
    }

    /// The number of reads and writes of a local.
    pub(super) fn uses_of(&self, local: LocalId) -> usize {
        let uses = &self.uses[local.0 as usize];
        uses.reads + uses.writes
    }

    /// True if a local may be the counter of a counted loop.
    pub(super) fn is_counter(&self, local: LocalId) -> bool {
        self.counters.contains(&local)
    }

    /// The values that assignments give a local.
    pub(super) fn assigned(&self, local: LocalId) -> Rc<[&'a Expr]> {
        self.uses[local.0 as usize].assigned.clone()
    }

    /// Writes a line: a statement, or the head or end of a block.
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.lines
            .push(format!("{}{}", "    ".repeat(self.indent), text.as_ref()));
    }

    /// A repeatable value: `text` itself, or the name of a `let` that holds it.
    pub(super) fn shared(&mut self, text: Text, hint: &str) -> Text {
        if text.is_short() {
            return text;
        }
        self.named(text, hint)
    }

    /// The name of a new `var` that holds `text`, which front ends do not resolve.
    pub(super) fn opaque(&mut self, text: Text, hint: &str) -> Text {
        let name = self.fresh(hint);
        self.line(format!("var {name} = {};", text.into_string()));
        Text::primary(name)
    }

    /// The name of a new `let` that holds `text`.
    pub(super) fn named(&mut self, text: Text, hint: &str) -> Text {
        let name = self.fresh(hint);
        self.line(format!("let {name} = {};", text.into_string()));
        Text::primary(name)
    }

    /// Runs `f` in a nested block, with its own names and bounds.
    pub(super) fn nested(&mut self, f: impl FnOnce(&mut Self)) {
        let known = self.ranges.mark();
        self.taken.open();
        self.indent += 1;
        f(self);
        self.indent -= 1;
        self.taken.close();
        self.ranges.restore(known);
    }

    /// The result of `f` if it writes no line; otherwise its effects are undone.
    pub(super) fn without_lines<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (lines, used_names) = (self.lines.len(), self.taken.mark());
        let library = self.library.clone();
        let value = f(self);
        if self.lines.len() == lines {
            return Some(value);
        }
        self.lines.truncate(lines);
        self.taken.back_to(used_names);
        self.library = library;
        None
    }

    /// Writes a line in the enclosing block.
    pub(super) fn outer_line(&mut self, text: impl AsRef<str>) {
        self.indent -= 1;
        self.line(text);
        self.indent += 1;
    }

    /// The text, with the library functions in use.
    pub(super) fn finish(self) -> (String, BTreeSet<&'static str>) {
        (self.lines.join("\n"), self.library)
    }
}
