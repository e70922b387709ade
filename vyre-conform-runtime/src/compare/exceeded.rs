//! A stated bound of a loop that is too small: neither function nor translation is wrong, the declaration is.

use super::{Blame, Verdict};

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
        let mut because = vec![format!(
            "`bound!({bound})` in `{function}` is exceeded on this very input: the function goes on, and what is \
             translated from it stops after {bound} runs of the loop"
        )];
        because.push(match needed {
            Some(needed) => format!(
                "this input takes {needed} runs: write `bound!({needed})`, or more if another input takes more"
            ),
            None => "this input takes more runs than any bound may be: write a loop that ends sooner, \
                     and its most runs as `bound!(..)`"
                .to_owned(),
        });
        Verdict {
            blame: Blame::Declaration,
            because,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{LawFinding, Testimony, judge};
    use crate::plan::Implementation;

    /// Oracle: the meaning of a bound: what is translated stops at it, so a law that only this breaks is none's
    /// fault but the bound's.
    #[test]
    fn an_exceeded_bound_is_blamed_where_nothing_speaks_against_the_function() {
        let finding = |on_reference, needed| LawFinding {
            on_reference,
            exceeded: Some(Exceeded {
                function: "f".into(),
                bound: 4,
                needed,
            }),
            ..LawFinding::default()
        };
        let judged = |finding| {
            judge(&Testimony::Law {
                subject: Implementation::Lowering {
                    op: "u32::add".into(),
                    backend: "llvmpipe".into(),
                },
                finding,
            })
        };
        let verdict = judged(finding(true, Some(5)));
        assert_eq!(verdict.blame, Blame::Declaration);
        assert!(verdict.because[0].contains("`bound!(4)` in `f`"));
        assert!(verdict.because[1].contains("write `bound!(5)`"));
        let endless = judged(finding(true, None));
        assert!(endless.because[1].contains("ends sooner"));
        assert_eq!(judged(finding(false, Some(5))).blame, Blame::Undecided);
    }
}
