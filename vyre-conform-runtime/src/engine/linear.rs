//! Decides linearizability: does an observed history of atomics fit one sequential order?
//!
//! A step on an element moves it from the value before to the value after. Both are known: the
//! operation returned the value before, and determines the value after. So a sequential order is a walk
//! from the initial to the last value that takes every step once: an Eulerian trail. It exists exactly
//! if every value except the two ends is left as often as it is reached, and the steps are connected
//! (Hierholzer 1873; Bang-Jensen and Gutin, "Digraphs", section 1.6, for directed graphs). This decides
//! a history of any size in linear time.
//!
//! If invocations make several steps each, the order must also respect the program order of each
//! invocation. For a small history a search over all interleavings decides that (Wing and Gong,
//! "Testing and verifying concurrent objects", 1993); for a large one the result is that of the trail
//! alone, marked as such.

use super::{AtomicEvent, History};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use vyre_conform_ir::AtomicOp;

/// The strength of a positive result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Linearization {
    /// An order exists that respects the program order of every invocation.
    Exactly,
    /// An order exists; the search did not decide if one respects the program order of every
    /// invocation.
    WithoutProgramOrder,
}

/// The reason why no sequential order fits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotLinearizable {
    /// The number of steps that observed a value differs from the number of times that the element had
    /// it.
    #[error(
        "the element became {value:#010x} {reached} times but was found so {left} times (initial \
         and last value counted): {hint}"
    )]
    Unbalanced {
        /// The value.
        value: u32,
        /// Number of steps that led to the value, plus one if it is the initial value.
        reached: u64,
        /// Number of steps that observed the value, plus one if it is the last value.
        left: u64,
        /// A typical cause of such a history.
        hint: &'static str,
    },
    /// Some steps are unreachable from the initial value.
    #[error(
        "no step leads from the initial value {initial:#010x} to {value:#010x}, which was seen"
    )]
    Unreachable {
        /// The initial value.
        initial: u32,
        /// The value of an unreachable step.
        value: u32,
    },
    /// An order exists, but none that respects the program order of each invocation.
    #[error("every order of the steps contradicts the order in which some invocation made its own")]
    ProgramOrder,
}

/// Limits of the search over interleavings: the number of states, and the total number of positions
/// that the states hold.
const MAX_STATES: usize = 20_000;
const MAX_PLACES: usize = 1 << 22;

/// The value of the element after a step.
pub fn after(event: &AtomicEvent) -> u32 {
    let (x, v) = (event.before, event.value);
    match event.op {
        AtomicOp::Add => x.wrapping_add(v),
        AtomicOp::Or => x | v,
        AtomicOp::And => x & v,
        AtomicOp::Xor => x ^ v,
        AtomicOp::Min => x.min(v),
        AtomicOp::Max => x.max(v),
        AtomicOp::Exchange => v,
        AtomicOp::CompareExchange if x == event.expected => v,
        AtomicOp::CompareExchange => x,
    }
}

/// Decides whether a history fits one sequential order.
///
/// # Errors
/// The reason why no order fits.
pub fn check(history: &History) -> Result<Linearization, NotLinearizable> {
    balanced(history)?;
    connected(history)?;
    let mut threads: HashMap<u32, Vec<&AtomicEvent>> = HashMap::new();
    for event in &history.events {
        threads.entry(event.invocation).or_default().push(event);
    }
    if threads.values().all(|own| own.len() == 1) {
        return Ok(Linearization::Exactly);
    }
    let mut threads: Vec<_> = threads.into_iter().collect();
    threads.sort_by_key(|(invocation, _)| *invocation);
    let threads: Vec<_> = threads.into_iter().map(|(_, own)| own).collect();
    match interleaving(history, &threads) {
        Some(true) => Ok(Linearization::Exactly),
        Some(false) => Err(NotLinearizable::ProgramOrder),
        None => Ok(Linearization::WithoutProgramOrder),
    }
}

fn balanced(history: &History) -> Result<(), NotLinearizable> {
    let mut counts: HashMap<u32, (u64, u64)> = HashMap::new();
    counts.entry(history.initial).or_default().0 += 1;
    counts.entry(history.last).or_default().1 += 1;
    for event in &history.events {
        counts.entry(event.before).or_default().1 += 1;
        counts.entry(after(event)).or_default().0 += 1;
    }
    let uneven = counts.into_iter().filter(|(_, (r, l))| r != l);
    match uneven.min_by_key(|(value, _)| *value) {
        None => Ok(()),
        Some((value, (reached, left))) => Err(NotLinearizable::Unbalanced {
            value,
            reached,
            left,
            hint: if left > reached {
                "an update was lost, or a returned value was made up"
            } else {
                "a value was written that no later step and no final read has seen"
            },
        }),
    }
}

/// Checks that every value with a step is reachable from the initial one. The counts are balanced, so
/// reachability in one direction implies connectedness.
fn connected(history: &History) -> Result<(), NotLinearizable> {
    let mut next: HashMap<u32, Vec<u32>> = HashMap::new();
    for event in &history.events {
        next.entry(event.before).or_default().push(after(event));
    }
    let mut seen = HashSet::from([history.initial]);
    let mut todo = vec![history.initial];
    while let Some(value) = todo.pop() {
        for to in next.get(&value).into_iter().flatten() {
            if seen.insert(*to) {
                todo.push(*to);
            }
        }
    }
    let lost = next.keys().filter(|value| !seen.contains(value)).min();
    match lost {
        None => Ok(()),
        Some(value) => Err(NotLinearizable::Unreachable {
            initial: history.initial,
            value: *value,
        }),
    }
}

/// True if the steps interleave to a sequential order; `None` if the search reached its limit.
fn interleaving(history: &History, threads: &[Vec<&AtomicEvent>]) -> Option<bool> {
    // A state has one entry per invocation, so hashing is cheap, and lookup copies nothing.
    let start: (Rc<[u32]>, u32) = (vec![0; threads.len()].into(), history.initial);
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some((places, value)) = todo.pop() {
        let at = |k: usize| threads[k].get(places[k] as usize);
        if (0..threads.len()).all(|k| at(k).is_none()) {
            if value == history.last {
                return Some(true);
            }
            continue;
        }
        // A step that changes nothing and is possible now is taken at once: any continuation remains
        // possible after it. So the search branches only on steps that change the value.
        let next_event = |k: usize| at(k).filter(|e| e.before == value);
        let idle = (0..threads.len()).find(|k| next_event(*k).is_some_and(|e| after(e) == value));
        let next = match idle {
            Some(k) => k..k + 1,
            None => 0..threads.len(),
        };
        for k in next {
            let Some(event) = next_event(k) else {
                continue;
            };
            let mut next: Rc<[u32]> = Rc::from(&*places);
            Rc::make_mut(&mut next)[k] += 1;
            let state = (next, after(event));
            if seen.insert(state.clone()) {
                todo.push(state);
            }
        }
        if seen.len() > MAX_STATES || seen.len() * threads.len() > MAX_PLACES {
            return None;
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn event(invocation: u32, op: AtomicOp, value: u32, expected: u32, before: u32) -> AtomicEvent {
        AtomicEvent {
            invocation,
            op,
            value,
            expected,
            before,
        }
    }

    /// Runs steps in sequence and returns their history.
    fn run(initial: u32, steps: &[(u32, AtomicOp, u32, u32)]) -> History {
        let mut last = initial;
        let events = steps.iter().map(|(invocation, op, value, expected)| {
            let event = event(*invocation, *op, *value, *expected, last);
            last = after(&event);
            event
        });
        let events = events.collect();
        History {
            initial,
            events,
            last,
        }
    }

    fn adds(count: u32) -> History {
        let steps: Vec<_> = (0..count).map(|k| (k, AtomicOp::Add, 1, 0)).collect();
        run(10, &steps)
    }

    /// Oracle: docs/spec/ops.md#atomics, one fault at a time: a lost update, a torn exchange, a
    /// compare-exchange that succeeds twice, a wrong value before.
    #[test]
    fn faults_are_refused() {
        let mut lost = adds(4);
        lost.events[3].before = lost.events[2].before;
        lost.last -= 1;
        assert!(matches!(
            check(&lost),
            Err(NotLinearizable::Unbalanced { .. })
        ));

        let exchanges: Vec<_> = (1..5)
            .map(|k| (k, AtomicOp::Exchange, k << 16 | k, 0))
            .collect();
        let mut torn = run(0, &exchanges);
        assert_eq!(check(&torn), Ok(Linearization::Exactly));
        torn.last = 4 << 16 | 3;
        assert!(check(&torn).is_err());

        let swap = |k| (k, AtomicOp::CompareExchange, 7, 0);
        let mut twice = run(0, &[swap(1), swap(2)]);
        assert_eq!(twice.events[1].before, 7);
        twice.events[1].before = 0;
        assert!(check(&twice).is_err());

        let mut wrong = adds(4);
        wrong.events[2].before += 100;
        assert!(check(&wrong).is_err());
    }

    /// Oracle: balanced counts alone are not enough: a cycle that the initial value never enters.
    #[test]
    fn a_cycle_apart_is_refused() {
        let x = |k, value, before| event(k, AtomicOp::Xor, value, 0, before);
        let history = History {
            initial: 0,
            events: vec![x(0, 1, 0), x(1, 1, 1), x(2, 1, 8), x(3, 1, 9)],
            last: 0,
        };
        let found = check(&history);
        assert_eq!(
            found,
            Err(NotLinearizable::Unreachable {
                initial: 0,
                value: 8
            })
        );
    }

    /// Oracle: an invocation that sees its later step before its earlier one.
    #[test]
    fn the_order_of_an_invocation_is_kept() {
        let mut history = run(0, &[(0, AtomicOp::Add, 1, 0), (0, AtomicOp::Add, 1, 0)]);
        assert_eq!(check(&history), Ok(Linearization::Exactly));
        history.events.swap(0, 1);
        assert_eq!(check(&history), Err(NotLinearizable::ProgramOrder));
    }

    /// Oracle: linear time: 2^20 steps in one history.
    #[test]
    fn large_histories_are_decided() {
        let mut history = adds(1 << 20);
        history.events.reverse();
        assert_eq!(check(&history), Ok(Linearization::Exactly));
        history.last += 1;
        assert!(check(&history).is_err());
    }

    /// Tries every order of the events.
    fn by_permutation(initial: u32, left: &[AtomicEvent], last: u32) -> bool {
        if left.is_empty() {
            return initial == last;
        }
        (0..left.len()).any(|k| {
            let mut rest = left.to_vec();
            let event = rest.remove(k);
            event.before == initial && by_permutation(after(&event), &rest, last)
        })
    }

    proptest! {
        /// Oracle: trying every permutation. Small values, so that fitting histories are common.
        #[test]
        fn agrees_with_every_permutation(
            initial in 0_u32..3,
            last in 0_u32..3,
            raw in prop::collection::vec((0_usize..8, 0_u32..3, 0_u32..3, 0_u32..3), 0..6),
        ) {
            let events: Vec<_> = (0..)
                .zip(raw)
                .map(|(k, (op, value, expected, before))| {
                    event(k, AtomicOp::ALL[op], value, expected, before)
                })
                .collect();
            let fits = by_permutation(initial, &events, last);
            let history = History { initial, events, last };
            prop_assert_eq!(check(&history).is_ok(), fits);
        }

        /// Oracle: a history produced by running its steps, then shuffled.
        #[test]
        fn shuffled_histories_of_a_run_are_linear(
            initial in 0_u32..4,
            raw in prop::collection::vec((0_u32..4, 0_usize..8, 0_u32..4, 0_u32..4), 0..12),
            keys in prop::collection::vec(any::<u32>(), 12),
        ) {
            let steps: Vec<_> = raw
                .into_iter()
                .map(|(who, op, value, expected)| (who, AtomicOp::ALL[op], value, expected))
                .collect();
            let mut history = run(initial, &steps);
            // Any order between invocations; program order within one.
            history.events.sort_by_key(|event| keys[event.invocation as usize]);
            prop_assert_eq!(check(&history), Ok(Linearization::Exactly));
        }
    }
}
