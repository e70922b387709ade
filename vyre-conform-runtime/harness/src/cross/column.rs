//! Results of one party, case by case, compared with the base.

use super::{ComparisonGap, DifferingCase, GroupDifference, Participant};

/// State of a party during the comparison; it keeps no bytes.
pub(super) struct Column {
    party: Participant,
    bytes: blake3::Hasher,
    parting: Option<GroupDifference>,
    ended: Option<ColumnEnd>,
}

/// Reason why a party stopped, and true if it is a failure.
struct ColumnEnd {
    reason: String,
    fails: bool,
}

impl Column {
    pub(super) fn new(party: Participant) -> Self {
        Self {
            party,
            bytes: blake3::Hasher::new(),
            parting: None,
            ended: None,
        }
    }

    /// True if the party still runs cases.
    pub(super) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Removes the party as failed: it produced no bytes for a case.
    pub(super) fn end(&mut self, reason: impl ToString) {
        self.ended.get_or_insert_with(|| ColumnEnd {
            reason: reason.to_string(),
            fails: true,
        });
    }

    /// Removes the party as unsupported: it lacks what a case needs.
    pub(super) fn end_unsupported(&mut self, hardware: &str) {
        self.ended.get_or_insert_with(|| ColumnEnd {
            reason: format!("lacks {hardware}"),
            fails: false,
        });
    }

    /// Adds the bytes of cases that equal the base.
    pub(super) fn add(&mut self, words: &[u32]) {
        for chunk in words.chunks(1024) {
            let mut bytes = [0; 4096];
            for (to, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(chunk) {
                *to = word.to_le_bytes();
            }
            self.bytes.update(&bytes[..chunk.len() * 4]);
        }
    }

    /// Records a case that differs from the base; `is_wrong` if it exceeds the declared tolerance.
    pub(super) fn record_difference(
        &mut self,
        is_wrong: bool,
        first: impl FnOnce() -> DifferingCase,
    ) {
        let wrong = u64::from(is_wrong);
        match &mut self.parting {
            None => {
                self.parting = Some(GroupDifference {
                    cases: 1,
                    wrong,
                    first: first(),
                });
            }
            Some(parting) => {
                if is_wrong && parting.wrong == 0 {
                    parting.first = first();
                }
                parting.cases += 1;
                parting.wrong += wrong;
            }
        }
    }

    /// The party with the digest of its bytes, or the reason for its removal.
    pub(super) fn finish(
        self,
    ) -> Result<(Participant, String, Option<GroupDifference>), ComparisonGap> {
        match self.ended {
            None => {
                let digest = self.bytes.finalize().to_hex().to_string();
                Ok((self.party, digest, self.parting))
            }
            Some(ColumnEnd { reason, fails }) => Err(ComparisonGap {
                name: self.party.name,
                cases: None,
                reason,
                fails,
            }),
        }
    }
}
