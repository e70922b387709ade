//! Edge-biased random cases: case N is a function of N and the seed alone.
//!
//! Of every 1024 cases the first 896 are uniform and the last 128 are edge values: neighbours of powers
//! of two and of their complements, small values, byte masks, values of random magnitude, sparse words,
//! and operands that repeat or nearly repeat one another. For floats 256 are uniform and 768 are edge
//! values: every exponent with sparse fractions, the ends of the exponent range, halves and integers,
//! the exponents where products and conversions overflow, subnormals of every length, and operands that
//! are another one's neighbour, its negation, or itself at another scale. [`word`] is the definition;
//! [`WGSL`] is the same definition for a device, and [`Witnesses`] fills columns with it at the speed
//! of the vector unit.
//!
//! The hash is `triple32` of Chris Wellons' hash prospector (a bijection of 32-bit words). The high
//! half of the case number is part of the key, so that cases do not repeat after 2^32.

mod float;

use super::vector::columns;
use super::{Block, Recipe, Source};
use float::float_word;
use vyre_conform_spec::{FloatFormat, ValueType};

/// The stream as WGSL functions: `witness_word(lo, hi, seed_lo, seed_hi, operand, lane, words)`; for an
/// operand of type Bool `witness_bool(lo, hi, seed_lo, seed_hi, operand)`; and for a float
/// `witness_float(lo, hi, seed_lo, seed_hi, operand, bits, fraction_bits)`.
pub const WGSL: &str = include_str!("witness.wgsl");

/// Period of the pattern of uniform and edge cases.
const STRATUM: u64 = 1024;
/// Uniform cases at the front of a stratum.
const UNIFORM: u64 = 896;
/// The same for floats, which have fewer uniform cases: uniform bits seldom have exponents close to one
/// another.
const UNIFORM_FLOATS: u64 = 256;
/// Odd, so that `lo * SPREAD` is a bijection.
const SPREAD: u32 = 0x9e37_79b1;

/// The hash, a bijection.
#[inline(always)]
pub fn hash(mut x: u32) -> u32 {
    x = (x ^ (x >> 17)).wrapping_mul(0xed5a_d4bb);
    x = (x ^ (x >> 11)).wrapping_mul(0xac4c_1b51);
    x = (x ^ (x >> 15)).wrapping_mul(0x3184_8bab);
    x ^ (x >> 14)
}

/// Hashes are organised in streams: 0 to 15 hold lane `l` of slot `s` at `4 s + l`, 16 to 19 hold the
/// choices made for each operand.
const STREAMS: usize = 20;

/// The seed's part of the key of each stream.
fn seeded(seed: u64) -> [u32; STREAMS] {
    std::array::from_fn(|stream| {
        let first = hash((seed as u32).wrapping_add((stream as u32).wrapping_mul(0x9e37_79b9)));
        hash(((seed >> 32) as u32).wrapping_add(first))
    })
}

/// The stream keys for cases whose numbers share this high half.
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

/// The uniform words of an operand's first lane in cases whose numbers share a high half.
#[derive(Clone, Copy)]
pub struct Position(u32);

/// The uniform words of `operand` in the cases whose numbers have the high half `hi`.
pub fn position(seed: u64, hi: u32, operand: u32) -> Position {
    let seeded = &seeded(seed);
    Position(Keys { seeded, hi }.of(4 * operand))
}

impl Position {
    /// The word of the case whose number has the low half `lo`.
    #[inline(always)]
    pub fn word(self, lo: u32) -> u32 {
        raw(lo, self.0)
    }
}

/// The first lane of an operand in a uniform case.
pub fn uniform(seed: u64, case: u64, operand: u32) -> u32 {
    let (lo, hi) = (case as u32, (case >> 32) as u32);
    let seeded = &seeded(seed);
    raw(lo, Keys { seeded, hi }.of(4 * operand))
}

/// Returns `then` if the condition holds, otherwise `otherwise`, by masks: a branch would prevent
/// vectorisation of the loop over a block.
#[inline(always)]
fn select(condition: bool, then: u32, otherwise: u32) -> u32 {
    let mask = u32::from(condition).wrapping_neg();
    (then & mask) | (otherwise & !mask)
}

/// An edge value from a hash. Every kind is computed, then one is selected.
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

/// The position of a word in a case.
#[derive(Clone, Copy)]
struct WordPosition {
    operand: u32,
    lane: u32,
    words: u32,
}

/// The keys that an edge word may need: its lane and lane 0 of each slot, and the choices.
#[derive(Clone, Copy)]
struct EdgeKeys {
    lane: [u32; 4],
    first: [u32; 4],
    choice: u32,
}

impl EdgeKeys {
    fn new(keys: Keys<'_>, at: WordPosition) -> Self {
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
fn edge_word(lo: u32, keys: EdgeKeys, at: WordPosition) -> u32 {
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
    let at = |words| WordPosition {
        operand,
        lane,
        words,
    };
    if ty == ValueType::Bool {
        uniform & 1
    } else if let Some(format) = ty.float() {
        if case % STRATUM < UNIFORM_FLOATS {
            uniform & format.mask()
        } else {
            float_word(lo, EdgeKeys::new(keys, at(1)), operand, format)
        }
    } else if case % STRATUM < UNIFORM {
        uniform
    } else {
        let at = at(ty.words() as u32);
        edge_word(lo, EdgeKeys::new(keys, at), at)
    }
}

columns! {
    fn uniform_column(out, lo, key: u32) raw(lo, key);
    fn bool_column(out, lo, key: u32) raw(lo, key) & 1;
    fn edge_column(out, lo, keys: EdgeKeys, at: WordPosition) edge_word(lo, keys, at);
    fn masked_column(out, lo, key: u32, mask: u32) raw(lo, key) & mask;
    fn float_column(out, lo, keys: EdgeKeys, operand: u32, format: FloatFormat)
        float_word(lo, keys, operand, format);
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
    fn fill_column(&self, start: u64, out: &mut [u32], ty: ValueType, at: WordPosition) {
        let uniform = match ty.float() {
            Some(_) => UNIFORM_FLOATS,
            None => UNIFORM,
        };
        let mut case = start;
        let mut rest = out;
        while !rest.is_empty() {
            let (lo, hi) = (case as u32, (case >> 32) as u32);
            let within = case % STRATUM;
            let is_uniform = within < uniform;
            let end = if is_uniform { uniform } else { STRATUM };
            let run = rest.len().min((end - within) as usize);
            let (now, later) = rest.split_at_mut(run);
            let seeded = &self.seeded;
            let keys = Keys { seeded, hi };
            let own = keys.of(4 * at.operand + at.lane);
            if ty == ValueType::Bool {
                bool_column(now, lo, own);
            } else if let Some(format) = ty.float() {
                if is_uniform {
                    masked_column(now, lo, own, format.mask())
                } else {
                    float_column(now, lo, EdgeKeys::new(keys, at), at.operand, format)
                }
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
                let at = WordPosition {
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
mod tests;
