//! The complete edge set: combinations of the values at which integer code changes its behaviour.
//!
//! Edge values of a word are 0 to 65 (so every shift amount up to two beyond the width of a u64), 2^k -
//! 1, 2^k and 2^k + 1 and the complements of these (the values next to MAX and, read as signed, the
//! negative counterparts), byte masks, and alternating patterns. A u64 has the same over 64 bits and
//! combinations of edge words; a float has the values of its format at which arithmetic and conversions
//! change their behaviour. One or two operands form the full product. If that exceeds a million cases,
//! the operands range over a *core*, the first and most revealing edge values; in addition, each
//! operand ranges over all of its edge values while the others range over the first few. No case occurs
//! twice.

use super::{OperandAxis, Product, Sequence, Source};
use crate::sync::lock;
use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// Maximal number of cases of an edge set.
const MAX_CASES: u64 = 1_000_000;
/// Number of values of the other operands while one operand ranges over all of its edge values.
const OTHER_VALUES: usize = 5;

/// The first edge values of a word, most revealing first.
const FIRST: [u32; 32] = [
    0,
    1,
    u32::MAX,
    0x8000_0000,
    0x7fff_ffff,
    2,
    u32::MAX - 1,
    0x8000_0001,
    0x1_0000,
    0xffff,
    0x1_0001,
    31,
    32,
    33,
    3,
    64,
    0xff,
    0x100,
    63,
    65,
    0x101,
    0xffff_0000,
    7,
    8,
    16,
    0x5555_5555,
    0xaaaa_aaaa,
    0xa5a5_a5a5,
    0x80,
    0x7f,
    0x4000_0000,
    0xc000_0000,
];

/// Removes duplicates, keeping the first occurrence.
fn unique<T: Copy + Eq + std::hash::Hash>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    values.into_iter().filter(|v| seen.insert(*v)).collect()
}

/// The edge values of a word, most revealing first.
fn words() -> Vec<u32> {
    let mut all = FIRST.to_vec();
    for k in 0..32 {
        let power = 1u32 << k;
        let near = [power, power - 1, power.wrapping_add(1)];
        all.extend(near);
        all.extend(near.map(|v| !v));
    }
    for mask in 0..16u32 {
        let byte = |k: u32| (mask >> k & 1) * (0xff << (8 * k));
        all.push(byte(0) | byte(1) | byte(2) | byte(3));
    }
    all.extend(0..=65);
    all.extend([
        0x0101_0101,
        0x8080_8080,
        0x7f7f_7f7f,
        0x3333_3333,
        0x0f0f_0f0f,
    ]);
    unique(all)
}

/// The edge values of a u64, most revealing first.
fn double_words() -> Vec<u64> {
    let first = [
        0,
        1,
        u64::MAX,
        1 << 63,
        (1 << 63) - 1,
        2,
        1 << 32,
        u64::from(u32::MAX),
        (1 << 32) + 1,
        u64::MAX - 1,
        31,
        32,
        33,
        63,
        64,
        65,
        u64::MAX << 32,
        (1 << 31) - 1,
        1 << 31,
    ];
    let mut all = first.to_vec();
    for k in 0..64 {
        let power = 1u64 << k;
        let near = [power, power - 1, power.wrapping_add(1)];
        all.extend(near);
        all.extend(near.map(|v| !v));
    }
    all.extend(0..=65);
    for high in &FIRST[..9] {
        all.extend(
            FIRST[..9]
                .iter()
                .map(|low| u64::from(*high) << 32 | u64::from(*low)),
        );
    }
    unique(all)
}

/// The edge values of a type, each once, most revealing first.
pub fn edge_values(ty: ValueType) -> Vec<Value> {
    known(ty).to_vec()
}

/// The edge values of a type, cached: every obligation of a suite needs those of its operands.
fn known(ty: ValueType) -> &'static [Value] {
    static KNOWN: Mutex<BTreeMap<ValueType, &'static [Value]>> = Mutex::new(BTreeMap::new());
    let mut known = lock(&KNOWN);
    known
        .entry(ty)
        .or_insert_with(|| Box::leak(compute_edge_values(ty).into_boxed_slice()))
}

fn compute_edge_values(ty: ValueType) -> Vec<Value> {
    let of = |w: &[u32]| Value::from_words(ty, w);
    let all: Vec<Value> = match ty {
        ValueType::Bool => vec![of(&[0]), of(&[1])],
        ValueType::U64 => double_words().into_iter().map(Value::of).collect(),
        _ if ty.float().is_some() => {
            let bits = ty.float().into_iter().flat_map(super::floats::edges);
            bits.map(|w| of(&[w])).collect()
        }
        _ if ty.words() == 1 => words().into_iter().map(|w| of(&[w])).collect(),
        _ => {
            // All lanes equal, one lane alone, and neighbouring lanes that differ.
            let mut all: Vec<Value> = words().iter().map(|w| of(&[*w; 4])).collect();
            for lane in 0..ty.words() {
                all.extend(FIRST.iter().map(|w| {
                    let mut lanes = [0; 4];
                    lanes[lane] = *w;
                    of(&lanes)
                }));
            }
            for shift in 1..12 {
                let rotated = |k: usize| FIRST[k % 12];
                all.extend(
                    (0..12).map(|k| of(&[0, 1, 2, 3].map(|lane| rotated(k + shift * lane)))),
                );
            }
            all
        }
    };
    unique(all)
}

/// The number of cases of [`edges`], cached by types.
pub fn edge_cases(types: &[ValueType]) -> u64 {
    static KNOWN: Mutex<BTreeMap<Vec<ValueType>, u64>> = Mutex::new(BTreeMap::new());
    let mut known = lock(&KNOWN);
    if let Some(cases) = known.get(types) {
        return *cases;
    }
    let cases = edges(types).len();
    known.insert(types.to_vec(), cases);
    cases
}

/// The edge set for operands of these types, as the module's documentation defines it.
pub fn edges(types: &[ValueType]) -> Box<dyn Source> {
    let all: Vec<&[Value]> = types.iter().map(|ty| known(*ty)).collect();
    let product = |sets: Vec<&[Value]>| {
        let axes = types.iter().zip(sets);
        Product::new(axes.map(|(ty, set)| OperandAxis::list(*ty, set)).collect())
    };
    let cases = |core: usize| {
        all.iter()
            .fold(1u64, |n, set| n.saturating_mul(set.len().min(core) as u64))
    };
    let longest = all.iter().map(|set| set.len()).max().unwrap_or(0);
    // A tenth is reserved for the cases in which one operand leaves the core.
    let core = (1..=longest)
        .rev()
        .find(|core| cases(*core) <= MAX_CASES - if *core == longest { 0 } else { MAX_CASES / 10 })
        .unwrap_or(1);
    let cut = |set: &'_ [Value], n: usize| set.len().min(n);
    let mut parts: Vec<Box<dyn Source>> = Vec::new();
    let mut push = |sets: Vec<&[Value]>| {
        if let Some(part) = product(sets).filter(|p| !p.is_empty()) {
            parts.push(Box::new(part));
        }
    };
    push(all.iter().map(|set| &set[..cut(set, core)]).collect());
    for beyond in 0..types.len() {
        let sets = all.iter().enumerate().map(|(k, set)| {
            if k == beyond {
                &set[cut(set, core)..]
            } else {
                &set[..cut(set, OTHER_VALUES.min(core))]
            }
        });
        push(sets.collect());
    }
    match parts.len() {
        1 => parts.remove(0),
        _ => Box::new(Sequence::new(types, parts)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Block, case};
    use vyre_conform_spec::ValueType::*;

    const F32: ValueType = ValueType::F32;
    const F16: ValueType = ValueType::F16;
    const BF16: ValueType = ValueType::BF16;

    /// Oracle: the list in docs/spec/laws.md#edge-values.
    #[test]
    fn every_listed_edge_is_an_edge_value() {
        let all: HashSet<Value> = edge_values(U32).into_iter().collect();
        for k in 0..32 {
            let power = 1u32 << k;
            for v in [
                power - 1,
                power,
                power.wrapping_add(1),
                !power,
                u32::MAX >> k,
            ] {
                assert!(all.contains(&Value::of(v)), "{v:#x}");
            }
        }
        assert!((0..=65u32).all(|v| all.contains(&Value::of(v))));
        assert!(all.contains(&Value::of(0xff00_ff00u32)));
        let signed: HashSet<Value> = edge_values(I32).into_iter().collect();
        for v in [i32::MIN, i32::MIN + 1, i32::MAX, -1, -2, 0, 1] {
            assert!(signed.contains(&Value::of(v)), "{v}");
        }
        let wide: HashSet<Value> = edge_values(U64).into_iter().collect();
        for k in 0..64 {
            let power = 1u64 << k;
            for v in [power - 1, power, power.wrapping_add(1), !power] {
                assert!(wide.contains(&Value::of(v)), "{v:#x}");
            }
        }
    }

    /// Oracle: a set of the cases seen so far.
    #[test]
    fn no_case_occurs_twice_and_sets_stay_small() {
        let shapes: [&[ValueType]; 11] = [
            &[U32],
            &[U64, U32],
            &[U64, U64],
            &[Vec4U32, Vec4U32],
            &[U32, U32, Bool],
            &[U32, U32, U32],
            &[I32, Vec2U32, U64],
            &[U32, U32, U32, U32],
            &[F32, F32],
            &[F32, F32, F32],
            &[BF16, F16],
        ];
        for types in shapes {
            let source = edges(types);
            assert!(source.len() <= MAX_CASES, "{types:?}: {}", source.len());
            let mut block = Block::new(types, source.len() as usize);
            source.fill(0, &mut block);
            let mut seen = HashSet::new();
            for i in 0..block.len() {
                let words: Vec<u32> = block.columns.iter().map(|c| c[i]).collect();
                assert!(seen.insert(words), "{types:?}: case {i} occurs twice");
            }
        }
        let pairs = edges(&[U32, U32]);
        assert_eq!(pairs.len(), (edge_values(U32).len() as u64).pow(2));
        assert_eq!(case(&*pairs, 1), [0u32, 1].map(Value::of));
    }
}
