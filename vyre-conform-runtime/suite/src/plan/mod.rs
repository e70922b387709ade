//! The plan: obligations about every op, with their subjects and oracles.
//!
//! An [`Obligation`] has a stable id, which is the name of its trial. A [`Plan`] admits only obligations whose oracle
//! is the strongest that applies and independent of the subject.

pub mod cases;
mod engines;
mod generate;
mod kind;
mod lengths;
pub mod numbers;
mod obligation;
mod options;
mod oracle;
mod programs;
mod support;

pub use generate::{of_engine, of_op, plan};
pub use kind::PartKind;
pub use lengths::{Lengths, engine_length, programs_length};
pub use obligation::{Domain, Obligation, Part, input_sets, law_slug, parity_trials, proof_name};
pub use options::{PlanOptions, SavedCases, Tracks};
pub use oracle::{ClaimKind, Implementation, Oracle, Question};
pub use programs::{PROGRAMS, of_programs};
pub use support::{WHOLE_PROGRAMS, missing_support};

/// Reason why the plan refuses an obligation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The expected value would come from the subject itself.
    #[error(
        "`{id}` is circular: its subject, {subject}, is in the provenance of its oracle ({oracle}). \
         A test whose expected value comes from what it tests cannot fail"
    )]
    Circular {
        /// The obligation.
        id: String,
        /// The subject.
        subject: Implementation,
        /// The oracle.
        oracle: Oracle,
    },
    /// A stronger oracle applies.
    #[error("`{id}` names the oracle {named}, but {stronger} applies and is stronger")]
    Weaker {
        /// The obligation.
        id: String,
        /// The oracle named.
        named: Oracle,
        /// The stronger oracle.
        stronger: Oracle,
    },
    /// The oracle does not apply to the claim.
    #[error("`{id}` names the oracle {named}, which does not apply to its claim")]
    Inapplicable {
        /// The obligation.
        id: String,
        /// The oracle named.
        named: Oracle,
    },
    /// Another obligation has the id.
    #[error("two obligations have the id `{id}`")]
    Duplicate {
        /// The id.
        id: String,
    },
}

/// The obligations of a run, in order.
#[derive(Debug, Default)]
pub struct Plan {
    obligations: Vec<Obligation>,
    ids: std::collections::HashSet<String>,
}

impl Plan {
    /// An empty plan.
    pub fn new() -> Self {
        Self::default()
    }

    /// The obligations, in order.
    pub fn obligations(&self) -> &[Obligation] {
        &self.obligations
    }

    /// Admits an obligation, or returns the reason why it would prove nothing.
    pub fn admit(&mut self, obligation: Obligation) -> Result<(), PlanError> {
        let Obligation {
            id,
            question,
            oracle,
            provenance,
            ..
        } = &obligation;
        if provenance.contains(&question.subject) {
            return Err(PlanError::Circular {
                id: id.clone(),
                subject: question.subject.clone(),
                oracle: *oracle,
            });
        }
        match question.strongest() {
            Some(stronger) if stronger < *oracle => {
                return Err(PlanError::Weaker {
                    id: id.clone(),
                    named: *oracle,
                    stronger,
                });
            }
            Some(_) if question.admits(*oracle) => {}
            _ => {
                return Err(PlanError::Inapplicable {
                    id: id.clone(),
                    named: *oracle,
                });
            }
        }
        if !self.ids.insert(id.clone()) {
            return Err(PlanError::Duplicate { id: id.clone() });
        }
        self.obligations.push(obligation);
        Ok(())
    }
}
