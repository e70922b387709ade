//! Laws on a backend.
//!
//! A law's claim becomes a plan: its distinct terms in the order they must be computed, and a condition over them.
//! Every application of an op is a separate run, and its operands and result pass through memory, so that no compiler
//! ever sees both sides of a law at once: it would fold a shader with `f(a, b) == f(b, a)` in one expression to `true`,
//! which checks nothing.

mod claim;
pub mod plan;
mod terms;

use super::{Backend, BackendError, OpCode, layout};
use crate::failing::{FailingCase, Tally};
use crate::strategy::{Argument, TypedLaw};
use claim::Masks;
use plan::LawPlan;
use std::ops::Range;
use std::time::{Duration, Instant};
use terms::{Part, Terms};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{Claim, Term, ValueType};

/// A parameter of a law, as passed to a backend.
#[derive(Clone, Debug)]
pub enum LawOperand<'a> {
    /// A value.
    Value(Value),
    /// Another op.
    Op(Box<OpCode<'a>>),
}

/// A law, as passed to a backend.
#[derive(Clone, Debug)]
pub struct BackendLaw<'a> {
    /// The op of the law: `f`. To check an alternate, pass its code here.
    pub subject: OpCode<'a>,
    /// The law's parameters in order.
    pub params: Vec<LawOperand<'a>>,
    /// Types of the claim's variables; they are the types of the source's values.
    pub variables: Vec<ValueType>,
    /// The claim, for all values of its variables.
    pub claim: &'a Claim,
    /// Applications that must also be 0 or 1, because the law is about predicates whose result is not a Bool.
    pub predicates: Vec<Term>,
}

impl<'a> BackendLaw<'a> {
    /// A declared law, with code for each of its ops.
    ///
    /// # Errors
    ///
    /// [`BackendError::Validation`] if `code` lacks one of the ops.
    pub fn of(
        typed: &TypedLaw,
        code: &dyn Fn(&OpRef) -> Option<OpCode<'a>>,
    ) -> Result<Self, BackendError> {
        let code = |op: &OpRef| {
            code(op).ok_or_else(|| {
                BackendError::Validation(format!(
                    "`{}` in law {} is not a registered op: annotate it with #[vyre_op]",
                    (op.key.path)(),
                    typed.text
                ))
            })
        };
        let params = typed.arguments.iter().map(|argument| {
            Ok(match argument {
                Argument::Value(value) => LawOperand::Value(*value),
                Argument::Op(op) => LawOperand::Op(Box::new(code(op)?)),
                Argument::Holds => LawOperand::Value(Value::of(!typed.is_negative())),
            })
        });
        Ok(Self {
            subject: code(&typed.subject)?,
            params: params.collect::<Result<_, BackendError>>()?,
            variables: typed.variables.clone(),
            claim: typed.claim,
            predicates: typed.predicates.clone(),
        })
    }
}

/// Result of a law check on a backend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawCheck {
    /// Its cases; those in which the claim is false fail.
    pub tally: Tally,
    /// Bytes that the check had to write to memory and read back: the operands and result of each application, and
    /// every compared value.
    pub bytes: u64,
    /// Duration of the check, including input generation.
    pub elapsed: Duration,
}

impl LawCheck {
    /// True if the claim held in every case. No case at all is not evidence.
    pub fn passed(&self) -> bool {
        self.tally.passed()
    }

    /// Bytes per second through memory.
    pub fn bytes_per_second(&self) -> f64 {
        self.bytes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// True if the check was no faster than memory of this bandwidth (bytes per second) allows. A faster one did not do
    /// the work: its shader was folded.
    pub fn is_credible(&self, bandwidth: f64) -> bool {
        self.bytes_per_second() <= bandwidth
    }
}

/// Number of cases generated at once.
const BLOCK: usize = 1 << 16;

/// Checks a law with [`Backend::load`] and [`super::LoadedOp::run_into`] alone. It works for any backend, and every
/// intermediate value passes through the host's memory.
///
/// # Errors
///
/// Errors of the backend, [`BackendError::ShortOutput`], and [`BackendError::Validation`] for a law with inconsistent
/// types.
pub fn term_by_term<B: Backend + ?Sized>(
    backend: &B,
    law: &BackendLaw<'_>,
    source: &dyn Source,
    range: Range<u64>,
) -> Result<LawCheck, BackendError> {
    term_by_term_in(backend, law, source, range, BLOCK)
}

/// [`term_by_term`] in runs of at most this many cases, for a backend with negligible call overhead whose memory is
/// faster the less of it is used.
///
/// # Errors
///
/// As for [`term_by_term`].
pub fn term_by_term_in<B: Backend + ?Sized>(
    backend: &B,
    law: &BackendLaw<'_>,
    source: &dyn Source,
    range: Range<u64>,
    most: usize,
) -> Result<LawCheck, BackendError> {
    let begin = Instant::now();
    let plan = LawPlan::of(law)?;
    plan.check_source(law, source)?;
    let loaded = plan.ops.iter().map(|op| backend.load(op));
    let ops = loaded.collect::<Result<Vec<_>, _>>()?;
    let mut check = LawCheck::default();
    let (mut terms, mut masks) = (Terms::new(&plan), Masks::default());
    let mut block = Block::default();
    for start in range.clone().step_by(BLOCK) {
        let cases = (range.end - start).min(BLOCK as u64) as usize;
        if block.len() != cases {
            block = Block::new(&law.variables, cases);
        }
        source.fill(start, &mut block);
        for first in (0..cases).step_by(most.max(1)) {
            let part = Part {
                block: &block,
                cases: first..cases.min(first.saturating_add(most.max(1))),
            };
            terms.compute(&ops, &part)?;
            let words = terms.all(&part);
            let found = claim::Cases {
                steps: &plan.steps,
                terms: &words,
                cases: part.cases.len(),
            };
            if found.hold(&plan.condition, &mut masks) {
                continue;
            }
            let mut mask = vec![0; part.cases.len()];
            found.holding(&plan.condition, &mut mask, &mut masks);
            for (case, _) in part.cases.zip(mask).filter(|(_, holds)| *holds == 0) {
                check.tally.failures += 1;
                check.tally.first.get_or_insert_with(|| {
                    let inputs = layout::case_values(&law.variables, &block.columns, case);
                    FailingCase::false_claim(start + case as u64, inputs)
                });
            }
        }
        check.tally.cases += cases as u64;
    }
    check.bytes = check.tally.cases * plan.bytes_per_case();
    check.elapsed = begin.elapsed();
    Ok(check)
}
