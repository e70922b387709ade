//! Reasons why an application of an op has no value.

use std::fmt;
use vyre_conform_interp::Fault;
use vyre_conform_runtime::registry::OpRef;

/// A panic of an author's function.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PanicReport {
    /// Its message.
    pub message: String,
    /// File, line and column of the panic, if known.
    pub place: Option<String>,
}

impl fmt::Display for PanicReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PanicReport {}

/// Reason why an application of an op, or a claim about some, has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// A function panicked.
    #[error(transparent)]
    Panicked(#[from] PanicReport),
    /// The interpreter stopped.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A backend gave no result, with this message.
    #[error("{0}")]
    Backend(String),
    /// The op is in no catalog, so that neither interpreter nor backend knows it.
    #[error("`{op}` is not a registered op: add #[vyre_op]")]
    Unregistered {
        /// The path of its function.
        op: &'static str,
    },
    /// The body of the op has no translation.
    #[error("{}", problems.join("; "))]
    Untranslated {
        /// The problems, one per line.
        problems: Vec<String>,
    },
    /// The values have wrong types.
    #[error("{0}")]
    Types(String),
    /// The evaluator uses only rows of spec tables, and none has these operands.
    #[error("no row says")]
    NoRow,
    /// The claim names a parameter or op that its declaration lacks.
    #[error("no such {0}")]
    Undeclared(&'static str),
    /// An application within a claim has no value.
    #[error("{call}: {why}")]
    Call {
        /// The application, such as `sub(a, b)`.
        call: String,
        /// The reason.
        why: Box<NoValue>,
    },
}

impl NoValue {
    /// An op is in no catalog.
    pub fn unregistered(op: &OpRef) -> Self {
        let op = (op.key.path)();
        Self::Unregistered { op }
    }
}
