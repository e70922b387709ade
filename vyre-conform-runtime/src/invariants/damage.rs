//! Faults of an engine as they show in the words that it leaves: one word that is another one, words that stand
//! twice, words that have changed places.

use crate::dispatch::Launch;
use std::collections::BTreeSet;
use std::iter;

/// Places of a buffer at which words are changed.
const PLACES: usize = 48;
/// Widest block that is repeated or exchanged, but for those that columns need.
const NARROW: usize = 4;
const WIDEST: usize = 64;

/// What happens to words at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// One more.
    More,
    /// One less; 0 stays.
    Less,
    /// The lowest bit is the other one.
    LowestBit,
    /// So many words stand once more where the next ones stood.
    Repeated(usize),
    /// So many words and the next ones have changed places.
    Exchanged(usize),
    /// The word, and those at every further multiple of this distance, stand once more one place on.
    RowRepeated(usize),
    /// The same words and their neighbours have changed places.
    RowExchanged(usize),
    /// Every bit is the other one.
    Inverted,
}

impl Damage {
    /// Every damage for records of so many words, of which there are so many, in passes: what leaves a count plausible
    /// comes first.
    fn passes(widest: usize, records: usize) -> [Vec<Self>; 3] {
        let widths = 1..=widest.clamp(NARROW, WIDEST);
        let mut moved: Vec<Self> = widths
            .flat_map(|width| [Self::Repeated(width), Self::Exchanged(width)])
            .collect();
        if records > 1 {
            moved.extend([Self::RowRepeated(records), Self::RowExchanged(records)]);
        }
        let small = vec![Self::More, Self::Less, Self::LowestBit];
        [small, moved, vec![Self::Inverted]]
    }

    /// Damages a buffer at a place, as far as it is that long.
    fn apply(self, words: &mut [u32], place: usize) {
        let Some(word) = words.get_mut(place) else {
            return;
        };
        match self {
            Self::More => *word = word.wrapping_add(1),
            Self::Less => *word = word.saturating_sub(1),
            Self::LowestBit => *word ^= 1,
            Self::Inverted => *word = !*word,
            Self::Repeated(width) => {
                if let Some(words) = words.get_mut(place..place + 2 * width) {
                    words.copy_within(..width, width);
                }
            }
            Self::Exchanged(width) => {
                if let Some(words) = words.get_mut(place..place + 2 * width) {
                    words.rotate_left(width);
                }
            }
            Self::RowRepeated(distance) => {
                for at in (place..words.len().saturating_sub(1)).step_by(distance) {
                    words[at + 1] = words[at];
                }
            }
            Self::RowExchanged(distance) => {
                for at in (place..words.len().saturating_sub(1)).step_by(distance) {
                    words.swap(at, at + 1);
                }
            }
        }
    }

    /// Whether it also makes sense in all buffers at the same place: a record may be spread over several.
    fn spreads(self) -> bool {
        matches!(self, Self::Repeated(_) | Self::Exchanged(_))
    }
}

/// A damage of one buffer, or of all of them at the same place.
pub(super) struct Fault {
    damage: Damage,
    place: usize,
    buffer: Option<usize>,
}

impl Fault {
    /// Does it to words. Whether that changed any.
    pub(super) fn apply(&self, words: &mut [Vec<u32>], right: &[Vec<u32>]) -> bool {
        for (k, buffer) in words.iter_mut().enumerate() {
            if self.buffer.is_none_or(|target| target == k) {
                self.damage.apply(buffer, self.place);
            }
        }
        words != right
    }
}

/// The faults of what a launch left, for records of so many words at most, of which there are so many.
pub(super) fn faults(
    launch: &Launch,
    words: &[Vec<u32>],
    widest: usize,
    records: usize,
) -> impl Iterator<Item = Fault> {
    let places = places(launch, words);
    let passes = Damage::passes(widest, records).into_iter();
    passes.flat_map(move |pass| {
        let everywhere: BTreeSet<usize> = places.iter().flatten().copied().collect();
        let alone = places.iter().enumerate();
        let alone: Vec<(Option<usize>, usize)> = alone
            .flat_map(|(buffer, places)| places.iter().map(move |place| (Some(buffer), *place)))
            .collect();
        let spread = spread(&everywhere.into_iter().collect::<Vec<_>>());
        let all = spread.into_iter().map(|place| (None, place));
        let targets: Vec<_> = alone.into_iter().chain(all).collect();
        pass.into_iter().flat_map(move |damage| {
            let fits =
                move |(buffer, _): &(Option<usize>, usize)| buffer.is_some() || damage.spreads();
            let fault = move |(buffer, place)| Fault {
                damage,
                place,
                buffer,
            };
            targets.clone().into_iter().filter(fits).map(fault)
        })
    })
}

/// Of every buffer that is read back the places whose words the launch changed, some of them; of all words, where
/// it left every one as it was.
fn places(launch: &Launch, words: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let changed: Vec<Vec<usize>> = iter::zip(&launch.read_back, words)
        .map(|(buffer, after)| {
            let before = launch.buffers[*buffer].to_words();
            let differs = |place: &usize| before.get(*place) != after.get(*place);
            (0..after.len()).filter(differs).collect()
        })
        .collect();
    match changed.iter().all(Vec::is_empty) {
        true => words
            .iter()
            .map(|buffer| spread(&(0..buffer.len()).collect::<Vec<_>>()))
            .collect(),
        false => changed.iter().map(|places| spread(places)).collect(),
    }
}

/// The first places of a list, and some that are spread over the rest of it.
fn spread(places: &[usize]) -> Vec<usize> {
    let (first, rest) = places.split_at(places.len().min(PLACES / 2));
    let step = rest.len().div_ceil(PLACES / 2).max(1);
    first
        .iter()
        .chain(rest.iter().step_by(step))
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Contents;

    /// Oracle: the documentation of each damage, on a few words.
    #[test]
    fn damages_change_what_they_say() {
        let damaged = |damage: Damage, place| {
            let mut words = [1, 2, 3, 4, 5, 6];
            damage.apply(&mut words, place);
            words
        };
        assert_eq!(damaged(Damage::More, 3), [1, 2, 3, 5, 5, 6]);
        assert_eq!(damaged(Damage::Less, 0), [0, 2, 3, 4, 5, 6]);
        assert_eq!(damaged(Damage::LowestBit, 1), [1, 3, 3, 4, 5, 6]);
        assert_eq!(damaged(Damage::Inverted, 1), [1, !2, 3, 4, 5, 6]);
        assert_eq!(damaged(Damage::Repeated(1), 1), [1, 2, 2, 4, 5, 6]);
        assert_eq!(damaged(Damage::Repeated(2), 0), [1, 2, 1, 2, 5, 6]);
        assert_eq!(damaged(Damage::Exchanged(2), 0), [3, 4, 1, 2, 5, 6]);
        assert_eq!(damaged(Damage::RowRepeated(3), 0), [1, 1, 3, 4, 4, 6]);
        assert_eq!(damaged(Damage::RowExchanged(3), 1), [1, 3, 2, 4, 6, 5]);
        for beyond in [Damage::Repeated(2), Damage::Exchanged(2)] {
            assert_eq!(damaged(beyond, 3), [1, 2, 3, 4, 5, 6], "{beyond:?}");
        }
    }

    /// Oracle: the documentation of `places`: words behind a long header are found by having changed.
    #[test]
    fn places_are_where_words_changed() {
        let launch = Launch {
            buffers: vec![Contents::Zeros(1000)],
            steps: vec![],
            read_back: vec![0],
        };
        let mut words = vec![vec![0; 1000]];
        let all = places(&launch, &words);
        assert_eq!((all[0][0], all[0].len()), (0, PLACES), "nothing changed");
        words[0][700..].fill(7);
        let found = places(&launch, &words);
        assert_eq!(&found[0][..3], [700, 701, 702]);
        assert!((PLACES - 2..=PLACES).contains(&found[0].len()), "{found:?}");
        assert!(found[0].iter().any(|place| *place > 980), "{found:?}");
        words[0] = vec![0; 1000];
        words[0][999] = 1;
        assert_eq!(places(&launch, &words), [[999]]);
    }
}
