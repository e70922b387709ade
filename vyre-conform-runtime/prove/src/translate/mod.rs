//! A validated op as terms: calls inlined, loops unrolled, branches joined.
//!
//! It follows `docs/spec/ir.md` and shares no code with the interpreter or a lowering, so that a misreading of one
//! shows against the other. An op is executed with terms in place of values. What a path does under a condition
//! that is a term is done on a copy of the state, and copies are joined again by selects; a path that left its
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

/// The most terms of one graph.
pub const MAX_TERMS: usize = 1 << 19;
/// The most rounds of loops in one application of an op.
pub const MAX_ROUNDS: u64 = 1 << 12;

/// The reason why an op cannot be made a term.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Untranslatable {
    /// It is too large.
    #[error(
        "its term has more than {MAX_TERMS} nodes: prove the ops that it is made of, and keep it to exhaustive and \
         witnessed evidence"
    )]
    Large,
    /// Its loops run too often, or for as long as an operand says.
    #[error(
        "its loops take more than {MAX_ROUNDS} rounds when they are unrolled: give them a constant count, or a \
         smaller `bound!`"
    )]
    Rounds,
    /// It reads a table or an array that is too long at a place that an operand says.
    #[error(
        "it reads an array of {0} elements at a place that depends on operands: 4096 is the most"
    )]
    Array(usize),
    /// It is the kernel of a program.
    #[error("it works on buffers: only functions of values are proved")]
    Kernel,
}

/// What an op makes of some operands.
#[derive(Clone, Debug)]
pub struct AppliedOp {
    /// The results, flattened as the function's.
    pub results: Vec<TermId>,
    /// True if a loop runs more often than its bound says, which is a fault of the op: one bit.
    pub fault: TermId,
}

/// The terms of an op for these operands, flattened as the parameters of the function.
///
/// # Errors
/// Why it is none.
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

/// The module of what calls nothing.
static NO_CALLS: Module = Module {
    functions: vec![],
    entry: FunctionId(0),
};

/// One operator applied to terms.
pub(crate) fn unary(terms: &mut Terms, op: UnaryOp, ty: Type, a: TermId) -> TermId {
    state::Machine::new(terms, &NO_CALLS).unary(op, ty, a)
}

/// One operator applied to two terms, the left one of this type.
pub(crate) fn binary(terms: &mut Terms, op: BinaryOp, ty: Type, [a, b]: [TermId; 2]) -> TermId {
    state::Machine::new(terms, &NO_CALLS).binary(op, ty, a, b)
}

/// A term of one type as another.
pub(crate) fn cast(terms: &mut Terms, from: Type, to: Type, a: TermId) -> TermId {
    state::Machine::new(terms, &NO_CALLS).cast(from, to, a)
}

/// True if any bit of a term is 1.
pub(crate) fn truth(terms: &mut Terms, a: TermId) -> TermId {
    state::Machine::new(terms, &NO_CALLS).truth(a)
}
