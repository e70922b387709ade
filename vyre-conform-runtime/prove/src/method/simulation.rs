//! Decision by every assignment of the gates' inputs.

use super::Question;
use super::inputs::Samples;
use super::outcome::{LawOutcome, Proof, ProofMethod, UndecidedReason};
use crate::aig::BitCircuit;
use crate::exhaust::{Circuit, InputBit, SearchOutcome, agrees, exhaust};
use crate::solver::Budget;

impl Question<'_> {
    /// Tries every assignment, with inputs fixed in this order; `None` if there are too many inputs, or
    /// not enough time.
    pub(super) fn by_simulation(
        &self,
        order: &[InputBit],
        (samples, budget): (&Samples, Budget),
        reason: &mut UndecidedReason,
    ) -> Option<LawOutcome> {
        let bit_circuit = BitCircuit::new(&self.terms, self.goal);
        let circuit = Circuit::new(&bit_circuit, order)?;
        if !bit_circuit.agrees(&self.terms, self.goal, &samples.cases)
            || !agrees(&bit_circuit, &circuit, &samples.cases)
        {
            let message = "the gates, or their cofactors, do not give what the term means: report this as a fault of \
                 the prover";
            reason.messages.push(message.into());
            reason.failed = true;
            return None;
        }
        match exhaust(&circuit, budget) {
            SearchOutcome::Never => Some(LawOutcome::Proved(Proof::by(ProofMethod::Simulation))),
            SearchOutcome::At(assignment) => {
                let inputs = circuit.inputs(assignment, self.terms.inputs().len());
                Some(if self.breaks(&inputs) {
                    self.counterexample(&inputs)
                } else {
                    LawOutcome::contradiction(
                        "the simulation of the gates gives a counterexample that the terms say is none"
                            .into(),
                    )
                })
            }
            SearchOutcome::Time { done, of } => {
                reason.messages.push(format!(
                    "{done} of {of} outer cofactors of the circuit, which has {} inputs, were done when the time was \
                     over",
                    circuit.width()
                ));
                reason.remedy = Some("more time decides it: --time".into());
                None
            }
        }
    }

    /// The bits of the inputs in order, highest bit of each first.
    pub(super) fn in_order(&self) -> Vec<InputBit> {
        let inputs = (0..).zip(self.terms.inputs());
        let bits = inputs.flat_map(|(input, term)| {
            let bits = (0..self.terms.width(*term)).rev();
            bits.map(move |bit| InputBit { input, bit })
        });
        bits.collect()
    }
}
