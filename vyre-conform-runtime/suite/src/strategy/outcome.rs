//! Results of checks of laws.

use super::columns;
use super::explain::Reference;
use super::typed::TypedLaw;
use crate::failing::{FailingCase, PanicReport, Tally, keep_lower};
use vyre_conform_ir::type_names;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, values};
use vyre_conform_spec::ValueType;

/// Result of the check of one law over one source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckOutcome {
    /// Its cases; those that break the law fail.
    pub tally: Tally,
    /// The first case that breaks the law by the block kernels and not by the scalar functions: an op with varying
    /// results.
    pub unconfirmed: Option<FailingCase>,
}

impl CheckOutcome {
    /// True if every case satisfies the law.
    pub fn passed(&self) -> bool {
        self.tally.failures == 0 && self.unconfirmed.is_none()
    }
}

/// The reason why a check has no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The source's values have other types than the law's variables.
    #[error(
        "{law} is about values of types {}, the source has {}",
        type_names(expected),
        type_names(found)
    )]
    Types {
        /// The law.
        law: String,
        /// Types of its variables.
        expected: Vec<ValueType>,
        /// Types of the source.
        found: Vec<ValueType>,
    },
    /// A function panicked: the reference is not total.
    #[error(
        "a function panicked in case {case} ({values:?}): {message}. A reference must return a result for every \
         input: use wrapping_, checked_ or a guard"
    )]
    Panicked {
        /// The number of the first case that panics alone, or of the first case of its block if none does.
        case: u64,
        /// Its values, one per variable; empty if no case panics alone.
        values: Vec<Value>,
        /// The message of the panic.
        message: String,
    },
}

impl CheckOutcome {
    /// Adds a block with broken cases. The first broken case of each thread is confirmed with the scalar functions.
    pub(super) fn broken_block(
        &mut self,
        law: &TypedLaw,
        start: u64,
        block: &Block,
        obeyed: &[u32],
    ) {
        self.tally.failures += columns::count_false(obeyed);
        if self.tally.first.is_some() {
            return;
        }
        let Some(i) = obeyed.iter().position(|m| *m == 0) else {
            return;
        };
        let first = FailingCase::false_claim(start + i as u64, values(block, &law.variables, i));
        if law.holds(&first.inputs) {
            self.unconfirmed.get_or_insert(first.clone());
        }
        self.tally.first = Some(first);
    }

    /// Adds the failures of another part of the source.
    pub(super) fn merge(&mut self, other: Self) {
        self.tally.failures += other.tally.failures;
        keep_lower(&mut self.tally.first, other.tally.first);
        keep_lower(&mut self.unconfirmed, other.unconfirmed);
    }
}

pub(super) fn earlier(a: CheckError, b: CheckError) -> CheckError {
    match (&a, &b) {
        (CheckError::Panicked { case: x, .. }, CheckError::Panicked { case: y, .. }) if y < x => b,
        _ => a,
    }
}

/// The error for a panic in the block that starts with case `start`, with its case.
pub(super) fn panicked(
    laws: &[&TypedLaw],
    start: u64,
    block: &Block,
    panic: PanicReport,
) -> CheckError {
    let found = (0..block.len()).find_map(|i| {
        let case = values(block, &laws.first()?.variables, i);
        let problem = |law: &&TypedLaw| law.holds_with(&case, &Reference).err();
        let message = laws.iter().find_map(problem)?;
        Some((start + i as u64, case, message.to_string()))
    });
    let (case, values, message) = found.unwrap_or_else(|| (start, vec![], panic.to_string()));
    CheckError::Panicked {
        case,
        values,
        message,
    }
}
