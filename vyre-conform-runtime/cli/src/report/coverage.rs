//! Coverage of operands, counted by size. It is computed from the generators that a certificate's parts name, so that
//! no number relies on the file.

use super::scale::Scale;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use vyre_conform_ir::value::{MAX_WORDS, Value};
use vyre_conform_runtime::generate::{
    BLOCK, Block, OperandAxis, Recipe, Set, Source, Width, Witnesses, adversarial, edges,
    exhaustive,
};
use vyre_conform_spec::ValueType;

/// Maximal number of cases of a stream that are counted; of more, the first ones are counted and the report says so.
/// Case N of a stream depends only on N, so later cases are similar.
pub(super) const COUNTED: u64 = 1_000_000;

/// Cases of one input set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SetCoverage {
    pub(super) set: Set,
    /// Number of counted cases.
    pub(super) counted: u64,
    /// Number of cases that ran.
    pub(super) ran: u64,
}

/// Numbers of cases by combination of sizes.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    pub(super) scales: Vec<Scale>,
    /// Cases by the cells of the first operand and of the second, if any, which varies fastest.
    pub(super) pairs: Vec<u64>,
    /// Cases by the cell of each operand from the third on.
    pub(super) further: Vec<Vec<u64>>,
    pub(super) sets: Vec<SetCoverage>,
}

impl Coverage {
    fn new(types: &[ValueType]) -> Self {
        let scales: Vec<Scale> = types.iter().copied().map(Scale).collect();
        let cells = scales.iter().take(2).map(|s| s.cells()).product();
        let further = scales.iter().skip(2).map(|s| vec![0; s.cells()]).collect();
        Self {
            scales,
            pairs: vec![0; cells],
            further,
            sets: vec![],
        }
    }

    /// Columns of the map: cells of the second operand, or of the only one.
    pub(super) fn columns(&self) -> usize {
        self.scales
            .iter()
            .take(2)
            .next_back()
            .map_or(1, |s| s.cells())
    }

    /// Number of counted cases.
    pub(super) fn cases(&self) -> u64 {
        self.sets.iter().map(|set| set.counted).sum()
    }

    /// The cell of the map for operands.
    pub(super) fn cell_of(&self, values: &[Value]) -> usize {
        let mut cell = 0;
        for (scale, value) in self.scales.iter().zip(values).take(2) {
            cell = cell * scale.cells() + scale.cell(value.words());
        }
        cell
    }

    fn add(&mut self, set: Set, source: &dyn Source) {
        let counted = match source.recipe() {
            Recipe::Product { axes } => {
                self.product(&axes);
                source.len()
            }
            _ => self.one_by_one(source),
        };
        self.sets.push(SetCoverage {
            set,
            counted,
            ran: source.len(),
        });
    }

    /// Adds every combination of the axes, by multiplication.
    fn product(&mut self, axes: &[OperandAxis]) {
        let histograms: Vec<Vec<u64>> = axes.iter().map(histogram).collect();
        let others = |but: &[usize]| -> u64 {
            let rest = axes.iter().enumerate().filter(|(k, _)| !but.contains(k));
            rest.map(|(_, axis)| axis.len()).product()
        };
        match histograms.as_slice() {
            [only] => self.pairs.iter_mut().zip(only).for_each(|(n, m)| *n += m),
            [first, second, further @ ..] => {
                let each = others(&[0, 1]);
                let products = first.iter().flat_map(|x| second.iter().map(move |y| x * y));
                self.pairs
                    .iter_mut()
                    .zip(products)
                    .for_each(|(n, m)| *n += m * each);
                for (k, counts) in further.iter().enumerate() {
                    let each = others(&[k + 2]);
                    let into = self.further[k].iter_mut();
                    into.zip(counts).for_each(|(n, m)| *n += m * each);
                }
            }
            [] => {}
        }
    }

    fn one_by_one(&mut self, source: &dyn Source) -> u64 {
        let cases = source.len().min(COUNTED);
        let mut at = 0;
        while at < cases {
            let len = BLOCK.min((cases - at) as usize);
            let mut block = Block::new(source.types(), len);
            source.fill(at, &mut block);
            for i in 0..len {
                self.count(&block, i);
            }
            at += len as u64;
        }
        cases
    }

    fn count(&mut self, block: &Block, i: usize) {
        let (mut column, mut cell) = (0, 0);
        for (k, scale) in self.scales.iter().enumerate() {
            let mut words = [0; MAX_WORDS];
            let n = scale.0.words();
            for (word, column) in words.iter_mut().zip(&block.columns[column..column + n]) {
                *word = column[i];
            }
            column += n;
            let here = scale.cell(&words[..n]);
            match k {
                0 | 1 => cell = cell * scale.cells() + here,
                _ => self.further[k - 2][here] += 1,
            }
        }
        self.pairs[cell] += 1;
    }
}

/// The number of values of an axis in each cell.
fn histogram(axis: &OperandAxis) -> Vec<u64> {
    let scale = Scale(axis.ty());
    let mut counts = vec![0; scale.cells()];
    for k in 0..axis.len() {
        counts[scale.cell(&axis.value(k)[..scale.0.words()])] += 1;
    }
    counts
}

/// Inputs of coverage: ops of the same types with the same sets share it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) types: Vec<ValueType>,
    /// Sets that ran and depend on the types alone.
    pub(super) sets: Vec<Set>,
    pub(super) seed: u64,
    /// Number of counted witnesses: at most [`COUNTED`], so that larger runs share it.
    pub(super) witnesses: u64,
}

/// Coverage by its inputs, each counted once.
#[derive(Debug, Default)]
pub(super) struct Counts(HashMap<Key, Arc<Coverage>>);

impl Counts {
    /// The coverage for each key, counted in parallel.
    pub(super) fn new(keys: impl IntoIterator<Item = Key>) -> Self {
        let keys: HashSet<Key> = keys.into_iter().collect();
        let keys: Vec<Key> = keys.into_iter().collect();
        let counted = keys
            .par_iter()
            .with_min_len(1)
            .map(|key| Arc::new(count(key)))
            .collect::<Vec<_>>();
        Self(keys.into_iter().zip(counted).collect())
    }

    /// The coverage for a key.
    pub(super) fn get(&self, key: &Key) -> Option<&Arc<Coverage>> {
        self.0.get(key)
    }
}

fn count(key: &Key) -> Coverage {
    let types = &key.types;
    let mut coverage = Coverage::new(types);
    for set in &key.sets {
        let source: Box<dyn Source> = match set {
            Set::Adversarial => Box::new(adversarial(types)),
            Set::Edges => edges(types),
            Set::ExhaustiveU8 | Set::ExhaustiveU5 => {
                match exhaustive(types, Width::small(types.len())) {
                    Ok(source) => source,
                    Err(_) => continue,
                }
            }
            Set::Witnessed => Box::new(Witnesses::new(types, key.seed, key.witnesses)),
            // The first two belong to one op, and every input needs no map.
            Set::Boundary | Set::Classes | Set::ExhaustiveFull => continue,
        };
        coverage.add(*set, &*source);
    }
    coverage
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::generate::case;

    fn key(types: &[ValueType], sets: &[Set], witnesses: u64) -> Key {
        Key {
            types: types.into(),
            sets: sets.into(),
            seed: 7,
            witnesses,
        }
    }

    /// Oracle: every case of the sources, made one by one by its number.
    #[test]
    fn counts_agree_with_the_cases() {
        use ValueType::{Bool, I32, U32, U64, Vec2U32};
        const F16: ValueType = ValueType::F16;
        const F32: ValueType = ValueType::F32;
        let sets = [Set::Adversarial, Set::Edges, Set::Witnessed];
        for types in [
            &[U32][..],
            &[I32, Bool],
            &[U64],
            &[Vec2U32],
            &[Bool, Bool, I32],
            &[F32, F16],
        ] {
            let found = count(&key(types, &sets, 3000));
            let mut expected = Coverage::new(types);
            let sources: [Box<dyn Source>; 3] = [
                Box::new(adversarial(types)),
                edges(types),
                Box::new(Witnesses::new(types, 7, 3000)),
            ];
            let mut cases = 0;
            for source in &sources {
                for n in 0..source.len() {
                    let values = case(&**source, n);
                    cases += 1;
                    let cell = expected.cell_of(&values);
                    expected.pairs[cell] += 1;
                    for (k, value) in values.iter().enumerate().skip(2) {
                        let scale = expected.scales[k];
                        expected.further[k - 2][scale.cell(value.words())] += 1;
                    }
                }
            }
            assert_eq!(found.pairs, expected.pairs, "{types:?}");
            assert_eq!(found.further, expected.further, "{types:?}");
            assert_eq!((found.cases(), found.pairs.iter().sum()), (cases, cases));
        }
    }

    /// Oracle: the limit itself: uncounted cases are shown separately.
    #[test]
    fn long_streams_are_counted_partially_and_marked() {
        let found = count(&key(&[ValueType::U32], &[Set::Witnessed], COUNTED * 90));
        assert_eq!(
            found.sets,
            [SetCoverage {
                set: Set::Witnessed,
                counted: COUNTED,
                ran: COUNTED * 90
            }]
        );
        assert_eq!(found.pairs.iter().sum::<u64>(), COUNTED);
    }
}
