//! From disagreeing results to a verdict: which of declaration, reference and lowering is wrong.

mod verdict;

pub use verdict::{Blame, LawFinding, Testimony, Verdict, judge};
