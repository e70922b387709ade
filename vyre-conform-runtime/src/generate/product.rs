//! Every combination of a few values per operand.

use super::{Block, OperandAxis, Recipe, Source, vector};
use vyre_conform_spec::ValueType;

/// Every combination of the values of its axes; the last operand varies fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    types: Vec<ValueType>,
    axes: Vec<OperandAxis>,
    /// For each axis, the number of cases after which its digit increases.
    periods: Vec<u64>,
    len: u64,
}

impl Product {
    /// The product with one axis per operand, or `None` if it has 2^64 cases or more.
    pub fn new(axes: Vec<OperandAxis>) -> Option<Self> {
        let len = axes.iter().try_fold(1u64, |n, a| n.checked_mul(a.len()))?;
        let mut left = len;
        let period = |axis: &OperandAxis| {
            left /= axis.len().max(1);
            left
        };
        Some(Self {
            types: axes.iter().map(OperandAxis::ty).collect(),
            periods: axes.iter().map(period).collect(),
            axes,
            len,
        })
    }

    /// The axes.
    pub fn axes(&self) -> &[OperandAxis] {
        &self.axes
    }

    /// Fills the columns of every operand except those for which `is_there` is true of the axis's
    /// period.
    fn fill_but(&self, start: u64, block: &mut Block, is_there: impl Fn(u64) -> bool) {
        if block.is_empty() {
            return;
        }
        let mut columns = block.columns.as_mut_slice();
        for (axis, period) in self.axes.iter().zip(&self.periods) {
            let words = axis.ty().words().min(columns.len());
            let (own, rest) = std::mem::take(&mut columns).split_at_mut(words);
            if !is_there(*period) {
                fill_axis(axis, *period, start, own);
            }
            columns = rest;
        }
    }
}

/// True if `len` cases from `start` on and as many from `before` on lie in one run of `period` cases
/// with the same digit. Blocks are small, so one division is a significant part of a block's time.
fn same_run(period: u64, before: u64, start: u64, len: u64) -> bool {
    let within = |run: u64, at: u64| at >= run && at + len <= run + period;
    len <= period && {
        let run = start - start % period;
        within(run, start) && within(run, before)
    }
}

impl Source for Product {
    fn types(&self) -> &[ValueType] {
        &self.types
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn fill(&self, start: u64, block: &mut Block) {
        self.fill_but(start, block, |_| false);
    }

    fn refill(&self, before: u64, start: u64, block: &mut Block) {
        let len = block.len() as u64;
        self.fill_but(start, block, |period| same_run(period, before, start, len));
    }

    fn recipe(&self) -> Recipe {
        Recipe::Product {
            axes: self.axes.clone(),
        }
    }

    fn mirrored(&self, start: u64, len: u64) -> bool {
        // Row `i` of a square holds the cases (i, 0), (i, 1), ...; those left of the diagonal mirror
        // the column above it.
        let [first, second] = self.axes.as_slice() else {
            return false;
        };
        let n = second.len();
        let (row, column) = (start / n, start % n);
        first == second && column + len <= row
    }
}

/// Fills the columns of one operand, whose digit increases every `period` cases.
fn fill_axis(axis: &OperandAxis, period: u64, start: u64, columns: &mut [Vec<u32>]) {
    let (n, len) = (axis.len(), columns.first().map_or(0, Vec::len));
    let (mut digit, mut left) = match period {
        1 => (start % n, 1),
        _ => (start / period % n, period - start % period),
    };
    let mut at = 0;
    while at < len {
        // The last operand usually has consecutive words.
        if let (1, Some((first, mask, left))) = (period, axis.consecutive(digit)) {
            let run = (len - at).min(usize::try_from(left).unwrap_or(usize::MAX));
            for (lane, column) in columns.iter_mut().enumerate() {
                let column = &mut column[at..at + run];
                match mask >> lane & 1 {
                    1 => vector::consecutive(column, 0, first),
                    _ => vector::constant(column, 0, 0),
                }
            }
            at += run;
            digit += run as u64;
            digit = if digit == n { 0 } else { digit };
            continue;
        }
        let run = (len - at).min(usize::try_from(left).unwrap_or(usize::MAX));
        let value = axis.value(digit);
        for (column, word) in columns.iter_mut().zip(value) {
            vector::constant(&mut column[at..at + run], 0, word);
        }
        at += run;
        left = period;
        digit = if digit + 1 == n { 0 } else { digit + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: nested loops over the axes' values, written out.
    #[test]
    fn blocks_hold_every_combination_in_order() {
        let axes = vec![
            OperandAxis::Range {
                ty: ValueType::U64,
                first: 0,
                count: 3,
                masks: &[1, 2, 3],
            },
            OperandAxis::list(ValueType::Bool, &[vyre_conform_ir::value::Value::of(true)]),
            OperandAxis::Range {
                ty: ValueType::I32,
                first: (-2i32) as u32,
                count: 5,
                masks: &[1],
            },
        ];
        let product = Product::new(axes).expect("a small product");
        let mut expected = Vec::new();
        for (low, high) in [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 2)] {
            for c in -2i32..3 {
                expected.push([low, high, 1, c as u32]);
            }
        }
        assert_eq!(product.len(), expected.len() as u64);
        for start in [0, 3, 17] {
            let mut block = Block::new(product.types(), expected.len() - start);
            product.fill(start as u64, &mut block);
            for (i, case) in expected[start..].iter().enumerate() {
                let found: Vec<u32> = block.columns.iter().map(|c| c[i]).collect();
                assert_eq!(found, case, "case {}", start + i);
            }
        }
    }

    /// Oracle: a block filled from scratch.
    #[test]
    fn refilled_block_equals_a_new_block() {
        let axis = |ty, count, masks| OperandAxis::Range {
            ty,
            first: 7,
            count,
            masks,
        };
        let u64s = OperandAxis::Range {
            ty: ValueType::U64,
            first: 0,
            count: 3,
            masks: &[1, 2],
        };
        let axes = vec![
            axis(ValueType::U32, 3, &[1]),
            u64s,
            axis(ValueType::I32, 6, &[1]),
        ];
        let product = Product::new(axes).expect("a small product");
        for len in [1, 2, 5, 6, 7, 30, 31, 60] {
            let last = product.len() - len as u64;
            for (before, start) in (0..=last).flat_map(|b| (0..=last).map(move |s| (b, s))) {
                let mut filled = Block::new(product.types(), len);
                product.fill(start, &mut filled);
                let mut block = Block::new(product.types(), len);
                product.fill(before, &mut block);
                product.refill(before, start, &mut block);
                assert_eq!(block, filled, "{len} cases from {start} on, after {before}");
            }
        }
    }

    /// Oracle: the definition of a mirror image, case by case.
    #[test]
    fn mirrored_ranges_lie_below_the_diagonal() {
        let axis = || OperandAxis::Range {
            ty: ValueType::U32,
            first: 0,
            count: 10,
            masks: &[1],
        };
        let square = Product::new(vec![axis(), axis()]).expect("a small product");
        for start in 0..100 {
            for len in 1..=(100 - start) {
                let below = (start..start + len).all(|n| n % 10 < n / 10);
                let one_row = start / 10 == (start + len - 1) / 10;
                assert_eq!(
                    square.mirrored(start, len),
                    below && one_row,
                    "{start} {len}"
                );
            }
        }
    }
}
