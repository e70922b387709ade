//! A condition evaluated on the host, on words in the canonical layout. A mask has one word per case: 1 for true and 0
//! for false. Each part of a condition is evaluated on all cases before the next one.

use super::plan::{Condition, LawStep};
use vyre_conform_runtime::vector::widest;
use vyre_conform_spec::ValueType;

/// Some cases of a plan, with the words of its steps.
pub(super) struct Cases<'a> {
    pub(super) steps: &'a [(LawStep, ValueType)],
    pub(super) terms: &'a [&'a [u32]],
    pub(super) cases: usize,
}

/// Reusable masks.
#[derive(Default)]
pub(super) struct Masks(Vec<Vec<u32>>);

impl Masks {
    fn take(&mut self, cases: usize) -> Vec<u32> {
        let mut mask = self.0.pop().unwrap_or_default();
        mask.resize(cases, 0);
        mask
    }
}

impl Cases<'_> {
    /// True if the condition holds in every case.
    pub(super) fn hold(&self, condition: &Condition, masks: &mut Masks) -> bool {
        match condition {
            Condition::All(parts) => parts.iter().all(|part| self.hold(part, masks)),
            // Equal words are equal values, floats included; unequal words may be too.
            Condition::Equal(l, r) if self.terms[*l] == self.terms[*r] => true,
            _ => {
                let mut mask = masks.take(self.cases);
                self.holding(condition, &mut mask, masks);
                let all = all(&mask);
                masks.0.push(mask);
                all
            }
        }
    }

    /// Sets the mask of the cases in which the condition holds.
    pub(super) fn holding(&self, condition: &Condition, mask: &mut [u32], masks: &mut Masks) {
        match condition {
            Condition::Equal(l, r) => self.equal(*l, *r, mask),
            Condition::AtMost(l, r) => self.at_most(*l, *r, mask),
            Condition::All(parts) => self.join(parts, 1, and, mask, masks),
            Condition::Any(parts) => self.join(parts, 0, or, mask, masks),
            Condition::Implies(p, q) => {
                self.holding(p, mask, masks);
                let mut then = masks.take(self.cases);
                self.holding(q, &mut then, masks);
                implies(mask, &then);
                masks.0.push(then);
            }
            Condition::ExactlyOne(parts) => {
                self.join(parts, 0, count, mask, masks);
                is_one(mask);
            }
        }
    }

    /// Joins `first` with one part after the other.
    fn join(
        &self,
        parts: &[Condition],
        first: u32,
        with: fn(&mut [u32], &[u32]),
        mask: &mut [u32],
        masks: &mut Masks,
    ) {
        mask.fill(first);
        let mut next = masks.take(self.cases);
        for part in parts {
            self.holding(part, &mut next, masks);
            with(mask, &next);
        }
        masks.0.push(next);
    }

    fn equal(&self, l: usize, r: usize, mask: &mut [u32]) {
        let (ty, l, r) = (self.steps[l].1, self.terms[l], self.terms[r]);
        match (ty.float(), ty.words()) {
            (Some(format), _) => words(mask, l, r, |l, r| format.same(l, r)),
            (None, 1) => equal(mask, l, r),
            (None, 2) => equal_pairs(mask, l, r),
            (None, n) => values(n, mask, l, r, |l, r| l == r),
        }
    }

    /// The order of the type: signed for `I32`, IEEE's for floats, high words first.
    fn at_most(&self, l: usize, r: usize, mask: &mut [u32]) {
        let (ty, l, r) = (self.steps[l].1, self.terms[l], self.terms[r]);
        match (ty.float(), ty.words()) {
            (Some(format), _) => words(mask, l, r, |l, r| format.at_most(l, r)),
            (None, 1) if ty == ValueType::I32 => at_most_signed(mask, l, r),
            (None, 1) => at_most(mask, l, r),
            (None, 2) => at_most_pairs(mask, l, r),
            (None, n) => values(n, mask, l, r, |l, r| l.iter().rev().le(r.iter().rev())),
        }
    }
}

/// Applies `of` to the values of each case, one word each.
fn words(mask: &mut [u32], left: &[u32], right: &[u32], of: impl Fn(u32, u32) -> bool) {
    for ((m, l), r) in mask.iter_mut().zip(left).zip(right) {
        *m = u32::from(of(*l, *r));
    }
}

/// Applies `of` to the values of each case, several words each.
fn values(
    words: usize,
    mask: &mut [u32],
    left: &[u32],
    right: &[u32],
    of: impl Fn(&[u32], &[u32]) -> bool,
) {
    let both = left.chunks_exact(words).zip(right.chunks_exact(words));
    for (m, (l, r)) in mask.iter_mut().zip(both) {
        *m = u32::from(of(l, r));
    }
}

/// A number of two words, the low one first.
const fn wide([low, high]: [u32; 2]) -> u64 {
    low as u64 | (high as u64) << 32
}

widest! {
    fn equal(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(l == r);
        }
    }
    fn equal_pairs(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l.as_chunks().0).zip(r.as_chunks().0) {
            *m = u32::from(wide(*l) == wide(*r));
        }
    }
    fn at_most(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(l <= r);
        }
    }
    fn at_most_signed(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l).zip(r) {
            *m = u32::from(*l as i32 <= *r as i32);
        }
    }
    fn at_most_pairs(mask: &mut [u32], l: &[u32], r: &[u32]) {
        for ((m, l), r) in mask.iter_mut().zip(l.as_chunks().0).zip(r.as_chunks().0) {
            *m = u32::from(wide(*l) <= wide(*r));
        }
    }
    fn and(mask: &mut [u32], other: &[u32]) {
        for (m, o) in mask.iter_mut().zip(other) {
            *m &= o;
        }
    }
    fn or(mask: &mut [u32], other: &[u32]) {
        for (m, o) in mask.iter_mut().zip(other) {
            *m |= o;
        }
    }
    fn implies(mask: &mut [u32], then: &[u32]) {
        for (m, o) in mask.iter_mut().zip(then) {
            *m = (*m ^ 1) | o;
        }
    }
    /// A claim has fewer parts than a word can count.
    fn count(mask: &mut [u32], other: &[u32]) {
        for (m, o) in mask.iter_mut().zip(other) {
            *m = m.wrapping_add(*o);
        }
    }
    fn is_one(mask: &mut [u32]) {
        for m in mask {
            *m = u32::from(*m == 1);
        }
    }
    fn all(mask: &[u32]) -> bool {
        mask.iter().fold(1, |all, m| all & m) == 1
    }
    fn sum_words(l: &[u32], r: &[u32], out: &mut [u32]) {
        for ((out, l), r) in out.iter_mut().zip(l).zip(r) {
            *out = l.wrapping_add(*r);
        }
    }
    fn sum_pairs(l: &[u32], r: &[u32], out: &mut [u32]) {
        let both = l.as_chunks().0.iter().zip(r.as_chunks().0);
        for (out, (l, r)) in out.as_chunks_mut().0.iter_mut().zip(both) {
            let sum = wide(*l).wrapping_add(wide(*r));
            *out = [sum as u32, (sum >> 32) as u32];
        }
    }
    fn sum_bits(l: &[u32], r: &[u32], out: &mut [u32]) {
        for ((out, l), r) in out.iter_mut().zip(l).zip(r) {
            *out = l ^ r;
        }
    }
}

/// Wrapping sums by type; lanes wrap separately, and a Bool has one bit.
pub(super) fn wrapping_sum(ty: ValueType, left: &[u32], right: &[u32], out: &mut Vec<u32>) {
    out.resize(left.len(), 0);
    match ty {
        ValueType::U64 => sum_pairs(left, right, out),
        ValueType::Bool => sum_bits(left, right, out),
        _ => sum_words(left, right, out),
    }
}
