//! Rows along an axis: addressing of their elements in a kernel, and folds.

use super::op::{Op, entry};
use super::table::{FLOAT_FOLDS, INTEGER_FOLDS};
use super::values;
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, shape};
use crate::engines::pass::{Item, Pass};
use vyre_conform_runtime::engine::{Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Type, Var};

/// An input: `[outer, n, inner, op]` and the elements. A row consists of the elements with one outer and one inner
/// index.
pub(super) struct Axis {
    pub(super) outer: u32,
    pub(super) len: u32,
    pub(super) inner: u32,
    pub(super) op: &'static Op,
    /// The bits of the fold of no elements.
    pub(super) neutral: u64,
}

impl Axis {
    /// Parses an input of an engine of floats, or of integers.
    ///
    /// # Panics
    /// Panics if there is no such op, or if the elements do not fit a buffer.
    pub(super) fn of<const FLOATS: bool>(input: &Input) -> Self {
        let [outer, len, inner, number] = shape(input);
        let table = if FLOATS { FLOAT_FOLDS } else { INTEGER_FOLDS };
        let (op, neutral) = entry(table, number);
        elements(&[outer, len, inner, op.words()]);
        elements(&[outer, inner, op.words()]);
        Self {
            outer,
            len,
            inner,
            op,
            neutral: *neutral,
        }
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> u32 {
        self.outer * self.inner
    }

    /// The bits of the elements of a row, in plain Rust.
    fn row(&self, input: &Input, row: u32) -> Vec<u64> {
        let block = row / self.inner * self.len;
        let place = |i: u32| ((block + i) * self.inner + row % self.inner) as usize;
        (0..self.len)
            .map(|i| self.op.read(column(input, 1), place(i)))
            .collect()
    }
}

/// The row of a kernel's invocation.
pub(super) struct Row {
    pub(super) op: &'static Op,
    neutral: u64,
    source: Buffer,
    first: Var,
    inner: Var,
    /// Number of elements of the row.
    pub(super) len: Var,
    /// The word after these in the shape of the kernel.
    pub(super) parameter: Var,
}

impl Row {
    /// The row with the number of an item. The shape of the kernel begins with the number of elements of a row, the
    /// inner dimension and a parameter.
    pub(super) fn of(k: &mut Kernel, axis: &Axis, item: &Item) -> Self {
        let [len, inner, parameter] = [0, 1, 2].map(|i| item.shape[i]);
        let first = item.at / inner * len * inner + item.at % inner;
        Self {
            op: axis.op,
            neutral: axis.neutral,
            source: item.read[0],
            first: k.bind("first", first),
            inner,
            len,
            parameter,
        }
    }

    /// Element `i`.
    pub(super) fn element(&self, k: &mut Kernel, i: impl Into<Expr>) -> Var {
        let i: Expr = i.into();
        let at = k.bind("at", self.first + i * self.inner);
        k.bind("element", self.op.load(self.source, at))
    }

    /// A variable that starts as the fold of no elements.
    pub(super) fn neutral(&self, k: &mut Kernel) -> Var {
        k.variable("value", Expr::literal(self.op.kept(), self.neutral))
    }
}

/// The plan of one dispatch, one invocation per row, whose kernel folds a row with this body.
pub(super) fn fold<const FLOATS: bool>(
    input: &Input,
    size: u32,
    (name, parameter, iterations): (&str, u32, &[u64]),
    fold: impl FnOnce(&mut Kernel, &Row) -> Var,
) -> Plan {
    let axis = Axis::of::<FLOATS>(input);
    let mut d = Dispatches::new(|input, read| {
        let axis = Axis::of::<FLOATS>(input);
        let folded = read[0].chunks(axis.op.words() as usize);
        let rows = axis.rows() as usize;
        records(&axis, folded.take(rows).map(<[u32]>::to_vec))
    });
    let source = d.given(column(input, 1));
    let output = d.output(axis.rows() * axis.op.words());
    let pass = Pass {
        name,
        items: axis.rows(),
        shape: &[axis.len, axis.inner, parameter],
        reads: &[("source", Type::U32, source)],
        writes: ("folded", Type::U32, output),
        iterations,
    };
    pass.dispatch(&mut d, size, |k, item| {
        let row = Row::of(k, &axis, item);
        let value = fold(k, &row);
        row.op.store(k, item.target, item.at, value);
    });
    d.finish()
}

/// A record of outer index, inner index and words for every row.
fn records(axis: &Axis, words: impl Iterator<Item = Vec<u32>>) -> Output {
    let places = (0..).map(|row| [row / axis.inner, row % axis.inner]);
    let rows = words.zip(places);
    rows.map(|(words, place)| [&place[..], &words].concat())
        .collect()
}

/// The output of such an engine for this fold of a nonempty row.
pub(super) fn expected<const FLOATS: bool>(input: &Input, fold: fn(&Op, &[u64]) -> u64) -> Output {
    let axis = Axis::of::<FLOATS>(input);
    let folded = (0..axis.rows()).map(|row| {
        let row = axis.row(input, row);
        let bits = match row.is_empty() {
            true => axis.neutral,
            false => fold(axis.op, &row),
        };
        axis.op.written(bits)
    });
    records(&axis, folded)
}

/// Every prefix of every row from index `skip` on, in plain Rust: outer index, index, inner index, words.
pub(super) fn prefixes<const FLOATS: bool>(input: &Input, skip: u32) -> Output {
    let axis = Axis::of::<FLOATS>(input);
    let mut output = vec![];
    for row in 0..axis.rows() {
        let mut all = axis.row(input, row).into_iter();
        let first = all.next();
        let after = all.scan(first.unwrap_or(0), |folded, next| {
            *folded = (axis.op.of)(*folded, next);
            Some(*folded)
        });
        let kept = (0..).zip(first.into_iter().chain(after));
        for (i, bits) in kept.skip(skip as usize) {
            let place = [row / axis.inner, i, row % axis.inner];
            output.push([&place[..], &axis.op.written(bits)].concat());
        }
    }
    output.sort_unstable();
    output
}

/// Input `n`: the dimensions and an op; elements of it.
pub(super) fn inputs<const FLOATS: bool>(n: u64) -> Input {
    let table = if FLOATS { FLOAT_FOLDS } else { INTEGER_FOLDS };
    let shape = values::shape(n, table.len());
    let len: u32 = shape[..3].iter().product();
    let elements = values::elements(n, &table[shape[3] as usize].0, len);
    Input {
        columns: vec![shape.to_vec(), elements],
    }
}

/// An input with these sums of binary32. Sums with an odd number of products are separate rows; sums with an even
/// number are along an inner dimension. Words of the shape may follow.
pub(super) fn sums(sums: &Sums, more: &[u32]) -> Vec<Input> {
    let count = sums.factors.len() as u32;
    let all: Vec<Vec<u32>> = sums.product_bits().collect();
    let (shape, elements) = match sums.products % 2 {
        1 => ([count, sums.products, 1, 0], all.concat()),
        _ => {
            let place = |i: usize| all.iter().map(move |sum| sum[i]);
            let elements = (0..sums.products as usize).flat_map(place).collect();
            ([1, sums.products, count, 0], elements)
        }
    };
    vec![Input {
        columns: vec![[&shape, more].concat(), elements],
    }]
}

/// A case of the corpus: a shape and its elements.
pub(super) fn given(shape: &[u32], elements: &[u32]) -> Input {
    Input {
        columns: vec![shape.to_vec(), elements.to_vec()],
    }
}
