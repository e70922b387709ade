//! Hand-written kernels that ran in place of an engine's programs, as recorded in a certificate.

use super::digest::digest_of_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_suite::invariants::KernelChoice;

/// The texts that a backend ran for the programs of one name, if the engine declares kernels for it. Evidence about
/// races, step limits and out-of-bounds accesses is about the program; for a hand-written text, only results are
/// compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelEvidence {
    /// The name of the programs.
    pub program: String,
    /// Digests of the hand-written texts that ran, sorted; absent if none ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_hand: Vec<String>,
    /// True if the lowering of a program of this name also ran.
    pub lowered: bool,
}

impl KernelEvidence {
    /// The chosen texts of each program, by name.
    pub fn of(choices: &[KernelChoice]) -> Vec<Self> {
        let mut all: BTreeMap<&str, Self> = BTreeMap::new();
        for choice in choices {
            let program = choice.program.program().name.as_str();
            let entry = all.entry(program).or_insert_with(|| Self {
                program: program.to_owned(),
                by_hand: vec![],
                lowered: false,
            });
            match &choice.kernel {
                Some(kernel) => entry.by_hand.push(digest_of_text(&kernel.text)),
                None => entry.lowered = true,
            }
        }
        let sorted = |mut entry: Self| {
            entry.by_hand.sort();
            entry.by_hand.dedup();
            entry
        };
        all.into_values().map(sorted).collect()
    }
}

/// In words: `matmul: hand-written text blake3:.., and the lowered program`.
impl std::fmt::Display for KernelEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hand = self
            .by_hand
            .iter()
            .map(|digest| format!("hand-written text {digest}"));
        let lowered = self.lowered.then(|| "the lowered program".to_owned());
        let all: Vec<String> = hand.chain(lowered).collect();
        write!(f, "{}: {}", self.program, all.join(", and "))
    }
}
