//! Element-wise ops of two tensors, one of which may be broadcast.

use super::op::{Op, entry};
use super::table::{FLOATS as FLOAT_OPS, INTEGERS};
use super::values;
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, shape};
use crate::engines::pass::Pass;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Type;

/// The shape of an input: `[rows, n, op, form of a, form of b]`.
pub(super) struct Elements {
    rows: u32,
    len: u32,
    op: &'static Op,
    /// Distance from one row of an operand to the next, and from one element of a row to the next.
    strides: [[u32; 2]; 2],
}

impl Elements {
    /// Parses the shape of an input of an engine of floats, or of integers.
    ///
    /// # Panics
    /// Panics if there is no such op or form, or if the elements do not fit a buffer.
    pub(super) fn of<const FLOATS: bool>(input: &Input) -> Self {
        let [rows, len, number, a, b] = shape(input);
        let table = if FLOATS { FLOAT_OPS } else { INTEGERS };
        elements(&[rows, len]);
        Self {
            rows,
            len,
            op: entry(table, number),
            strides: [a, b].map(|form| strides(form, len)),
        }
    }
}

/// The strides of an operand of a form, with rows of this many elements.
///
/// # Panics
/// Panics if there is no such form.
fn strides(form: u32, len: u32) -> [u32; 2] {
    match form {
        0 => [len, 1],
        1 => [0, 1],
        2 => [1, 0],
        3 => [0, 0],
        _ => panic!(
            "an operand has the form {form}: 0 is a whole tensor, 1 a row, 2 a column, 3 a scalar"
        ),
    }
}

/// The plan of an engine of integers or of floats, one invocation per element.
pub(super) fn plan<const FLOATS: bool>(input: &Input, size: u32) -> Plan {
    let of = Elements::of::<FLOATS>(input);
    let mut d = Dispatches::new(|input, read| {
        let of = Elements::of::<FLOATS>(input);
        let len = (of.rows * of.len) as usize;
        records(of.len, read[0].iter().take(len).copied())
    });
    let [a, b] = [1, 2].map(|k| d.given(column(input, k)));
    let len = of.rows * of.len;
    let pass = Pass {
        name: "elements_by",
        items: len,
        shape: &[&[of.len][..], &of.strides[0], &of.strides[1]].concat(),
        reads: &[("a", Type::U32, a), ("b", Type::U32, b)],
        writes: ("result", Type::U32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let len = item.shape[0];
        let [row, place] = [item.at / len, item.at % len];
        let [row, place] = [k.bind("row", row), k.bind("place", place)];
        let operands = [0, 1].map(|which| {
            let [outer, inner] = [1, 2].map(|i| item.shape[2 * which + i]);
            let at = k.bind("at", row * outer + place * inner);
            k.bind("operand", of.op.load(item.read[which], at))
        });
        let value = of.op.apply(k, operands);
        of.op.store(k, item.target, item.at, value);
    });
    d.finish()
}

/// A record of row, column and word for every element.
fn records(len: u32, words: impl Iterator<Item = u32>) -> Output {
    let records = (0..).zip(words);
    records
        .map(|(at, word)| vec![at / len, at % len, word])
        .collect()
}

/// The output of such an engine: both operands are first expanded to whole tensors.
pub(super) fn expected<const FLOATS: bool>(input: &Input) -> Output {
    let of = Elements::of::<FLOATS>(input);
    let [_, _, _, forms @ ..] = shape::<5>(input);
    let [rows, len] = [of.rows as usize, of.len as usize];
    if rows == 0 || len == 0 {
        return vec![];
    }
    let whole = |k: usize| -> Vec<u64> {
        let first = |count: usize| {
            let all = (0..count).map(|at| of.op.read(column(input, k + 1), at));
            all.collect::<Vec<u64>>()
        };
        match forms[k] {
            0 => first(rows * len),
            1 => first(len).repeat(rows),
            2 => first(rows)
                .into_iter()
                .flat_map(|one| vec![one; len])
                .collect(),
            _ => first(1).repeat(rows * len),
        }
    };
    let pairs = whole(0).into_iter().zip(whole(1));
    let words = pairs.flat_map(|(a, b)| of.op.written((of.op.of)(a, b)));
    records(of.len, words)
}

/// Rows and their lengths.
const SHAPES: [[u32; 2]; 11] = [
    [1, 1],
    [3, 5],
    [33, 40],
    [5, 129],
    [9, 4],
    [1, 257],
    [31, 33],
    [64, 2],
    [7, 1],
    [0, 3],
    [2, 0],
];

/// The forms of both operands.
const FORMS: [[u32; 2]; 7] = [[0, 0], [0, 1], [0, 0], [2, 0], [1, 2], [0, 3], [3, 3]];

/// Input `n`. The numbers of shapes, forms and patterns are coprime to the number of ops, which are taken in steps of 3
/// or 5, so that the first inputs have ops of every type. Every third word of an integer b is small: a divisor, a
/// shift.
pub(super) fn inputs<const FLOATS: bool>(n: u64) -> Input {
    let (table, step) = match FLOATS {
        true => (FLOAT_OPS, 5),
        false => (INTEGERS, 3),
    };
    let [rows, len] = SHAPES[n as usize % SHAPES.len()];
    // Patterns of words have period seven as well.
    let [a, b] = FORMS[(n + n / 7) as usize % FORMS.len()];
    let number = (step * n) as usize % table.len();
    let count = |form: u32| match form {
        0 => rows * len,
        1 => len,
        2 => rows,
        _ => 1,
    };
    let mut right = values::elements(3 * n + 1, &table[number], count(b));
    if !FLOATS {
        right.iter_mut().step_by(3).for_each(|word| *word %= 5);
    }
    Input {
        columns: vec![
            vec![rows, len, number as u32, a, b],
            values::elements(n, &table[number], count(a)),
            right,
        ],
    }
}

/// A case of the corpus: the shape and both operands.
pub(super) fn given(shape: [u32; 5], a: &[u32], b: &[u32]) -> Input {
    Input {
        columns: vec![shape.to_vec(), a.to_vec(), b.to_vec()],
    }
}

/// Its expected output.
pub(super) fn due(len: u32, words: &[u32]) -> Output {
    records(len, words.iter().copied())
}
