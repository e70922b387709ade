//! Functions: heads, the interface of an op, and the text of a whole module.

use super::condition::bool_conditions;
use super::fold::fold_function;
use super::inline::inlined;
use super::names::{Kind, function_name, numbered};
use super::scope::{ModuleNames, Writer};
use super::shader::wgsl_type;
use super::simplify::simplify;
use super::table;
use super::text::Text;
use super::walk::{each_node, each_own, each_part};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vyre_conform_ir::Signature;
use vyre_conform_ir::{ExprKind, Function, Module, Table, Type};
use vyre_conform_spec::ValueType;

/// The module in the form in which its functions are written.
pub(super) fn prepared(module: &Module) -> Module {
    prepared_program(module, &[], &BTreeSet::new())
}

/// The prepared module of a program; `counts` are the maximum numbers of elements of the buffers, `texts` the
/// names of functions with hand-written text, which stay functions.
pub(super) fn prepared_program(
    module: &Module,
    counts: &[u32],
    texts: &BTreeSet<String>,
) -> Module {
    let mut module = module.clone();
    for function in &mut module.functions {
        bool_conditions(function);
    }
    let mut module = inlined(&module, texts);
    for function in &mut module.functions {
        fold_function(function, counts);
        simplify(function);
        fold_function(function, counts);
    }
    module
}

/// The text of a module whose entry is an op with this signature and name.
pub(super) fn module_text(module: &Module, signature: &Signature, name: &str) -> String {
    let module = prepared(module);
    let mut names = ModuleNames::default();
    let op = function_name(name);
    names.taken.insert(op.clone());
    let signatures = BTreeMap::from([(module.entry.0 as usize, signature)]);
    let parts = names.declare(&module, op);
    text_of(&module.functions, &signatures, &names, parts)
}

/// The text of functions, with ops marked by a signature; `parts` are the declarations before them.
pub(super) fn text_of(
    functions: &[Function],
    signatures: &BTreeMap<usize, &Signature>,
    names: &ModuleNames,
    mut parts: Vec<String>,
) -> String {
    let mut library = BTreeSet::new();
    let mut bodies = Vec::new();
    for (number, function) in functions.iter().enumerate() {
        let signature = signatures.get(&number).copied();
        let mut writer = Writer::new(function, number, names);
        writer.boundary = signature;
        let head = match signature {
            Some(signature) => writer.op_head(signature),
            None => writer.head(),
        };
        writer.function_body(true);
        let (body, used) = writer.finish();
        library.extend(used);
        bodies.push(format!("{head}\n{body}\n}}"));
    }
    parts.extend(super::wide::texts(&library, &names.library));
    parts.extend(bodies);
    parts.join("\n\n") + "\n"
}

impl ModuleNames {
    /// Names all module-scope items, with the entry as given, and returns the declarations of tables
    /// and result structures.
    pub(super) fn declare(&mut self, module: &Module, entry: String) -> Vec<String> {
        let entries = BTreeMap::from([(module.entry.0 as usize, entry)]);
        self.declare_all(&module.functions, &entries)
    }

    /// Names functions, some of them with prescribed names.
    pub(super) fn declare_all(
        &mut self,
        functions: &[Function],
        entries: &BTreeMap<usize, String>,
    ) -> Vec<String> {
        let names = self;
        let mut declarations = Vec::new();
        let mut tables: HashMap<&Table, String> = HashMap::new();
        for (number, function) in functions.iter().enumerate() {
            let entry = entries.get(&number);
            let own = match entry {
                Some(entry) => entry.clone(),
                None => names.claim(&Kind::Function.named(&function.name)),
            };
            let several = entry.is_none() && function.results.len() > 1;
            let structure = several.then(|| {
                let bare = own.strip_prefix(&names.prefix).unwrap_or(&own);
                let structure = names.claim(&format!("{bare}_values"));
                let fields: Vec<_> = function
                    .results
                    .iter()
                    .enumerate()
                    .map(|(k, ty)| format!("    r{k}: {},\n", word_type(*ty)))
                    .collect();
                declarations.push(format!("struct {structure} {{\n{}}}", fields.concat()));
                structure
            });
            names.results.push(structure);
            names.functions.push(own);
            let used = used_tables(function);
            let mut own_tables = Vec::new();
            for (k, table) in function.tables.iter().enumerate() {
                let name = match tables.get(table) {
                    Some(name) => name.clone(),
                    None if !used.contains(&(k as u32)) || table.data.is_empty() => String::new(),
                    None => {
                        let name = names.claim(&Kind::Table.named(&table.name));
                        declarations.push(table::declaration(table, &name));
                        tables.insert(table, name.clone());
                        name
                    }
                };
                own_tables.push(name);
            }
            names.tables.push(own_tables);
        }
        declarations
    }

    /// A free module-scope name: `base` with the prefix, and with a number if necessary.
    pub(super) fn claim(&mut self, base: &str) -> String {
        let base = format!("{}{base}", self.prefix);
        let from = self.next.get(&base).copied().unwrap_or(1);
        let (name, number) = numbered(&base, from, |name| self.taken.contains(name));
        if let Some(number) = number {
            self.next.insert(base, number + 1);
        }
        self.taken.insert(name.clone());
        name
    }
}

fn used_tables(function: &Function) -> BTreeSet<u32> {
    let mut used = BTreeSet::new();
    each_node(&function.body, &mut |node| {
        each_own(node, &mut |expr| {
            each_part(expr, &mut |e| {
                if let ExprKind::TableElement(table, _) = e.kind {
                    used.insert(table);
                }
            });
        });
    });
    used
}

/// The WGSL type of a value inside functions.
pub(super) fn word_type(ty: Type) -> &'static str {
    match ty {
        Type::U32 => "u32",
        Type::I32 => "i32",
        Type::U64 | Type::Vec2 => "vec2<u32>",
        Type::U128 | Type::Vec4 => "vec4<u32>",
        Type::Bytes | Type::Float(_) => "u32",
        Type::Bool => "bool",
    }
}

/// The result of an op from its components.
pub(super) fn boundary_result(ty: ValueType, mut values: Vec<Text>) -> Text {
    match ty {
        ValueType::Bool => Text::call("u32", values),
        ValueType::Vec2U32 | ValueType::Vec4U32 => Text::call(wgsl_type(ty), values),
        _ => values.pop().unwrap_or_else(|| Text::primary("")),
    }
}

impl Writer<'_> {
    /// The head of a function other than an op, up to its opening brace.
    pub(super) fn head(&mut self) -> String {
        let function = self.function;
        let mut params = Vec::new();
        let mut copies = Vec::new();
        for param in &function.params {
            let declared = &function.locals[param.0 as usize];
            let ty = word_type(declared.ty);
            if self.writes(*param) > 0 {
                let parameters = self.fresh(&format!("{}_in", self.local_name(*param)));
                copies.push((*param, Text::primary(parameters.clone())));
                params.push(format!("{parameters}: {ty}"));
            } else {
                let name = self.bind(*param);
                params.push(format!("{name}: {ty}"));
            }
        }
        self.copy_in(copies);
        let own = &self.module.functions[self.number];
        let result = match (&self.module.results[self.number], &*function.results) {
            (Some(structure), _) => format!(" -> {structure}"),
            (None, [ty]) => format!(" -> {}", word_type(*ty)),
            (None, _) => String::new(),
        };
        format!("fn {own}({}){result} {{", params.join(", "))
    }

    /// The head of an op: one parameter per operand. Lanes are read as its components.
    fn op_head(&mut self, signature: &Signature) -> String {
        let function = self.function;
        let mut rest = &*function.params;
        let mut params = Vec::new();
        let mut copies = Vec::new();
        for (k, ty) in signature.operands.iter().enumerate() {
            let count = Type::components(*ty).len().min(rest.len());
            let (mine, others) = rest.split_at(count);
            rest = others;
            let locals: Vec<_> = mine
                .iter()
                .map(|id| function.locals[id.0 as usize].name.as_str())
                .collect();
            let copied = mine.iter().any(|id| self.writes(*id) > 0);
            let base = Kind::Local.named(&common_name(&locals, k));
            let base = if copied { format!("{base}_in") } else { base };
            let name = self.fresh(&base);
            params.push(format!("{name}: {}", wgsl_type(*ty)));
            for (lane, local) in mine.iter().enumerate() {
                let whole = Text::primary(name.clone());
                let text = match ty {
                    ValueType::Bool => Text::binary("!=", whole, Text::primary("0u")),
                    ValueType::Vec2U32 | ValueType::Vec4U32 => {
                        whole.member(["x", "y", "z", "w"][lane])
                    }
                    _ => whole,
                };
                if self.writes(*local) > 0 {
                    copies.push((*local, text));
                } else {
                    self.alias(*local, text);
                }
            }
        }
        self.copy_in(copies);
        format!(
            "fn {}({}) -> {} {{",
            self.module.functions[self.number],
            params.join(", "),
            wgsl_type(signature.result)
        )
    }

    /// Copies assigned parameters to variables, because WGSL parameters are constant.
    fn copy_in(&mut self, copies: Vec<(vyre_conform_ir::LocalId, Text)>) {
        for (local, text) in copies {
            let name = self.bind(local);
            self.line(format!("var {name} = {};", text.into_string()));
        }
    }
}

/// A name for an operand from the names of its components: their common prefix.
fn common_name(names: &[&str], operand: usize) -> String {
    let Some((first, rest)) = names.split_first() else {
        return ["a", "b", "c", "d"][operand.min(3)].to_owned();
    };
    let mut common = *first;
    for name in rest {
        while !name.starts_with(common) {
            common = &common[..common.len() - common.chars().next_back().map_or(0, char::len_utf8)];
        }
    }
    let stem = match rest {
        [] => common,
        _ => common.trim_end_matches(['_', '.', '[']),
    };
    match stem {
        "" => ["a", "b", "c", "d"][operand.min(3)].to_owned(),
        stem => stem.to_owned(),
    }
}
