//! Violations of engines, as text and data.

use vyre_conform_runtime::engine::{Check, Input, InputSource, Output};

/// Violation by one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The expected output and its source.
    pub expected: Option<(String, Output)>,
    /// The actual output and its place.
    pub found: Option<(String, Output)>,
    /// The first difference and its causes, most important first.
    pub causes: Vec<String>,
}

impl Difference {
    /// A difference described in words only.
    pub fn with_cause(because: impl Into<String>) -> Self {
        Self {
            causes: vec![because.into()],
            ..Self::default()
        }
    }
}

/// A check that an engine fails, on the smallest input found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The check.
    pub check: Check,
    /// Input and workgroup size, if one case is at fault.
    pub case: Option<(InputSource, u32)>,
    /// The input.
    pub input: Option<Input>,
    /// The difference.
    pub difference: Difference,
}
