//! From disagreeing results to a verdict: which of declaration, reference and lowering is wrong.

mod exceeded;
mod verdict;

pub use exceeded::Exceeded;
#[cfg(feature = "harness")]
pub(crate) use verdict::TRANSLATED_BODY;
pub use verdict::{Blame, LawFinding, Testimony, Verdict, judge};
