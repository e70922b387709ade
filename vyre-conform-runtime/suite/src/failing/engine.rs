//! What an engine breaks, in words and data.

use vyre_conform_runtime::engine::{Check, Input, InputSource, Output};

/// How one case breaks what is claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What is expected, and who says so.
    pub expected: Option<(String, Output)>,
    /// What was found, and where.
    pub found: Option<(String, Output)>,
    /// The first difference and what led to it, most telling first.
    pub because: Vec<String>,
}

impl Difference {
    /// A difference that words alone tell.
    pub fn because(because: impl Into<String>) -> Self {
        Self {
            because: vec![because.into()],
            ..Self::default()
        }
    }
}

/// A check that an engine fails on the smallest input found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The request.
    pub check: Check,
    /// Input and workgroup size, where one case is to blame.
    pub at: Option<(InputSource, u32)>,
    /// The input.
    pub input: Option<Input>,
    /// The difference.
    pub difference: Difference,
}
