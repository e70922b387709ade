//! In which order a sum of products was added up, found out from outside.
//!
//! A large number masks what is added to it: `2^40 + 1` is `2^40` in binary32. Where one product of K is `2^40`,
//! another `-2^40` and the others are 1, those are lost that were added before the two met, so that the sum tells how
//! many products the smallest part has that contains both. From these numbers for every pair the tree follows (Xu,
//! Zhao, Zhang and Chen, "FPRev: Revealing the Order of Floating-Point Summation in Numerical Programs", 2025). An
//! accumulator of more bits masks nothing, which is seen as well.
//!
//! Two products of opposite sign that binary32 cannot hold tell whether the later of them was rounded before it was
//! added: if not, as in a fused multiply-add, the error of the earlier is left over.
//!
//! The program that adds is not asked. What is found is how it added at these lengths and these places.

mod observed;
mod tree;

pub use observed::{Observed, Probes, probes};
pub use tree::Tree;

/// How sums of products are said to be added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Additions {
    /// The products' exact sum, rounded once.
    Exact,
    /// In this tree.
    Ordered {
        /// The order.
        tree: Tree,
        /// Whether every sum begins with +0 rather than with its first product, which a sum of -0 shows.
        from_zero: bool,
    },
}
