//! What the tests of the rules share.

use super::{Invalid, Limits, validate, validate_program};
use crate::{AtomicOp, Expr, FunctionBuilder, Kernel, LocalId, Module, Node, Program, Type};

/// A function `f(a: u32, b: bool) -> u32` in the making, with its two parameters.
pub(super) fn function() -> (FunctionBuilder, LocalId, LocalId) {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let (a, b) = (f.param("a", Type::U32), f.param("b", Type::Bool));
    (f, a, b)
}

/// `return 0`.
pub(super) fn done() -> Node {
    Node::Return(vec![Expr::u32(0)])
}

/// A `Let` that is not mutable.
pub(super) fn bind(local: LocalId, value: Expr) -> Node {
    let mutable = false;
    Node::Let {
        local,
        value,
        mutable,
    }
}

/// The module breaks exactly this rule, exactly this often, and the message says something.
#[track_caller]
pub(super) fn breaks(rule: &str, times: usize, module: Module) {
    let found = validate(module).expect_err("the module is invalid");
    let rules: Vec<_> = found.iter().map(|i| i.rule).collect();
    assert_eq!(rules, vec![rule; times], "{found:#?}");
    assert!(
        found
            .iter()
            .all(|i| !i.message.is_empty() && !i.remedy.is_empty())
    );
}

/// The module is valid.
#[track_caller]
pub(super) fn holds(module: Module) {
    if let Err(found) = validate(module) {
        panic!("{found:#?}");
    }
}

/// A kernel of 64 invocations a workgroup in the making.
pub(super) fn kernel() -> Kernel {
    Kernel::new("k", [64, 1, 1])
}

/// The program breaks exactly this rule, exactly this often, and the message says something.
#[track_caller]
pub(super) fn refused(rule: &str, times: usize, program: Program) -> Vec<Invalid> {
    let found = validate_program(program, &(), &Limits::WEBGPU).expect_err("it is invalid");
    let rules: Vec<_> = found.iter().map(|i| i.rule).collect();
    assert_eq!(rules, vec![rule; times], "{found:#?}");
    assert!(
        found
            .iter()
            .all(|i| !i.message.is_empty() && !i.remedy.is_empty() && !i.place.is_empty())
    );
    found
}

/// A kernel whose second node is an atomic that binds the local 1 of its two locals, the first of which
/// is a bound u32. The second has this type, and is an array where it has a length.
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

/// The program is valid.
#[track_caller]
pub(super) fn accepted(program: Program) {
    if let Err(found) = validate_program(program, &(), &Limits::WEBGPU) {
        panic!("{found:#?}");
    }
}
