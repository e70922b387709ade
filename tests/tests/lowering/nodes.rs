//! Shorthand for nodes.

use super::oracle::value;
use vyre_conform_runtime::ir::{BinaryOp, Expr, Function, FunctionId, LocalId, Module, Node, Type};
use vyre_conform_runtime::value::Value;

pub(super) const U: Type = Type::U32;

pub(super) fn small() -> Vec<Value> {
    (0..12)
        .chain([31, 32, u64::from(u32::MAX)])
        .map(|k| value(U, k))
        .collect()
}

pub(super) fn bin(op: BinaryOp, a: Expr, b: impl Into<Num>) -> Expr {
    Expr::binary(op, a, b.into().0)
}

/// A right operand: an expression or a `u32` literal.
pub(super) struct Num(Expr);

impl std::convert::From<Expr> for Num {
    fn from(expr: Expr) -> Self {
        Self(expr)
    }
}

impl std::convert::From<u32> for Num {
    fn from(n: u32) -> Self {
        Self(Expr::u32(n))
    }
}

pub(super) fn variable(local: LocalId, value: Expr) -> Node {
    Node::Let {
        local,
        value,
        mutable: true,
    }
}

pub(super) fn bind(local: LocalId, value: Expr) -> Node {
    Node::Let {
        local,
        value,
        mutable: false,
    }
}

pub(super) fn assign(local: LocalId, value: Expr) -> Node {
    Node::Assign { local, value }
}

pub(super) fn store(array: LocalId, index: Expr, value: Expr) -> Node {
    Node::StoreElement {
        array,
        index,
        value,
    }
}

pub(super) fn when(condition: Expr, then: Vec<Node>) -> Node {
    Node::If {
        condition,
        then,
        otherwise: vec![],
    }
}

pub(super) fn call(function: u32, args: Vec<Expr>, results: &[LocalId]) -> Node {
    Node::Call {
        function: FunctionId(function),
        args,
        results: results.to_vec(),
    }
}

pub(super) fn module(functions: Vec<Function>) -> Module {
    let entry = FunctionId(functions.len() as u32 - 1);
    Module { functions, entry }
}

pub(super) fn words(case: &[Value]) -> Vec<u32> {
    case.iter().flat_map(|v| v.words().to_vec()).collect()
}
