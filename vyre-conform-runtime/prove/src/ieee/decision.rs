//! Decides a claim as a whole, or case by case.

use super::Ieee;
use super::parts::{Coverage, FreedCase, MilestoneClaim, Part, RelationClaim};
use crate::claim::{ClaimError, Proposition};
use crate::method::{
    LawOutcome, Proof, ProofMethod, ProverSettings, UndecidedReason, decide_claim, keep,
    kept_under, refuted_by_sample,
};
use crate::solver::Budget;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

impl Ieee<'_> {
    /// Decides the claim. Cases share its time and every core, and the first one that is not proved
    /// ends the search.
    ///
    /// The digests of a claim in cases are those of two lists, with one line per case: its name and its
    /// digest, or the method if it needed no formula. The first line is the claim that the cases cover
    /// every input, and the next are the claims that free words are justified. The lists are stored
    /// under the name of the claim.
    pub fn decide(&self, settings: &ProverSettings<'_>) -> LawOutcome {
        if self.cases.is_empty() {
            return decide_claim(self, settings);
        }
        let left = settings.deadline.map_or(settings.time, Budget::left);
        let cut = left < settings.time;
        let budget = Budget::of(left.min(settings.time)).within(settings.deadline);
        let share = || ProverSettings {
            time: budget.left(),
            deadline: None,
            ..settings.clone()
        };
        let coverage = Step::new(Box::new(Coverage(self)), false);
        let covered = match decide_claim(&*coverage.claim, &share()) {
            LawOutcome::Refuted { inputs, .. } => {
                let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                let reason = format!("no case is about ({})", inputs.join(", "));
                return LawOutcome::undecided(reason, "add a case");
            }
            other => other,
        };
        // A false claim needs no solver and no cases.
        if let Some(refuted) = refuted_by_sample(self, &share()) {
            return refuted;
        }
        let whole = match self.with_words() {
            Ok(whole) => whole,
            Err(error) => return LawOutcome::undecided(error, "leave it to other evidence"),
        };
        let steps = self.steps(&whole);
        let is_finished = AtomicBool::new(!covered.is_proved());
        let outcomes: Vec<Option<LawOutcome>> = steps
            .par_iter()
            .map(|step| {
                if is_finished.load(Ordering::Relaxed) {
                    return None;
                }
                let outcome = decide_claim(&*step.claim, &share());
                is_finished.fetch_or(!outcome.is_proved(), Ordering::Relaxed);
                Some(outcome)
            })
            .collect();
        let cases = steps.iter().zip(&outcomes).skip(whole.len());
        let proved =
            cases.filter(|(_, outcome)| outcome.as_ref().is_some_and(LawOutcome::is_proved));
        let progress = format!(
            "{} of {} cases are proved",
            proved.count(),
            self.cases.len()
        );
        let outcomes = steps.iter().zip(outcomes);
        let outcomes = outcomes.filter_map(|(step, outcome)| Some((step, outcome?)));
        let end = SearchEnd {
            done: progress,
            cut,
        };
        self.combined(
            std::iter::once((&coverage, covered)).chain(outcomes),
            &end,
            settings,
        )
    }

    /// The outcome of the claim from those of its steps.
    fn combined<'s>(
        &self,
        outcomes: impl Iterator<Item = (&'s Step<'s>, LawOutcome)>,
        end: &SearchEnd,
        settings: &ProverSettings<'_>,
    ) -> LawOutcome {
        let mut result = CaseProofs::default();
        for (step, outcome) in outcomes {
            match outcome {
                LawOutcome::Proved(proof) => result.take(&step.claim.name(), proof),
                LawOutcome::Undecided(reason) => {
                    let mut messages = vec![format!("{}, {} not", end.done, step.claim.name())];
                    messages.extend(reason.messages);
                    return LawOutcome::Undecided(UndecidedReason {
                        messages,
                        is_timed_out: reason.is_timed_out || end.cut,
                        ..reason
                    });
                }
                // The counterexample may use words that no operands have.
                LawOutcome::Refuted { message, .. } if step.has_words => {
                    let reason = format!("{}: {message}", step.claim.name());
                    return LawOutcome::undecided(reason, "split it into other cases");
                }
                other => return other,
            }
        }
        result.kept(self, settings)
    }

    /// The claim with free words, for every number of operands that they represent in a case.
    fn with_words(&self) -> Result<Vec<MilestoneClaim<'_, '_>>, ClaimError> {
        let plain = self.cases.iter().filter_map(|case| case.with_words());
        let plain: BTreeSet<usize> = plain.collect();
        plain
            .into_iter()
            .map(|plain| MilestoneClaim::new(self, plain))
            .collect()
    }

    /// The claims to prove in addition to the coverage of every input.
    fn steps<'a>(&'a self, whole: &'a [MilestoneClaim<'a, '_>]) -> Vec<Step<'a>> {
        let alike = whole
            .iter()
            .map(|whole| Step::new(Box::new(RelationClaim(whole)), true));
        let parts = self.cases.iter().map(|case| {
            let mut whole = whole.iter();
            match whole.find(|whole| Some(whole.plain) == case.with_words()) {
                Some(whole) => Step::new(Box::new(FreedCase(whole, *case)), true),
                None => Step::new(Box::new(Part(self, *case)), false),
            }
        });
        alike.chain(parts).collect()
    }
}

/// The end of the search.
struct SearchEnd {
    /// The number of proved cases, as a message.
    done: String,
    /// True if the search had less time than the settings grant.
    cut: bool,
}

/// One of the claims that together imply a claim in cases.
struct Step<'a> {
    claim: Box<dyn Proposition + Sync + 'a>,
    /// True if it has variables other than the operands, so that a counterexample need not refute the
    /// claim.
    has_words: bool,
}

impl<'a> Step<'a> {
    fn new(claim: Box<dyn Proposition + Sync + 'a>, has_words: bool) -> Self {
        Self { claim, has_words }
    }
}

/// The proofs of the cases, combined.
#[derive(Default)]
struct CaseProofs {
    /// The lists of formulas and of proofs.
    lists: [String; 2],
    solvers: Vec<String>,
    has_formula: bool,
}

impl CaseProofs {
    fn take(&mut self, name: &str, proof: Proof) {
        for (list, digest) in self.lists.iter_mut().zip([&proof.cnf, &proof.lrat]) {
            let behind = digest.as_deref().unwrap_or(proof.method.name());
            let _ = writeln!(list, "{name} {behind}");
        }
        self.has_formula |= proof.method.has_formula();
        for solver in proof.solvers {
            if !self.solvers.contains(&solver) {
                self.solvers.push(solver);
            }
        }
    }

    /// The proof of the claim, with its lists written to the folder for proofs.
    fn kept(self, claim: &Ieee<'_>, settings: &ProverSettings<'_>) -> LawOutcome {
        if !self.has_formula {
            return LawOutcome::Proved(Proof {
                solvers: self.solvers,
                ..Proof::by(ProofMethod::NormalForm)
            });
        }
        let [cnf, lrat] = &self.lists;
        if let Some(folder) = settings.keep
            && let Err(error) = keep(
                folder,
                &kept_under(&claim.name(), ProofMethod::Sat),
                cnf,
                lrat,
            )
        {
            return LawOutcome::Undecided(UndecidedReason {
                messages: vec![error],
                failed: true,
                ..UndecidedReason::default()
            });
        }
        let digest = |list: &String| Some(blake3::hash(list.as_bytes()).to_hex().to_string());
        LawOutcome::Proved(Proof {
            cnf: digest(cnf),
            lrat: digest(lrat),
            solvers: self.solvers,
            ..Proof::by(ProofMethod::Sat)
        })
    }
}
