//! What one party gave, case by case, held against the base.

use super::{ComparisonGap, First, Participant, Parting};

/// A party on its way through the cases. No bytes are kept.
pub(super) struct Column {
    party: Participant,
    bytes: blake3::Hasher,
    parting: Option<Parting>,
    ended: Option<Departure>,
}

/// Why a party gave no bytes for a case, and whether that is a failure of it.
struct Departure {
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

    /// True if it still runs cases.
    pub(super) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Leaves the party out of the table: it gave no bytes for a case, and fails.
    pub(super) fn end(&mut self, reason: impl ToString) {
        self.ended.get_or_insert_with(|| Departure {
            reason: reason.to_string(),
            fails: true,
        });
    }

    /// Leaves the party out of the table: it lacks what a case needs.
    pub(super) fn lacks(&mut self, hardware: &str) {
        self.ended.get_or_insert_with(|| Departure {
            reason: format!("lacks {hardware}"),
            fails: false,
        });
    }

    /// Adds the bytes of some cases that are those of the base.
    pub(super) fn add(&mut self, words: &[u32]) {
        for chunk in words.chunks(1024) {
            let mut bytes = [0; 4096];
            for (to, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(chunk) {
                *to = word.to_le_bytes();
            }
            self.bytes.update(&bytes[..chunk.len() * 4]);
        }
    }

    /// Notes that a case differs from the base, beyond what is declared if `is_wrong`.
    pub(super) fn differs(&mut self, is_wrong: bool, first: impl FnOnce() -> First) {
        let wrong = u64::from(is_wrong);
        match &mut self.parting {
            None => {
                self.parting = Some(Parting {
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

    /// The party with the digest of its bytes, or why it is left out.
    pub(super) fn finish(self) -> Result<(Participant, String, Option<Parting>), ComparisonGap> {
        match self.ended {
            None => {
                let digest = self.bytes.finalize().to_hex().to_string();
                Ok((self.party, digest, self.parting))
            }
            Some(Departure { reason, fails }) => Err(ComparisonGap {
                name: self.party.name,
                cases: None,
                reason,
                fails,
            }),
        }
    }
}
