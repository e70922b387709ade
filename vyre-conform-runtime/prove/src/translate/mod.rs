//! A validated op as terms: calls inlined, loops unrolled, branches joined.
//!
//! The translation follows `docs/spec/ir.md` and shares no code with the interpreter or a lowering, so
//! that a misreading of one shows against the other. It is a symbolic execution: under a symbolic
//! condition each branch runs on a copy of the state, and selects join the copies. A path that left its
//! loop or function waits for the others at the end of it.

mod expression;
mod flow;
mod operators;
mod state;
#[cfg(test)]
mod tests;

use crate::term::{TermId, Terms};
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::{BinaryOp, FunctionId, Module, Type, UnaryOp};

/// The maximum number of terms of one graph.
pub const MAX_TERMS: usize = 1 << 19;
/// The maximum number of loop iterations in one application of an op.
pub const MAX_ROUNDS: u64 = 1 << 12;

/// The reason why an op has no term.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Untranslatable {
    /// It is too large.
    #[error(
        "its term has more than {MAX_TERMS} nodes: prove the ops that it is made of, and keep it to exhaustive and \
         witnessed evidence"
    )]
    Large,
    /// Its loops run too often, or an operand determines the number of iterations.
    #[error(
        "its loops take more than {MAX_ROUNDS} rounds when they are unrolled: give them a constant count, or a \
         smaller `bound!`"
    )]
    Rounds,
    /// It accesses a table or an array that is too long at a symbolic index.
    #[error(
        "it reads an array of {0} elements at an index that depends on operands: the limit is 4096"
    )]
    Array(usize),
    /// It is the kernel of a program.
    #[error("it works on buffers: only functions of values are proved")]
    Kernel,
}

/// The result of an op for some operands.
#[derive(Clone, Debug)]
pub struct AppliedOp {
    /// The results, flattened like those of the function.
    pub results: Vec<TermId>,
    /// One bit: a loop exceeds its bound, which is a fault of the op.
    pub fault: TermId,
}

/// The terms of an op for these operands, flattened like the parameters of the function.
///
/// # Errors
/// The reason why there is no term.
pub fn apply(
    terms: &mut Terms,
    op: &Valid,
    operands: &[TermId],
) -> Result<AppliedOp, Untranslatable> {
    let module = op.module();
    let mut machine = state::Machine::new(terms, module);
    let here = machine.terms.bool(true);
    let results = machine.call(module.entry, operands.to_vec(), here)?;
    Ok(AppliedOp {
        results,
        fault: machine.fault,
    })
}

/// An empty module, for code without calls.
static NO_CALLS: Module = Module {
    functions: vec![],
    entry: FunctionId(0),
};

/// A unary operator applied to a term.
pub(crate) fn unary(terms: &mut Terms, op: UnaryOp, ty: Type, a: TermId) -> TermId {
    state::Machine::new(terms, &NO_CALLS).unary(op, ty, a)
}

/// A binary operator applied to two terms, the left one of this type.
pub(crate) fn binary(terms: &mut Terms, op: BinaryOp, ty: Type, [a, b]: [TermId; 2]) -> TermId {
    state::Machine::new(terms, &NO_CALLS).binary(op, ty, a, b)
}

/// A cast of a term.
pub(crate) fn cast(terms: &mut Terms, from: Type, to: Type, a: TermId) -> TermId {
    state::Machine::new(terms, &NO_CALLS).cast(from, to, a)
}

/// One bit: any bit of a term is 1.
pub(crate) fn truth(terms: &mut Terms, a: TermId) -> TermId {
    state::Machine::new(terms, &NO_CALLS).truth(a)
}
