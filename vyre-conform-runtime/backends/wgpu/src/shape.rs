//! Shape of a source: if its cases are all combinations of a few values, its rows and columns.

use super::rows::{QUAD, Rows};
use std::ops::Range;
use vyre_conform_runtime::generate::{OperandAxis, Product, Recipe, Source};

/// Minimal cases of a product that pays off.
const MIN_PRODUCT: u64 = 1 << 18;
/// Minimal cases of a row: what half a workgroup processes at once.
const SHORTEST: u64 = 128;
/// Maximal cases of a row.
const LONGEST: u64 = 1 << 16;

/// All combinations of the values of some axes, as rows: the first `slow` variables are constant in a row, the others
/// take the same values in every row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) axes: Vec<OperandAxis>,
    pub(super) slow: usize,
    /// Cases of a row.
    pub(super) len: u32,
    pub(super) rows: u64,
}

impl Shape {
    /// The shape of a product, if it pays off.
    fn new(axes: &[OperandAxis]) -> Option<Self> {
        let product =
            |axes: &[OperandAxis]| axes.iter().try_fold(1u64, |n, a| n.checked_mul(a.len()));
        let slow = (1..axes.len())
            .rev()
            .find(|k| product(&axes[*k..]).is_some_and(|len| len >= SHORTEST))?;
        let (len, rows) = (product(&axes[slow..])?, product(&axes[..slow])?);
        let fits = len <= LONGEST && rows > 1 && len.checked_mul(rows)? >= MIN_PRODUCT;
        fits.then(|| Self {
            axes: axes.to_vec(),
            slow,
            len: len as u32,
            rows,
        })
    }

    /// The product of the axes that vary within a row.
    pub(super) fn columns(&self) -> Option<Product> {
        Product::new(self.axes[self.slow..].to_vec())
    }

    /// Number of combinations of `axes`, in order, after which axis `axis` advances.
    fn stride(&self, axes: &[usize], axis: usize) -> u64 {
        let after = axes.iter().skip_while(|k| **k != axis).skip(1);
        after.map(|k| self.axes[*k].len()).product()
    }

    /// The number of combinations of the slow axes `axes`.
    pub(super) fn combinations(&self, axes: &[usize]) -> u64 {
        axes.iter().map(|k| self.axes[*k].len()).product()
    }

    /// The values of variable `axis` in some rows of the combinations of `axes`, in the canonical
    /// layout.
    pub(super) fn column(&self, axes: &[usize], axis: usize, rows: Range<u64>) -> Vec<u32> {
        let (own, stride) = (&self.axes[axis], self.stride(axes, axis));
        let words = own.ty().words();
        let mut column = Vec::with_capacity((rows.end - rows.start) as usize * words);
        let mut row = rows.start;
        while row < rows.end {
            // The value stays the same for the rest of this stride.
            let end = rows.end.min((row / stride + 1) * stride);
            let value = own.value(row / stride % own.len());
            (row..end).for_each(|_| column.extend(value.iter().take(words)));
            row = end;
        }
        column
    }

    /// The combination of `axes` for each of the rows.
    pub(super) fn map(&self, axes: &[usize], rows: Range<u64>) -> Vec<u32> {
        let slow: Vec<usize> = (0..self.slow).collect();
        let place = |k: &usize| (self.stride(&slow, *k), self.axes[*k].len());
        let places: Vec<(u64, u64)> = axes.iter().map(place).collect();
        let number = |row| {
            let next = |n, (stride, len): &(u64, u64)| n * len + row / stride % len;
            places.iter().fold(0, next) as u32
        };
        rows.map(number).collect()
    }

    /// Rows of a dispatch of at most `cases` cases.
    pub(super) fn rows_within(&self, cases: usize) -> u64 {
        let quads = u64::from(self.len.div_ceil(QUAD));
        (cases as u64 / (quads * u64::from(QUAD))).max(1)
    }

    /// The first `rows` rows.
    pub(super) fn prefix(&self, rows: u64) -> Rows {
        Rows {
            rows: rows as u32,
            len: self.len,
        }
    }
}

/// Consecutive cases of a source that are checked in the same way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// Their range in the source.
    pub(super) range: Range<u64>,
    /// Number of the first case in the shape, and the shape.
    pub(super) shape: Option<(u64, Shape)>,
}

/// The pieces of a source, in order and complete.
pub(super) fn pieces(source: &dyn Source) -> Vec<Piece> {
    let mut pieces = Vec::new();
    split(&source.recipe(), 0..source.len(), 0, &mut pieces);
    pieces
}

/// Adds the cases `range` of a recipe, starting at case `position` of the source.
fn split(recipe: &Recipe, range: Range<u64>, position: u64, into: &mut Vec<Piece>) {
    if range.is_empty() {
        return;
    }
    let all = position..position + (range.end - range.start);
    match recipe {
        Recipe::From { start, of } => {
            split(of, range.start + start..range.end + start, position, into)
        }
        Recipe::Sequence(parts) => {
            let mut first = 0;
            let mut position = position;
            for (len, part) in parts {
                let from = range.start.clamp(first, first + len) - first;
                let to = range.end.clamp(first, first + len) - first;
                split(part, from..to, position, into);
                position += to - from;
                first += len;
            }
        }
        _ => {
            let shape = match recipe {
                Recipe::Product { axes } => Shape::new(axes),
                _ => None,
            };
            match (shape, into.last_mut()) {
                (Some(shape), _) => into.push(Piece {
                    range: all,
                    shape: Some((range.start, shape)),
                }),
                (None, Some(last)) if last.shape.is_none() => last.range.end = all.end,
                (None, _) => into.push(Piece {
                    range: all,
                    shape: None,
                }),
            }
        }
    }
}
