//! Search for the case on which a program is lost.

use super::ProcessOp;
use crate::code::Loadable;
use crate::host::RequestFailure;
use std::ops::Range;
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_suite::backend::{BackendError, Operand};

/// Fractions of the time limit: the minimum for a part of an unanswered request, and the limit for the last case.
const MIN_FRACTION: u32 = 64;
const CASE_FRACTION: u32 = 4;

impl ProcessOp {
    /// The error for lost cases, narrowed to the fewest that are still lost.
    pub(super) fn narrowed(
        &self,
        code: &Loadable,
        operands: &[Operand<'_>],
        range: Range<usize>,
        mut message: String,
    ) -> BackendError {
        let patience = self.host.patience;
        let once = |range: &Range<usize>, within: Duration| {
            self.with_request(code, (operands, range), within, |request| {
                self.host.ask_once(code, request)
            })
        };
        let (mut fewest, mut within) = (range.clone(), patience);
        while fewest.len() > 1 {
            let middle = fewest.start + fewest.len() / 2;
            within = (within / 2).max(patience / MIN_FRACTION);
            fewest = match once(&(fewest.start..middle), within) {
                Err(RequestFailure::Lost(_)) => fewest.start..middle,
                Err(RequestFailure::GivenUp(_)) => break,
                _ => middle..fewest.end,
            };
        }
        let alone = fewest.len() == 1
            && matches!(
                once(&fewest, patience / CASE_FRACTION),
                Err(RequestFailure::Lost(_))
            );
        let case = if alone { fewest.start } else { range.start };
        if !alone {
            let cases = range.len();
            message = format!(
                "{message}\nThe answer to a batch of {cases} cases is lost; this is its first case"
            );
        }
        let each = operands.iter().zip(self.signature.operands);
        let inputs = each.map(|(operand, ty)| Value::from_words(*ty, operand.words(case, *ty)));
        BackendError::Unanswered {
            inputs: inputs.collect(),
            said: message,
        }
    }
}
