//! SAT with a proof: gates, clauses, the solver, and the proof checker.

use super::Question;
use super::inputs::{Samples, sample};
use super::kept_proof::kept_under;
use super::meter;
use super::outcome::{LawOutcome, Proof, ProofMethod, UndecidedReason};
use crate::aig::BitCircuit;
use crate::cnf::{Cnf, Encoding};
use crate::lemmas::{LemmaGoal, with_free_words};
use crate::lrat::{Lrat, WrittenProof};
use crate::solver::{Answer, Budget, Cadical, SolverError, WordAnswer};
use crate::term::{Cone, TermId, Terms};

/// The outcome for one formula.
enum SatOutcome {
    /// Unsatisfiable: digests of the formula and of the checked proof.
    None { cnf: String, lrat: String },
    /// Satisfiable, by these inputs.
    Inputs(Vec<u128>),
}

impl Question<'_> {
    /// Decides with free words and lemmas; `None` if there are no such words, or if they do not decide
    /// it.
    pub(super) fn by_lemmas(
        &mut self,
        samples: &Samples,
        reason: &mut UndecidedReason,
    ) -> Option<LawOutcome> {
        let cadical = self.settings.solvers.cadical.as_ref()?;
        let mut terms = self.terms.clone();
        let freed = with_free_words(&mut terms, self.goal)?;
        let cases = extended(&terms, &freed, &samples.cases);
        if let Err(message) = hold(&terms, &freed, &cases) {
            return Some(LawOutcome::contradiction(message));
        }
        let budget = self.budget.part(0.5);
        let method = ProofMethod::Lemmas;
        match self.refute(cadical, &terms, freed.goal, &cases, method, budget) {
            Ok(SatOutcome::None { cnf, lrat }) => {
                let mut solvers = vec![cadical.name().to_owned()];
                // Another solver that finds a solution contradicts this one, and one of them is wrong.
                let words = &self.settings.solvers.words;
                let share = 0.5 / words.len().max(1) as f64;
                for solver in words {
                    match solver.ask(&terms, freed.goal, self.budget.part(share)) {
                        Ok(WordAnswer::Never) => solvers.push(solver.name().to_owned()),
                        Ok(WordAnswer::Can(_)) => {
                            return Some(LawOutcome::contradiction(format!(
                                "{} has a proof of the law by lemmas, and {} a solution of the same formula",
                                cadical.name(),
                                solver.name()
                            )));
                        }
                        Ok(WordAnswer::Unknown) | Err(_) => {}
                    }
                }
                Some(LawOutcome::Proved(Proof {
                    method: ProofMethod::Lemmas,
                    cnf: Some(cnf),
                    lrat: Some(lrat),
                    solvers,
                    by_theorem: None,
                }))
            }
            // The free words may have values that no quotient has, but the inputs may still be a
            // counterexample.
            Ok(SatOutcome::Inputs(inputs)) => {
                let inputs = &inputs[..self.translated.0.inputs().len()];
                if self.breaks(inputs) {
                    Some(self.counterexample(inputs))
                } else {
                    reason.messages.push("the lemmas do not decide it".into());
                    None
                }
            }
            Err(halt) => {
                reason.failed |= !halt.is_final;
                reason.messages.push(format!("by lemmas: {}", halt.message));
                None
            }
        }
    }

    /// Decides the unchanged term.
    pub(super) fn by_sat(
        &mut self,
        samples: &Samples,
        reason: &mut UndecidedReason,
    ) -> Option<LawOutcome> {
        let cadical = self.settings.solvers.cadical.as_ref()?;
        let budget = self.budget;
        match self.refute(
            cadical,
            &self.terms,
            self.goal,
            &samples.cases,
            ProofMethod::Sat,
            budget,
        ) {
            Ok(SatOutcome::None { cnf, lrat }) => Some(LawOutcome::Proved(Proof {
                method: ProofMethod::Sat,
                cnf: Some(cnf),
                lrat: Some(lrat),
                solvers: vec![cadical.name().to_owned()],
                by_theorem: None,
            })),
            Ok(SatOutcome::Inputs(inputs)) => {
                if self.breaks(&inputs) {
                    Some(self.counterexample(&inputs))
                } else {
                    Some(LawOutcome::contradiction(format!(
                        "{} gives a solution that the terms say is none",
                        cadical.name()
                    )))
                }
            }
            Err(halt) => {
                reason.failed |= !halt.is_final;
                reason.messages.push(halt.message);
                None
            }
        }
    }

    /// Decides if a term of one bit can be 1.
    fn refute(
        &self,
        cadical: &Cadical,
        terms: &Terms,
        goal: TermId,
        cases: &[Vec<u128>],
        method: ProofMethod,
        budget: Budget,
    ) -> Result<SatOutcome, Halt> {
        let mut circuit = BitCircuit::new(terms, goal);
        (self.between.gates)(&mut circuit);
        if !circuit.agrees(terms, goal, cases) || !circuit.agrees_throughout(terms, &sample(cases))
        {
            let message =
                "the gates do not give what the term means: report this as a fault of the prover";
            return Err(message.to_owned().into());
        }
        let mut encoded = Encoding::new(&circuit);
        (self.between.clauses)(&mut encoded);
        if !encoded.agrees(&circuit, &sample(cases)) {
            let message = "the clauses do not allow what the gates give: report this as a fault of the prover";
            return Err(message.to_owned().into());
        }
        let meter = self.settings.meter;
        let answer = meter::solving(meter, || cadical.solve(&encoded.cnf, budget));
        let answer = answer?;
        let proof = match answer {
            Answer::Solution(solution) => {
                return Ok(SatOutcome::Inputs(
                    encoded.inputs(&solution, terms.inputs().len()),
                ));
            }
            Answer::None(proof) => proof,
        };
        let checked = || accepted(cadical.name(), &encoded.cnf, &proof, budget);
        let lrat = meter::checking(meter, checked)?;
        let (cnf, lrat) = (encoded.cnf.dimacs(), lrat.text());
        if let Some(folder) = self.settings.keep {
            keep(folder, &kept_under(&self.claim.name(), method), &cnf, &lrat)?;
        }
        let digest = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
        Ok(SatOutcome::None {
            cnf: digest(&cnf),
            lrat: digest(&lrat),
        })
    }
}

/// The solver's proof of a formula, if the checker accepts it.
fn accepted(solver: &str, cnf: &Cnf, proof: &WrittenProof, budget: Budget) -> Result<Lrat, Halt> {
    proof.accepted(cnf, &|| budget.is_over()).map_err(|reason| {
        // If only time is missing the proof is not faulty: the law needs more, as if the solver were
        // not done.
        let is_final = reason.is_of_time();
        let message = if is_final {
            format!("{solver} says that it holds, and {reason}: give it more with --time")
        } else {
            format!("{solver} says that it holds, and its proof is refused: {reason}")
        };
        Halt { message, is_final }
    })
}

/// The reason why SAT gave no answer.
#[derive(Debug)]
struct Halt {
    message: String,
    /// True if a second run with the same time would not help.
    is_final: bool,
}

impl From<String> for Halt {
    fn from(message: String) -> Self {
        Self {
            message,
            is_final: false,
        }
    }
}

impl From<SolverError> for Halt {
    fn from(error: SolverError) -> Self {
        Self {
            message: error.to_string(),
            is_final: error.is_final(),
        }
    }
}

/// Writes a formula and its proof to files.
pub(crate) fn keep(
    folder: &std::path::Path,
    names: &[String; 2],
    cnf: &str,
    lrat: &str,
) -> Result<(), String> {
    for (name, text) in names.iter().zip([cnf, lrat]) {
        let path = folder.join(name);
        std::fs::write(&path, text)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    Ok(())
}

/// Cases extended by the values of the free words.
pub(super) fn extended(terms: &Terms, freed: &LemmaGoal, cases: &[Vec<u128>]) -> Vec<Vec<u128>> {
    let roots: Vec<TermId> = freed.words.iter().map(|(_, was)| *was).collect();
    let cone = Cone::of(terms, &roots);
    let mut space = vec![];
    let extend = |case: &Vec<u128>| {
        let words = cone.values(terms, case, &mut space);
        case.iter().copied().chain(words).collect()
    };
    cases.iter().map(extend).collect()
}

/// Checks the lemmas in these cases, in which free words have the values of the replaced terms.
pub(super) fn hold(terms: &Terms, freed: &LemmaGoal, cases: &[Vec<u128>]) -> Result<(), String> {
    let cone = Cone::of(terms, &[freed.lemmas]);
    let mut space = vec![];
    if cases
        .iter()
        .all(|case| cone.value(terms, case, &mut space) == 1)
    {
        Ok(())
    } else {
        Err("a lemma does not hold of values that its words have".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lrat::check;
    use std::time::Duration;

    /// Oracle: docs/spec/proofs.md#longer-runs: a law whose time ends while its proof is checked has
    /// had its time, like one whose solver is not done; an invalid proof is an external fault.
    #[test]
    fn unchecked_proof_counts_as_timeout() {
        let cnf = Cnf {
            variables: 2,
            clauses: vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]],
        };
        let drat = |bytes: &[u8]| WrittenProof::Drat(bytes.to_vec());
        let (proof, none) = (&drat(b"a\x02\x00a\x00"), &drat(b"a\x02"));
        let enough = Budget::of(Duration::from_secs(60));
        let over = Budget::of(Duration::ZERO);
        let sample = accepted("cadical 1", &cnf, proof, enough);
        assert!(sample.is_ok_and(|lrat| check(&cnf, &lrat).is_ok()));
        let late = accepted("cadical 1", &cnf, proof, over).expect_err("no time");
        assert!(late.is_final, "{late:?}");
        assert_eq!(
            late.message,
            "cadical 1 says that it holds, and the time limit ended before the proof was checked: give it more with \
             --time"
        );
        let lie = accepted("cadical 1", &cnf, none, over).expect_err("half a clause");
        assert!(!lie.is_final, "{lie:?}");
        assert!(lie.message.contains("its proof is refused"), "{lie:?}");
    }
}
