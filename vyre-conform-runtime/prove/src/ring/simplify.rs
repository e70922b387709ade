//! Terms rebuilt with the decisions of normal forms, and the check of every part against its original.

#[cfg(test)]
mod tests;

use super::fault::Fault;
use super::linear::Sums;
use super::{Ring, range, rotated_word};
use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;

/// The term with every equation of words that normal forms decide replaced by a constant, and
/// simplified again.
pub fn simplified(terms: &mut Terms, goal: TermId) -> TermId {
    simplify(terms, goal).goal
}

/// The simplified term, with the replacement of every part.
pub(crate) fn simplify(terms: &mut Terms, goal: TermId) -> Simplification {
    simplify_by(terms, goal, Ring::default())
}

pub(crate) fn simplify_by(terms: &mut Terms, goal: TermId, mut ring: Ring) -> Simplification {
    Simplification::new(terms, goal, |terms, _, term| match terms.node(term) {
        TermNode::Equal(a, b) => equation(terms, &mut ring, a, b),
        _ => term,
    })
}

/// A term in which parts that sums modulo 2 or ranges show to be constant are constants.
pub(crate) fn finer(terms: &mut Terms, goal: TermId) -> Simplification {
    let cone = Cone::of(terms, &[goal]);
    let ranges = range::ranges(terms, &cone);
    let sums = Sums::new(terms, &cone);
    Simplification::new(terms, goal, |terms, old, term| {
        let by_range = range::known(ranges[old.index()]);
        let bits = by_range.or_else(|| sums.as_ref()?.known(old));
        bits.map_or(term, |bits| terms.constant(terms.width(old), bits))
    })
}

/// A simplified term, and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Simplification {
    /// The simplified term.
    pub(crate) goal: TermId,
    /// Each part with its replacement.
    parts: Vec<(TermId, TermId)>,
}

impl Simplification {
    /// Rebuilds a term from its inputs on: `of` receives each part and its rebuilt form, and returns
    /// its replacement.
    pub(super) fn new(
        terms: &mut Terms,
        goal: TermId,
        mut f: impl FnMut(&mut Terms, TermId, TermId) -> TermId,
    ) -> Self {
        let mut new: HashMap<TermId, TermId> = HashMap::new();
        let mut parts = vec![];
        for term in Cone::of(terms, &[goal]).order().to_vec() {
            let rebuilt = terms.rebuild(term, |t| new.get(&t).copied().unwrap_or(t));
            let rebuilt = f(terms, term, rebuilt);
            new.insert(term, rebuilt);
            if rebuilt != term {
                parts.push((term, rebuilt));
            }
        }
        let goal = new.get(&goal).copied().unwrap_or(goal);
        Self { goal, parts }
    }

    /// True if every part keeps its value in these cases: with a wrong normal form, the proof would be
    /// about something else.
    pub(crate) fn agrees(&self, terms: &Terms, cases: &[Vec<u128>]) -> bool {
        let both: Vec<TermId> = self
            .parts
            .iter()
            .flat_map(|(old, new)| [*old, *new])
            .collect();
        let cone = Cone::of(terms, &both);
        let mut space = vec![];
        cases.iter().all(|case| {
            let values = cone.values(terms, case, &mut space);
            values.chunks(2).all(|pair| pair[0] == pair[1])
        })
    }
}

/// The equality of two words, reduced to equivalent smaller words: common summands are dropped,
/// products with odd constants and rotations are undone.
fn equation(terms: &mut Terms, ring: &mut Ring, mut a: TermId, mut b: TermId) -> TermId {
    loop {
        let mask = crate::term::ones(terms.width(a));
        let (left, right) = (ring.normal(terms, a), ring.normal(terms, b));
        let difference = left.with(&right, mask, mask);
        if let Some(difference) = difference.known() {
            return terms.bool(difference == 0);
        }
        let pair = difference.odd_pair(mask, ring.has(Fault::Factor));
        let is_less = |(x, y): &(TermId, TermId)| {
            terms.width(*x) == terms.width(*y) && [(a, b), (b, a)].iter().all(|ab| *ab != (*x, *y))
        };
        match pair.filter(is_less).or_else(|| undone(terms, a, b)) {
            Some(less) => (a, b) = less,
            None => return terms.equal(a, b),
        }
    }
}

/// The operands of two words, if both apply the same rotation or the same exclusive or.
fn undone(terms: &mut Terms, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
    match (terms.node(a), terms.node(b)) {
        (TermNode::RotateLeft(a, by), TermNode::RotateLeft(b, same)) if by == same => Some((a, b)),
        (TermNode::Xor(a, x), TermNode::Xor(b, y)) => match (a == b, x == y, a == y, x == b) {
            (true, ..) => Some((x, y)),
            (_, true, ..) => Some((a, b)),
            (_, _, true, _) => Some((x, b)),
            (.., true) => Some((a, y)),
            _ => None,
        },
        _ => {
            let ((a, first), (b, second)) = (rotated_word(terms, a)?, rotated_word(terms, b)?);
            (first == second && terms.width(a) == terms.width(b)).then_some((a, b))
        }
    }
}
