//! The theorems, by conclusion.

#[macro_use]
mod words;

mod absorbing;
mod algebra;
mod commutative;
mod exchanged;
mod folds;
mod images;
mod order;
mod relations;
mod unary;

use super::Theorem;

/// Every theorem, in the order of the search.
const TABLE: &[&[Theorem]] = &[
    commutative::THEOREMS,
    algebra::THEOREMS,
    absorbing::THEOREMS,
    relations::THEOREMS,
    exchanged::THEOREMS,
    order::THEOREMS,
    unary::THEOREMS,
    folds::THEOREMS,
    images::THEOREMS,
];

/// Every theorem.
pub fn theorems() -> impl Iterator<Item = &'static Theorem> {
    TABLE.iter().copied().flatten()
}
