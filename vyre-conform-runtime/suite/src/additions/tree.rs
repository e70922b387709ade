//! Trees of additions.

use std::fmt;

/// Callback with the two subtrees of a sum, and the products of each.
type EachSum<'a> = dyn FnMut(&Tree, &Tree, [&[u32]; 2]) + 'a;

/// An order of additions. The operands of a sum have no order: addition is commutative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// A product.
    Product {
        /// Its index.
        index: u32,
        /// True if it is added without rounding.
        fused: bool,
    },
    /// Two subtrees, added and rounded.
    Sum(Box<Tree>, Box<Tree>),
}

impl Tree {
    /// A rounded product.
    pub const fn product(index: u32) -> Self {
        Self::Product {
            index,
            fused: false,
        }
    }

    /// The sum of two subtrees.
    pub fn sum(left: Self, right: Self) -> Self {
        Self::Sum(Box::new(left), Box::new(right))
    }

    /// Subtrees added from left to right; `None` for no subtree.
    pub fn left_to_right(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        parts.into_iter().reduce(Self::sum)
    }

    /// Fused multiply-adds over these products in ascending order. The first is added to zero, so its rounding is the
    /// same before and after.
    pub fn chain(products: std::ops::Range<u32>) -> Option<Self> {
        let first = products.start;
        Self::left_to_right(products.map(|index| Self::Product {
            index,
            fused: index > first,
        }))
    }

    /// Recursive halving; the first half is rounded down.
    pub fn halves(products: std::ops::Range<u32>) -> Option<Self> {
        match products.len() as u32 {
            0 => None,
            1 => Some(Self::product(products.start)),
            len => {
                let middle = products.start + len / 2;
                let left = Self::halves(products.start..middle)?;
                Some(Self::sum(left, Self::halves(middle..products.end)?))
            }
        }
    }

    /// The indices of all products, from left to right.
    pub fn products(&self) -> Vec<u32> {
        match self {
            Self::Product { index, .. } => vec![*index],
            Self::Sum(left, right) => [left.products(), right.products()].concat(),
        }
    }

    /// The sum of the products of these factors with a common one. `start`, a zero, is added to the first product of a
    /// chain of fused multiply-adds and to each rounded product.
    pub(super) fn sum_of(&self, factors: &[f32], common: f32, start: f32) -> f32 {
        let part = |tree: &Self| tree.sum_of(factors, common, start);
        match self {
            Self::Product { index, .. } => factors[*index as usize] * common + start,
            Self::Sum(left, right) => match (&**left, &**right) {
                (sum, Self::Product { index, fused: true })
                | (Self::Product { index, fused: true }, sum) => {
                    factors[*index as usize].mul_add(common, part(sum))
                }
                (left, right) => part(left) + part(right),
            },
        }
    }

    /// Calls `each` with the products of the two subtrees of every sum.
    pub(super) fn each_sum(&self, each: &mut EachSum<'_>) -> Vec<u32> {
        match self {
            Self::Product { index, .. } => vec![*index],
            Self::Sum(left, right) => {
                let (of_left, of_right) = (left.each_sum(each), right.each_sum(each));
                each(left, right, [&of_left, &of_right]);
                [of_left, of_right].concat()
            }
        }
    }

    /// True for a product that is added without rounding.
    pub(super) const fn is_fused(&self) -> bool {
        matches!(self, Self::Product { fused: true, .. })
    }
}

/// `((0 + *1) + *2)`: products by index, with a star if they are not rounded before the addition.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Product { index, fused } => write!(f, "{}{index}", if *fused { "*" } else { "" }),
            Self::Sum(left, right) => write!(f, "({left} + {right})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definitions of the orders, written out.
    #[test]
    fn orders_are_written_as_sums() {
        let text = |tree: Option<Tree>| tree.expect("products").to_string();
        assert_eq!(text(Tree::chain(0..4)), "(((0 + *1) + *2) + *3)");
        assert_eq!(text(Tree::halves(0..5)), "((0 + 1) + (2 + (3 + 4)))");
        let parts = [Tree::chain(0..2), Tree::chain(2..3)].map(|part| part.expect("products"));
        assert_eq!(text(Tree::left_to_right(parts)), "((0 + *1) + 2)");
        assert_eq!((Tree::chain(0..0), Tree::halves(3..3)), (None, None));
    }
}
