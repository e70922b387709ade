//! Sequences of tokens, each the most likely one behind those before it.

use super::forward::{Step, forward};
use super::machine::Machine;
use super::model::{Model, PROMPT};
use std::error::Error;
use std::fmt;
use std::time::Instant;

/// Sequences of a batch.
const BATCH: u32 = 7;

/// Index of the sequence that is also computed alone.
const OF_INTEREST: u32 = 3;

/// Ways to compute sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// True if all of a batch are computed together, or one by itself.
    batch: bool,
    /// True if keys and values of earlier places are kept, or all places computed again for each token.
    pub(crate) with_cache: bool,
}

impl Way {
    pub(crate) const ALL: [Self; 4] = [
        Self {
            batch: false,
            with_cache: true,
        },
        Self {
            batch: false,
            with_cache: false,
        },
        Self {
            batch: true,
            with_cache: true,
        },
        Self {
            batch: true,
            with_cache: false,
        },
    ];

    /// The number of sequences.
    pub(crate) fn sequences(self) -> u32 {
        if self.batch { BATCH } else { 1 }
    }

    /// Index of the sequence that is the same in every way.
    pub(crate) fn of_interest(self) -> usize {
        if self.batch { OF_INTEREST as usize } else { 0 }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cache = if self.with_cache { "with" } else { "without" };
        if self.batch {
            write!(f, "one of {BATCH} sequences, {cache} cache")
        } else {
            write!(f, "one sequence, {cache} cache")
        }
    }
}

/// A sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) tokens: Vec<u32>,
    /// The logits behind every token but the last, as bits.
    pub(crate) logits: Vec<u32>,
}

impl Sequence {
    /// A digest of all logits.
    pub(crate) fn digest(&self) -> blake3::Hash {
        let bytes = self.logits.iter().flat_map(|word| word.to_le_bytes());
        blake3::hash(&bytes.collect::<Vec<u8>>())
    }
}

/// The results of a machine.
#[derive(Clone, Debug)]
pub(crate) struct Generation {
    pub(crate) sequences: Vec<Sequence>,
    /// Tokens of all sequences together a second, but for the first of each, in whose time programs are compiled.
    pub(crate) rate: f64,
}

/// The sequences as a machine computes them.
///
/// # Errors
/// Errors of the machine, and logits of a position that change when later tokens are added.
pub(crate) fn greedily(
    machine: &mut dyn Machine,
    model: &Model,
    way: Way,
) -> Result<Generation, Box<dyn Error>> {
    let numbers = if way.batch {
        0..BATCH
    } else {
        OF_INTEREST..OF_INTEREST + 1
    };
    let begun = |number| Sequence {
        tokens: model.prompt(number),
        logits: vec![],
    };
    let mut all: Vec<Sequence> = numbers.map(begun).collect();
    machine.forget();
    let mut start = Instant::now();
    for known in PROMPT..model.places() {
        // With a cache only what is new is computed: the prompt, then the last token.
        let before = if way.with_cache && known > PROMPT {
            known - 1
        } else {
            0
        };
        let new = all.iter().flat_map(|of| &of.tokens[before as usize..]);
        let tokens: Vec<u32> = new.copied().collect();
        let step = Step {
            sequences: all.len() as u32,
            tokens: &tokens,
            before,
            with_cache: way.with_cache,
        };
        let read = machine.run(model, &forward(model, &step))?;
        let [logits, next] = &read[..] else {
            return Err("the pass did not give logits and tokens".into());
        };
        let places = (known - before) as usize;
        let len = places * model.sizes.vocabulary as usize;
        let from = (before * model.sizes.vocabulary) as usize;
        for (k, sequence) in all.iter_mut().enumerate() {
            let logits = &logits[k * len..][..len];
            let again = &sequence.logits[from.min(sequence.logits.len())..];
            let (known, new) = logits.split_at(again.len());
            if known != again {
                return Err("logits of a place changed as tokens were added behind it".into());
            }
            sequence.logits.extend(new);
            sequence.tokens.push(next[k * places + places - 1]);
        }
        if known == PROMPT {
            start = Instant::now();
        }
    }
    let tokens = (model.tokens - 1) * way.sequences();
    Ok(Generation {
        sequences: all,
        rate: f64::from(tokens) / start.elapsed().as_secs_f64(),
    })
}
