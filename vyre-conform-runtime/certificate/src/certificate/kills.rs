//! How many changes of the body of an op its declaration and parity refuse, as a certificate keeps it.

use super::OpEvidence;
use serde::{Deserialize, Serialize};
use vyre_conform_spec::Track;

/// What became of the mutants of an op. Levels do not depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KillScore {
    /// Those that parity refuses as a lowering.
    pub killed: u64,
    /// Those that differ from the op, and that parity does not refuse.
    pub survived: u64,
    /// Those of which nobody knows whether they differ.
    pub undecided: u64,
    /// Of all of these, those that a row or a law refuses as the reference.
    pub refused: u64,
    /// Those that were proved equal to the op, which do not count.
    pub equivalent: u64,
    /// Those that are another one of these, which do not count.
    pub repeated: u64,
    /// Why there is none; absent where there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

impl KillScore {
    /// The score of an op whose body cannot be changed, and why.
    pub fn left_out(why: impl Into<String>) -> Self {
        Self {
            left_out: Some(why.into()),
            ..Self::default()
        }
    }

    /// Whether an op has a score where mutants are judged: one of integers that the filter takes.
    pub fn is_due(op: &OpEvidence) -> bool {
        op.track == Track::Integer && !op.parts.is_empty()
    }

    /// Those that count.
    pub const fn mutants(&self) -> u64 {
        self.killed
            .saturating_add(self.survived)
            .saturating_add(self.undecided)
    }

    /// What no mutants give.
    pub fn problem(&self) -> Option<String> {
        let why = self.left_out.clone();
        if why.is_some()
            && *self
                != (Self {
                    left_out: why,
                    ..Self::default()
                })
        {
            return Some("its kill score says why there is none, and has numbers".into());
        }
        let mutants = self.mutants();
        (self.refused > mutants).then(|| {
            format!(
                "its declaration refuses {} mutants of {mutants}",
                self.refused
            )
        })
    }
}

/// In words: `parity kills 18 of 18 mutants; the declaration refuses 17; 0 undecided, 3 equivalent`.
impl std::fmt::Display for KillScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(why) = &self.left_out {
            return write!(f, "no mutants: {why}");
        }
        let Self {
            killed,
            survived,
            undecided,
            refused,
            equivalent,
            ..
        } = self;
        write!(
            f,
            "of {} mutants parity kills {killed}, {survived} survived, {undecided} undecided, beside {equivalent} \
             equivalent; the declaration refuses {refused}",
            self.mutants()
        )
    }
}
