//! Reasons for the clauses that a contradiction needs, from the last one to the first.

use super::drat::Line;
use super::elaborate::ElaborationError;
use super::propagate::{ASSUMED, ClauseRef, Propagator, variable};
use super::{Lrat, ProofStep};
use crate::cnf::{Cnf, Literal};

/// An event in the life of a clause.
#[derive(Clone, Copy)]
pub(super) enum Event {
    /// This line added it, when this many literals were known.
    Add {
        place: ClauseRef,
        known: usize,
        line: usize,
    },
    /// It was deleted.
    Delete(ClauseRef),
}

/// The target of a hint: the number of a clause, or beyond those a permanently assigned variable.
type HintTarget = usize;

/// A step, which is numbered after all are known.
struct Step {
    name: HintTarget,
    clause: Vec<Literal>,
    hints: Vec<HintTarget>,
}

/// The backward pass.
pub(super) struct Backward<'p> {
    state: Propagator,
    formula: usize,
    lines: &'p [Line],
    /// The number of clauses, including those of the formula.
    count: usize,
    /// True for a variable whose permanent value a step needs.
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

    /// The proof that ends with this contradiction of permanent values.
    pub(super) fn elaborate(
        mut self,
        conflict: ClauseRef,
        events: &[Event],
        is_over: &dyn Fn() -> bool,
    ) -> Result<Lrat, ElaborationError> {
        let hints = self.permanent_hints(conflict, None);
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
                        let name = self.state.number(place) as HintTarget;
                        self.step(name, clause.clone(), hints);
                    }
                }
            }
        }
        self.undo(0);
        Ok(self.numbered())
    }

    /// Undoes permanent values down to the first `keep`, and emits steps for those that are needed.
    fn undo(&mut self, keep: usize) {
        for index in (keep..self.state.known()).rev() {
            let literal = self.state.trail_literal(index);
            let of = variable(literal);
            if self.needed[of] {
                let reason = self.state.reason(of);
                let hints = self.permanent_hints(reason, Some(literal));
                self.step(self.count + of, vec![literal], hints);
            }
        }
        self.state.undo(keep);
    }

    fn step(&mut self, name: HintTarget, clause: Vec<Literal>, hints: Vec<HintTarget>) {
        self.steps.push(Step {
            name,
            clause,
            hints,
        });
    }

    /// The name of a clause, which is marked as needed.
    fn need(&mut self, place: ClauseRef) -> HintTarget {
        self.state.need(place);
        self.state.number(place) as HintTarget
    }

    /// The name of a variable's permanent value.
    fn unit(&mut self, value: usize) -> HintTarget {
        let reason = self.state.reason(value);
        let len = self.state.clause(reason).len();
        match len {
            1 => self.need(reason),
            _ => {
                self.needed[value] = true;
                self.count + value
            }
        }
    }

    /// The hints that make all literals of a clause except `but` permanently false, followed by that
    /// clause.
    fn permanent_hints(&mut self, place: ClauseRef, but: Option<Literal>) -> Vec<HintTarget> {
        let others: Vec<Literal> = self.state.clause(place).collect();
        let others = others.into_iter().filter(|l| Some(*l) != but);
        let mut hints: Vec<HintTarget> = others.map(|l| self.unit(variable(l))).collect();
        hints.push(self.need(place));
        hints
    }

    /// The hints by which a clause follows, if unit propagation derives it.
    fn hints(&mut self, clause: &[Literal]) -> Option<Vec<HintTarget>> {
        let keep = self.state.known();
        let mut holds = None;
        for literal in clause {
            let of = variable(*literal);
            match self.state.value(*literal) {
                0 => self.state.set(-literal, ASSUMED),
                1 if self.state.is_before(of, keep) => holds = Some(vec![self.unit(of)]),
                // The clause contains a literal and its negation.
                1 => holds = Some(vec![]),
                _ => {}
            }
        }
        let result = match holds {
            Some(hints) => Some(hints),
            None => {
                let conflict = self.state.propagate();
                conflict.map(|place| self.reasons(clause, place, keep))
            }
        };
        self.state.undo(keep);
        result
    }

    /// The hints that lead to a clause without a literal that may hold.
    fn reasons(&mut self, clause: &[Literal], conflict: ClauseRef, keep: usize) -> Vec<HintTarget> {
        let mut chain = vec![self.need(conflict)];
        let mut units = vec![];
        // The clause's own assumptions need no reason.
        let mut touched: Vec<usize> = clause.iter().map(|l| variable(*l)).collect();
        for item in &touched {
            self.seen[*item] = true;
        }
        self.visit(conflict, keep, &mut touched, &mut units);
        for index in (keep..self.state.known()).rev() {
            let item = variable(self.state.trail_literal(index));
            let reason = self.state.reason(item);
            if reason != ASSUMED && self.seen[item] {
                chain.push(self.need(reason));
                self.visit(reason, keep, &mut touched, &mut units);
            }
        }
        for item in touched {
            self.seen[item] = false;
        }
        let mut hints: Vec<HintTarget> = units.into_iter().map(|item| self.unit(item)).collect();
        hints.extend(chain.into_iter().rev());
        hints
    }

    /// Collects the variables of a clause, with permanently assigned ones separate.
    fn visit(
        &mut self,
        place: ClauseRef,
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

    /// The steps in order, numbered after the clauses of the formula.
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
