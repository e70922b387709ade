//! What the text of one function knows while it is written: names, bounds, lines.

use super::memory::Surroundings;
use super::name_scope::NameScope;
use super::names::Kind;
use super::range::Ranges;
use super::text::Text;
use super::walk::{each_node, each_own, each_part, read_local, written};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use vyre_conform_ir::Signature;
use vyre_conform_ir::{Expr, Function, LocalId, Node};

/// The names of a module's functions and tables in the text.
#[derive(Debug, Default)]
pub(super) struct ModuleNames {
    /// What every name of module scope begins with that the text declares.
    pub(super) prefix: String,
    /// What the names of the library's functions begin with.
    pub(super) library: String,
    /// Every name of module scope.
    pub(super) taken: BTreeSet<String>,
    /// For a name, a number below which all are taken behind it.
    pub(super) next: HashMap<String, u64>,
    /// A name for each function.
    pub(super) functions: Vec<String>,
    /// The name of each function's result structure, where it has several results.
    pub(super) results: Vec<Option<String>>,
    /// A name for each table of each function.
    pub(super) tables: Vec<Vec<String>>,
}

/// How a function uses a local.
#[derive(Clone, Debug, Default)]
struct Uses<'a> {
    reads: usize,
    writes: usize,
    assigned: Rc<[&'a Expr]>,
}

/// The text of one function in the making.
pub(super) struct Writer<'a> {
    /// The function.
    pub(super) function: &'a Function,
    /// Its number in the module.
    pub(super) number: usize,
    /// The names of module scope.
    pub(super) module: &'a ModuleNames,
    /// The types at the boundary, if this is the op itself.
    pub(super) boundary: Option<&'a Signature>,
    /// What there is beside functions, if this is the kernel of a program.
    pub(super) kernel: Option<&'a Surroundings<'a>>,
    uses: Vec<Uses<'a>>,
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
    /// True if nothing was done to the buffers of the host since the last barrier that orders it.
    pub(super) untouched: bool,
    /// True if anything was done to these buffers, here or in a loop around.
    pub(super) touched: bool,
}

impl<'a> Writer<'a> {
    /// A writer that has not written anything.
    pub(super) fn new(function: &'a Function, number: usize, module: &'a ModuleNames) -> Self {
        let mut uses = vec![Uses::default(); function.locals.len()];
        let mut assigned: HashMap<LocalId, Vec<&Expr>> = HashMap::new();
        each_node(&function.body, &mut |node| {
            each_own(node, &mut |expr| {
                each_part(expr, &mut |e| {
                    if let Some(local) = read_local(e) {
                        uses[local.0 as usize].reads += 1;
                    }
                });
            });
            if let Some(local) = written(node) {
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

    /// A name that nothing in scope has: `base`, or `base` with a number behind it.
    pub(super) fn fresh(&mut self, base: &str) -> String {
        let module = self.module;
        self.taken.claim(base, |name| module.taken.contains(name))
    }

    /// Gives a local its name in the text.
    pub(super) fn bind(&mut self, local: LocalId) -> String {
        let name = self.fresh(&self.local_name(local));
        self.alias(local, Text::primary(name.clone()));
        name
    }

    /// Lets a local be read as `text`.
    pub(super) fn alias(&mut self, local: LocalId, text: Text) {
        self.names[local.0 as usize] = Some(text);
    }

    /// How a local is read.
    pub(super) fn read(&self, local: LocalId) -> Text {
        self.names[local.0 as usize].clone().unwrap_or_else(|| {
            // Validation has refused a module that reads what no binding reaches.
            Text::primary(self.local_name(local))
        })
    }

    /// The name of a local in the text where nothing else has it.
    pub(super) fn local_name(&self, local: LocalId) -> String {
        Kind::Local.named(&self.function.locals[local.0 as usize].name)
    }

    /// True if anything reads a local.
    pub(super) fn is_read(&self, local: LocalId) -> bool {
        self.uses[local.0 as usize].reads > 0
    }

    /// The number of nodes that give a local a new value.
    pub(super) fn writes(&self, local: LocalId) -> usize {
        self.uses[local.0 as usize].writes
    }

    /// How often a local is read or written.
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

    /// A statement, or a line that opens or closes a block.
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        self.lines
            .push(format!("{}{}", "    ".repeat(self.indent), text.as_ref()));
    }

    /// A value that can be repeated: `text` itself, or the name of a `let` that holds it.
    pub(super) fn shared(&mut self, text: Text, hint: &str) -> Text {
        if text.is_short() {
            return text;
        }
        self.named(text, hint)
    }

    /// The name of a new `var` that holds `text`, into which no front end looks.
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

    /// Runs `f` a block deeper, with names and bounds of its own.
    pub(super) fn nested(&mut self, f: impl FnOnce(&mut Self)) {
        let known = self.ranges.mark();
        self.taken.open();
        self.indent += 1;
        f(self);
        self.indent -= 1;
        self.taken.close();
        self.ranges.back_to(known);
    }

    /// What `f` gives if it writes no line; otherwise nothing has happened.
    pub(super) fn without_lines<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (lines, taken) = (self.lines.len(), self.taken.mark());
        let library = self.library.clone();
        let value = f(self);
        if self.lines.len() == lines {
            return Some(value);
        }
        self.lines.truncate(lines);
        self.taken.back_to(taken);
        self.library = library;
        None
    }

    /// A line of the block around this one.
    pub(super) fn outer_line(&mut self, text: impl AsRef<str>) {
        self.indent -= 1;
        self.line(text);
        self.indent += 1;
    }

    /// Everything written.
    pub(super) fn finish(self) -> (String, BTreeSet<&'static str>) {
        (self.lines.join("\n"), self.library)
    }
}
