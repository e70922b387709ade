//! A stated bound of a loop that is too small: neither function nor translation is wrong, the declaration is.

use super::{Blame, Diagnosis, Reason};

/// A stated bound of a loop that the failing input exceeds. Every translation stops the loop there; the function itself
/// does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceededBound {
    /// The function with the loop.
    pub function: String,
    /// The stated bound.
    pub bound: u64,
    /// Number of iterations for the input; `None` if it exceeds the largest possible bound.
    pub needed: Option<u64>,
}

impl ExceededBound {
    /// The diagnosis if no evidence blames the function itself.
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
            reasons: vec![exceeded, needed],
            other_blames: vec![],
        }
    }
}
