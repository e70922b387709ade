//! Whether a check can fail: words that a run left, changed on purpose, and what the check says of them.
//!
//! A check is a claim about what `decode` or `histories` find in the words that are read back. Where no
//! change of the words breaks the claim, because `decode` numbers the records, sorts them, or does not look at
//! the words at all, the claim is about `decode` and not about the engine, and its check is none.

use super::Difference;
use super::author::call;
use super::case::{Case, Run};
use super::runner::Observation;
use std::iter;

/// Words of a record that are repeated or exchanged: 1 to this many.
const WIDEST: usize = 4;
/// Places of a buffer at which words are changed, from the first one on.
const PLACES: usize = 64;

/// A fault of an engine, as it shows in the words it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// The word is another one.
    Word,
    /// One more.
    More,
    /// One less.
    Less,
    /// So many words stand once more where the next ones stood.
    Repeated(usize),
    /// So many words and the next ones have changed places.
    Exchanged(usize),
}

impl Damage {
    /// Every damage, the simplest first.
    fn all() -> impl Iterator<Item = Self> {
        let wide = (1..=WIDEST).flat_map(|width| [Self::Repeated(width), Self::Exchanged(width)]);
        [Self::Word, Self::More, Self::Less].into_iter().chain(wide)
    }

    /// Damages a buffer at a place, if it is that long.
    fn apply(self, words: &mut [u32], place: usize) {
        let wide = match self {
            Self::Word | Self::More | Self::Less => 1,
            Self::Repeated(width) | Self::Exchanged(width) => 2 * width,
        };
        let Some(words) = words.get_mut(place..place + wide) else {
            return;
        };
        match self {
            Self::Word => words[0] = !words[0],
            Self::More => words[0] = words[0].wrapping_add(1),
            Self::Less => words[0] = words[0].wrapping_sub(1),
            Self::Repeated(width) => words.copy_within(..width, width),
            Self::Exchanged(width) => words.rotate_left(width),
        }
    }
}

/// The search for a case on which a check can fail: over once there is one, and given up when it has cost too
/// much.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// Whether a check could have failed on some case.
    pub(super) found: bool,
    /// Words that were decoded in vain.
    spent: usize,
}

impl Search {
    /// The most words to decode, but for those of the last case. Small inputs come first, so that what can fail
    /// does so after some thousand.
    const MOST: usize = 1 << 27;

    /// Looks at a case on which the check holds: whether it fails on some damage of the words that the first
    /// run left.
    pub(super) fn look(
        &mut self,
        case: &Case<'_>,
        check: impl Fn(&Case<'_>) -> Option<Difference>,
    ) {
        if self.found || self.spent > Self::MOST {
            return;
        }
        let words = &case.first().observation.words;
        let size: usize = words.iter().map(Vec::len).sum();
        let mut damaged = alone(case);
        self.found = faults(words).any(|fault| {
            self.spent += size;
            // What the engine's functions cannot read at all is no answer of the check.
            let asked = call("decode", case.source, Some(case.size), || {
                let changed = fault.change(&mut damaged, words);
                changed && check(&damaged).is_some()
            });
            asked.unwrap_or(false)
        });
    }
}

/// A damage of one buffer, or, because a record may be spread over several, of all of them at the same place.
struct Fault {
    damage: Damage,
    place: usize,
    buffer: Option<usize>,
}

/// Every fault of these words, place by place.
fn faults(words: &[Vec<u32>]) -> impl Iterator<Item = Fault> {
    let longest = words.iter().map(Vec::len).max().unwrap_or(0);
    let buffers = words.len();
    let targets = move || (0..buffers).map(Some).chain(iter::once(None));
    (0..longest.min(PLACES))
        .flat_map(|place| Damage::all().map(move |damage| (place, damage)))
        .flat_map(move |(place, damage)| {
            targets().map(move |buffer| Fault {
                damage,
                place,
                buffer,
            })
        })
}

impl Fault {
    /// Makes the case one whose run left these words with this fault. Whether that changed any.
    fn change(&self, case: &mut Case<'_>, words: &[Vec<u32>]) -> bool {
        let run = &mut case.runs[0];
        run.observation.words.clear();
        run.observation.words.extend_from_slice(words);
        for (k, buffer) in run.observation.words.iter_mut().enumerate() {
            if self.buffer.is_none_or(|target| target == k) {
                self.damage.apply(buffer, self.place);
            }
        }
        if run.observation.words == words {
            return false;
        }
        run.output = (case.plan.decode)(&case.input, &run.observation.words);
        true
    }
}

/// The case with its first run alone, of which the words are all that is known.
fn alone<'b>(case: &Case<'b>) -> Case<'b> {
    let first = case.first();
    Case {
        source: case.source,
        size: case.size,
        input: case.input.clone(),
        plan: case.plan.clone(),
        expected: case.expected.clone(),
        prepared: case.prepared.clone(),
        runs: vec![Run {
            order: first.order,
            output: first.output.clone(),
            observation: Observation {
                words: vec![],
                report: None,
            },
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of each damage, on four words.
    #[test]
    fn damages_change_what_they_say() {
        let damaged = |damage: Damage, place| {
            let mut words = [1, 2, 3, 4];
            damage.apply(&mut words, place);
            words
        };
        assert_eq!(damaged(Damage::Word, 1), [1, !2, 3, 4]);
        assert_eq!(damaged(Damage::More, 3), [1, 2, 3, 5]);
        assert_eq!(damaged(Damage::Less, 0), [0, 2, 3, 4]);
        assert_eq!(damaged(Damage::Repeated(1), 1), [1, 2, 2, 4]);
        assert_eq!(damaged(Damage::Repeated(2), 0), [1, 2, 1, 2]);
        assert_eq!(damaged(Damage::Exchanged(2), 0), [3, 4, 1, 2]);
        for beyond in [Damage::Repeated(2), Damage::Exchanged(2)] {
            assert_eq!(damaged(beyond, 1), [1, 2, 3, 4], "{beyond:?}");
        }
    }
}
