//! The scope of methods: necessary conditions for a method to decide a law, without any search.

use super::{ProofMethod, SMALL};
use crate::aig::BitCircuit;
use crate::claim::{ClaimError, DeclaredLaw, Proposition};
use crate::exhaust::{Circuit, MAX_INPUTS};
use crate::lemmas::with_free_words;
use crate::ring;
use crate::term::{Cone, TermId, Terms};
use vyre_conform_runtime::registry::Polarity;

/// The reason why a method cannot have decided a law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotApplicable {
    /// The law has no term.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A witness decides negative laws only, and every other method positive ones only.
    #[error("`{}` is not what decides a law that is declared so", .0.name())]
    Polarity(ProofMethod),
    /// No normal form of the claim is a constant.
    #[error("no normal form decides it")]
    NoConstant,
    /// Too many input bits for trying all inputs.
    #[error("its claim depends on {0} input bits; the limit of trying every input is {SMALL}")]
    TooLarge(u32),
    /// Too many inputs for simulating the gates.
    #[error("its gates depend on more than {MAX_INPUTS} inputs, the limit of simulation")]
    TooManyGateInputs,
    /// No quotient or product becomes a free word.
    #[error("it has no quotient or product for lemmas")]
    NoLemma,
}

/// Checks that a method can have decided a law. Theorems are checked elsewhere.
///
/// # Errors
/// [`NotApplicable`] names the violated condition.
pub fn within_reach(declared: &DeclaredLaw<'_>, method: ProofMethod) -> Result<(), NotApplicable> {
    let is_refuted = matches!(declared.polarity, Polarity::Refuted { .. });
    if is_refuted != (method == ProofMethod::Witness) {
        return Err(NotApplicable::Polarity(method));
    }
    if matches!(method, ProofMethod::Witness | ProofMethod::Composition) {
        return Ok(());
    }
    let mut terms = Terms::default();
    let goal = declared.broken(&mut terms)?;
    let goal = ring::simplified(&mut terms, goal);
    match method {
        ProofMethod::NormalForm => {
            let is_known = terms.constant_value(goal).is_some();
            let decided = is_known || {
                let finer = ring::finer(&mut terms, goal).goal;
                terms.constant_value(finer).is_some()
            };
            decided.then_some(()).ok_or(NotApplicable::NoConstant)
        }
        ProofMethod::Small => match used_bits(&terms, goal) {
            ..=SMALL => Ok(()),
            bits => Err(NotApplicable::TooLarge(bits)),
        },
        ProofMethod::Simulation => {
            let order = declared.exhausted_first().unwrap_or_default();
            let circuit = Circuit::new(&BitCircuit::new(&terms, goal), &order);
            circuit.map(|_| ()).ok_or(NotApplicable::TooManyGateInputs)
        }
        ProofMethod::Lemmas => {
            let lemma = with_free_words(&mut terms, goal);
            lemma.map(|_| ()).ok_or(NotApplicable::NoLemma)
        }
        _ => Ok(()),
    }
}

/// The total width of the inputs that a term depends on.
pub(super) fn used_bits(terms: &Terms, goal: TermId) -> u32 {
    let used = Cone::of(terms, &[goal]).inputs(terms);
    let width = |n: &u32| terms.width(terms.inputs()[*n as usize]);
    used.iter().map(width).sum()
}
