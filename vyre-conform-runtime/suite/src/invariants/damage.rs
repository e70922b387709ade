//! Faults of an engine as they show in the words that it leaves: one word that is another one, words that stand
//! twice, words that have changed places.

use std::collections::BTreeSet;
use std::iter;
use vyre_conform_ir::dispatch::Launch;

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
    /// This many words stand once more where the next ones stood.
    Repeated(usize),
    /// This many words and the next ones have changed places.
    Exchanged(usize),
    /// The word, and those at every further multiple of this distance, stand once more one place on.
    RowRepeated(usize),
    /// The same words and their neighbours have changed places.
    RowExchanged(usize),
    /// Every bit is the other one.
    Inverted,
    /// One more in every word of the buffer.
    AllMore,
    /// Every word of the buffer is 0.
    AllZero,
    /// Every bit of the buffer is the other one.
    AllInverted,
}

impl Damage {
    /// Every damage for records of this many words, of which there are that many, in passes: what leaves a count
    /// plausible comes first.
    fn passes(widest: usize, records: usize) -> [Vec<Self>; 3] {
        let widths = 1..=widest.clamp(NARROW, WIDEST);
        let mut moved: Vec<Self> = widths
            .flat_map(|width| [Self::Repeated(width), Self::Exchanged(width)])
            .collect();
        if records > 1 {
            moved.extend([Self::RowRepeated(records), Self::RowExchanged(records)]);
        }
        let small = vec![Self::More, Self::Less, Self::LowestBit];
        // What none of the places holds is reached by changing every word.
        let rest = vec![
            Self::AllMore,
            Self::AllZero,
            Self::Inverted,
            Self::AllInverted,
        ];
        [small, moved, rest]
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

    /// True if it is of the whole buffer, whatever the place.
    fn is_whole(self) -> bool {
        matches!(self, Self::AllMore | Self::AllZero | Self::AllInverted)
    }

    /// True if it also makes sense in all buffers at the same place: a record may be spread over several.
    fn spreads(self) -> bool {
        self.is_whole() || matches!(self, Self::Repeated(_) | Self::Exchanged(_))
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

/// The faults of what a launch left, for records of this many words at most, of which there are that many.
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

/// Of every buffer that is read back the places whose words the launch changed, some of them; of all words, where
/// it left every one as it was.
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

/// The first places of a list, some that are spread over the rest of it, and the last one.
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

    /// Oracle: counting by hand: two words, changed, in one buffer.
    #[test]
    fn whole_buffers_are_changed_once() {
        let all: Vec<Fault> = faults(&one_buffer(2), &[vec![5, 6]], 1, 2).collect();
        let whole = all.iter().filter(|fault| fault.damage == Damage::AllZero);
        assert_eq!(whole.count(), 2, "of the buffer, and of all buffers");
        let more = all.iter().filter(|fault| fault.damage == Damage::More);
        assert_eq!(more.count(), 2, "of each word");
    }
}
