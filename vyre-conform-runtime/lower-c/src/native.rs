//! Native implementations of float ops: a float expression in place of an integer body.
//!
//! A float remains its bits between the expressions, and a NaN is canonical wherever its bits are
//! observable. Between two native expressions they are not: a local that only receives results of such
//! expressions keeps the device's NaN ([`raw`]), and is canonicalised where anything else reads it.

use super::Dialect;
use super::library;
use super::unit::Unit;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_ir::{Expr, ExprKind, Function, LocalId, NativeExpression, Node, Signature, Type};
use vyre_conform_spec::native::{NATIVE_FUNCTIONS, NATIVE_OPERANDS};
use vyre_conform_spec::{FloatFormat, ValueType};

/// Forbids contraction by the compiler.
const STRICT: &str = "#pragma OPENCL FP_CONTRACT OFF\n";

/// The text of an op whose native implementation is this expression: a function `vyre_` and `name`, and
/// its dependencies.
pub fn native_text(
    expression: &str,
    signature: &Signature,
    name: &str,
    dialect: Dialect,
) -> String {
    let mut unit = Unit::new(dialect, &[]);
    let own = unit.names.own(name);
    let (functions, _) = functions(&mut unit, expression, signature, &own);
    let parts = library::text(unit.used(), dialect);
    format!("{}{parts}\n{functions}", pragma(dialect))
}

/// The text before the first expression of a unit.
pub(super) const fn pragma(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::OpenCl => STRICT,
        // A compiler option has the same effect.
        Dialect::C11 | Dialect::Cuda => "",
    }
}

impl Unit {
    /// Adds the functions of a native implementation, and returns its function's name.
    pub(super) fn native(&mut self, native: &NativeExpression<'_>) -> String {
        let gives_truth = native.signature.result == ValueType::Bool;
        let types = (native.signature.operands.len(), gives_truth);
        let key = (native.name.to_owned(), native.text.to_owned(), types);
        if let Some(cached) = self.natives.get(&key) {
            return cached.clone();
        }
        if self.natives.is_empty() {
            self.add(pragma(self.dialect).to_owned());
        }
        let own = self.names.own(native.name);
        let (text, raw) = functions(self, native.text, native.signature, &own);
        self.add(text);
        if let Some(raw) = raw {
            self.raws.insert(own.clone(), raw);
        }
        self.natives.insert(key, own.clone());
        own
    }
}

/// The function `own`, and the variant that does not canonicalise a NaN, if the result is a float.
fn functions(
    unit: &mut Unit,
    expression: &str,
    signature: &Signature,
    own: &str,
) -> (String, Option<String>) {
    let qualifier = unit.dialect.function();
    let named = || NATIVE_OPERANDS.iter().take(signature.operands.len());
    let params: Vec<String> = named().map(|n| format!("u32 {n}_bits")).collect();
    let args: Vec<String> = named().map(|n| format!("{n}_bits")).collect();
    let (params, args) = (params.join(", "), args.join(", "));
    let of_bits = unit.need("float_f32");
    let floats = named().map(|n| format!("    const float {n} = {of_bits}({n}_bits);\n"));
    let floats: String = floats.collect();
    let value = called(unit, expression);
    if signature.result == ValueType::Bool {
        let text = format!("{qualifier}bool {own}({params}) {{\n{floats}    return {value};\n}}\n");
        return (text, None);
    }
    let raw = unit.names.own(&format!("{}_raw", unit.names.bare(own)));
    let (bits, canonical) = (unit.need("bits_f32"), unit.need("canonical_f32"));
    let text = format!(
        "{qualifier}u32 {raw}({params}) {{\n{floats}    return {bits}({value});\n}}\n\n\
         {qualifier}u32 {own}({params}) {{\n    return {canonical}({raw}({args}));\n}}\n"
    );
    (text, Some(raw))
}

/// The expression with its functions renamed to those of the library.
fn called(unit: &mut Unit, expression: &str) -> String {
    let pieces = vyre_conform_ir::words(expression).into_iter();
    let pieces = pieces.map(|(_, piece)| {
        if NATIVE_FUNCTIONS.contains(&piece) {
            unit.need(&format!("{piece}_f32"))
        } else {
            piece.to_owned()
        }
    });
    pieces.collect()
}

/// The locals, including arrays, that receive only results of native expressions, or literals: their
/// NaN may be arbitrary. `is_native` identifies native functions.
pub(super) fn raw(function: &Function, is_native: impl Fn(usize) -> bool) -> BTreeSet<LocalId> {
    let mut operands = Assignments::default();
    operands.nodes(&function.body, &is_native);
    let is_float = |local: &LocalId| {
        let declared = &function.locals[local.0 as usize];
        declared.ty == Type::Float(FloatFormat::F32)
    };
    let params = function.params.iter().copied();
    operands.others.extend(params);
    let known: BTreeSet<LocalId> = operands.natives.union(&operands.numbers).copied().collect();
    let mut raw: BTreeSet<LocalId> = known
        .into_iter()
        .chain(operands.copies.keys().copied())
        .filter(|local| is_float(local) && !operands.others.contains(local))
        .collect();
    loop {
        let before = raw.len();
        let others = raw.clone();
        raw.retain(|local| {
            let copies = operands.copies.get(local).into_iter().flatten();
            copies.into_iter().all(|item| others.contains(item))
        });
        if raw.len() == before {
            return raw;
        }
    }
}

/// The values assigned to locals.
#[derive(Debug, Default)]
struct Assignments {
    natives: BTreeSet<LocalId>,
    numbers: BTreeSet<LocalId>,
    copies: BTreeMap<LocalId, Vec<LocalId>>,
    others: BTreeSet<LocalId>,
}

impl Assignments {
    fn nodes(&mut self, nodes: &[Node], is_native: &impl Fn(usize) -> bool) {
        for node in nodes {
            match node {
                Node::Let { local, value, .. } | Node::Assign { local, value } => {
                    self.value(*local, value);
                }
                Node::StoreElement { array, value, .. } => self.value(*array, value),
                Node::Declare { local } => {
                    self.numbers.insert(*local);
                }
                Node::Call {
                    function, results, ..
                } if is_native(function.0 as usize) => self.natives.extend(results),
                Node::Call { results, .. } => self.others.extend(results),
                Node::Atomic { result, .. } => {
                    self.others.insert(*result);
                }
                Node::Loop { counter, .. } => {
                    self.others.insert(*counter);
                }
                _ => {}
            }
            node.for_each_part(|_| {}, |block| self.nodes(block, is_native));
        }
    }

    fn value(&mut self, local: LocalId, value: &Expr) {
        match value.kind {
            ExprKind::Literal(bits) if !f32::from_bits(bits as u32).is_nan() => {
                self.numbers.insert(local);
            }
            ExprKind::Local(item) | ExprKind::Element(item, _) => {
                self.copies.entry(local).or_default().push(item);
            }
            _ => {
                self.others.insert(local);
            }
        }
    }
}
