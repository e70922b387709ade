//! A text under construction: its items, and its library dependencies.

use super::function;
use super::names::{PREFIX, Scope, TYPES};
use super::{Dialect, library};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use vyre_conform_ir::{
    Function, FunctionId, HardwareCall, Module, NativeExpression, renamed, words,
};

/// A text under construction.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) dialect: Dialect,
    /// File-level names.
    pub(super) names: Scope,
    /// Names of the functions of hand-written texts, by the ids of their ops.
    pub(super) hand_written: HashMap<&'static str, String>,
    /// Names of the functions of native implementations, by the name and expression of the op, its
    /// number of operands, and true if the result is a bool: ops of two libraries may agree in all
    /// else.
    pub(super) natives: HashMap<(String, String, (usize, bool)), String>,
    /// The variants that do not canonicalise a NaN, by the functions' names.
    pub(super) raws: HashMap<String, String>,
    used: BTreeSet<String>,
    items: Vec<String>,
}

impl Unit {
    /// A text with these file-level names, which the host calls.
    pub(super) fn new(dialect: Dialect, host: &[String]) -> Self {
        let mut unit = Self::with_prefix(dialect, PREFIX);
        for name in host {
            unit.names.take(name);
        }
        unit
    }

    /// A text whose functions and tables have names with `prefix`.
    pub(super) fn with_prefix(dialect: Dialect, prefix: &str) -> Self {
        Self {
            dialect,
            names: Scope::new(prefix),
            hand_written: HashMap::new(),
            natives: HashMap::new(),
            raws: HashMap::new(),
            used: BTreeSet::new(),
            items: vec![],
        }
    }

    /// Records that the text calls a part of the library, and returns its name.
    pub(super) fn need(&mut self, name: &str) -> String {
        self.used.insert(name.to_owned());
        name.to_owned()
    }

    /// The library parts in use.
    pub(super) fn used(&self) -> &BTreeSet<String> {
        &self.used
    }

    /// Adds a declaration or a function.
    pub(super) fn add(&mut self, item: String) {
        self.items.push(item);
    }

    /// Adds the functions that a module's entry calls, in order, except those of `calls`, whose
    /// hand-written texts are present, and native ones; returns all names by index.
    pub(super) fn callees(
        &mut self,
        module: &Module,
        calls: &[HardwareCall],
        natives: &[NativeExpression<'_>],
    ) -> Vec<String> {
        let mut names = vec![String::new(); module.functions.len()];
        for call in calls {
            let name = self.hand_written.get(call.op.id).cloned();
            names[call.function.0 as usize] = name.unwrap_or_default();
        }
        for native in natives {
            names[native.callee] = self.native(native);
        }
        let is_text = |id: FunctionId| {
            let number = id.0 as usize;
            calls.iter().any(|call| call.function == id)
                || natives.iter().any(|native| native.callee == number)
        };
        for id in module.callees_first() {
            if id != module.entry && !is_text(id) {
                self.function(module, id, &mut names, None);
            }
        }
        names
    }

    /// Adds the functions of an op with this name, and returns its function's name.
    pub(super) fn op(&mut self, module: &Module, name: &str) -> String {
        // The op gets its name before others can take it.
        let own = self.names.own(name);
        let mut names = self.callees(module, &[], &[]);
        self.function(module, module.entry, &mut names, Some(own));
        names[module.entry.0 as usize].clone()
    }

    /// Adds functions, each after its callees; those in `ops` have the given names.
    pub(super) fn collection(&mut self, functions: &[Function], ops: &BTreeMap<FunctionId, &str>) {
        let own: BTreeMap<FunctionId, String> = ops
            .iter()
            .map(|(id, name)| (*id, self.names.own(name)))
            .collect();
        let mut names = vec![String::new(); functions.len()];
        for (number, function) in functions.iter().enumerate() {
            let own = own.get(&FunctionId(number as u32)).cloned();
            let name = own.unwrap_or_else(|| self.names.own(&function.name));
            let text = function::text(self, function, &name, &names);
            names[number] = name;
            self.add(text);
        }
    }

    /// The whole text, with prefixed types and library, which have preprocessor guards because another
    /// text with the prefix may contain them.
    pub(super) fn finish_prefixed(self, prefix: &str) -> String {
        let parts = library::parts(&self.used, self.dialect);
        let guarded = |name: &str, text: &str| {
            let guard = format!("{prefix}HAS_{name}");
            format!("#ifndef {guard}\n#define {guard}\n{text}#endif\n")
        };
        let mut out = self.dialect.headers_of_values().to_owned();
        out.push_str(&guarded("types", self.dialect.types()));
        for (name, text) in &parts {
            out.push_str(&format!("\n{}", guarded(name, text)));
        }
        for item in &self.items {
            out.push('\n');
            out.push_str(item);
        }
        let shared = TYPES
            .into_iter()
            .chain(parts.iter().map(|(name, _)| &**name));
        let shared: HashSet<&str> = shared.collect();
        let pieces = words(&out).into_iter();
        let pieces = pieces.map(|(_, piece)| {
            let own = if shared.contains(piece) { prefix } else { "" };
            format!("{own}{piece}")
        });
        pieces.collect()
    }

    /// Adds a hand-written text for the op with this name, and returns its function's name.
    pub(super) fn text(&mut self, text: &str, name: &str) -> String {
        let own = self.names.own(name);
        let text = renamed(text.trim(), &format!("{PREFIX}{name}"), &own);
        self.add(format!("{text}\n"));
        own
    }

    fn function(
        &mut self,
        module: &Module,
        id: FunctionId,
        names: &mut [String],
        own: Option<String>,
    ) {
        let function = &module.functions[id.0 as usize];
        let name = own.unwrap_or_else(|| self.names.own(&function.name));
        let text = function::text(self, function, &name, names);
        names[id.0 as usize] = name;
        self.add(text);
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        let mut out = self.dialect.prologue().to_owned();
        out.push_str(&library::text(&self.used, self.dialect));
        for item in &self.items {
            out.push('\n');
            out.push_str(item);
        }
        out
    }
}
