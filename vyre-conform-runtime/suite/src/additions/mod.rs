//! The order of additions in a sum of products, determined by probing.
//!
//! A large number masks smaller summands: `2^40 + 1` is `2^40` in binary32. If one of K products is `2^40`, another
//! `-2^40` and the others are 1, those added before the two large ones meet are lost. The sum therefore reveals the
//! size of the smallest subtree that contains both. These sizes for every pair determine the tree (Xu, Zhao, Zhang and
//! Chen, "FPRev: Revealing the Order of Floating-Point Summation in Numerical Programs", 2025). A wider accumulator
//! masks nothing, which probing also detects.
//!
//! Two products of opposite sign that binary32 cannot represent reveal if the later one was rounded before its
//! addition: if not, as in a fused multiply-add, the rounding error of the earlier one remains.
//!
//! The result is about the probed lengths and places only.

mod observation;
mod tree;

pub use observation::{SumObservations, probes};
pub use tree::Tree;

use vyre_conform_spec::AdditionOrder;

/// Declared additions of a sum of products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Additions {
    /// The products' exact sum, rounded once.
    Exact,
    /// Rounded additions in the order of a tree.
    Ordered {
        /// The order.
        tree: Tree,
        /// True if every sum begins with +0 rather than with its first product, which a sum of -0 reveals.
        from_zero: bool,
    },
}

impl Additions {
    /// The declared additions of an order for this many products, at least one.
    ///
    /// # Panics
    ///
    /// For zero products.
    pub fn declared(order: AdditionOrder, products: u32) -> Self {
        let all = 0..products;
        let tree = match order {
            AdditionOrder::FmaChain => Tree::chain(all),
            AdditionOrder::Strict => Tree::left_to_right(all.map(Tree::product)),
            AdditionOrder::TreeBinary => Tree::halves(all),
            AdditionOrder::SplitK(parts) => {
                let part = products.div_ceil(parts.max(1)).max(1);
                let begins = all.step_by(part as usize);
                let chains = begins.map(|from| Tree::chain(from..products.min(from + part)));
                Tree::left_to_right(chains.flatten())
            }
            _ => return Self::Exact,
        };
        Self::Ordered {
            tree: tree.expect("at least one product"),
            from_zero: matches!(order, AdditionOrder::FmaChain | AdditionOrder::SplitK(_)),
        }
    }

    /// The sum of the products of these factors with a common one, in this order. The exact sum is only for probes,
    /// whose products and sums binary64 represents.
    pub fn sum(&self, factors: &[f32], common: f32) -> f32 {
        match self {
            Self::Ordered { tree, from_zero } => {
                let start = if *from_zero { 0.0 } else { -0.0 };
                tree.sum_of(factors, common, start)
            }
            Self::Exact => {
                let products = factors.iter().map(|x| f64::from(*x) * f64::from(common));
                products.fold(-0.0, |sum, product| sum + product) as f32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: AdditionOrder = AdditionOrder::SplitK(3);

    /// Oracle: the definitions of the orders, written out.
    #[test]
    fn orders_are_declared_as_trees() {
        let text = |order, products| match Additions::declared(order, products) {
            Additions::Ordered { tree, from_zero } => (tree.to_string(), from_zero),
            Additions::Exact => ("exact".into(), false),
        };
        for (order, expected) in [
            (AdditionOrder::FmaChain, ("((0 + *1) + *2)", true)),
            (AdditionOrder::Strict, ("((0 + 1) + 2)", false)),
            (AdditionOrder::TreeBinary, ("(0 + (1 + 2))", false)),
            (AdditionOrder::SplitK(2), ("((0 + *1) + 2)", true)),
            (AdditionOrder::Exact, ("exact", false)),
        ] {
            assert_eq!(text(order, 3), (expected.0.into(), expected.1), "{order}");
        }
        assert_eq!(text(SPLIT, 4).0, "((0 + *1) + (2 + *3))");
        assert_eq!(text(SPLIT, 1).0, "0");
    }

    /// Oracle: the counts of `Observed::due` on the tree, without additions.
    #[test]
    fn sums_in_an_order_show_it() {
        let all = AdditionOrder::PLAIN.iter().copied().chain([SPLIT]);
        for order in all {
            for products in [1, 2, 3, 4, 7, 16, 33, 40, 257] {
                let declared = Additions::declared(order, products);
                let sums = probes(products).map(|probe| {
                    let sums = probe.factors.iter();
                    let sums = sums.map(|of| declared.sum(of, probe.common).to_bits());
                    sums.collect::<Vec<u32>>()
                });
                let found =
                    SumObservations::of(products, [&sums[0], &sums[1]]).expect("a sum each");
                let expected = SumObservations::due(products, &declared);
                assert_eq!(found.difference(&expected), None, "{order} of {products}");
            }
        }
    }
}
