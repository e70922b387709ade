//! Why an application of an op has no value.

use std::fmt;
use vyre_conform_interp::Fault;
use vyre_conform_runtime::registry::OpRef;

/// A panic of a function that an author wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PanicReport {
    /// What it said.
    pub said: String,
    /// The file, line and column where it happened, if that is known.
    pub place: Option<String>,
}

impl fmt::Display for PanicReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said)?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PanicReport {}

/// The reason why an application of an op, or a claim about some, has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoValue {
    /// A function panicked.
    #[error(transparent)]
    Panicked(#[from] PanicReport),
    /// The interpreter stopped.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A backend gave no result, and said this.
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
        /// What stands in the way, one a line.
        problems: Vec<String>,
    },
    /// The values are not of the types that they should be.
    #[error("{0}")]
    Types(String),
    /// Who is asked knows rows of spec tables alone, and none of them is about these operands.
    #[error("no row says")]
    NoRow,
    /// The claim names a parameter or an op that its declaration does not have.
    #[error("no such {0}")]
    Undeclared(&'static str),
    /// An application within a claim has none.
    #[error("{call}: {why}")]
    Call {
        /// The application, such as `sub(a, b)`.
        call: String,
        /// The reason why it has none.
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
