//! Running for a host.

use super::{of_error, refused};
use crate::frame::MAX_BYTES;
use crate::message::{DEFAULT_CASES, ErrorKind, OperandPassing, Refusal, RunOp, RunPrograms};
use std::sync::Arc;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::value::Value;
use vyre_conform_suite::backend::{LoadedOp, LoadedPrograms, Operand};

/// Maximal total words of a launch's buffers: no host reads back more.
const MAX_WORDS: usize = MAX_BYTES / 4;

/// A loaded op without its guard, if it has one: this process is already isolated.
pub(super) struct UnguardedOp<'l>(&'l dyn LoadedOp, Option<Arc<dyn LoadedOp>>);

impl<'l> UnguardedOp<'l> {
    pub(super) fn new(op: &'l dyn LoadedOp) -> Self {
        Self(op, op.unguarded())
    }

    pub(super) fn op(&self) -> &dyn LoadedOp {
        self.1.as_deref().unwrap_or(self.0)
    }
}

pub(super) fn run_op(
    op: &dyn LoadedOp,
    head: &RunOp,
    words: &[u32],
    results: &mut Vec<u32>,
) -> Result<(), Refusal> {
    let types = op.signature().operands;
    let fewer = || {
        refused(
            ErrorKind::Refused,
            "the words are not those of the operands",
        )
    };
    if head.passing.len() != types.len() || head.words.len() != types.len() {
        return Err(fewer());
    }
    if head.cases > DEFAULT_CASES {
        let reason = format!("a run has at most {DEFAULT_CASES} cases");
        return Err(refused(ErrorKind::Refused, reason));
    }
    let mut rest = words;
    let mut operands = vec![];
    for ((ty, passing), count) in types.iter().zip(&head.passing).zip(&head.words) {
        let (own, others) = rest.split_at_checked(*count).ok_or_else(fewer)?;
        rest = others;
        operands.push(match passing {
            OperandPassing::Storage => Operand::Storage(own),
            OperandPassing::Uniform if own.len() == ty.words() => {
                Operand::Uniform(Value::from_words(*ty, own))
            }
            OperandPassing::Literal if own.len() == ty.words() => {
                Operand::Literal(Value::from_words(*ty, own))
            }
            _ => return Err(fewer()),
        });
    }
    let cases = head.cases as usize;
    op.run_into(&operands, cases, results).map_err(of_error)
}

pub(super) fn run_programs(
    loaded: &dyn LoadedPrograms,
    head: RunPrograms,
    words: &[u32],
) -> Result<Vec<u32>, Refusal> {
    let fewer = || refused(ErrorKind::Refused, "the words are not those of the buffers");
    let all = head
        .buffers
        .iter()
        .try_fold(0, |sum: usize, contents| sum.checked_add(contents.words));
    if all.is_none_or(|words| words > MAX_WORDS) {
        let reason = format!("the buffers of a launch have at most {MAX_WORDS} words");
        return Err(refused(ErrorKind::Refused, reason));
    }
    let mut rest = words;
    let mut buffers = vec![];
    for contents in head.buffers {
        buffers.push(if contents.zeros {
            Contents::Zeros(contents.words)
        } else {
            let (own, others) = rest.split_at_checked(contents.words).ok_or_else(fewer)?;
            rest = others;
            Contents::Words(own.to_vec())
        });
    }
    let steps = head.steps.into_iter().map(|step| Step {
        program: step.program,
        workgroups: step.workgroups,
        buffers: step.buffers,
    });
    let launch = Launch {
        buffers,
        steps: steps.collect(),
        read_back: head.read_back,
    };
    Ok(loaded.run(&launch).map_err(of_error)?.concat())
}
