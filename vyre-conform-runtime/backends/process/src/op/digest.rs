//! Digests of results on cases that the program generates: four words per block are returned, and no operands are sent.

use super::ProcessOp;
use crate::frame::Kind;
use crate::host::PATIENCE;
use crate::link::Request;
use crate::message::{CaseSource, DigestOp, Form};
use crate::session::json;
use std::ops::Range;
use vyre_conform_runtime::generate::{OperandAxis, Recipe, Source};
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};

/// Number of cases from which on generation by the program pays off.
const PAYOFF_CASES: u64 = 1 << 24;

/// Cases per request, a multiple of the block size, and few enough for a slow program.
const ROUND: u64 = 4 * BLOCK_CASES;

/// The numbers of a `digest`, encoded in its words because some languages have only 53 bits for numbers in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DigestRange {
    /// Number of the first case in its generator.
    pub(crate) number: u64,
    /// Number of the first case in the digest.
    pub(crate) first: u64,
    /// Number of cases.
    pub(crate) cases: u64,
    /// The key of the digest.
    pub(crate) key: u64,
    /// Seed of a stream of witnesses, or the word of its first case.
    pub(crate) seed: u64,
}

impl DigestRange {
    /// Its words: each number is its low word followed by its high word.
    pub(crate) fn words(self) -> [u32; 10] {
        let Self {
            number,
            first,
            cases,
            key,
            seed,
        } = self;
        let numbers = [number, first, cases, key, seed];
        std::array::from_fn(|k| (numbers[k / 2] >> (32 * (k % 2))) as u32)
    }

    /// The numbers from these words.
    pub(crate) fn from_words(words: &[u32]) -> Option<Self> {
        let words: &[u32; 10] = words.try_into().ok()?;
        let [number, first, cases, key, seed] =
            std::array::from_fn(|k| u64::from(words[2 * k]) | u64::from(words[2 * k + 1]) << 32);
        Some(Self {
            number,
            first,
            cases,
            key,
            seed,
        })
    }
}

/// Generator of a source's cases, its seed, and the number of the source's first case in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stream {
    made: CaseSource,
    seed: u64,
    start: u64,
}

/// The stream of a recipe; `None` for other recipes.
fn stream(recipe: &Recipe, start: u64) -> Option<Stream> {
    let (made, seed) = match recipe {
        Recipe::Witnesses { seed } => (CaseSource::Witnesses, *seed),
        Recipe::From { start: more, of } => return stream(of, start.checked_add(*more)?),
        Recipe::Sequence(parts) => match parts.as_slice() {
            [(_, only)] => return stream(only, start),
            _ => return None,
        },
        Recipe::Product { axes } => match axes.as_slice() {
            [
                OperandAxis::Range {
                    ty,
                    first,
                    masks: [1],
                    ..
                },
            ] if ty.words() == 1 => (CaseSource::Words, u64::from(*first)),
            _ => return None,
        },
        _ => return None,
    };
    Some(Stream { made, seed, start })
}

impl ProcessOp {
    fn stream(&self, source: &dyn Source) -> Option<Stream> {
        // A shader has its operands in loaded buffers, not from a generator.
        let takes = self.host.welcome.digests() && self.form != Form::Wgsl;
        let is = takes && source.types() == self.signature.operands && source.len() >= PAYOFF_CASES;
        is.then(|| stream(&source.recipe(), 0)).flatten()
    }

    pub(super) fn can_digest(&self, source: &dyn Source) -> bool {
        self.stream(source).is_some()
    }

    pub(super) fn digested(
        &self,
        source: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        let Some(stream) = self.stream(source) else {
            let what = format!("`{}` cannot make these cases", self.id);
            return Err(BackendError::Validation(what));
        };
        let code = self.stored()?;
        let head = json(&DigestOp {
            handle: code.handle,
            source: stream.made,
        });
        let mut digests = vec![];
        let mut position = range.start;
        while position < range.end {
            let end = (position / BLOCK_CASES * BLOCK_CASES + ROUND).min(range.end);
            let numbers = DigestRange {
                number: stream.start + position,
                first: position,
                cases: end - position,
                key,
                seed: stream.seed,
            };
            let blocks = end.div_ceil(BLOCK_CASES) - position / BLOCK_CASES;
            let answer = code.ask(Some(&Request {
                kind: Kind::Digest,
                head: head.clone(),
                shared: None,
                words: &[&numbers.words()],
                expected: 4 * blocks as usize,
                time_limit: self.host.patience,
                deadline: PATIENCE.to_owned(),
            }))?;
            let of_blocks = answer.words.as_chunks::<4>().0;
            digests.extend(of_blocks.iter().copied().map(Digest));
            position = end;
        }
        Ok(digests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documented order, hand-written.
    #[test]
    fn numbers_travel_low_word_first() {
        let numbers = DigestRange {
            number: 1 << 32,
            first: 2,
            cases: 3,
            key: (5 << 32) + 4,
            seed: 6,
        };
        let words = [0, 1, 2, 0, 3, 0, 4, 5, 6, 0];
        assert_eq!(numbers.words(), words);
        assert_eq!(DigestRange::from_words(&words), Some(numbers));
        assert_eq!(DigestRange::from_words(&words[1..]), None);
    }

    /// Oracle: the hand-written recipes.
    #[test]
    fn streams_are_distinguished() {
        let witnesses = |start| Stream {
            made: CaseSource::Witnesses,
            seed: 9,
            start,
        };
        let nine = Recipe::Witnesses { seed: 9 };
        assert_eq!(stream(&nine, 0), Some(witnesses(0)));
        let from = Recipe::From {
            start: 70,
            of: Box::new(Recipe::Sequence(vec![(100, nine.clone())])),
        };
        assert_eq!(stream(&from, 3), Some(witnesses(73)));
        let two = Recipe::Sequence(vec![(100, nine.clone()), (1, nine)]);
        assert_eq!(stream(&two, 0), None);
        assert_eq!(stream(&Recipe::Host, 0), None);
    }
}
