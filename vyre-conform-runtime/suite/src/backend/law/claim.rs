//! A condition evaluated on the host, on words in the canonical layout.

use super::plan::{Condition, Step, StepId};
use vyre_conform_spec::ValueType;

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
        Condition::Equal(l, r) => match steps[*l].1.float() {
            Some(format) => format.same(value(*l)[0], value(*r)[0]),
            None => value(*l) == value(*r),
        },
        Condition::AtMost(l, r) => at_most(steps[*l].1, value(*l), value(*r)),
        Condition::All(cs) => cs.iter().all(holds),
        Condition::Any(cs) => cs.iter().any(holds),
        Condition::Implies(p, q) => !holds(p) || holds(q),
        Condition::ExactlyOne(cs) => cs.iter().filter(|c| holds(c)).count() == 1,
    }
}

/// The order of the type: signed for `I32`, IEEE's for floats, high words first.
fn at_most(ty: ValueType, left: &[u32], right: &[u32]) -> bool {
    match (ty, ty.float()) {
        (_, Some(format)) => format.at_most(left[0], right[0]),
        (ValueType::I32, _) => left[0] as i32 <= right[0] as i32,
        _ => left.iter().rev().le(right.iter().rev()),
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
