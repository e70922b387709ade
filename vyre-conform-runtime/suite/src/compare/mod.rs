//! From disagreeing results to a verdict: which of declaration, reference, translation and lowering is wrong.
//!
//! One order of judging for every trial, from what is certain to what is likely:
//!
//! 1. *Rows* of the spec table are right by definition. What contradicts one is wrong, a law that rows break
//!    is false.
//! 2. *Laws*, other than the one in question: who breaks one, on edge cases or on values of the failing input, is
//!    wrong where the other party breaks none.
//! 3. *Agreement*: what comes from one text must agree, so a lowering that differs from the interpreter on the same
//!    body is wrong whatever was meant by that body; and of texts written apart (alternates, the function that
//!    `lower` names) the greater number is right.
//!
//! Where none of them decides, the verdict says between whom it is undecided.

mod exceeded;
mod law;
mod reason;
mod values;
mod verdict;

pub use exceeded::Exceeded;
pub use law::{Call, LawFinding};
pub use reason::{Party, Reason};
pub use values::{Conduct, Origin, ValueFinding};
pub use verdict::{Blame, Testimony, Verdict, judge};
