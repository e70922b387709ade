//! Terms made anew with what normal forms decide in them, and the guard that holds every part against what it was.

#[cfg(test)]
mod tests;

use super::fault::Fault;
use super::linear::Sums;
use super::{Ring, range, turned};
use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;

/// The term with every equation of words decided that normal forms decide, simplified again.
pub fn simplified(terms: &mut Terms, goal: TermId) -> TermId {
    simplify(terms, goal).goal
}

/// The same, with what became of every part.
pub(crate) fn simplify(terms: &mut Terms, goal: TermId) -> Simplification {
    simplify_by(terms, goal, Ring::default())
}

pub(crate) fn simplify_by(terms: &mut Terms, goal: TermId, mut ring: Ring) -> Simplification {
    Simplification::new(terms, goal, |terms, _, made| match terms.node(made) {
        TermNode::Equal(a, b) => equation(terms, &mut ring, a, b),
        _ => made,
    })
}

/// A term with every part a constant that sums modulo 2 or ranges say is one.
pub(crate) fn finer(terms: &mut Terms, goal: TermId) -> Simplification {
    let cone = Cone::of(terms, &[goal]);
    let ranges = range::ranges(terms, &cone);
    let sums = Sums::of(terms, &cone);
    Simplification::new(terms, goal, |terms, old, made| {
        let by_range = range::known(ranges[old.index()]);
        let bits = by_range.or_else(|| sums.as_ref()?.known(old));
        bits.map_or(made, |bits| terms.constant(terms.width(old), bits))
    })
}

/// A term that was simplified, and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Simplification {
    /// What became of the term.
    pub(crate) goal: TermId,
    /// Each part beside what became of it.
    parts: Vec<(TermId, TermId)>,
}

impl Simplification {
    /// A term made anew from its inputs on: `of` gets each part, what it is over the new operands, and says what it is.
    pub(super) fn new(
        terms: &mut Terms,
        goal: TermId,
        mut of: impl FnMut(&mut Terms, TermId, TermId) -> TermId,
    ) -> Self {
        let mut new: HashMap<TermId, TermId> = HashMap::new();
        let mut parts = vec![];
        for term in Cone::of(terms, &[goal]).order().to_vec() {
            let made = terms.rebuild(term, |t| new.get(&t).copied().unwrap_or(t));
            let made = of(terms, term, made);
            new.insert(term, made);
            if made != term {
                parts.push((term, made));
            }
        }
        let goal = new.get(&goal).copied().unwrap_or(goal);
        Self { goal, parts }
    }

    /// True if every part has the value that it had, in these cases: a normal form that is wrong would otherwise be a
    /// proof of something else.
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

/// True if two words are equal, by the least words of which that is the same question: what is added to both is left
/// out, a product with an odd number and a rotation are undone.
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

/// What two words are made of by the same rotation, or by the same difference in bits.
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
            let ((a, first), (b, second)) = (turned(terms, a)?, turned(terms, b)?);
            (first == second && terms.width(a) == terms.width(b)).then_some((a, b))
        }
    }
}
