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
    /// The reason why there is none; absent where there are.
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

    /// True if an op has a score where mutants are judged: one of integers that the filter takes.
    pub fn is_due(op: &OpEvidence) -> bool {
        op.track == Track::Integer && !op.parts.is_empty()
    }

    /// Those that count.
    pub const fn mutants(&self) -> u64 {
        self.killed
            .saturating_add(self.survived)
            .saturating_add(self.undecided)
    }

    /// True if this can be what became of the mutants that another run judged so. A mutant that nobody decided in one
    /// of the two may be killed, may survive or be equal to the op in the other; every other number is the same in
    /// both.
    pub fn agrees(&self, other: &Self) -> bool {
        let may_be = |a: u64, b: u64| {
            a <= b.saturating_add(other.undecided) && b <= a.saturating_add(self.undecided)
        };
        let whole = |of: &Self| of.mutants().saturating_add(of.equivalent);
        self.left_out == other.left_out
            && (self.refused, self.repeated) == (other.refused, other.repeated)
            && whole(self) == whole(other)
            && may_be(self.killed, other.killed)
            && may_be(self.survived, other.survived)
            && may_be(self.equivalent, other.equivalent)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `[killed, survived, undecided, refused, equivalent, repeated]`.
    fn score([killed, survived, undecided, refused, equivalent, repeated]: [u64; 6]) -> KillScore {
        KillScore {
            killed,
            survived,
            undecided,
            refused,
            equivalent,
            repeated,
            left_out: None,
        }
    }

    /// Oracle: of one mutant that nobody decided the three things that it may be.
    #[test]
    fn an_undecided_mutant_may_be_anything_and_no_other_may() {
        let said = score([10, 2, 1, 9, 3, 4]);
        for same in [
            [10, 2, 1, 9, 3, 4],
            [11, 2, 0, 9, 3, 4],
            [10, 3, 0, 9, 3, 4],
            [10, 2, 0, 9, 4, 4],
            // One of each is not decided here.
            [9, 1, 4, 9, 2, 4],
            [9, 3, 1, 9, 3, 4],
            [11, 1, 1, 9, 3, 4],
        ] {
            let found = score(same);
            assert!(said.agrees(&found) && found.agrees(&said), "{same:?}");
        }
        for other in [
            [12, 1, 0, 9, 3, 4],
            [8, 4, 1, 9, 3, 4],
            [10, 2, 1, 8, 3, 4],
            [10, 2, 1, 9, 4, 3],
            [11, 3, 0, 9, 3, 4],
            [12, 0, 1, 9, 3, 4],
        ] {
            let found = score(other);
            assert!(!said.agrees(&found) && !found.agrees(&said), "{other:?}");
        }
        assert!(!said.agrees(&KillScore::left_out("why")));
    }
}
