//! Shared functions of the rules' tests.

use super::{Invalid, Limits, validate, validate_program};
use crate::{AtomicOp, Expr, FunctionBuilder, Kernel, LocalId, Module, Node, Program, Type};

/// A function `f(a: u32, b: bool) -> u32` under construction, with its two parameters.
pub(super) fn function() -> (FunctionBuilder, LocalId, LocalId) {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let (a, b) = (f.param("a", Type::U32), f.param("b", Type::Bool));
    (f, a, b)
}

/// `return 0`.
pub(super) fn done() -> Node {
    Node::Return(vec![Expr::u32(0)])
}

/// An immutable `Let`.
pub(super) fn bind(local: LocalId, value: Expr) -> Node {
    let mutable = false;
    Node::Let {
        local,
        value,
        mutable,
    }
}

/// Asserts that the module violates exactly this rule, this number of times, with a nonempty message.
#[track_caller]
pub(super) fn breaks(rule: &str, times: usize, module: Module) {
    let violations = validate(module).expect_err("the module is invalid");
    let rules: Vec<_> = violations.iter().map(|i| i.rule).collect();
    assert_eq!(rules, vec![rule; times], "{violations:#?}");
    assert!(
        violations
            .iter()
            .all(|i| !i.message.is_empty() && !i.remedy.is_empty())
    );
}

/// Asserts that the module is valid.
#[track_caller]
pub(super) fn assert_valid(module: Module) {
    if let Err(violations) = validate(module) {
        panic!("{violations:#?}");
    }
}

/// A kernel with 64 invocations per workgroup under construction.
pub(super) fn kernel() -> Kernel {
    Kernel::new("k", [64, 1, 1])
}

/// Asserts that the program violates exactly this rule, this number of times, with a nonempty message.
#[track_caller]
pub(super) fn refused(rule: &str, times: usize, program: Program) -> Vec<Invalid> {
    let violations = validate_program(program, &(), &Limits::WEBGPU).expect_err("it is invalid");
    let rules: Vec<_> = violations.iter().map(|i| i.rule).collect();
    assert_eq!(rules, vec![rule; times], "{violations:#?}");
    assert!(
        violations
            .iter()
            .all(|i| !i.message.is_empty() && !i.remedy.is_empty() && !i.place.is_empty())
    );
    violations
}

/// A kernel with two locals, whose first node binds local 0, a u32, and whose second is an atomic that
/// binds `result`. Local 1 has this type, and is an array if `len` is given.
pub(super) fn atomic(ty: Type, len: Option<u32>, result: LocalId) -> Program {
    let mut k = kernel();
    let data = k.read_write("data", Type::U32);
    k.bind("x", 1);
    k.atomic(AtomicOp::Add, data, 0, 1);
    let mut program = k.finish();
    let own = &mut program.entry.locals[1];
    (own.ty, own.len) = (ty, len);
    if let Some(Node::Atomic { result: bound, .. }) = program.entry.body.last_mut() {
        *bound = result;
    }
    program
}

/// Asserts that the program is valid.
#[track_caller]
pub(super) fn accepted(program: Program) {
    if let Err(violations) = validate_program(program, &(), &Limits::WEBGPU) {
        panic!("{violations:#?}");
    }
}
