//! Methods: what decides a law, from the cheapest to the dearest.
//!
//! 1. A negative law has its witness, which is asked of the terms and of the compiled functions.
//! 2. Some inputs are tried: most false laws end here.
//! 3. The term of the negated claim is the constant 0 after simplification and [normal forms](crate::ring).
//! 4. No more than 2^20 inputs are all tried.
//! 5. The term is the constant 0 once the bits that sums modulo 2 decide, and the comparisons that ranges decide, are
//!    constants.
//! 6. Quotients and products become free words with [lemmas](crate::lemmas), and the rest is SAT.
//! 7. The term as [gates](crate::aig), the gates as clauses, and a proof that our own checker accepts.
//! 8. Where the gates depend on no more than 32 inputs, [every assignment](crate::exhaust) of these. Claims that ask
//!    for it have this before 6.
//! 9. Solvers of bit-vectors are asked for a counterexample, one after the other.
//!
//! A counterexample counts when the compiled functions confirm it.

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
pub use outcome::{ByTheorem, LawComponent, LawOutcome, Proof, ProofMethod, Why};
pub use reach::{OutOfReach, within_reach};
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

/// What laws are decided with.
#[derive(Clone, Debug)]
pub struct ProverSettings<'s> {
    /// The solvers that are there.
    pub solvers: &'s Solvers,
    /// The time that one law may take.
    pub time: Duration,
    /// Where formulas and proofs are kept.
    pub keep: Option<&'s Path>,
    /// When all laws together have to be decided: a law that has less than its time until then is cut short, and says
    /// so.
    pub until: Option<Budget>,
    /// What adds up the time that is spent on formulas.
    pub meter: Option<&'s Meter>,
    /// The names of laws that a certificate says were decided by a formula or by simulation: they are decided so again,
    /// though sums modulo 2 or ranges may decide them now.
    pub searched: Option<&'s BTreeSet<String>>,
}

impl<'s> ProverSettings<'s> {
    /// These solvers and this much time for a law; nothing is kept, and nothing ends before.
    pub const fn with(solvers: &'s Solvers, time: Duration) -> Self {
        Self {
            solvers,
            time,
            keep: None,
            until: None,
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

/// Decides a claim that is said to hold.
pub fn decide_claim(claim: &dyn Proposition, settings: &ProverSettings<'_>) -> LawOutcome {
    decided(claim, settings, |question| question.decide())
}

/// What the inputs that are tried before anything else say of a claim; none where they obey it.
pub(crate) fn tried(claim: &dyn Proposition, settings: &ProverSettings<'_>) -> Option<LawOutcome> {
    let outcome = decided(claim, settings, |question| {
        let samples = Samples::of(claim);
        let found = question.tried(&samples);
        found.unwrap_or(LawOutcome::Undecided(Why::default()))
    });
    (!matches!(outcome, LawOutcome::Undecided(_))).then_some(outcome)
}

fn decided(
    claim: &dyn Proposition,
    settings: &ProverSettings<'_>,
    decide: impl FnOnce(&mut Question<'_>) -> LawOutcome,
) -> LawOutcome {
    let left = settings.until.map(Budget::left);
    let cut = left.filter(|left| *left < settings.time);
    let budget = Budget::of(cut.unwrap_or(settings.time)).within(settings.until);
    let mut terms = Terms::default();
    let goal = match claim.broken(&mut terms) {
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
        between: StepHooks::NOTHING,
    };
    match (decide(&mut question), cut) {
        (LawOutcome::Undecided(why), Some(left)) => {
            LawOutcome::Undecided(why.cut_short(left, settings.time))
        }
        (outcome, _) => outcome,
    }
}

/// A law that is being decided.
struct Question<'a> {
    claim: &'a dyn Proposition,
    settings: &'a ProverSettings<'a>,
    budget: Budget,
    /// What must never be 1.
    goal: TermId,
    /// The terms and the goal as they were translated, which inputs are tried on.
    translated: (Terms, TermId),
    terms: Terms,
    between: StepHooks<'a>,
}

impl Question<'_> {
    /// A law that is declared not to hold: its witness breaks the claim, as the terms have it and as the functions do.
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
        let samples = Samples::of(self.claim);
        if let Some(refuted) = self.tried(&samples) {
            return refuted;
        }
        if let Some(outcome) = self.by_normal_form(&samples) {
            return outcome;
        }
        if reach::used_bits(&self.terms, self.goal) <= SMALL {
            let used = Cone::of(&self.terms, &[self.goal]).inputs(&self.terms);
            return match self.all(&used) {
                None => LawOutcome::Proved(Proof::by(ProofMethod::Small)),
                Some(found) => self.counterexample(&found),
            };
        }
        if let Some(outcome) = self.by_finer_forms(&samples) {
            return outcome;
        }
        self.solve(&samples)
    }

    /// The first of some inputs that breaks the law.
    fn tried(&self, samples: &Samples) -> Option<LawOutcome> {
        let (terms, goal) = &self.translated;
        let cone = Cone::of(terms, &[*goal]);
        let mut space = vec![];
        let mut cases = samples.cases.iter();
        let found = cases.find(|case| cone.value(terms, case, &mut space) == 1);
        found.map(|found| self.counterexample(found))
    }

    /// The first input that breaks the law, of all that there are of these; the others do not matter.
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
        let mut why = Why::default();
        if solvers.cadical.is_none() {
            why.helps = Some(
                "cadical would decide it: apt-get install cadical, and have it on the PATH".into(),
            );
        }
        let first = self.claim.exhausted_first();
        if let Some(order) = &first {
            // Where there is a SAT solver it has half of the time: of some comparisons it is sooner done.
            let budget = if solvers.cadical.is_some() {
                self.budget.part(0.5)
            } else {
                self.budget
            };
            if let Some(outcome) = self.by_simulation(order, (samples, budget), &mut why) {
                return outcome;
            }
            if self.budget.is_over() {
                return LawOutcome::Undecided(why);
            }
        }
        if !self.claim.gates_first()
            && let Some(outcome) = self.by_lemmas(samples, &mut why)
        {
            return outcome;
        }
        if let Some(outcome) = self.by_sat(samples, &mut why) {
            return outcome;
        }
        if first.is_none()
            && !self.budget.is_over()
            && let Some(outcome) =
                self.by_simulation(&self.in_order(), (samples, self.budget), &mut why)
        {
            return outcome;
        }
        // Those that say that it holds, which proves nothing: the next one is asked all the same.
        let mut holding = vec![];
        let all = solvers.words.len();
        for (k, solver) in solvers.words.iter().enumerate() {
            if self.budget.is_over() {
                break;
            }
            // What is left is shared by those that were not asked yet.
            let budget = self.budget.part(1.0 / (all - k) as f64);
            match solver.ask(&self.terms, self.goal, budget) {
                Ok(WordAnswer::Can(inputs)) if self.breaks(&inputs) => {
                    return against(self.counterexample(&inputs), &holding);
                }
                Ok(WordAnswer::Can(_)) => {
                    return LawOutcome::contradiction(format!(
                        "{} gives a counterexample that the terms say is none",
                        solver.name()
                    ));
                }
                Ok(WordAnswer::Never) => {
                    holding.push(solver.name());
                    why.said.push(format!(
                        "{} says that it holds, without a proof that can be checked",
                        solver.name()
                    ));
                }
                Ok(WordAnswer::Unknown) => {
                    why.said.push(format!("{} does not know", solver.name()))
                }
                Err(error) => {
                    why.failed |= !error.is_of_the_question();
                    why.said.push(error.to_string());
                }
            }
        }
        LawOutcome::Undecided(why)
    }

    /// True if these inputs break the law, as it was translated.
    fn breaks(&self, inputs: &[u128]) -> bool {
        let (terms, goal) = &self.translated;
        let cone = Cone::of(terms, &[*goal]);
        cone.value(terms, inputs, &mut vec![]) == 1
    }

    /// These inputs break the law, if whoever confirms it does.
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

/// A counterexample, with the solvers that said that there is none.
fn against(found: LawOutcome, holding: &[&str]) -> LawOutcome {
    match found {
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
