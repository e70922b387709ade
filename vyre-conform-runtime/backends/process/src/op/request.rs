//! Requests that run some cases of an op.

use crate::message::{Form, OperandPassing, RunOp};
use std::ops::Range;
use vyre_conform_lower::{Grid, OperandSource};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_suite::backend::Operand;

/// Workgroup size of a shader, and cases per invocation.
pub(crate) const WORKGROUP: u32 = 64;
pub(crate) const PER_INVOCATION: u32 = 16;

/// The source of an operand.
pub(crate) fn source(operand: &Operand<'_>) -> OperandSource {
    match operand {
        Operand::Storage(_) => OperandSource::Storage,
        Operand::Uniform(_) => OperandSource::Uniform,
        Operand::Literal(value) => OperandSource::Literal(*value),
    }
}

pub(crate) fn passed(source: &OperandSource) -> OperandPassing {
    match source {
        OperandSource::Uniform => OperandPassing::Uniform,
        OperandSource::Literal(_) => OperandPassing::Literal,
        _ => OperandPassing::Storage,
    }
}

/// Head and words of a `run` for some of the cases of these operands.
pub(crate) fn run<'o>(
    form: Form,
    handle: u32,
    signature: &Signature,
    operands: &'o [Operand<'_>],
    range: &Range<usize>,
) -> (RunOp, Vec<&'o [u32]>) {
    let cases = range.len();
    let each = operands.iter().zip(signature.operands);
    let words: Vec<&[u32]> = each
        .map(|(operand, ty)| match operand {
            Operand::Storage(words) => &words[range.start * ty.words()..range.end * ty.words()],
            Operand::Literal(_) if form == Form::Wgsl => &[],
            Operand::Uniform(value) | Operand::Literal(value) => value.words(),
        })
        .collect();
    let grid = Grid::new(cases as u32, WORKGROUP, PER_INVOCATION);
    let of_shader = form == Form::Wgsl;
    let passing = operands.iter().map(|operand| passed(&source(operand)));
    let head = RunOp {
        handle,
        cases: cases as u64,
        passing: passing.collect(),
        words: words.iter().map(|words| words.len()).collect(),
        workgroups: of_shader.then_some(grid.workgroups),
        params: of_shader.then_some(grid.params),
        shared: None,
    };
    (head, words)
}
