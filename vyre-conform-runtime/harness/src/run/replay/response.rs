//! Response of one implementation to a replayed case.

use crate::body_evaluator::BodyEvaluator;
use crate::interruption::Interruption;
use crate::run::evaluators::run_one_case;
use crate::run::subject::Run;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::plan::Implementation;
use vyre_conform_suite::strategy::Evaluate;

/// Response of one implementation.
pub(super) enum Response {
    /// The words.
    Words(Vec<u32>),
    /// No result: the backend lacks what it needs.
    Lacks(String),
    /// No result: the function has none, for this reason.
    Stopped(String),
    /// No result: the backend failed.
    Error(String),
}

impl Run<'_> {
    /// True if the subject may return these words. The reference has no tolerance, because the others are compared with
    /// it.
    pub(super) fn may_give(&self, expected: &[u32], found: &[u32]) -> bool {
        match &self.obligation.question.subject {
            Implementation::Reference { .. } => expected == found,
            _ => self.op().def.op.accepts(expected, found),
        }
    }

    /// The response of the implementation under test.
    pub(super) fn response(
        &self,
        inputs: &[Value],
        passed: &[Passing],
        reference: &Result<Value, NoValue>,
    ) -> Response {
        let words = |value: Result<Value, NoValue>| match value {
            Ok(value) => Response::Words(value.words().to_vec()),
            Err(message) => Response::Stopped(message.to_string()),
        };
        match &self.obligation.question.subject {
            Implementation::Reference { .. } => words(reference.clone()),
            Implementation::Interpreter { .. } => {
                words(BodyEvaluator(self.context.catalog()).apply(&self.op().def.op, inputs))
            }
            _ => {
                let found = self
                    .subject()
                    .and_then(|op| Ok(run_one_case(&*op, inputs, passed)?));
                match found {
                    Ok(words) => Response::Words(words),
                    Err(Interruption::Backend(BackendError::UnsupportedByBackend {
                        hardware,
                        ..
                    })) => Response::Lacks(hardware),
                    Err(Interruption::Backend(BackendError::Panicked {
                        detail: message, ..
                    })) if self.obligation.question.subject.is_kernel() => {
                        Response::Stopped(message)
                    }
                    Err(stop) => Response::Error(stop.to_string()),
                }
            }
        }
    }
}
