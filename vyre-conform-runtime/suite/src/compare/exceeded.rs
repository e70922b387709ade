//! A stated bound of a loop that is too small: neither function nor translation is wrong, the declaration is.

use super::{Blame, Reason, Verdict};

/// A stated bound of a loop that the failing input exceeds. Every translation stops the loop there, the function
/// itself does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// The function whose loop it is.
    pub function: String,
    /// The bound that it states.
    pub bound: u64,
    /// The runs that the input takes; `None` where they are more than any bound may be.
    pub needed: Option<u64>,
}

impl Exceeded {
    /// The verdict where nothing says that the function itself is wrong.
    pub fn verdict(&self) -> Verdict {
        let Self {
            function,
            bound,
            needed,
        } = self;
        let stopped = format!(
            "`bound!({bound})` in `{function}` is exceeded on this very input: the function goes on, and what is \
             translated from it stops after {bound} runs of the loop"
        );
        let remedy = match needed {
            Some(needed) => format!(
                "this input takes {needed} runs: write `bound!({needed})`, or more if another input takes more"
            ),
            None => {
                "this input takes more runs than any bound may be: write a loop that ends sooner, \
                     and its most runs as `bound!(..)`"
                    .to_owned()
            }
        };
        Verdict {
            blame: Blame::Declaration,
            because: vec![Reason::Bound(stopped), Reason::Bound(remedy)],
        }
    }
}
