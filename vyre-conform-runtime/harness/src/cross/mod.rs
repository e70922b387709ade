//! The cross-backend table: the same cases on everything that can run them, and which of it gave the same bytes.
//!
//! [`op`] compares the reference, the interpreter and backends on an op, [`engine`] the interpreter and backends on an
//! engine. Whoever gave the same bytes on every case is one [`Group`]; the first group has the base, which is the
//! reference of an op and the interpreter of an engine. The [`CrossDiagnosis`]s say what those that differ have in
//! common: every backend that takes the text of one lowering, one compiler or driver, or everything but the reference.

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

/// What the reference of an op is called in a table.
pub const REFERENCE: &str = "reference";
/// What the interpreter is called in a table.
pub const INTERPRETER: &str = "interpreter";

/// Something that ran the cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// Its name: the slug of a backend, [`REFERENCE`] or [`INTERPRETER`].
    pub name: String,
    /// The language that the lowering to it makes; none where it takes the IR itself, or does not say.
    #[serde(serialize_with = "name_of")]
    pub language: Option<Language>,
    /// True if it is a backend.
    pub is_backend: bool,
}

fn name_of<S: Serializer>(language: &Option<Language>, serializer: S) -> Result<S::Ok, S::Error> {
    language.map(Language::name).serialize(serializer)
}

impl Participant {
    fn of(backend: &dyn Backend) -> Self {
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

/// Parties that gave the same bytes on every case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// BLAKE3 of all bytes, in hexadecimal.
    pub digest: String,
    /// Its parties; backends in the order in which they were asked for.
    pub parties: Vec<Participant>,
    /// Where its bytes part from those of the base; none in the group of the base.
    pub parting: Option<Parting>,
}

impl Group {
    /// True if it differs by more than the op's declared tolerance allows.
    pub fn is_wrong(&self) -> bool {
        self.parting
            .as_ref()
            .is_some_and(|parting| parting.wrong > 0)
    }
}

/// Where bytes part from those of the base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parting {
    /// Cases whose bytes differ.
    pub cases: u64,
    /// Those of them that differ by more than the op's declared tolerance, which is nothing for most.
    pub wrong: u64,
    /// The first of them: of those that are wrong where there is one.
    pub first: First,
}

/// The first case at which bytes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct First {
    /// The case as `replay` takes it.
    pub case: String,
    /// What the base gave.
    pub expected: String,
    /// What was given instead.
    pub actual: String,
}

/// A party, or some of the cases, that are not in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparisonGap {
    /// The name of the party.
    pub name: String,
    /// The number of cases it did not run; none where it is not in the table at all.
    pub cases: Option<u64>,
    /// The reason.
    pub reason: String,
    /// True if that is a failure, and not what the backend lacks.
    pub fails: bool,
}

/// Who gave which bytes on the same cases of an op or engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CrossTable {
    /// The op or engine.
    pub subject: String,
    /// The number of cases every party ran.
    pub cases: u64,
    /// The group of the base first, then by their first party.
    pub groups: Vec<Group>,
    /// Who and what is not in the table.
    pub left_out: Vec<ComparisonGap>,
    /// What those that are wrong have in common.
    pub diagnoses: Vec<CrossDiagnosis>,
}

impl CrossTable {
    /// True if some party differs from the base by more than is declared, or could not end.
    pub fn fails(&self) -> bool {
        !self.diagnoses.is_empty() || self.left_out.iter().any(|left| left.fails)
    }

    fn of(
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

/// The reason why there is no table.
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
    /// No case is left that all can run.
    #[error("`{subject}`: no case was run by all: {reason}")]
    NoCase {
        /// The op or engine.
        subject: String,
        /// What left the cases out.
        reason: String,
    },
}
