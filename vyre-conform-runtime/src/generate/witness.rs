//! Edge-biased random cases: case N is computed from N, the seed and nothing else.
//!
//! Of every 1024 cases the first 896 are uniform and the last 128 are edge values: neighbours of
//! powers of two and of their complements, small values, byte masks, values of random magnitude,
//! sparse words, and operands that repeat or nearly repeat one another. [`word`] is the definition;
//! [`WGSL`] is the same definition for a device, and [`Witnesses`] fills columns with it at the
//! speed of the vector unit.
//!
//! The hash is `triple32` of Chris Wellons' hash prospector (a bijection of 32-bit words); the high
//! half of the case number goes into the key, so that cases do not repeat after 2^32.

use super::vector::columns;
use super::{Block, Recipe, Source};
use crate::spec::ValueType;

/// The stream as WGSL functions: `witness_word(lo, hi, seed_lo, seed_hi, operand, lane, words)`
/// and, for an operand of type Bool, `witness_bool(lo, hi, seed_lo, seed_hi, operand)`.
pub const WGSL: &str = include_str!("witness.wgsl");

/// Cases of a stratum: the pattern of uniform and edge cases repeats after so many.
const STRATUM: u64 = 1024;
/// Uniform cases at the front of a stratum.
const UNIFORM: u64 = 896;
/// Odd, so that `lo * SPREAD` is a bijection.
const SPREAD: u32 = 0x9e37_79b1;

/// The hash, a bijection.
#[inline(always)]
pub(crate) fn hash(mut x: u32) -> u32 {
    x = (x ^ (x >> 17)).wrapping_mul(0xed5a_d4bb);
    x = (x ^ (x >> 11)).wrapping_mul(0xac4c_1b51);
    x = (x ^ (x >> 15)).wrapping_mul(0x3184_8bab);
    x ^ (x >> 14)
}

/// Hashes come in streams: 0 to 15 hold lane `l` of slot `s` at `4 s + l`, 16 to 19 hold the choices
/// made for each operand.
const STREAMS: usize = 20;

/// The seed's part of the key of each stream.
fn seeded(seed: u64) -> [u32; STREAMS] {
    std::array::from_fn(|stream| {
        let first = hash((seed as u32).wrapping_add((stream as u32).wrapping_mul(0x9e37_79b9)));
        hash(((seed >> 32) as u32).wrapping_add(first))
    })
}

/// The keys of the streams for cases whose number has this high half.
#[derive(Clone, Copy)]
struct Keys<'a> {
    seeded: &'a [u32; STREAMS],
    hi: u32,
}

impl Keys<'_> {
    fn of(self, stream: u32) -> u32 {
        hash(self.hi.wrapping_add(self.seeded[stream as usize]))
    }
}

#[inline(always)]
fn raw(lo: u32, key: u32) -> u32 {
    hash(lo.wrapping_mul(SPREAD).wrapping_add(key))
}

/// The uniform words of an operand's first lane in the cases whose number has one high half.
#[derive(Clone, Copy)]
pub(crate) struct Position(u32);

/// The uniform words of `operand` in the cases whose number has the high half `hi`.
pub(crate) fn position(seed: u64, hi: u32, operand: u32) -> Position {
    let seeded = &seeded(seed);
    Position(Keys { seeded, hi }.of(4 * operand))
}

impl Position {
    /// The word of the case whose number has this low half.
    #[inline(always)]
    pub(crate) fn of(self, lo: u32) -> u32 {
        raw(lo, self.0)
    }
}

/// The first lane of an operand in a uniform case.
#[cfg(test)]
pub(crate) fn uniform(seed: u64, case: u64, operand: u32) -> u32 {
    let (lo, hi) = (case as u32, (case >> 32) as u32);
    let seeded = &seeded(seed);
    raw(lo, Keys { seeded, hi }.of(4 * operand))
}

/// The first if the condition holds, else the second, by masks: a choice that the compiler turned
/// into a branch would keep the loop over a block from being vectorised.
#[inline(always)]
fn select(condition: bool, then: u32, otherwise: u32) -> u32 {
    let mask = u32::from(condition).wrapping_neg();
    (then & mask) | (otherwise & !mask)
}

/// An edge value from a hash. Every kind is computed and one selected.
#[inline(always)]
fn edge(h: u32) -> u32 {
    let k = h & 31;
    let power = 1u32.wrapping_shl(k);
    let near = power.wrapping_add((h >> 8) & 7).wrapping_sub(3);
    let random = hash(h ^ 0x85eb_ca6b);
    let m = h >> 8;
    let spread = (m & 1) | ((m & 2) << 7) | ((m & 4) << 14) | ((m & 8) << 21);
    let kind = (h >> 5) & 7;
    let mut x = random;
    x = select(kind == 0, near, x);
    x = select(kind == 1, !near, x);
    x = select(kind == 2, m & 0xff, x);
    x = select(kind == 3, spread.wrapping_mul(0xff), x);
    x = select(kind == 4, random.wrapping_shr(k), x);
    x = select(kind == 5, random.wrapping_shl(k), x);
    select(kind == 6, power | 1u32.wrapping_shl(m & 31), x)
}

/// Where a word stands in a case.
#[derive(Clone, Copy)]
struct At {
    operand: u32,
    lane: u32,
    words: u32,
}

/// The keys that an edge word can need: its lane and lane 0 of each slot, and the choices.
#[derive(Clone, Copy)]
struct EdgeKeys {
    lane: [u32; 4],
    first: [u32; 4],
    choice: u32,
}

impl EdgeKeys {
    fn new(keys: Keys<'_>, at: At) -> Self {
        let first = [0, 1, 2, 3].map(|slot| keys.of(4 * slot));
        let lane = match at.lane {
            0 => first,
            lane => [0, 1, 2, 3].map(|slot| keys.of(4 * slot + lane)),
        };
        Self {
            lane,
            first,
            choice: keys.of(16 + at.operand),
        }
    }
}

#[inline(always)]
fn pick(of: [u32; 4], k: u32) -> u32 {
    let low = select(k & 1 == 0, of[0], of[1]);
    let high = select(k & 1 == 0, of[2], of[3]);
    select(k & 2 == 0, low, high)
}

#[inline(always)]
fn edge_word(lo: u32, keys: EdgeKeys, at: At) -> u32 {
    let s = raw(lo, keys.choice);
    let slot = select(s & 4 != 0, s & 3, at.operand);
    let lanes = select(at.words > 1, (s >> 8) & 7, 5);
    let own = pick(keys.lane, slot);
    let first = pick(keys.first, slot);
    let x = edge(raw(lo, select(lanes == 4, first, own)));
    let is_first = at.lane == 0;
    let step = u32::from(is_first);
    let change = (s >> 4) & 7;
    let mut y = x;
    y = select(change == 4, x.wrapping_add(step), y);
    y = select(change == 5, x.wrapping_sub(step), y);
    y = select(change == 6, !x, y);
    y = select(change == 7, x.wrapping_neg(), y);
    y = select(!is_first & (lanes == 2), u32::MAX, y);
    let is_zero = (is_first & (lanes == 3)) | (!is_first & (lanes <= 1));
    select(is_zero, 0, y)
}

/// Word `lane` of operand number `operand` (0 to 3) of type `ty` in case number `case`.
pub fn word(seed: u64, case: u64, operand: u32, lane: u32, ty: ValueType) -> u32 {
    let (lo, hi) = (case as u32, (case >> 32) as u32);
    let seeded = &seeded(seed);
    let keys = Keys { seeded, hi };
    let uniform = raw(lo, keys.of(4 * operand + lane));
    if ty == ValueType::Bool {
        uniform & 1
    } else if case % STRATUM < UNIFORM {
        uniform
    } else {
        let at = At {
            operand,
            lane,
            words: ty.words() as u32,
        };
        edge_word(lo, EdgeKeys::new(keys, at), at)
    }
}

columns! {
    fn uniform_column(out, lo, key: u32) raw(lo, key);
    fn bool_column(out, lo, key: u32) raw(lo, key) & 1;
    fn edge_column(out, lo, keys: EdgeKeys, at: At) edge_word(lo, keys, at);
}

/// Edge-biased random cases of the given types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witnesses {
    types: Vec<ValueType>,
    seed: u64,
    seeded: [u32; STREAMS],
    cases: u64,
}

impl Witnesses {
    /// The first `cases` cases of the stream with this seed, for one to four operands.
    pub fn new(types: &[ValueType], seed: u64, cases: u64) -> Self {
        Self {
            types: types.to_vec(),
            seed,
            seeded: seeded(seed),
            cases,
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Fills `out` with one word of the cases from `start` on.
    fn fill_column(&self, start: u64, out: &mut [u32], ty: ValueType, at: At) {
        let mut case = start;
        let mut rest = out;
        while !rest.is_empty() {
            let (lo, hi) = (case as u32, (case >> 32) as u32);
            let within = case % STRATUM;
            let is_uniform = within < UNIFORM;
            let end = if is_uniform { UNIFORM } else { STRATUM };
            let run = rest.len().min((end - within) as usize);
            let (now, later) = rest.split_at_mut(run);
            let seeded = &self.seeded;
            let keys = Keys { seeded, hi };
            let own = keys.of(4 * at.operand + at.lane);
            if ty == ValueType::Bool {
                bool_column(now, lo, own);
            } else if is_uniform {
                uniform_column(now, lo, own);
            } else {
                edge_column(now, lo, EdgeKeys::new(keys, at), at);
            }
            case += run as u64;
            rest = later;
        }
    }
}

impl Source for Witnesses {
    fn types(&self) -> &[ValueType] {
        &self.types
    }

    fn len(&self) -> u64 {
        self.cases
    }

    fn fill(&self, start: u64, block: &mut Block) {
        let mut columns = block.columns.iter_mut();
        for (operand, ty) in self.types.iter().enumerate() {
            for lane in 0..ty.words() {
                let Some(column) = columns.next() else { return };
                let at = At {
                    operand: operand as u32,
                    lane: lane as u32,
                    words: ty.words() as u32,
                };
                self.fill_column(start, column, *ty, at);
            }
        }
    }

    fn recipe(&self) -> Recipe {
        Recipe::Witnesses { seed: self.seed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [ValueType; 4] = [
        ValueType::U32,
        ValueType::U64,
        ValueType::Bool,
        ValueType::Vec4U32,
    ];

    /// Oracle: `word`, the definition of the stream, one word at a time.
    #[test]
    fn columns_follow_the_definition() {
        for (seed, start) in [(0, 0), (0xdead_beef_0123_4567, 890), (7, (3 << 32) - 70)] {
            let source = Witnesses::new(&TYPES, seed, u64::MAX);
            let mut block = Block::new(&TYPES, 1500);
            source.fill(start, &mut block);
            let mut columns = block.columns.iter();
            for (operand, ty) in TYPES.iter().enumerate() {
                for lane in 0..ty.words() {
                    let column = columns.next().expect("a column a word");
                    for (i, found) in column.iter().enumerate() {
                        let due = word(seed, start + i as u64, operand as u32, lane as u32, *ty);
                        assert_eq!(*found, due, "operand {operand} lane {lane} case {i}");
                    }
                }
            }
        }
    }

    /// Oracle: the WGSL text written again in Python with numbers of any size, and run. The stream is
    /// part of what certificates name: it never changes.
    #[test]
    fn the_stream_is_pinned() {
        let (seed, start) = (0x0123_4567_89ab_cdef, (5 << 32) + 500);
        let mut digest = 0;
        for case in start..start + 2048 {
            for (operand, ty) in TYPES.iter().enumerate() {
                for lane in 0..ty.words() {
                    digest = hash(digest ^ word(seed, case, operand as u32, lane as u32, *ty));
                }
            }
        }
        assert_eq!(digest, 0x6fe7_d7a9);
        let at = |case| [0, 1].map(|operand| word(1, case, operand, 0, ValueType::U32));
        assert_eq!(at(0), [0x6adb_34bb, 0xdbdd_9d99]);
        assert_eq!(at(896), [0x15f1, 0x85]);
        assert_eq!(at(1023), [0x60, 0xf6f8_0000]);
    }

    /// Oracle: naga, an independent WGSL front end.
    #[test]
    fn the_wgsl_twin_parses() {
        let module = naga::front::wgsl::parse_str(WGSL).expect("WGSL");
        assert_eq!(module.functions.len(), 6);
    }

    /// Oracle: the list of edge values that laws.md demands of a witness stream.
    #[test]
    fn the_mixture_has_what_laws_need() {
        let types = [ValueType::U32; 3];
        let source = Witnesses::new(&types, 1, 1 << 20);
        let mut block = Block::new(&types, 1 << 20);
        source.fill(0, &mut block);
        let [a, b, c] = block.columns.as_slice() else {
            panic!("three columns")
        };
        let count = |p: &dyn Fn(u32, u32, u32) -> bool| {
            (0..a.len()).filter(|i| p(a[*i], b[*i], c[*i])).count()
        };
        for k in 0..32 {
            for v in [1u32 << k, (1 << k) - 1, (1 << k) + 1, !(1u32 << k)] {
                assert!(count(&|a, _, _| a == v) > 50, "{v:#x} is rare");
            }
        }
        for v in (0..256).chain([u32::MAX, 0xff00_ff00, 0x00ff_ffff]) {
            assert!(count(&|_, b, _| b == v) > 10, "{v:#x} is rare");
        }
        assert!(count(&|a, b, _| a == b) > 5_000);
        assert!(count(&|_, b, c| b == c) > 5_000);
        assert!(count(&|a, b, c| a == b && b == c) > 300);
        assert!(count(&|a, b, _| a == !b) > 1_000);
        assert!(count(&|a, b, _| b == a.wrapping_add(1)) > 1_000);
        assert!(count(&|_, b, c| b == 1 << 16 && c == 1 << 16) > 1);
    }

    /// Oracle: the specification: pairs must not repeat after 2^32 cases.
    #[test]
    fn the_high_half_of_the_number_changes_the_cases() {
        let at = |case, operand| word(5, case, operand, 0, ValueType::U32);
        let same = (0..10_000u64).filter(|n| at(*n, 0) == at(n + (1 << 32), 0));
        assert!(same.count() < 200);
        let pairs = (0..10_000u64)
            .filter(|n| (at(*n, 0), at(*n, 1)) == (at(n + (1 << 32), 0), at(n + (1 << 32), 1)));
        assert!(pairs.count() < 20);
    }
}
