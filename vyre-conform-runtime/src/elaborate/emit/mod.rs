//! From a typed tree to IR nodes, in Rust's order of evaluation.
//!
//! Emitting an expression returns a [`Value`]: expressions that are evaluated at their use. That is
//! sound because they have no effects. The locals that they *read* may change in between, so operands
//! are spilled to a `Let` as soon as a later operand assigns one of their locals. A diverging
//! expression returns `None`, and the code after it is dropped.

mod arithmetic;
mod array;
mod assign;
mod branch;
mod cast;
mod choice;
mod expr;
mod loops;
mod method;
mod range;
mod value;

use super::infer::TypedBody;
use super::tree::Tree;
use super::types::Ty;
use super::{Problem, ir_type};
use crate::body::{Binding, Body};
use crate::registry::Place;
use std::collections::HashMap;
use value::Value;
use vyre_conform_ir::{Expr, Function, FunctionId, LocalId, Node, Type};

/// The depth limit of one emitted expression.
const MAX_EXPRESSION: usize = 24;

/// The IR function of a body whose types are known. `callees` are the functions it calls, in the
/// order of `typed.callees`.
pub(super) fn emit(
    body: &'static Body,
    typed: &TypedBody,
    callees: &[FunctionId],
    functions: &[Function],
) -> Result<Function, Vec<Problem>> {
    let mut emit = Emit {
        body,
        typed,
        callees,
        functions,
        locals: vec![],
        block: vec![],
        env: (0..body.locals).map(|_| None).collect(),
        anonymous: HashMap::new(),
        bounds: HashMap::new(),
        problems: vec![],
    };
    let params = emit.params();
    let value = emit.expr(&typed.tree);
    if let Some(value) = value {
        emit.push(Node::Return(value.flatten()));
    }
    if !emit.problems.is_empty() {
        return Err(emit.problems);
    }
    Ok(Function {
        name: body.name.to_owned(),
        params,
        results: flat_types(&typed.types.finish(&typed.result)),
        locals: emit.locals,
        tables: typed.tables.clone(),
        body: emit.block,
    })
}

/// The primitives a type consists of, in order.
fn flat_types(ty: &Ty) -> Vec<Type> {
    match ty {
        Ty::One(p) => vec![ir_type(*p)],
        Ty::Var(_) => vec![],
        Ty::Tuple(parts) => parts.iter().flat_map(flat_types).collect(),
        Ty::Array(element, n) => flat_types(element).repeat(*n),
        Ty::Option(inner) => {
            let mut parts = flat_types(inner);
            parts.push(Type::Bool);
            parts
        }
    }
}

/// The ways in which a name may take over the local of an intermediate value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reuse {
    /// The local is declared, so the name may be mutable.
    Any,
    /// The local is bound once.
    Immutable,
}

struct Emit<'a> {
    body: &'static Body,
    typed: &'a TypedBody,
    callees: &'a [FunctionId],
    /// The functions translated so far, among them every callee.
    functions: &'a [Function],
    locals: Vec<vyre_conform_ir::Local>,
    /// The nodes of the block being emitted.
    block: Vec<Node>,
    /// The current value of every local of the body.
    env: Vec<Option<Value>>,
    /// Locals without a source name, which a `let` may take over.
    anonymous: HashMap<LocalId, Reuse>,
    /// The largest value of immutable locals, if evident.
    bounds: HashMap<LocalId, u64>,
    problems: Vec<Problem>,
}

impl Emit<'_> {
    fn params(&mut self) -> Vec<LocalId> {
        let mut params = vec![];
        let mut arrays = vec![];
        for param in self.body.params {
            let ty = Ty::from_shape(&(param.shape)());
            let (name, mutable) = match param.binding {
                Binding::Wild => ("unused", false),
                Binding::Let(_, name) => (name, false),
                Binding::Mut(_, name) => (name, true),
            };
            let value = self.param(name, &ty, &mut params);
            match param.binding {
                Binding::Let(k, _) | Binding::Mut(k, _) => {
                    arrays.push((k as usize, name, mutable, value));
                }
                Binding::Wild => {}
            }
        }
        // Copies come after every parameter, so that parameters are the first locals.
        for (k, name, mutable, value) in arrays {
            let value = self.settle(name, value, mutable);
            if let Some(slot) = self.env.get_mut(k) {
                *slot = Some(value);
            }
        }
        params
    }

    fn param(&mut self, name: &str, ty: &Ty, params: &mut Vec<LocalId>) -> Value {
        match ty {
            Ty::One(p) => {
                let ty = ir_type(*p);
                let local = self.local(name, ty, None);
                params.push(local);
                Value::One(Expr::local(local, ty))
            }
            Ty::Tuple(parts) => {
                let parts = parts.iter().enumerate();
                Value::Tuple(
                    parts
                        .map(|(k, ty)| self.param(&format!("{name}_{k}"), ty, params))
                        .collect(),
                )
            }
            Ty::Array(element, n) => {
                let elements = (0..*n).map(|k| self.param(&format!("{name}_{k}"), element, params));
                let elements: Vec<Expr> = elements.flat_map(Value::flatten).collect();
                let ty = elements.first().map_or(Type::U32, |e| e.ty);
                Value::Elements(ty, elements)
            }
            Ty::Var(_) | Ty::Option(_) => Value::UNIT,
        }
    }

    /// A parameter as the body uses it: arrays are indexed and mutable names assigned, so both are
    /// copied; any other parameter is used directly.
    fn settle(&mut self, name: &str, value: Value, mutable: bool) -> Value {
        match value {
            Value::Tuple(parts) if !mutable => {
                let parts = parts.into_iter();
                Value::Tuple(parts.map(|p| self.settle(name, p, false)).collect())
            }
            Value::One(expr) if !mutable => Value::One(expr),
            other => self.bind(name, other, mutable),
        }
    }

    fn problem(&mut self, line: u32, message: impl Into<String>) {
        let place = Place {
            module: "",
            file: self.body.file,
            line,
        };
        let problem = Problem::new(place, message);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn ty(&self, tree: &Tree) -> Ty {
        self.typed.types.finish(&tree.ty)
    }

    /// The type of a primitive expression.
    fn primitive(&self, tree: &Tree) -> Option<crate::body::Primitive> {
        match self.ty(tree) {
            Ty::One(p) => Some(p),
            _ => None,
        }
    }

    fn push(&mut self, node: Node) {
        self.block.push(node);
    }

    fn local(&mut self, name: &str, ty: Type, len: Option<u32>) -> LocalId {
        let name = name.to_owned();
        self.locals.push(vyre_conform_ir::Local { name, ty, len });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// The nodes that `emit` pushes, as a separate block.
    fn nested<T>(&mut self, emit: impl FnOnce(&mut Self) -> T) -> (Vec<Node>, T) {
        let outer = std::mem::take(&mut self.block);
        let result = emit(self);
        (std::mem::replace(&mut self.block, outer), result)
    }

    /// The value of an expression that consists of one primitive.
    fn one(&mut self, tree: &Tree) -> Option<Expr> {
        match self.expr(tree)? {
            Value::One(expr) => Some(expr),
            _ => {
                self.problem(tree.line, "a single value is needed here");
                None
            }
        }
    }

    /// The values of expressions in evaluation order. A value that reads a local that a later
    /// expression assigns is spilled to a new local.
    fn sequence(&mut self, trees: &[&Tree]) -> Option<Vec<Value>> {
        let mut values = vec![];
        let mut ends = vec![];
        for tree in trees {
            values.push(self.expr(tree)?);
            ends.push(self.block.len());
        }
        for k in (0..values.len()).rev() {
            let assigned = value::assigned(&self.block[ends[k]..]);
            if !assigned.is_empty() && values[k].reads(&assigned) {
                let later = self.block.split_off(ends[k]);
                let kept = self.bind("kept", values[k].clone(), false);
                values[k] = kept;
                self.block.extend(later);
            }
        }
        Some(values)
    }

    /// The primitive values of expressions in evaluation order.
    fn sequence_of_ones(&mut self, trees: &[&Tree]) -> Option<Vec<Expr>> {
        let line = trees.first().map_or(self.body.line, |t| t.line);
        let mut ones = vec![];
        for value in self.sequence(trees)? {
            match value {
                Value::One(expr) => ones.push(expr),
                _ => {
                    self.problem(line, "a single value is needed here");
                    return None;
                }
            }
        }
        Some(ones)
    }
}
