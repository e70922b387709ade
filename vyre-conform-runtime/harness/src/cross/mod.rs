//! The cross-backend table: the same cases on everything that can run them, grouped by equal bytes.
//!
//! [`op`] compares the reference, the interpreter and backends on an op, [`engine`] the interpreter and backends on an
//! engine. Parties with the same bytes on every case form one [`Group`]. The first group has the base: the reference of
//! an op, the interpreter of an engine. A [`CrossDiagnosis`] names what differing parties have in common: one lowering,
//! one compiler or driver, or everything except the reference.

mod column;
mod diagnosis;
mod engine;
mod op;

pub use diagnosis::CrossDiagnosis;
pub use engine::engine;
pub use op::op;

use column::Column;
use serde::{Serialize, Serializer};
use vyre_conform_suite::backend::{Backend, Language};

/// Name of an op's reference in a table.
pub const REFERENCE: &str = "reference";
/// Name of the interpreter in a table.
pub const INTERPRETER: &str = "interpreter";

/// Party of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// Its name: the slug of a backend, [`REFERENCE`] or [`INTERPRETER`].
    pub name: String,
    /// Language of its lowering; `None` if it runs the IR itself or does not state it.
    #[serde(serialize_with = "name_of")]
    pub language: Option<Language>,
    /// True if it is a backend.
    pub is_backend: bool,
}

fn name_of<S: Serializer>(language: &Option<Language>, serializer: S) -> Result<S::Ok, S::Error> {
    language.map(Language::name).serialize(serializer)
}

impl Participant {
    fn new(backend: &dyn Backend) -> Self {
        Self {
            name: backend.identity().slug.clone(),
            language: backend.language(),
            is_backend: true,
        }
    }

    fn host(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            language: None,
            is_backend: false,
        }
    }
}

/// Parties with the same bytes on every case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// BLAKE3 of all bytes, in hexadecimal.
    pub digest: String,
    /// Its parties; backends in the requested order.
    pub parties: Vec<Participant>,
    /// Its differences from the base; `None` for the group of the base.
    pub parting: Option<GroupDifference>,
}

impl Group {
    /// True if it differs by more than the op's declared tolerance allows.
    pub fn is_wrong(&self) -> bool {
        self.parting
            .as_ref()
            .is_some_and(|parting| parting.wrong > 0)
    }
}

/// Differences from the base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupDifference {
    /// Number of cases that differ.
    pub cases: u64,
    /// Number of cases that differ by more than the declared tolerance, which is zero for most ops.
    pub wrong: u64,
    /// The first such case: a wrong one if there is one.
    pub first: DifferingCase,
}

/// The first differing case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferingCase {
    /// The case in the syntax of `replay`.
    pub case: String,
    /// Value of the base.
    pub expected: String,
    /// Value of the party.
    pub actual: String,
}

/// A party, or some cases, missing from a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparisonGap {
    /// The name of the party.
    pub name: String,
    /// Number of cases that it did not run; `None` if the party is missing altogether.
    pub cases: Option<u64>,
    /// The reason.
    pub reason: String,
    /// True for a failure, as opposed to a lack of the backend.
    pub fails: bool,
}

/// Results of parties on the same cases of an op or engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossTable {
    /// The op or engine.
    pub subject: String,
    /// Number of cases that every party ran.
    pub cases: u64,
    /// Groups: that of the base first, then by first party.
    pub groups: Vec<Group>,
    /// Parties and cases that are left out.
    pub left_out: Vec<ComparisonGap>,
    /// Common properties of wrong parties.
    pub diagnoses: Vec<CrossDiagnosis>,
}

impl CrossTable {
    /// True if a party differs from the base by more than its tolerance or failed to finish.
    pub fn fails(&self) -> bool {
        !self.diagnoses.is_empty() || self.left_out.iter().any(|left| left.fails)
    }

    fn new(
        subject: &str,
        cases: u64,
        columns: Vec<Column>,
        mut left_out: Vec<ComparisonGap>,
    ) -> Self {
        let mut groups: Vec<Group> = vec![];
        for column in columns {
            let (party, digest, parting) = match column.finish() {
                Ok(finished) => finished,
                Err(ended) => {
                    left_out.push(ended);
                    continue;
                }
            };
            match groups.iter_mut().find(|group| group.digest == digest) {
                Some(group) => group.parties.push(party),
                None => groups.push(Group {
                    digest,
                    parties: vec![party],
                    parting,
                }),
            }
        }
        let diagnoses = diagnosis::diagnoses(&groups);
        Self {
            subject: subject.to_owned(),
            cases,
            groups,
            left_out,
            diagnoses,
        }
    }
}

/// Reason for a missing table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CrossError {
    /// The base has no bytes for a case.
    #[error("`{subject}`: the {base} has no result: {reason}")]
    Base {
        /// The op or engine.
        subject: String,
        /// [`REFERENCE`] or [`INTERPRETER`].
        base: &'static str,
        /// The reason.
        reason: String,
    },
    /// No case remains that all can run.
    #[error("`{subject}`: no case was run by all: {reason}")]
    NoCase {
        /// The op or engine.
        subject: String,
        /// The reason for leaving the cases out.
        reason: String,
    },
}
