//! Conversion from DRAT to LRAT. The forward pass only propagates permanent consequences, until a
//! contradiction. The backward pass then finds, by unit propagation, reasons for the clauses that the
//! contradiction needs. Clauses that nothing needs are never examined ([Heule, Hunt, Wetzler,
//! 2013](https://www.cs.utexas.edu/~marijn/publications/fmcad13.pdf)).
//!
//! This module is not trusted: [`check`](super::check()) verifies its result.

use super::Lrat;
use super::backward::{Backward, Event};
use super::drat::Line;
use super::propagate::{ClauseRef, Propagator};
use crate::cnf::{Cnf, Literal};
use std::collections::HashMap;

/// The reason why a solver's output yields no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ElaborationError {
    /// A clause that the contradiction needs does not follow by unit propagation.
    #[error("clause {0} of the proof does not follow from those before it")]
    DoesNotFollow(usize),
    /// The lines end without a contradiction.
    #[error("the proof ends without a contradiction")]
    Unfinished,
    /// The time limit was reached.
    #[error("the time limit ended before the proof was checked")]
    Time,
}

/// The LRAT proof for these lines. `is_over` returns true when the time limit is reached.
///
/// # Errors
/// The reason why there is no proof.
pub fn elaborate(
    cnf: &Cnf,
    lines: &[Line],
    is_over: &dyn Fn() -> bool,
) -> Result<Lrat, ElaborationError> {
    let mut forward = Forward {
        state: Propagator::new(cnf.variables),
        newest: HashMap::new(),
        clauses: vec![],
    };
    let mut conflict = None;
    for clause in &cnf.clauses {
        conflict = conflict.or_else(|| forward.add(clause));
    }
    let mut events = vec![];
    for (k, line) in lines.iter().enumerate() {
        if conflict.is_some() {
            break;
        }
        if k % 256 == 0 && is_over() {
            return Err(ElaborationError::Time);
        }
        match line {
            Line::Delete(clause) => {
                events.extend(forward.delete(clause).map(Event::Delete));
            }
            Line::Add(clause) if clause.is_empty() => {
                return Err(ElaborationError::DoesNotFollow(k + 1));
            }
            Line::Add(clause) => {
                let known = forward.state.known();
                let place = forward.state.next();
                conflict = forward.add(clause);
                events.push(Event::Add {
                    place,
                    known,
                    line: k,
                });
            }
        }
    }
    let conflict = conflict.ok_or(ElaborationError::Unfinished)?;
    let backward = Backward::new(forward.state, cnf, lines);
    backward.elaborate(conflict, &events, is_over)
}

/// The current clauses, with their permanent consequences.
struct Forward {
    state: Propagator,
    /// The number of the newest clause with a hash.
    newest: HashMap<u64, u32>,
    /// By number: the place, and the next older clause with the same hash.
    clauses: Vec<(ClauseRef, Option<u32>)>,
}

/// A hash that does not depend on the order of literals. Collisions are so rare that losing a proof by
/// one is acceptable.
fn hash(clause: &[Literal]) -> u64 {
    let mixed = |literal: &Literal| {
        // The finalizer of https://prng.di.unimi.it/splitmix64.c.
        let z = (*literal as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    clause.iter().map(mixed).fold(0, u64::wrapping_add)
}

impl Forward {
    /// Adds a clause and its permanent consequences; returns the clause that contradicts it, if any.
    fn add(&mut self, clause: &[Literal]) -> Option<ClauseRef> {
        let number = self.clauses.len() as u32;
        let place = self.state.add(clause, number);
        let older = self.newest.insert(hash(clause), number);
        self.clauses.push((place, older));
        let mut own = self.state.clause(place);
        let (first, second) = (own.next(), own.next());
        drop(own);
        let Some(first) = first else {
            return Some(place);
        };
        let second = second.map_or(-1, |l| self.state.value(l));
        match (self.state.value(first), second) {
            (-1, _) => Some(place),
            (0, -1) => {
                self.state.set(first, place);
                self.state.propagate()
            }
            _ => None,
        }
    }

    /// Removes a clause with these literals, if one exists on which no permanent consequence depends.
    fn delete(&mut self, clause: &[Literal]) -> Option<ClauseRef> {
        let hash = hash(clause);
        let number = *self.newest.get(&hash)?;
        let (place, older) = self.clauses[number as usize];
        if !self.state.detach(place) {
            return None;
        }
        match older {
            Some(older) => self.newest.insert(hash, older),
            None => self.newest.remove(&hash),
        };
        Some(place)
    }
}
