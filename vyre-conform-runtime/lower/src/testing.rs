//! Shared test code of the lowering: validation by naga, and abbreviations for the IR.

use vyre_conform_ir::{Expr, Function, FunctionBuilder, FunctionId, LocalId, Module, Node, Type};

/// Asserts that naga parses and validates a shader, without optional capabilities.
#[track_caller]
pub(super) fn accept(text: &str) {
    if let Err(message) = check(text) {
        panic!("{message}\n{text}");
    }
}

/// Validates a shader with naga.
pub(super) fn check(text: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
    naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    )
    .validate(&module)
    .map(drop)
    .map_err(|e| e.emit_to_string(text))
}

/// A function with these parameters and results, and the parameters.
pub(super) fn function(
    name: &str,
    params: &[(&str, Type)],
    results: &[Type],
) -> (FunctionBuilder, Vec<LocalId>) {
    let mut f = FunctionBuilder::new(name, results.to_vec());
    let params = params.iter().map(|(name, ty)| f.param(name, *ty)).collect();
    (f, params)
}

pub(super) fn module(functions: Vec<Function>) -> Module {
    let entry = FunctionId(functions.len() as u32 - 1);
    Module { functions, entry }
}

pub(super) fn bind(local: LocalId, value: Expr) -> Node {
    let mutable = false;
    Node::Let {
        local,
        value,
        mutable,
    }
}

pub(super) fn variable(local: LocalId, value: Expr) -> Node {
    let mutable = true;
    Node::Let {
        local,
        value,
        mutable,
    }
}

pub(super) fn assign(local: LocalId, value: Expr) -> Node {
    Node::Assign { local, value }
}

pub(super) fn call(function: u32, args: Vec<Expr>, results: &[LocalId]) -> Node {
    Node::Call {
        function: FunctionId(function),
        args,
        results: results.to_vec(),
    }
}

pub(super) fn give(value: Expr) -> Node {
    Node::Return(vec![value])
}
