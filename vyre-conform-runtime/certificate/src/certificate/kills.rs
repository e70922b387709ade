//! Kill scores in certificates: the number of changed bodies of an op that its declaration and parity refuse.

use serde::{Deserialize, Serialize};

/// Results of the mutants of an op. Levels do not depend on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KillScore {
    /// Mutants that parity refuses as a lowering.
    pub killed: u64,
    /// Mutants that differ from the op and that parity accepts.
    pub survived: u64,
    /// Mutants that may or may not differ.
    pub undecided: u64,
    /// Mutants among these that a row or a law refuses as the reference.
    pub refused: u64,
    /// Mutants proved equal to the op; they do not count.
    pub equivalent: u64,
    /// Duplicates of other mutants; they do not count.
    pub repeated: u64,
    /// Reason for the lack of a score; absent if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

impl KillScore {
    /// The score of an op whose body cannot be changed, with the reason.
    pub fn left_out(reason: impl Into<String>) -> Self {
        Self {
            left_out: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Number of mutants that count.
    pub const fn mutants(&self) -> u64 {
        self.killed
            .saturating_add(self.survived)
            .saturating_add(self.undecided)
    }

    /// True if another run could have found these numbers. A mutant that one run left undecided may be killed,
    /// surviving or equivalent in the other; all other numbers must match.
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

    /// The inconsistency of these numbers, if any.
    pub fn problem(&self) -> Option<String> {
        let reason = self.left_out.clone();
        if reason.is_some()
            && *self
                != (Self {
                    left_out: reason,
                    ..Self::default()
                })
        {
            return Some("its kill score has both a reason for its lack and numbers".into());
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
        if let Some(reason) = &self.left_out {
            return write!(f, "no mutants: {reason}");
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

    /// Oracle: the three possible results of one undecided mutant.
    #[test]
    fn an_undecided_mutant_may_be_anything_and_no_other_may() {
        let stated = score([10, 2, 1, 9, 3, 4]);
        for same in [
            [10, 2, 1, 9, 3, 4],
            [11, 2, 0, 9, 3, 4],
            [10, 3, 0, 9, 3, 4],
            [10, 2, 0, 9, 4, 4],
            // One mutant of each result is undecided here.
            [9, 1, 4, 9, 2, 4],
            [9, 3, 1, 9, 3, 4],
            [11, 1, 1, 9, 3, 4],
        ] {
            let found = score(same);
            assert!(stated.agrees(&found) && found.agrees(&stated), "{same:?}");
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
            assert!(
                !stated.agrees(&found) && !found.agrees(&stated),
                "{other:?}"
            );
        }
        assert!(!stated.agrees(&KillScore::left_out("why")));
    }
}
