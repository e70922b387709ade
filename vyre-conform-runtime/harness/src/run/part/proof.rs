//! A declared law for every input, decided by the program's prover.

use super::{Interruption, PartOutcome, PartResult, Run};
use crate::run::counts::CaseCounts;
use vyre_conform_suite::failing::FailingCase;
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::prover::ProverAnswer;
use vyre_conform_suite::record::NotRun;

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let Part::Law { law: index, .. } = run.obligation.part else {
        unreachable!("the table has this part only for laws");
    };
    let Some(prover) = &run.context.settings().prover else {
        let reason = "this program has no prover; `certify --prove` of the command line has one";
        return Err(Interruption::NotRun(NotRun::Undecided(reason.into())));
    };
    match prover.decide(run.context.catalog(), run.op(), index) {
        ProverAnswer::Proved(proof) => {
            // The obligation runs once.
            let _ = run.proof.set(proof);
            run.note(1);
            PartResult::cases(1)
        }
        ProverAnswer::Refuted(inputs) => {
            let law = run.typed_law(index)?;
            run.note(1);
            Err(match &law.witness {
                Some(witness) => run.witness_refuted(index, &law, witness),
                None => run.law_refuted(
                    index,
                    &law,
                    &FailingCase::false_claim(0, inputs),
                    CaseCounts::ONE,
                ),
            })
        }
        ProverAnswer::Undecided(reason) => Err(Interruption::NotRun(NotRun::Undecided(reason))),
        ProverAnswer::Contradiction(message) => Err(Interruption::Impossible(message)),
    }
}
