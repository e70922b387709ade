//! Probes of sums, and observations from their results.

use super::{Additions, Tree};
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_runtime::engine::Sums;

/// A mask: in binary32, adding 1 or sums of fewer than 2^16 ones to it loses them; in binary64 it loses none.
const MASK: f32 = (1u64 << 40) as f32;

/// A factor whose square binary32 cannot represent: `1 + 2^-11 + 2^-24`.
const INEXACT: f32 = 1.0 + 1.0 / 4096.0;

/// Up to this many products, every pair is probed; beyond, neighbours and pairs with the first product.
const EVERY_PAIR: u32 = 33;

/// Beyond this many products, only pairs whose second product is a multiple of [`STEP`], or the last, are probed.
const EVERY_NEIGHBOUR: u32 = 64;

/// Kernels split long sums at multiples of this number of products, if at all.
const STEP: u32 = 16;

/// The probes of the order of additions of `products` products, at least one and fewer than 2^16.
pub fn probes(products: u32) -> [Sums; 2] {
    let row = |others: f32, pair: (u32, u32), large: f32| {
        let of = |k: u32| match k {
            k if k == pair.0 => large,
            k if k == pair.1 => -large,
            _ => others,
        };
        (0..products).map(of).collect()
    };
    let pairs = pairs(products);
    let masked = pairs.iter().map(|pair| row(1.0, *pair, MASK));
    let errors = pairs.iter().map(|pair| row(0.0, *pair, INEXACT));
    let minus_zeros = vec![-0.0; products as usize];
    [
        Sums::new(products, 1.0, masked.chain([minus_zeros]).collect()),
        Sums::new(products, INEXACT, errors.collect()),
    ]
}

fn pairs(products: u32) -> Vec<(u32, u32)> {
    let all = (0..products).flat_map(|i| (i + 1..products).map(move |j| (i, j)));
    let is_probed = |pair: &(u32, u32)| {
        let telling = pair.0 == 0 || pair.1 == pair.0 + 1;
        let step = pair.1.is_multiple_of(STEP) || pair.1 == products - 1;
        products <= EVERY_PAIR || telling && (products <= EVERY_NEIGHBOUR || step)
    };
    all.filter(is_probed).collect()
}

/// Observations about the order of sums.
#[derive(Clone, Debug, PartialEq)]
pub struct SumObservations {
    products: u32,
    /// Per pair, the number of other products that were not lost.
    kept: BTreeMap<(u32, u32), f32>,
    /// Per pair, true if a rounding error remained.
    fused: BTreeMap<(u32, u32), bool>,
    /// True if the sum of -0 alone is +0.
    from_zero: bool,
}

impl SumObservations {
    /// Decodes the sums of [`probes`]; `None` if their number is wrong.
    pub fn of(products: u32, sums: [&[u32]; 2]) -> Option<Self> {
        let pairs = pairs(products);
        let ([masked @ .., minus_zeros], errors) = (sums[0], sums[1]) else {
            return None;
        };
        if masked.len() != pairs.len() || errors.len() != pairs.len() {
            return None;
        }
        let each = |sums: &[u32]| {
            let floats = sums.iter().copied().map(f32::from_bits);
            pairs.iter().copied().zip(floats).collect::<Vec<_>>()
        };
        Some(Self {
            products,
            kept: each(masked).into_iter().collect(),
            fused: each(errors)
                .into_iter()
                .map(|(pair, sum)| (pair, sum != 0.0))
                .collect(),
            from_zero: f32::from_bits(*minus_zeros).is_sign_positive(),
        })
    }

    /// The expected observations of a declared order.
    pub fn due(products: u32, additions: &Additions) -> Self {
        let pairs = pairs(products);
        let Additions::Ordered { tree, from_zero } = additions else {
            let all = |pair: &(u32, u32)| (*pair, (products - 2) as f32);
            return Self {
                products,
                kept: pairs.iter().map(all).collect(),
                fused: pairs.iter().map(|pair| (*pair, false)).collect(),
                from_zero: false,
            };
        };
        let wanted: BTreeSet<(u32, u32)> = pairs.into_iter().collect();
        let (mut kept, mut fused) = (BTreeMap::new(), BTreeMap::new());
        tree.each_sum(&mut |left, right, [of_left, of_right]| {
            let size = of_left.len() + of_right.len();
            let is_fused = left.is_fused() || right.is_fused();
            for i in of_left {
                for j in of_right {
                    let pair = (*i.min(j), *i.max(j));
                    if wanted.contains(&pair) {
                        kept.insert(pair, (products as usize - size) as f32);
                        fused.insert(pair, is_fused);
                    }
                }
            }
        });
        Self {
            products,
            kept,
            fused,
            from_zero: *from_zero,
        }
    }

    /// The order, if every pair was probed and the observations form a tree.
    pub fn tree(&self) -> Option<Tree> {
        if self.products > EVERY_PAIR {
            return None;
        }
        let all: Vec<u32> = (0..self.products).collect();
        let tree = self.part(&all)?;
        let text = Self::due(
            self.products,
            &Additions::Ordered {
                tree: tree.clone(),
                from_zero: self.from_zero,
            },
        );
        (text == *self).then_some(tree)
    }

    /// The order of these products, a subtree of the sum: the first of them meets the others subtree by subtree, the
    /// smallest first.
    fn part(&self, products: &[u32]) -> Option<Tree> {
        let (first, others) = products.split_first()?;
        let mut sizes: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for other in others {
            let kept = *self.kept.get(&(*first, *other))?;
            let lost = self.products as f32 - kept;
            let whole = lost.fract() == 0.0 && (2.0..=self.products as f32).contains(&lost);
            sizes
                .entry(whole.then_some(lost as u32)?)
                .or_default()
                .push(*other);
        }
        let mut tree = Tree::product(*first);
        for (_, others) in sizes {
            let mut other = self.part(&others)?;
            let error = |i: &u32, j: &u32| self.fused.get(&(*i.min(j), *i.max(j))) == Some(&true);
            let left = tree.products();
            if let Tree::Product { index, fused } = &mut other {
                *fused = left.iter().all(|i| error(i, index));
            } else if let Tree::Product { index, fused } = &mut tree {
                *fused = others.iter().all(|i| error(i, index));
            }
            tree = Tree::sum(tree, other);
        }
        Some(tree)
    }

    /// The difference from the expected observations, if any.
    pub fn difference(&self, expected: &Self) -> Option<String> {
        if self == expected {
            return None;
        }
        if let (Some(found), Some(declared)) = (self.tree(), expected.tree())
            && found != declared
        {
            return Some(format!(
                "the additions are {found}; declared are {declared}"
            ));
        }
        if self.from_zero != expected.from_zero {
            let begins = |from_zero: bool| if from_zero { "+0" } else { "the first product" };
            return Some(format!(
                "sums begin with {}; declared is {}",
                begins(self.from_zero),
                begins(expected.from_zero)
            ));
        }
        let other = |pair: &(u32, u32)| {
            self.kept.get(pair) != expected.kept.get(pair)
                || self.fused.get(pair) != expected.fused.get(pair)
        };
        let pair = expected.kept.keys().find(|pair| other(pair));
        let Some((i, j)) = pair else {
            return Some(format!(
                "sums of {} products; requested were {}",
                self.products, expected.products
            ));
        };
        let shown = |of: &Self| {
            let kept = of.kept.get(&(*i, *j)).copied().unwrap_or(f32::NAN);
            let left = of.fused.get(&(*i, *j)) == Some(&true);
            format!(
                "{kept} of the other products are added after products {i} and {j} met, and an error is {}",
                if left { "left over" } else { "not left over" }
            )
        };
        Some(format!(
            "of {} products {}; declared: {}",
            self.products,
            shown(self),
            shown(expected)
        ))
    }
}
