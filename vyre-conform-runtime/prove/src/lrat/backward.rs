//! The reasons of the clauses that a contradiction needs, from the last one to the first.

use super::drat::Line;
use super::elaborate::ElaborationError;
use super::propagate::{ASSUMED, Place, Propagator, variable};
use super::{Lrat, ProofStep};
use crate::cnf::{Cnf, Literal};

/// What happened to a clause.
#[derive(Clone, Copy)]
pub(super) enum Event {
    /// It came by this line, when this many literals were known.
    Add {
        place: Place,
        known: usize,
        line: usize,
    },
    /// It went.
    Delete(Place),
}

/// What a hint names: a clause by its number, or behind them a variable that is known for good.
type Name = usize;

/// A step, whose number is given when all are known.
struct Step {
    name: Name,
    clause: Vec<Literal>,
    hints: Vec<Name>,
}

/// The way back.
pub(super) struct Backward<'p> {
    state: Propagator,
    formula: usize,
    lines: &'p [Line],
    /// The number of clauses, those of the formula included.
    count: usize,
    /// Of each variable whether a step needs what is known of it for good.
    needed: Vec<bool>,
    seen: Vec<bool>,
    /// From the last one to the first.
    steps: Vec<Step>,
}

impl<'p> Backward<'p> {
    pub(super) fn new(state: Propagator, cnf: &Cnf, lines: &'p [Line]) -> Self {
        let count = cnf.variables as usize + 1;
        Self {
            state,
            formula: cnf.clauses.len(),
            lines,
            count: cnf.clauses.len() + lines.len(),
            needed: vec![false; count],
            seen: vec![false; count],
            steps: vec![],
        }
    }

    /// The proof that ends with this contradiction of what is known for good.
    pub(super) fn elaborate(
        mut self,
        conflict: Place,
        events: &[Event],
        is_over: &dyn Fn() -> bool,
    ) -> Result<Lrat, ElaborationError> {
        let hints = self.for_good(conflict, None);
        // No other step has this name.
        let name = self.count;
        self.step(name, vec![], hints);
        for (k, event) in events.iter().rev().enumerate() {
            if k % 256 == 0 && is_over() {
                return Err(ElaborationError::Time);
            }
            match *event {
                Event::Delete(place) => self.state.attach(place),
                Event::Add { place, known, line } => {
                    self.undo(known);
                    self.state.forget(place);
                    if let (true, Line::Add(clause)) =
                        (self.state.is_needed(place), &self.lines[line])
                    {
                        let hints = self.hints(clause);
                        let hints = hints.ok_or(ElaborationError::DoesNotFollow(line + 1))?;
                        let name = self.state.number(place) as Name;
                        self.step(name, clause.clone(), hints);
                    }
                }
            }
        }
        self.undo(0);
        Ok(self.numbered())
    }

    /// Forgets what is known for good but so much of it, and gives steps to what of it is needed.
    fn undo(&mut self, keep: usize) {
        for at in (keep..self.state.known()).rev() {
            let literal = self.state.held(at);
            let of = variable(literal);
            if self.needed[of] {
                let reason = self.state.reason(of);
                let hints = self.for_good(reason, Some(literal));
                self.step(self.count + of, vec![literal], hints);
            }
        }
        self.state.undo(keep);
    }

    fn step(&mut self, name: Name, clause: Vec<Literal>, hints: Vec<Name>) {
        self.steps.push(Step {
            name,
            clause,
            hints,
        });
    }

    /// The name of a clause, which is needed from here on.
    fn need(&mut self, place: Place) -> Name {
        self.state.need(place);
        self.state.number(place) as Name
    }

    /// The name of what is known of a variable for good.
    fn unit(&mut self, of: usize) -> Name {
        let reason = self.state.reason(of);
        let len = self.state.clause(reason).len();
        match len {
            1 => self.need(reason),
            _ => {
                self.needed[of] = true;
                self.count + of
            }
        }
    }

    /// What makes all literals of a clause but this false for good, and that clause.
    fn for_good(&mut self, place: Place, but: Option<Literal>) -> Vec<Name> {
        let others: Vec<Literal> = self.state.clause(place).collect();
        let others = others.into_iter().filter(|l| Some(*l) != but);
        let mut hints: Vec<Name> = others.map(|l| self.unit(variable(l))).collect();
        hints.push(self.need(place));
        hints
    }

    /// The reason why a clause follows, if it does by unit propagation.
    fn hints(&mut self, clause: &[Literal]) -> Option<Vec<Name>> {
        let keep = self.state.known();
        let mut holds = None;
        for literal in clause {
            let of = variable(*literal);
            match self.state.value(*literal) {
                0 => self.state.set(-literal, ASSUMED),
                1 if self.state.is_before(of, keep) => holds = Some(vec![self.unit(of)]),
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
    fn reasons(&mut self, clause: &[Literal], conflict: Place, keep: usize) -> Vec<Name> {
        let mut chain = vec![self.need(conflict)];
        let mut units = vec![];
        // What the clause itself assumes needs no reason.
        let mut touched: Vec<usize> = clause.iter().map(|l| variable(*l)).collect();
        for of in &touched {
            self.seen[*of] = true;
        }
        self.visit(conflict, keep, &mut touched, &mut units);
        for at in (keep..self.state.known()).rev() {
            let of = variable(self.state.held(at));
            let reason = self.state.reason(of);
            if reason != ASSUMED && self.seen[of] {
                chain.push(self.need(reason));
                self.visit(reason, keep, &mut touched, &mut units);
            }
        }
        for of in touched {
            self.seen[of] = false;
        }
        let mut hints: Vec<Name> = units.into_iter().map(|of| self.unit(of)).collect();
        hints.extend(chain.into_iter().rev());
        hints
    }

    /// Notes the variables of a clause, and apart those that are known for good.
    fn visit(
        &mut self,
        place: Place,
        keep: usize,
        touched: &mut Vec<usize>,
        units: &mut Vec<usize>,
    ) {
        for literal in self.state.clause(place) {
            let of = variable(literal);
            if !self.seen[of] {
                self.seen[of] = true;
                touched.push(of);
                if self.state.is_before(of, keep) {
                    units.push(of);
                }
            }
        }
    }

    /// The steps in their order, with numbers behind those of the formula.
    fn numbered(self) -> Lrat {
        let formula = self.formula as u64;
        let mut ids: Vec<u64> = (1..=formula).collect();
        ids.resize(self.count + self.needed.len(), 0);
        let steps = (formula + 1..).zip(self.steps.into_iter().rev());
        let steps = steps.map(|(id, step)| {
            ids[step.name] = id;
            ProofStep {
                id,
                clause: step.clause,
                hints: step.hints.iter().map(|name| ids[*name]).collect(),
            }
        });
        Lrat {
            steps: steps.collect(),
        }
    }
}
