//! A condition evaluated on the host, on words in the canonical layout.

use super::plan::{Condition, Step};
use vyre_conform_spec::ValueType;

/// Of which of the cases the condition is true. Each part of it is evaluated on all cases before the next one, in loops
/// that a compiler makes vectors of.
pub(super) fn holding(
    condition: &Condition,
    steps: &[(Step, ValueType)],
    terms: &[Vec<u32>],
    cases: usize,
) -> Vec<bool> {
    let holding = |c: &Condition| holding(c, steps, terms, cases);
    let fold = |parts: &[Condition], first: bool, join: fn(bool, bool) -> bool| {
        let mut all = vec![first; cases];
        for part in parts {
            let part = holding(part);
            all.iter_mut().zip(part).for_each(|(a, b)| *a = join(*a, b));
        }
        all
    };
    match condition {
        Condition::Equal(l, r) => {
            let (ty, l, r) = (steps[*l].1, &terms[*l], &terms[*r]);
            match (ty.float(), ty.words()) {
                (Some(format), _) => words(l, r, |l, r| format.same(l, r)),
                (None, 1) => words(l, r, |l, r| l == r),
                (None, n) => values(n, l, r, |l, r| l == r),
            }
        }
        Condition::AtMost(l, r) => {
            // The order of the type: signed for `I32`, IEEE's for floats, high words first.
            let (ty, l, r) = (steps[*l].1, &terms[*l], &terms[*r]);
            match (ty.float(), ty.words()) {
                (Some(format), _) => words(l, r, |l, r| format.at_most(l, r)),
                (None, 1) if ty == ValueType::I32 => words(l, r, |l, r| l as i32 <= r as i32),
                (None, 1) => words(l, r, |l, r| l <= r),
                (None, n) => values(n, l, r, |l, r| l.iter().rev().le(r.iter().rev())),
            }
        }
        Condition::All(parts) => fold(parts, true, |a, b| a & b),
        Condition::Any(parts) => fold(parts, false, |a, b| a | b),
        Condition::Implies(p, q) => {
            let (p, q) = (holding(p), holding(q));
            p.into_iter().zip(q).map(|(p, q)| !p | q).collect()
        }
        Condition::ExactlyOne(parts) => {
            let mut count = vec![0_u8; cases];
            for part in parts {
                let part = holding(part);
                let add = |(n, holds): (&mut u8, bool)| *n = n.saturating_add(holds.into());
                count.iter_mut().zip(part).for_each(add);
            }
            count.into_iter().map(|n| n == 1).collect()
        }
    }
}

/// What `of` says of the two values of each case, of one word each.
fn words(left: &[u32], right: &[u32], of: impl Fn(u32, u32) -> bool) -> Vec<bool> {
    let both = left.iter().zip(right);
    both.map(|(l, r)| of(*l, *r)).collect()
}

/// The same of values of several words.
fn values(
    words: usize,
    left: &[u32],
    right: &[u32],
    of: impl Fn(&[u32], &[u32]) -> bool,
) -> Vec<bool> {
    let both = left.chunks_exact(words).zip(right.chunks_exact(words));
    both.map(|(l, r)| of(l, r)).collect()
}

/// Sums that wrap in their type; lanes wrap one by one, a Bool has one bit.
pub(super) fn wrapping_sum(ty: ValueType, left: &[u32], right: &[u32]) -> Vec<u32> {
    let words = ty.words();
    let mut out = Vec::with_capacity(left.len());
    for (l, r) in left.chunks(words).zip(right.chunks(words)) {
        match ty {
            ValueType::U64 => {
                let wide = |w: &[u32]| u64::from(w[0]) | u64::from(w[1]) << 32;
                let sum = wide(l).wrapping_add(wide(r));
                out.extend([sum as u32, (sum >> 32) as u32]);
            }
            ValueType::Bool => out.push(l[0] ^ r[0]),
            _ => out.extend(l.iter().zip(r).map(|(l, r)| l.wrapping_add(*r))),
        }
    }
    out
}
