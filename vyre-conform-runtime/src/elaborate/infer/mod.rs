//! From a body to a typed tree: every name resolved, every type found by unification.

mod call;
mod control;
mod expr;

use super::Problem;
use super::tree::{Kind, PatternBinding, Statement, Tree};
use super::types::{Ty, Types};
use crate::body::{self, Ast, Binding, Body, BodyCallee, BodyLocal};
use crate::registry::Place;
use vyre_conform_ir::Table;

/// The deepest nesting of expressions in a body.
pub(super) const MAX_DEPTH: u32 = 200;

/// A body with its types.
#[derive(Debug)]
pub(super) struct TypedBody {
    pub(super) tree: Tree,
    pub(super) types: Types,
    pub(super) result: Ty,
    /// The functions that the body calls, each call with its line.
    pub(super) callees: Vec<(BodyCallee, u32)>,
    pub(super) tables: Vec<Table>,
}

/// Infers the types of a body, or returns every problem.
pub(super) fn infer(body: &'static Body) -> (TypedBody, Vec<Problem>) {
    let mut infer = Infer {
        body,
        line: body.line,
        depth: 0,
        types: Types::default(),
        locals: vec![],
        result: Ty::from_shape(&(body.result)()),
        callees: vec![],
        tables: vec![],
        breaks: vec![],
        problems: vec![],
    };
    for param in body.params {
        let ty = Ty::from_shape(&(param.shape)());
        infer.bind(param.binding, ty);
    }
    let tree = infer.expr(&body.body);
    let result = infer.result.clone();
    if !tree.diverges() {
        infer.line = body.line;
        infer.same(&tree.ty, &result, "the value of the body");
    }
    let typed = TypedBody {
        tree,
        types: infer.types,
        result: infer.result,
        callees: infer.callees,
        tables: infer.tables,
    };
    (typed, infer.problems)
}

struct Infer {
    body: &'static Body,
    line: u32,
    depth: u32,
    types: Types,
    /// Types of the locals so far, by number.
    locals: Vec<Option<Ty>>,
    result: Ty,
    callees: Vec<(BodyCallee, u32)>,
    tables: Vec<Table>,
    /// For every enclosing loop, true if a `break` occurred.
    breaks: Vec<bool>,
    problems: Vec<Problem>,
}

impl Infer {
    fn problem(&mut self, message: impl Into<String>) {
        let place = Place {
            module: "",
            file: self.body.file,
            line: self.line,
        };
        let problem = Problem::new(place, message);
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Reports a problem, and returns the tree that replaces the expression.
    fn wrong(&mut self, message: impl Into<String>) -> Tree {
        self.problem(message);
        let ty = self.types.any();
        self.tree(ty, Kind::Error)
    }

    fn tree(&self, ty: Ty, kind: Kind) -> Tree {
        let line = self.line;
        Tree { line, ty, kind }
    }

    /// Requires that two types are equal. A difference means that the body is not the code that rustc
    /// accepted, so the message states both types and blames the translation.
    fn same(&mut self, found: &Ty, expected: &Ty, what: &str) {
        if !self.types.unify(found, expected) {
            let (found, expected) = (self.types.finish(found), self.types.finish(expected));
            self.problem(format!(
                "{what} has type `{found}` where `{expected}` is expected; if rustc accepts it, \
                 write the types out (`let x: u32 = ..`)"
            ));
        }
    }

    fn bind(&mut self, binding: Binding, ty: Ty) -> PatternBinding {
        let (local, name, mutable) = match binding {
            Binding::Wild => return PatternBinding::Wild,
            Binding::Let(local, name) => (local, name, false),
            Binding::Mut(local, name) => (local, name, true),
        };
        if local >= self.body.locals {
            let count = self.body.locals;
            self.problem(format!("`{name}` is local {local} of {count}"));
            return PatternBinding::Wild;
        }
        let index = local as usize;
        if self.locals.len() <= index {
            self.locals.resize(index + 1, None);
        }
        self.locals[index] = Some(ty);
        PatternBinding::Name {
            local,
            name,
            mutable,
        }
    }

    fn type_of_local(&mut self, local: BodyLocal) -> Ty {
        match self.locals.get(local as usize) {
            Some(Some(ty)) => ty.clone(),
            _ => {
                self.problem(format!("local {local} is used before it is bound"));
                self.types.any()
            }
        }
    }

    fn exprs(&mut self, list: &'static [Ast]) -> Vec<Tree> {
        list.iter().map(|a| self.expr(a)).collect()
    }

    fn statement(&mut self, statement: &'static body::Statement) -> Statement {
        match statement {
            body::Statement::Let {
                binding,
                shape,
                value,
            } => {
                let ty = match shape {
                    Some(shape) => Ty::from_shape(&shape()),
                    None => self.types.any(),
                };
                let Some(value) = value else {
                    let bind = self.bind(*binding, ty.clone());
                    return Statement::Declare(bind, ty);
                };
                let value = self.expr(value);
                if !value.diverges() {
                    self.same(&value.ty, &ty, "the value of this `let`");
                }
                Statement::Let(self.bind(*binding, ty), value)
            }
            body::Statement::Destructure(bindings, value) => {
                let value = self.expr(value);
                let parts: Vec<Ty> = bindings.iter().map(|_| self.types.any()).collect();
                let tuple = Ty::Tuple(parts.clone());
                if !value.diverges() {
                    self.same(&value.ty, &tuple, "the value of this `let`");
                }
                let bound = bindings.iter().zip(parts);
                Statement::Destructure(bound.map(|(b, ty)| self.bind(*b, ty)).collect(), value)
            }
            body::Statement::Do(value) => Statement::Do(self.expr(value)),
        }
    }
}
