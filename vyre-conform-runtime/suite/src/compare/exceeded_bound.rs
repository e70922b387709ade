//! A stated bound of a loop that is too small: neither function nor translation is wrong, the declaration is.

use super::{Blame, Diagnosis, Reason};

/// A stated bound of a loop that the failing input exceeds. Every translation stops the loop there, the function
/// itself does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceededBound {
    /// The function whose loop it is.
    pub function: String,
    /// The bound that it states.
    pub bound: u64,
    /// The runs that the input takes; `None` where they are more than any bound may be.
    pub needed: Option<u64>,
}

impl ExceededBound {
    /// The diagnosis where nothing says that the function itself is wrong.
    pub fn diagnosis(&self) -> Diagnosis {
        let Self {
            function,
            bound,
            needed,
        } = self;
        let exceeded = Reason::BoundExceeded {
            function: function.clone(),
            bound: *bound,
        };
        let needed = Reason::BoundNeeded { needed: *needed };
        Diagnosis {
            blame: Blame::Declaration,
            because: vec![exceeded, needed],
            also: vec![],
        }
    }
}
