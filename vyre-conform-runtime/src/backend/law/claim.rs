//! A condition evaluated on the host, on words in the canonical layout.

use super::plan::{Condition, Step, StepId};
use crate::spec::ValueType;
use std::cmp::Ordering;

/// Whether the condition is true of case `case`.
pub(super) fn holds(
    condition: &Condition,
    steps: &[(Step, ValueType)],
    terms: &[Vec<u32>],
    case: usize,
) -> bool {
    let value = |step: StepId| {
        let words = steps[step].1.words();
        &terms[step][case * words..(case + 1) * words]
    };
    let holds = |c: &Condition| holds(c, steps, terms, case);
    match condition {
        Condition::Equal(l, r) => value(*l) == value(*r),
        Condition::AtMost(l, r) => order(steps[*l].1, value(*l), value(*r)) != Ordering::Greater,
        Condition::All(cs) => cs.iter().all(holds),
        Condition::Any(cs) => cs.iter().any(holds),
        Condition::Implies(p, q) => !holds(p) || holds(q),
        Condition::ExactlyOne(cs) => cs.iter().filter(|c| holds(c)).count() == 1,
    }
}

/// The order of the type: signed for `I32`, high words first.
fn order(ty: ValueType, left: &[u32], right: &[u32]) -> Ordering {
    if ty == ValueType::I32 {
        (left[0] as i32).cmp(&(right[0] as i32))
    } else {
        left.iter().rev().cmp(right.iter().rev())
    }
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
