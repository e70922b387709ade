//! Orders of workgroups and invocations.

use std::fmt;

/// The order of workgroups and invocations.
///
/// A program without races produces the same bytes in every order, except for words that store results
/// of atomic steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// Workgroups and invocations by number; each invocation runs to the next barrier or its end.
    #[default]
    Ascending,
    /// Like `Ascending`, but in a random order with this seed.
    Seeded(u64),
    /// Workgroups in a random order with this seed, and the invocations of each interleaved: another
    /// one continues after every few accesses to shared memory.
    Interleaved(u64),
    /// Invocations of several workgroups interleaved at random with this seed: another one, of any
    /// workgroup, continues after every few accesses to shared memory; barriers hold within each
    /// workgroup. Races are not detected.
    Concurrent(u64),
    /// Like `Ascending`, but with several active workgroups, and with the preemptions of the schedule;
    /// [`schedules`](super::schedules) computes those of a launch. Races are not detected.
    Preempted(Schedule),
}

impl Order {
    pub(super) fn draws(self) -> Option<Draws> {
        match self {
            Self::Ascending | Self::Preempted(_) => None,
            Self::Seeded(seed) | Self::Interleaved(seed) | Self::Concurrent(seed) => {
                Some(Draws(seed))
            }
        }
    }

    /// True if invocations of several workgroups are active together.
    pub const fn mixes_workgroups(self) -> bool {
        matches!(self, Self::Concurrent(_) | Self::Preempted(_))
    }
}

/// Text for messages: `ascending order`, `order drawn from seed 1`, ...
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ascending => f.write_str("ascending order"),
            Self::Seeded(seed) => write!(f, "the order drawn from seed {seed}"),
            Self::Interleaved(seed) => {
                write!(
                    f,
                    "the interleaving of each workgroup drawn from seed {seed}"
                )
            }
            Self::Concurrent(seed) => {
                write!(
                    f,
                    "the interleaving across workgroups drawn from seed {seed}"
                )
            }
            Self::Preempted(schedule) => {
                f.write_str("ascending order")?;
                let used: Vec<String> = schedule.preemptions().map(|p| p.to_string()).collect();
                if used.is_empty() {
                    f.write_str(" with workgroups under way together")
                } else {
                    write!(f, ", preempted {}", used.join(" and "))
                }
            }
        }
    }
}

/// Suspends one invocation while another one runs to its next barrier or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Preemption {
    /// The time: as soon as the launch has made this many accesses to elements of writable and
    /// workgroup buffers.
    pub after: u64,
    /// The invocation that continues, by its index in the dispatch, those of workgroup 0 first. If it
    /// has ended or waits at a barrier, the preemption has no effect.
    pub to: u64,
}

impl fmt::Display for Preemption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { after, to } = self;
        write!(f, "after {after} shared accesses by invocation {to}")
    }
}

/// At most two preemptions, in order of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Schedule([Option<Preemption>; 2]);

impl Schedule {
    /// Maximum number of preemptions in a schedule.
    pub const MAX_PREEMPTIONS: usize = 2;

    /// The schedule of the first two of these preemptions.
    pub fn new(preemptions: &[Preemption]) -> Self {
        let mut first = preemptions.iter().copied();
        Self(std::array::from_fn(|_| first.next()))
    }

    /// Its preemptions.
    pub fn preemptions(&self) -> impl Iterator<Item = Preemption> {
        self.0.into_iter().flatten()
    }
}

/// Random numbers from a seed: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number below `n`, which must not be 0.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// Fisher-Yates shuffle.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            let other = self.below(k as u64 + 1) as usize;
            items.swap(k, other);
        }
    }
}

/// A permutation of `0..n` in constant memory: it maps `k` to `factor * k + shift` modulo `n`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    n: u64,
    factor: u64,
    shift: u64,
}

impl Stride {
    /// A random permutation; the identity without draws.
    pub(super) fn new(n: u64, draws: Option<&mut Draws>) -> Self {
        let (mut factor, mut shift) = (1, 0);
        if let (Some(draws), true) = (draws, n > 1) {
            shift = draws.below(n);
            factor = 1 + draws.below(n - 1);
            while gcd(factor, n) != 1 {
                factor = 1 + factor % (n - 1);
            }
        }
        Self { n, factor, shift }
    }

    /// The image of `k`, which must be below `n`.
    pub(super) fn at(self, k: u64) -> u64 {
        let product = u128::from(self.factor) * u128::from(k);
        ((product + u128::from(self.shift)) % u128::from(self.n)) as u64
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Oracle: the definition of a permutation.
    #[test]
    fn strides_and_shuffles_are_permutations() {
        let mut draws = Draws(7);
        let mut moved = 0;
        for n in 1..200 {
            let stride = Stride::new(n, Some(&mut draws));
            let actual: BTreeSet<u64> = (0..n).map(|k| stride.at(k)).collect();
            assert!(actual.into_iter().eq(0..n), "{stride:?}");
            moved += u64::from((0..n).any(|k| stride.at(k) != k));
            let mut items: Vec<u64> = (0..n).collect();
            draws.shuffle(&mut items);
            items.sort();
            assert!(items.into_iter().eq(0..n));
        }
        assert!(moved > 150, "{moved}");
        let same = Stride::new(5, None);
        assert!((0..5).all(|k| same.at(k) == k));
    }
}
