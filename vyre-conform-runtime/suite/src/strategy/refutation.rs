//! Negative laws: the declared witness must break the law.

use super::explain::Explanation;
use super::typed::TypedLaw;

/// The reason why a negative law is not established.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefutationError {
    /// The law is not declared negative.
    #[error("{law} is declared to hold: there is no witness to check")]
    NotNegative {
        /// The law.
        law: String,
    },
    /// The witness satisfies the law.
    #[error(
        "the witness of {law} does not break the law: {}. Name values for which the claim is false, \
         or drop the declaration", .explanation.steps.join("; ")
    )]
    NotBroken {
        /// The law.
        law: String,
        /// The claim, evaluated on the witness.
        explanation: Explanation,
    },
}

/// Evaluates a negative law on its witness. The explanation shows the violation.
pub fn refutation(law: &TypedLaw) -> Result<Explanation, RefutationError> {
    let Some(witness) = &law.witness else {
        let law = law.text.clone();
        return Err(RefutationError::NotNegative { law });
    };
    let explanation = law.explain(witness);
    if explanation.holds {
        let law = law.text.clone();
        return Err(RefutationError::NotBroken { law, explanation });
    }
    Ok(explanation)
}
