//! Reduction of counterexamples: values shrink towards zero, short and sparse while the case still fails.
//!
//! Greedy and deterministic: each round tries every simpler neighbour of the case and takes the simplest that fails,
//! until none does. Every step makes the case strictly simpler, so it terminates. Integers then decrease to the bound
//! of the failure: the case first has few bits, and finally the smallest numbers that fail.

use super::typed::TypedLaw;
use vyre_conform_ir::value::{MAX_WORDS, Value};
use vyre_conform_spec::ValueType;

/// Maximal number of cases tried, after which the best so far is taken.
const BUDGET: usize = 100_000;

/// Complexity of a case: bits needed, bits set, then the values themselves, in this order.
type Cost = (u32, u32, Vec<(u128, bool)>);

/// The magnitude of a value, and true if it is negative.
fn magnitude(value: &Value) -> (u128, bool) {
    if value.ty() == ValueType::I32 {
        let signed = value.words()[0] as i32;
        return (u128::from(signed.unsigned_abs()), signed < 0);
    }
    let words = value.words().iter().rev();
    (words.fold(0, |n, w| n << 32 | u128::from(*w)), false)
}

fn cost(case: &[Value]) -> Cost {
    let all: Vec<_> = case.iter().map(magnitude).collect();
    let length = |v: &(u128, bool)| 128 - v.0.leading_zeros();
    (
        all.iter().map(length).sum(),
        all.iter().map(|v| v.0.count_ones()).sum(),
        all,
    )
}

fn value(ty: ValueType, magnitude: u128, negative: bool) -> Value {
    let number = if negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    let words: [u32; MAX_WORDS] = [0, 32, 64, 96].map(|shift| (number >> shift) as u32);
    Value::from_words(ty, &words)
}

/// Candidates for simpler values; some are not simpler.
fn simpler(from: &Value) -> Vec<Value> {
    let (n, negative) = magnitude(from);
    let mut numbers: Vec<u128> = (0..4).collect();
    if n > 0 {
        let top = 1u128 << (127 - n.leading_zeros());
        numbers.extend([top, top - 1, top >> 1, n - 1, n & (n - 1)]);
        numbers.extend((1..32).map(|k| n >> k));
        let bits = (0..128).filter(|k| n >> k & 1 == 1);
        numbers.extend(bits.map(|k| n & !(1 << k)));
    }
    let signs: &[bool] = if negative { &[false, true] } else { &[false] };
    let all = numbers
        .iter()
        .flat_map(|n| signs.iter().map(|s| value(from.ty(), *n, *s)));
    all.collect()
}

/// Cases that differ from this one in one operand, or in all of them in the same way.
fn neighbours(case: &[Value]) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    let with = |k: usize, value: Value| {
        let mut case = case.to_vec();
        case[k] = value;
        case
    };
    for (k, own) in case.iter().enumerate() {
        all.extend(simpler(own).into_iter().map(|value| with(k, value)));
        let others = case.iter().filter(|other| other.ty() == own.ty());
        all.extend(others.map(|other| with(k, *other)));
    }
    let each = |change: &dyn Fn(u128) -> u128| -> Vec<Value> {
        let change = |v: &Value| {
            let (n, negative) = magnitude(v);
            value(v.ty(), change(n), negative)
        };
        case.iter().map(change).collect()
    };
    all.extend((1..32).map(|k| each(&|n| n >> k)));
    all.extend((0..128).map(|k| each(&|n| n & !(1 << k))));
    all.push(each(&|n| n.saturating_sub(1)));
    all
}

/// The simplest case found that still fails, starting from one that does.
pub fn minimise(case: &[Value], fails: &dyn Fn(&[Value]) -> bool) -> Vec<Value> {
    minimise_by(case, &mut |cases| cases.iter().position(|case| fails(case)))
}

/// [`minimise`] with batches of candidates: `first` returns the index of the first case that fails. A backend runs them
/// in one dispatch; the result is the same.
pub fn minimise_by(
    case: &[Value],
    first: &mut dyn FnMut(&[Vec<Value>]) -> Option<usize>,
) -> Vec<Value> {
    let mut budget = BUDGET;
    let simple = simplest(case, &mut budget, first);
    lowest(simple, &mut budget, first)
}

/// The failing case with the fewest bits.
fn simplest(
    case: &[Value],
    budget: &mut usize,
    first: &mut dyn FnMut(&[Vec<Value>]) -> Option<usize>,
) -> Vec<Value> {
    let mut best = case.to_vec();
    loop {
        let mut candidates: Vec<_> = neighbours(&best)
            .into_iter()
            .map(|c| (cost(&c), c))
            .collect();
        let limit = cost(&best);
        candidates.retain(|(cost, _)| *cost < limit);
        candidates.sort_by(|a, b| a.0.cmp(&b.0));
        candidates.dedup_by(|a, b| a.1 == b.1);
        candidates.truncate(*budget);
        if candidates.is_empty() {
            return best;
        }
        let mut cases: Vec<Vec<Value>> = candidates.into_iter().map(|(_, case)| case).collect();
        match first(&cases) {
            Some(k) => {
                *budget -= k + 1;
                best = cases.swap_remove(k);
            }
            None => return best,
        }
    }
}

/// The lowest failing case, found by subtracting powers of two from one integer at a time, largest first.
fn lowest(
    mut best: Vec<Value>,
    budget: &mut usize,
    first: &mut dyn FnMut(&[Vec<Value>]) -> Option<usize>,
) -> Vec<Value> {
    loop {
        let mut cases: Vec<Vec<Value>> = (0..best.len())
            .flat_map(|k| lower(&best, k))
            .take(*budget)
            .collect();
        if cases.is_empty() {
            return best;
        }
        match first(&cases) {
            Some(k) => {
                *budget -= k + 1;
                best = cases.swap_remove(k);
            }
            None => return best,
        }
    }
}

/// Cases with one integer decreased by a power of two.
fn lower(case: &[Value], k: usize) -> impl Iterator<Item = Vec<Value>> {
    let own = case[k];
    // The bits of a float do not measure its simplicity.
    let (n, negative) = match own.ty().float() {
        Some(_) => (0, false),
        None => magnitude(&own),
    };
    let steps = (0..128).rev().map(|bit| 1u128 << bit);
    let lower = steps.filter_map(move |step| n.checked_sub(step));
    lower.map(move |n| {
        let mut lower = case.to_vec();
        lower[k] = value(own.ty(), n, negative);
        lower
    })
}

impl TypedLaw {
    /// The simplest case found that breaks the law, starting from one that does.
    pub fn minimise(&self, case: &[Value]) -> Vec<Value> {
        minimise(case, &|case| !self.holds(case))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::Argument;
    use vyre_conform_runtime::registry::op_ref;
    use vyre_conform_spec::law::find;

    /// Oracle: reasoning: an odd number of bits is lost first at 1, and 2^16 is the smallest
    /// number whose square is a multiple of 2^32.
    #[test]
    fn the_smallest_witnesses_are_found() {
        let or = op_ref(|a: u32, b: u32| u32::from(a != 0 || b != 0));
        let mul = Argument::Op(op_ref(u32::wrapping_mul));
        let law = find("DistributiveOver").expect("a law");
        let law = TypedLaw::declare(law, "DistributiveOver(mul)", or, vec![mul]).expect("it fits");
        let start = [0u32, 0x8765_0000, 0x1230_0000].map(Value::of);
        assert!(!law.holds(&start));
        let small = law.minimise(&start);
        assert!(!law.holds(&small));
        let total = small[1].words()[0].trailing_zeros() + small[2].words()[0].trailing_zeros();
        assert_eq!((small[0], total), (Value::of(0u32), 32), "{small:?}");
        assert!(small[1..].iter().all(|v| v.words()[0].is_power_of_two()));
    }

    /// Oracle: the bound in each predicate.
    #[test]
    fn bound_of_failures_is_found_from_any_start() {
        let bound = |from: u32, most: u32| {
            let fails = |case: &[Value]| case[0].words()[0] > most;
            minimise(&[Value::of(from)], &fails)
        };
        for from in [0x8000_0001, 0x9000_0000, 0xc000_0000, u32::MAX] {
            assert_eq!(bound(from, 0x8000_0000), [Value::of(0x8000_0001u32)]);
            assert_eq!(bound(from, 0x1234_5678), [Value::of(0x1234_5679u32)]);
        }
        let far = |case: &[Value]| (case[0].words()[0] as i32) < -1_000_003;
        let found = minimise(&[Value::of(i32::MIN)], &far);
        assert_eq!(found, [Value::of(-1_000_004i32)]);
    }

    /// Oracle: the predicate itself, and the order of i32 and u64 by magnitude.
    #[test]
    fn every_type_shrinks_towards_zero() {
        let start = [Value::of(-123_456i32), Value::of(u64::MAX), Value::of(true)];
        let fails = |case: &[Value]| {
            (case[0].words()[0] as i32) < -5 && case[1].words()[1] >= 4 && case.len() == 3
        };
        let small = minimise(&start, &fails);
        let expected = [Value::of(-6i32), Value::of(4u64 << 32), Value::of(false)];
        assert_eq!(small, expected);
    }
}
