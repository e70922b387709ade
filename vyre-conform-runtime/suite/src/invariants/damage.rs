//! Simulated faults of an engine in its output words: changed, repeated and exchanged words.

use std::collections::BTreeSet;
use std::iter;
use vyre_conform_ir::dispatch::Launch;

/// Maximal number of places per buffer at which words are changed.
const PLACES: usize = 48;
/// Width of the widest repeated or exchanged block, except those for whole records.
const NARROW: usize = 4;
const WIDEST: usize = 64;

/// A change of words at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// Adds one.
    More,
    /// Subtracts one; 0 stays.
    Less,
    /// Flips the lowest bit.
    LowestBit,
    /// Overwrites the next words with a copy of this many words.
    Repeated(usize),
    /// Exchanges this many words with the next ones.
    Exchanged(usize),
    /// Copies the word, and those at every further multiple of this distance, to the next place.
    RowRepeated(usize),
    /// Exchanges the same words with their neighbours.
    RowExchanged(usize),
    /// Flips every bit of a word.
    Inverted,
    /// Adds one to every word of the buffer.
    AllMore,
    /// Sets every word of the buffer to 0.
    AllZero,
    /// Flips every bit of the buffer.
    AllInverted,
}

impl Damage {
    /// All changes for records of this width and number, in passes: those that leave a count plausible come first.
    fn passes(widest: usize, records: usize) -> [Vec<Self>; 3] {
        let widths = 1..=widest.clamp(NARROW, WIDEST);
        let mut moved: Vec<Self> = widths
            .flat_map(|width| [Self::Repeated(width), Self::Exchanged(width)])
            .collect();
        if records > 1 {
            moved.extend([Self::RowRepeated(records), Self::RowExchanged(records)]);
        }
        let small = vec![Self::More, Self::Less, Self::LowestBit];
        // Changing every word reaches what no single place holds.
        let rest = vec![
            Self::AllMore,
            Self::AllZero,
            Self::Inverted,
            Self::AllInverted,
        ];
        [small, moved, rest]
    }

    /// Changes a buffer at a place, as far as the buffer is long enough.
    fn apply(self, words: &mut [u32], place: usize) {
        let Some(word) = words.get_mut(place) else {
            return;
        };
        match self {
            Self::More => *word = word.wrapping_add(1),
            Self::Less => *word = word.saturating_sub(1),
            Self::LowestBit => *word ^= 1,
            Self::Inverted => *word = !*word,
            Self::AllMore => words
                .iter_mut()
                .for_each(|word| *word = word.wrapping_add(1)),
            Self::AllZero => words.fill(0),
            Self::AllInverted => words.iter_mut().for_each(|word| *word = !*word),
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

    /// True if it changes the whole buffer, whatever the place.
    fn is_whole(self) -> bool {
        matches!(self, Self::AllMore | Self::AllZero | Self::AllInverted)
    }

    /// True if it is also applied to all buffers at the same place, because a record may be spread over several.
    fn spreads(self) -> bool {
        self.is_whole() || matches!(self, Self::Repeated(_) | Self::Exchanged(_))
    }
}

/// A change of one buffer, or of all of them at the same place.
pub(super) struct Fault {
    damage: Damage,
    place: usize,
    buffer: Option<usize>,
}

impl Fault {
    /// Applies the change; returns true if a word changed.
    pub(super) fn apply(&self, words: &mut [Vec<u32>], right: &[Vec<u32>]) -> bool {
        for (k, buffer) in words.iter_mut().enumerate() {
            if self.buffer.is_none_or(|target| target == k) {
                self.damage.apply(buffer, self.place);
            }
        }
        words != right
    }
}

/// The faults for the results of a launch with records of this maximal width and number.
pub(super) fn faults(
    launch: &Launch,
    words: &[Vec<u32>],
    widest: usize,
    records: usize,
) -> impl Iterator<Item = Fault> {
    let places = places(launch, words);
    let everywhere: BTreeSet<usize> = places.iter().flatten().copied().collect();
    let everywhere = spread(&everywhere.into_iter().collect::<Vec<_>>());
    let of = |buffer, places: &[usize]| -> Vec<(Option<usize>, usize)> {
        places.iter().map(|place| (buffer, *place)).collect()
    };
    let alone = places.iter().enumerate();
    let targets: Vec<(Option<usize>, usize)> = alone
        .flat_map(|(buffer, places)| of(Some(buffer), places))
        .chain(of(None, &everywhere))
        .collect();
    let passes = Damage::passes(widest, records).into_iter().flatten();
    passes.flat_map(move |damage| {
        let mut last = None;
        let fits = move |(buffer, _): &(Option<usize>, usize)| {
            let again = last.replace(*buffer) == Some(*buffer);
            (buffer.is_some() || damage.spreads()) && !(damage.is_whole() && again)
        };
        let fault = move |(buffer, place)| Fault {
            damage,
            place,
            buffer,
        };
        targets.clone().into_iter().filter(fits).map(fault)
    })
}

/// For each buffer read back, some places of words that the launch changed; of all words, if it changed none.
fn places(launch: &Launch, words: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let of_buffer = |(buffer, after): (&usize, &Vec<u32>)| {
        let before = launch.buffers[*buffer].to_words();
        let differs = |place: &usize| before.get(*place) != after.get(*place);
        let changed: Vec<usize> = (0..after.len()).filter(differs).collect();
        if changed.is_empty() {
            spread(&(0..after.len()).collect::<Vec<_>>())
        } else {
            spread(&changed)
        }
    };
    iter::zip(&launch.read_back, words).map(of_buffer).collect()
}

/// The first places of a list, some spread over the rest, and the last one.
fn spread(places: &[usize]) -> Vec<usize> {
    let (first, rest) = places.split_at(places.len().min(PLACES / 2));
    let step = rest.len().div_ceil(PLACES / 2 - 1).max(1);
    let mut some: Vec<usize> = first
        .iter()
        .chain(rest.iter().step_by(step))
        .copied()
        .collect();
    if some.last() != places.last() {
        some.extend(places.last());
    }
    some
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::dispatch::Contents;

    /// Oracle: the documentation of each damage, on a few words.
    #[test]
    fn damages_change_the_documented_words() {
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
        assert_eq!(damaged(Damage::AllMore, 5), [2, 3, 4, 5, 6, 7]);
        assert_eq!(damaged(Damage::AllZero, 2), [0; 6]);
        assert_eq!(damaged(Damage::AllInverted, 0), [!1, !2, !3, !4, !5, !6]);
        for beyond in [Damage::Repeated(2), Damage::Exchanged(2)] {
            assert_eq!(damaged(beyond, 3), [1, 2, 3, 4, 5, 6], "{beyond:?}");
        }
    }

    /// A launch that reads back one buffer of this many zeros.
    fn one_buffer(words: usize) -> Launch {
        Launch {
            buffers: vec![Contents::Zeros(words)],
            steps: vec![],
            read_back: vec![0],
        }
    }

    /// Oracle: the documentation of `places`: words behind a long header are found by having changed.
    #[test]
    fn places_are_where_words_changed() {
        let launch = one_buffer(1000);
        let mut words = vec![vec![0; 1000]];
        let all = places(&launch, &words);
        assert_eq!(
            (all[0][0], all[0].last()),
            (0, Some(&999)),
            "nothing changed"
        );
        words[0][700..].fill(7);
        let found = places(&launch, &words);
        assert_eq!(&found[0][..3], [700, 701, 702]);
        assert!((PLACES - 3..=PLACES).contains(&found[0].len()), "{found:?}");
        assert_eq!(found[0].last(), Some(&999));
        words[0] = vec![0; 1000];
        words[0][999] = 1;
        assert_eq!(places(&launch, &words), [[999]]);
    }

    /// Oracle: the definition: every list keeps its first and its last place and has at most this many.
    #[test]
    fn no_list_of_places_is_long_or_loses_its_end() {
        for length in 1..5000 {
            let all: Vec<usize> = (0..length).collect();
            let some = spread(&all);
            assert!(some.len() <= PLACES && some.is_sorted(), "{length}");
            assert_eq!((some[0], some.last()), (0, all.last()), "{length}");
        }
    }

    /// Oracle: hand-written count: two words, changed, in one buffer.
    #[test]
    fn whole_buffers_are_changed_once() {
        let all: Vec<Fault> = faults(&one_buffer(2), &[vec![5, 6]], 1, 2).collect();
        let whole = all.iter().filter(|fault| fault.damage == Damage::AllZero);
        assert_eq!(whole.count(), 2, "of the buffer, and of all buffers");
        let more = all.iter().filter(|fault| fault.damage == Damage::More);
        assert_eq!(more.count(), 2, "of each word");
    }
}
