//! Reasons why a case cannot be replayed.

use crate::regressions::ValueError;
use crate::report::pluralize;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::engine::SIZES;
use vyre_conform_suite::strategy::LawTypeError;

/// Syntax of a case, for messages.
const FORM: &str = "a case is TRIAL=VALUES, as a failure report gives it, such as `u32::add=0x1, 0xff`, \
                    `u32::add::law::commutative=1, 2` or `engine::reduce=7@32`";

/// A number of values, in words.
fn values(number: usize) -> String {
    pluralize(number as u64, "value", "values")
}

/// Reason why a case is malformed or cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The text is not of the form of a case.
    #[error("`{text}`: {FORM}")]
    Form {
        /// The text.
        text: String,
    },
    /// It starts with the id of no op or engine.
    #[error("no op or engine has a trial `{trial}`; {FORM}")]
    NoTrial {
        /// The start of the text.
        trial: String,
    },
    /// The trial is of a law that the op does not declare.
    #[error("`{op}` declares no law `{law}`")]
    NoLaw {
        /// The op.
        op: &'static str,
        /// The law, as in the names of trials.
        law: String,
    },
    /// The types of the law's variables are unknown.
    #[error(transparent)]
    Law(#[from] LawTypeError),
    /// A text is not a value.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The number of values is wrong for the trial.
    #[error("`{text}` is {}, and this trial takes {expected}", values(*found))]
    Count {
        /// The values.
        text: String,
        /// Number of values found.
        found: usize,
        /// Number of values expected.
        expected: usize,
    },
    /// Values of a law can only come from storage.
    #[error("`{text}`: the values of a law come from storage")]
    LawPassed {
        /// The values.
        text: String,
    },
    /// The text is not of the form of a case of an engine.
    #[error("`{text}`: the case of an engine is `7@32`, `corpus:0@64` or `sums:16@64`")]
    EngineForm {
        /// The text.
        text: String,
    },
    /// Engines do not run at the workgroup size of the case.
    #[error("`{text}`: engines run at workgroups of {} invocations", SIZES.map(|size| size.to_string()).join(", "))]
    EngineSize {
        /// The text.
        text: String,
    },
    /// A saved case broke a law that is no longer declared.
    #[error("`{op}` declares no law {law}: a case that broke it cannot be replayed")]
    Undeclared {
        /// The op.
        op: &'static str,
        /// The law.
        law: String,
    },
    /// A saved case of an op belongs to an engine.
    #[error("`{op}` is an op, but the case is of an engine, from its check `{check}`")]
    OfEngine {
        /// The op.
        op: &'static str,
        /// The check of the engine.
        check: String,
    },
    /// A saved case has values of other types than the operands.
    #[error("`{op}` takes other types now than {inputs:?}")]
    OtherTypes {
        /// The op.
        op: &'static str,
        /// The values.
        inputs: Vec<Value>,
    },
    /// A saved case of an engine lacks the input.
    #[error("it has no input of an engine")]
    NoInput,
    /// A saved input of an engine has another number of columns than its inputs.
    #[error(
        "it has {found} columns, and inputs of the engine have {} now",
        taken.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ")
    )]
    Columns {
        /// Columns of the saved input.
        found: usize,
        /// Numbers of columns of the engine's inputs, ascending.
        taken: Vec<usize>,
    },
    /// The run has no op of this id.
    #[error("there is no op `{id}`")]
    NoOp {
        /// The id.
        id: String,
    },
    /// The run has no check of the engine.
    #[error("the engine has no checks")]
    NothingAsked,
    /// The run has no check of this name for the engine.
    #[error("`{engine}` has no check of that name")]
    NoCheck {
        /// The engine.
        engine: String,
    },
}
