//! From DRAT to LRAT: finds the reasons of each clause by unit propagation, and leaves out what nothing needs.
//!
//! Nothing here is trusted: [`check`](super::check()) sees what comes of it.

use super::drat::Line;
use super::propagate::{ASSUMED, Place, Propagator, variable};
use super::{Lrat, ProofStep};
use crate::cnf::{Cnf, Literal};
use std::collections::HashMap;

/// Why there is no proof in what a solver wrote.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotElaborated {
    /// A clause does not follow by unit propagation.
    #[error("clause {0} of the proof does not follow from those before it")]
    DoesNotFollow(usize),
    /// There is no contradiction at the end.
    #[error("the proof ends without a contradiction")]
    Unfinished,
    /// There was no time left.
    #[error("there was no time left to check the proof")]
    Time,
}

/// The LRAT proof that is in these lines. `is_over` says when there is no time left.
///
/// # Errors
/// Why there is none.
pub fn elaborate(
    cnf: &Cnf,
    lines: &[Line],
    is_over: &dyn Fn() -> bool,
) -> Result<Lrat, NotElaborated> {
    let mut writer = Writer {
        state: Propagator::new(cnf.variables),
        units: vec![0; cnf.variables as usize + 1],
        seen: vec![false; cnf.variables as usize + 1],
        places: HashMap::new(),
        steps: vec![],
        next: cnf.clauses.len() as u64 + 1,
        done: false,
    };
    for (id, clause) in (1..).zip(&cnf.clauses) {
        writer.add(clause, id);
    }
    for (k, line) in lines.iter().enumerate() {
        if writer.done {
            break;
        }
        if k % 256 == 0 && is_over() {
            return Err(NotElaborated::Time);
        }
        match line {
            Line::Delete(clause) => writer.delete(clause),
            Line::Add(clause) => {
                let hints = writer.hints(clause);
                let hints = hints.ok_or(NotElaborated::DoesNotFollow(k + 1))?;
                let id = writer.step(clause.clone(), hints);
                writer.add(clause, id);
            }
        }
    }
    match writer.done {
        true => Ok(Lrat {
            steps: needed(writer.steps, cnf.clauses.len() as u64),
        }),
        false => Err(NotElaborated::Unfinished),
    }
}

struct Writer {
    state: Propagator,
    /// Of each variable that is known for good the number of the clause that says so; otherwise 0.
    units: Vec<u64>,
    seen: Vec<bool>,
    /// Clauses by their literals, which may be there several times.
    places: HashMap<Vec<Literal>, Vec<Place>>,
    steps: Vec<ProofStep>,
    next: u64,
    /// Whether the empty clause was written.
    done: bool,
}

fn sorted(clause: &[Literal]) -> Vec<Literal> {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted
}

impl Writer {
    fn step(&mut self, clause: Vec<Literal>, hints: Vec<u64>) -> u64 {
        let id = self.next;
        self.next += 1;
        self.done |= clause.is_empty();
        self.steps.push(ProofStep { id, clause, hints });
        id
    }

    /// A clause that holds from here on, and what follows from it for good.
    fn add(&mut self, clause: &[Literal], id: u64) {
        if self.done || clause.is_empty() {
            return;
        }
        let place = self.state.add(clause, id);
        self.places.entry(sorted(clause)).or_default().push(place);
        let begin = self.state.known();
        let mut own = self.state.clause(place);
        let (Some(first), second) = (own.next(), own.next()) else {
            return;
        };
        drop(own);
        let second = second.map_or(-1, |l| self.state.value(l));
        let mut conflict = None;
        match (self.state.value(first), second) {
            (-1, _) => conflict = Some(place),
            (0, -1) => {
                self.state.set(first, place);
                conflict = self.state.propagate();
            }
            _ => {}
        }
        let new: Vec<Literal> = self.state.trail(begin).collect();
        for literal in new {
            let place = self.state.reason(literal);
            let len = self.state.clause(place).len();
            self.units[variable(literal)] = match len {
                1 => self.state.id(place),
                _ => {
                    let hints = self.known(place, Some(literal));
                    self.step(vec![literal], hints)
                }
            };
        }
        if let Some(place) = conflict {
            let hints = self.known(place, None);
            self.step(vec![], hints);
        }
    }

    /// The numbers of the clauses that make all literals of one but this false for good, and that clause.
    fn known(&self, place: Place, but: Option<Literal>) -> Vec<u64> {
        let others = self.state.clause(place).filter(|l| Some(*l) != but);
        let mut hints: Vec<u64> = others.map(|l| self.units[variable(l)]).collect();
        hints.push(self.state.id(place));
        hints
    }

    fn delete(&mut self, clause: &[Literal]) {
        // What it made known for good is a clause of its own.
        if let Some(places) = self.places.get_mut(&sorted(clause))
            && let Some(place) = places.pop()
        {
            self.state.delete(place);
        }
    }

    /// Why a clause follows, if it does by unit propagation.
    fn hints(&mut self, clause: &[Literal]) -> Option<Vec<u64>> {
        let keep = self.state.known();
        let mut holds = None;
        for literal in clause {
            match self.state.value(*literal) {
                0 => self.state.set(-literal, ASSUMED),
                1 if self.units[variable(*literal)] != 0 => {
                    holds = Some(vec![self.units[variable(*literal)]]);
                }
                // It contains a literal and its negation.
                1 => holds = Some(vec![]),
                _ => {}
            }
        }
        let found = match holds {
            Some(hints) => Some(hints),
            None => {
                let conflict = self.state.propagate();
                conflict.map(|place| self.reasons(clause, place, keep))
            }
        };
        self.state.undo(keep);
        found
    }

    /// What led to a clause without a literal that may hold.
    fn reasons(&mut self, clause: &[Literal], conflict: Place, keep: usize) -> Vec<u64> {
        let mut chain = vec![self.state.id(conflict)];
        let mut units = vec![];
        // What the clause itself assumes needs no reason.
        let mut touched: Vec<usize> = clause.iter().map(|l| variable(*l)).collect();
        for of in &touched {
            self.seen[*of] = true;
        }
        self.visit(conflict, &mut touched, &mut units);
        let new: Vec<Literal> = self.state.trail(keep).collect();
        for literal in new.into_iter().rev() {
            let reason = self.state.reason(literal);
            if reason != ASSUMED && self.seen[variable(literal)] {
                chain.push(self.state.id(reason));
                self.visit(reason, &mut touched, &mut units);
            }
        }
        for of in touched {
            self.seen[of] = false;
        }
        units.extend(chain.into_iter().rev());
        units
    }

    /// Notes the variables of a clause, and the clauses that say of some what they are for good.
    fn visit(&mut self, place: Place, touched: &mut Vec<usize>, units: &mut Vec<u64>) {
        for literal in self.state.clause(place) {
            let of = variable(literal);
            if !self.seen[of] {
                self.seen[of] = true;
                touched.push(of);
                if self.units[of] != 0 {
                    units.push(self.units[of]);
                }
            }
        }
    }
}

/// The steps that the last one needs.
fn needed(steps: Vec<ProofStep>, formula: u64) -> Vec<ProofStep> {
    let mut wanted = vec![false; steps.len()];
    // Steps are numbered without gaps.
    let place = |id: u64| id.checked_sub(formula + 1).map(|k| k as usize);
    if let Some(last) = wanted.last_mut() {
        *last = true;
    }
    for k in (0..steps.len()).rev() {
        if wanted[k] {
            for hint in &steps[k].hints {
                if let Some(of) = place(*hint) {
                    wanted[of] = true;
                }
            }
        }
    }
    let mut wanted = wanted.into_iter();
    let mut steps = steps;
    steps.retain(|_| wanted.next().unwrap_or(false));
    steps
}
