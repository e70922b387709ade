use super::super::{ProverSettings, Question};
use super::*;
use crate::claim::{ClaimError, Proposition};
use crate::solver::{Budget, Cadical, Solvers};
use crate::term::Terms;
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// Two claims that fail at one pair of operands, which is not among the samples.
#[derive(Clone, Copy)]
enum RareFailure {
    /// A difference and one less are equal: false for all operands, as a normal form decides.
    Difference,
    /// A sum is less than a summand: decided by gates.
    Sum,
}

impl Proposition for RareFailure {
    fn name(&self) -> String {
        "rare".into()
    }

    fn variables(&self) -> &[ValueType] {
        &[ValueType::U32; 2]
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let (a, b) = (terms.input(32), terms.input(32));
        let pair = [(a, 0x1357_9bdf), (b, 0x0246_8ace)];
        let is_pair = pair.map(|(word, bits)| {
            let constant = terms.constant(32, bits);
            terms.equal(word, constant)
        });
        let is_pair = terms.and(is_pair[0], is_pair[1]);
        let holds = match self {
            Self::Difference => {
                let inverted = terms.not(a);
                let (less, difference) = (terms.add(inverted, b), terms.subtract(b, a));
                terms.equal(less, difference)
            }
            Self::Sum => {
                let sum = terms.add(a, b);
                terms.less(sum, b)
            }
        };
        let broken = terms.not(holds);
        Ok(terms.and(is_pair, broken))
    }

    fn confirmed(&self, _: &[Value]) -> Option<String> {
        Some("by hand".into())
    }
}

/// The outcome of a claim with a planted fault, and a SAT solver that claims unsatisfiability.
fn decided(rare: RareFailure, between: StepHooks<'_>) -> LawOutcome {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("cadical");
    let text = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 1.5.3; exit 0; fi\necho 's UNSATISFIABLE'; exit 20\n";
    vyre_conform_scripts::executable(&program, text);
    let solvers = Solvers {
        cadical: Some(Cadical::open(&program).expect("a version")),
        words: vec![],
    };
    let settings = ProverSettings::with(&solvers, Duration::from_secs(20));
    let mut terms = Terms::default();
    let goal = rare.negation(&mut terms).expect("a term");
    let mut question = Question {
        claim: &rare,
        settings: &settings,
        budget: Budget::of(settings.time),
        goal,
        translated: (terms.clone(), goal),
        terms,
        between,
    };
    question.decide()
}

/// The message of an undecided law.
fn undecided(between: StepHooks<'_>) -> String {
    match decided(RareFailure::Sum, between) {
        LawOutcome::Undecided(reason) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

/// Oracle: the claims are false at one pair of operands. A check detects a fault in the normal form, a
/// gate or a clause that would prove a claim, before a solver runs. Without a fault the solver runs,
/// and the checker rejects its invalid proof.
#[test]
fn a_planted_fault_proves_nothing() {
    let nothing = StepHooks::NONE;
    let reason = undecided(nothing);
    assert!(reason.contains("its proof is refused"), "{reason}");
    let wrong = StepHooks {
        ring: &Ring::wrong,
        ..nothing
    };
    let sample = decided(RareFailure::Difference, wrong);
    let LawOutcome::Contradiction(message) = &sample else {
        panic!("{sample:?}")
    };
    assert!(
        message.contains("a normal form gives something else"),
        "{message}"
    );
    // The gates of sum and comparison, after those of the inputs and of the pair.
    let mut noticed = 0;
    for gate in (140..340).step_by(20) {
        let plant = |circuit: &mut BitCircuit| _ = circuit.graph.plant(gate);
        let wrong = StepHooks {
            gates: &plant,
            ..nothing
        };
        noticed += u32::from(undecided(wrong).contains("the gates do not give"));
    }
    assert!(noticed >= 8, "{noticed} of 10");
    let empty = |encoded: &mut Encoding| encoded.plant(vec![]);
    // Forces the first input bit to 1.
    let one = |encoded: &mut Encoding| encoded.plant(vec![2]);
    for clause in [&empty as &dyn Fn(&mut Encoding), &one] {
        let wrong = StepHooks {
            clauses: clause,
            ..nothing
        };
        let reason = undecided(wrong);
        assert!(reason.contains("the clauses do not allow"), "{reason}");
    }
}
