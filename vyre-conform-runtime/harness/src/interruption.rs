//! Interruptions of obligations.

use crate::regressions::{StoreError, ValueError};
use crate::replay::ReplayError;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_suite::backend::{Backend, BackendError, MissingSupport, ParityError};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::record::{Failure, NotRun};

/// Interruption of a run. Without a refutation it appears as a failure of the trial.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Interruption {
    /// The backend produced no output.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The reference has no result for an input.
    #[error("the CPU reference panicked on {inputs:?}: {said}. It needs a result for every input")]
    ReferencePanicked {
        /// The operands; empty if no case of the batch panics alone.
        inputs: Vec<Value>,
        /// The message of the panic.
        said: String,
    },
    /// The obligation cannot run, with the remedy.
    #[error("{0}")]
    Impossible(String),
    /// A dependency failed.
    #[error("{0}")]
    NotRun(NotRun),
    /// The claim is refuted.
    #[error("{}", .0.headline)]
    Refuted(Box<Failure>),
}

impl Interruption {
    /// The interruption for an op that a backend does not support.
    pub(crate) fn lacks(op: &Op, backend: &dyn Backend, lacks: MissingSupport) -> Self {
        match lacks {
            MissingSupport::Hardware(hardware) => {
                Self::Backend(BackendError::UnsupportedByBackend {
                    op: op.def.id.to_owned(),
                    backend: backend.identity().slug.clone(),
                    hardware,
                })
            }
            MissingSupport::Translation(problems) => Self::untranslated(op, &problems),
        }
    }

    pub(crate) fn untranslated(op: &Op, problems: &[String]) -> Self {
        Self::Impossible(format!(
            "the body of `{}` could not be translated:\n  {}",
            op.def.id,
            problems.join("\n  ")
        ))
    }
}

impl From<ParityError> for Interruption {
    fn from(error: ParityError) -> Self {
        match error {
            ParityError::Backend(error) => Self::Backend(error),
            ParityError::ReferencePanicked {
                inputs,
                detail: message,
                ..
            } => Self::ReferencePanicked {
                inputs,
                said: message,
            },
        }
    }
}

/// Other errors interrupt an obligation with their text.
macro_rules! impossible {
    ($($error:ty),+) => {
        $(impl From<$error> for Interruption {
            fn from(error: $error) -> Self {
                Self::Impossible(error.to_string())
            }
        })+
    };
}

impossible!(NoValue, ReplayError, StoreError, ValueError);
