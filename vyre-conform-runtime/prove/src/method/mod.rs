//! The methods that decide a law, from the cheapest to the most expensive.
//!
//! 1. The witness of a negative law is evaluated by the terms and by the compiled functions.
//! 2. Samples are tried: they refute most false laws.
//! 3. Simplification and [normal forms](crate::ring) reduce the negated claim to the constant 0.
//! 4. At most 2^20 inputs are all tried.
//! 5. Bits decided by sums modulo 2, and comparisons decided by ranges, become constants, which reduces
//!    the term to the constant 0.
//! 6. Quotients and products become free words with [lemmas](crate::lemmas), and the rest goes to SAT.
//! 7. The term becomes [gates](crate::aig), the gates become clauses, and our own checker accepts a
//!    proof.
//! 8. If the gates depend on at most 32 inputs, [every assignment](crate::exhaust) is tried. Claims
//!    that request it have this step before 6.
//! 9. Bit-vector solvers search for a counterexample, one after another.
//!
//! A counterexample counts only if the compiled functions confirm it.

mod inputs;
mod kept_proof;
mod meter;
mod normal;
mod outcome;
mod reach;
mod sat;
mod simulation;

pub use kept_proof::{KeptProofError, kept_as, kept_under, recheck};
pub use meter::{Meter, SolverTime};
pub use outcome::{LawComponent, LawOutcome, Proof, ProofMethod, TheoremProof, UndecidedReason};
pub use reach::{NotApplicable, within_reach};
pub(crate) use sat::keep;

use crate::claim::{DeclaredLaw, Proposition, values};
use crate::solver::{Budget, Solvers, WordAnswer};
use crate::term::{Cone, TermId, Terms};
use inputs::Samples;
use normal::StepHooks;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::Polarity;

/// The most bits of all inputs together for trying all of them.
const SMALL: u32 = 20;

/// Settings of the decision procedure.
#[derive(Clone, Debug)]
pub struct ProverSettings<'s> {
    /// The available solvers.
    pub solvers: &'s Solvers,
    /// The time limit for one law.
    pub time: Duration,
    /// The folder for formulas and proofs.
    pub keep: Option<&'s Path>,
    /// The deadline for all laws together: a law with less than its time left is cut short, and its
    /// outcome says so.
    pub deadline: Option<Budget>,
    /// Adds up the time spent on formulas.
    pub meter: Option<&'s Meter>,
    /// The names of laws that, according to a certificate, a formula or simulation decided: they are
    /// decided the same way again, even if sums modulo 2 or ranges could decide them now.
    pub searched: Option<&'s BTreeSet<String>>,
}

impl<'s> ProverSettings<'s> {
    /// Settings with solvers and a time limit per law; nothing is stored, and there is no common deadline.
    pub const fn with(solvers: &'s Solvers, time: Duration) -> Self {
        Self {
            solvers,
            time,
            keep: None,
            deadline: None,
            meter: None,
            searched: None,
        }
    }
}

/// Decides a declared law.
pub fn decide(declared: &DeclaredLaw<'_>, settings: &ProverSettings<'_>) -> LawOutcome {
    decided(declared, settings, |question| match declared.polarity {
        Polarity::Refuted { witness } => question.witness(&witness()),
        Polarity::Holds => question.decide(),
    })
}

/// Decides a positive claim.
pub fn decide_claim(claim: &dyn Proposition, settings: &ProverSettings<'_>) -> LawOutcome {
    decided(claim, settings, |question| question.decide())
}

/// The outcome if a sample breaks the claim; `None` if all samples satisfy it.
pub(crate) fn refuted_by_sample(
    claim: &dyn Proposition,
    settings: &ProverSettings<'_>,
) -> Option<LawOutcome> {
    let outcome = decided(claim, settings, |question| {
        let samples = Samples::new(claim);
        let sample = question.refuting_sample(&samples);
        sample.unwrap_or(LawOutcome::Undecided(UndecidedReason::default()))
    });
    (!matches!(outcome, LawOutcome::Undecided(_))).then_some(outcome)
}

fn decided(
    claim: &dyn Proposition,
    settings: &ProverSettings<'_>,
    decide: impl FnOnce(&mut Question<'_>) -> LawOutcome,
) -> LawOutcome {
    let left = settings.deadline.map(Budget::left);
    let cut = left.filter(|left| *left < settings.time);
    let budget = Budget::of(cut.unwrap_or(settings.time)).within(settings.deadline);
    let mut terms = Terms::default();
    let goal = match claim.negation(&mut terms) {
        Ok(goal) => goal,
        Err(error) => {
            return LawOutcome::undecided(error, "leave it to exhaustive and witnessed evidence");
        }
    };
    let mut question = Question {
        claim,
        settings,
        budget,
        goal,
        translated: (terms.clone(), goal),
        terms,
        between: StepHooks::NONE,
    };
    match (decide(&mut question), cut) {
        (LawOutcome::Undecided(reason), Some(left)) => {
            LawOutcome::Undecided(reason.cut_short(left, settings.time))
        }
        (outcome, _) => outcome,
    }
}

/// The decision of one law.
struct Question<'a> {
    claim: &'a dyn Proposition,
    settings: &'a ProverSettings<'a>,
    budget: Budget,
    /// The bit that must never be 1.
    goal: TermId,
    /// The original terms and goal, for evaluating inputs.
    translated: (Terms, TermId),
    terms: Terms,
    between: StepHooks<'a>,
}

impl Question<'_> {
    /// Decides a negative law: its witness must break the claim, both by the terms and by the
    /// functions.
    fn witness(&self, witness: &[Value]) -> LawOutcome {
        let bits = DeclaredLaw::bits(witness);
        let by_terms = self.breaks(&bits);
        let by_kernel = self.claim.confirmed(witness).is_some();
        match (by_terms, by_kernel) {
            (true, true) => LawOutcome::Proved(Proof::by(ProofMethod::Witness)),
            (false, false) => LawOutcome::Refuted {
                inputs: witness.to_vec(),
                message: "it is declared not to hold, and its witness obeys it".into(),
            },
            (terms, _) => LawOutcome::contradiction(format!(
                "the term says that the witness {} the law, and the compiled functions say that it does not",
                if terms { "breaks" } else { "obeys" }
            )),
        }
    }

    fn decide(&mut self) -> LawOutcome {
        let samples = Samples::new(self.claim);
        if let Some(refuted) = self.refuting_sample(&samples) {
            return refuted;
        }
        if let Some(outcome) = self.by_normal_form(&samples) {
            return outcome;
        }
        if reach::used_bits(&self.terms, self.goal) <= SMALL {
            let used = Cone::of(&self.terms, &[self.goal]).inputs(&self.terms);
            return match self.all(&used) {
                None => LawOutcome::Proved(Proof::by(ProofMethod::Small)),
                Some(sample) => self.counterexample(&sample),
            };
        }
        if let Some(outcome) = self.by_finer_forms(&samples) {
            return outcome;
        }
        self.solve(&samples)
    }

    /// The outcome for the first sample that breaks the law.
    fn refuting_sample(&self, samples: &Samples) -> Option<LawOutcome> {
        let (terms, goal) = &self.translated;
        let cone = Cone::of(terms, &[*goal]);
        let mut space = vec![];
        let mut cases = samples.cases.iter();
        let sample = cases.find(|case| cone.value(terms, case, &mut space) == 1);
        sample.map(|sample| self.counterexample(sample))
    }

    /// The first input that breaks the law, among all values of the inputs that it depends on.
    fn all(&self, used: &[u32]) -> Option<Vec<u128>> {
        let cone = Cone::of(&self.terms, &[self.goal]);
        let widths: Vec<u32> = used
            .iter()
            .map(|n| self.terms.width(self.terms.inputs()[*n as usize]))
            .collect();
        let mut case = vec![0; self.terms.inputs().len()];
        let mut space = vec![];
        (0..1u128 << widths.iter().sum::<u32>()).find_map(|number| {
            let mut rest = number;
            for (n, width) in used.iter().zip(&widths) {
                case[*n as usize] = rest & crate::term::ones(*width);
                rest >>= width;
            }
            (cone.value(&self.terms, &case, &mut space) == 1).then(|| case.clone())
        })
    }

    fn solve(&mut self, samples: &Samples) -> LawOutcome {
        let solvers = self.settings.solvers;
        let mut reason = UndecidedReason::default();
        if solvers.cadical.is_none() {
            reason.remedy = Some(
                "cadical would decide it: apt-get install cadical, and have it on the PATH".into(),
            );
        }
        let first = self.claim.exhausted_first();
        if let Some(order) = &first {
            // With a SAT solver present, simulation gets half of the time: SAT is faster for some
            // comparisons.
            let budget = if solvers.cadical.is_some() {
                self.budget.part(0.5)
            } else {
                self.budget
            };
            if let Some(outcome) = self.by_simulation(order, (samples, budget), &mut reason) {
                return outcome;
            }
            if self.budget.is_over() {
                return LawOutcome::Undecided(reason);
            }
        }
        if !self.claim.gates_first()
            && let Some(outcome) = self.by_lemmas(samples, &mut reason)
        {
            return outcome;
        }
        if let Some(outcome) = self.by_sat(samples, &mut reason) {
            return outcome;
        }
        if first.is_none()
            && !self.budget.is_over()
            && let Some(outcome) =
                self.by_simulation(&self.in_order(), (samples, self.budget), &mut reason)
        {
            return outcome;
        }
        match self.by_words(&mut reason) {
            Some(outcome) => outcome,
            None => LawOutcome::Undecided(reason),
        }
    }

    /// Asks the solvers of words for a counterexample.
    fn by_words(&self, reason: &mut UndecidedReason) -> Option<LawOutcome> {
        let solvers = self.settings.solvers;
        // Solvers that answered that the law holds, which proves nothing: the next one runs anyway.
        let mut holding = vec![];
        let all = solvers.words.len();
        for (k, solver) in solvers.words.iter().enumerate() {
            if self.budget.is_over() {
                break;
            }
            // The remaining solvers share the remaining time.
            let budget = self.budget.part(1.0 / (all - k) as f64);
            match solver.ask(&self.terms, self.goal, budget) {
                Ok(WordAnswer::Can(inputs)) if self.breaks(&inputs) => {
                    return Some(against(self.counterexample(&inputs), &holding));
                }
                Ok(WordAnswer::Can(_)) => {
                    return Some(LawOutcome::contradiction(format!(
                        "{} gives a counterexample that the terms say is none",
                        solver.name()
                    )));
                }
                Ok(WordAnswer::Never) => {
                    holding.push(solver.name());
                    reason.messages.push(format!(
                        "{} says that it holds, without a proof that can be checked",
                        solver.name()
                    ));
                }
                Ok(WordAnswer::Unknown) => reason
                    .messages
                    .push(format!("{} does not know", solver.name())),
                Err(error) => {
                    reason.failed |= !error.is_final();
                    reason.messages.push(error.to_string());
                }
            }
        }
        None
    }

    /// True if these inputs break the original term of the law.
    fn breaks(&self, inputs: &[u128]) -> bool {
        let (terms, goal) = &self.translated;
        let cone = Cone::of(terms, &[*goal]);
        cone.value(terms, inputs, &mut vec![]) == 1
    }

    /// The outcome for inputs that break the term: a refutation if the claim confirms it.
    fn counterexample(&self, inputs: &[u128]) -> LawOutcome {
        let values = values(self.claim.variables(), inputs);
        match self.claim.confirmed(&values) {
            Some(message) => LawOutcome::Refuted {
                inputs: values,
                message,
            },
            None => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                LawOutcome::contradiction(format!(
                    "({}) breaks the law by its term, and not by the compiled functions",
                    values.join(", ")
                ))
            }
        }
    }
}

/// A counterexample, with the solvers that denied its existence.
fn against(sample: LawOutcome, holding: &[&str]) -> LawOutcome {
    match sample {
        LawOutcome::Refuted { inputs, message } if !holding.is_empty() => LawOutcome::Refuted {
            inputs,
            message: format!(
                "{message}; {} said that the law holds, which is wrong",
                holding.join(" and ")
            ),
        },
        other => other,
    }
}
