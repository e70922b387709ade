//! Normalisation of rows of floats, a building block of networks.
//!
//! | engine | element i of a row of n |
//! |---|---|
//! | [`softmax`] | `exp(x[i] - m) / sum(exp(x[j] - m))`, m the greatest element |
//! | [`rms_norm`] | `x[i] / sqrt(sum(x[j] * x[j]) / n + e) * w[i]` |
//! | [`layer_norm`] | `(x[i] - m) / sqrt(sum((x[j] - m) * (x[j] - m)) / n + e) * w[i] + b[i]`, m the sum of the row divided by n |
//!
//! Every operation is the strict op of the library, rounded separately and in this order. Sums run from left to right
//! like `freduce_strict`. Nothing is fused, nothing is approximate.
//!
//! Input: `[rows, n, bits of e]`; the rows; for `rms_norm` and `layer_norm` n weights w; for `layer_norm` n offsets b;
//! all as bits. A missing element is +0. Output: for every element a record of its row, its column and its bits. One
//! invocation computes a row; in [`lanes`] a workgroup does, and sums follow the order of the lanes.

pub mod lanes;
mod layer_norm;
mod rms_norm;
mod softmax;

pub use layer_norm::layer_norm;
pub use rms_norm::rms_norm;
pub use softmax::softmax;

use super::dispatches::Dispatches;
use super::folds::floats;
use super::grid::{self, Grid};
use super::network::elements;
use super::shapes;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::spec::ValueType;

/// The one NaN that an element can be.
const CANONICAL_NAN: u32 = 0x7fc0_0000;

/// The row of a kernel's invocation.
struct Row {
    source: Buffer,
    weights: Buffer,
    offsets: Buffer,
    target: Buffer,
    /// Start of the row.
    begin: Var,
    len: Var,
    /// Its length as a float.
    count: Var,
    epsilon: Var,
}

impl Row {
    fn at(&self, i: impl Into<Expr>) -> Expr {
        self.source.at(self.begin + i)
    }

    /// The stored element.
    fn stored(&self, i: impl Into<Expr>) -> Expr {
        self.target.at(self.begin + i)
    }

    fn store(&self, k: &mut Kernel, i: Var, value: impl Into<Expr>) {
        k.store(self.target, self.begin + i, value);
    }

    /// Folds `of` every element from left to right.
    fn fold(&self, k: &mut Kernel, id: &str, of: impl Fn(&mut Kernel, Expr) -> Expr) -> Var {
        let first = of(k, Expr::u32(0));
        let all = k.variable("all", first);
        k.count("i", 1, self.len, |k, i| {
            let next = of(k, i.into());
            let next = op(k, id, [all.into(), next]);
            k.assign(all, next);
        });
        all
    }

    /// The square root of a sum divided by the length, plus the given constant.
    fn deviation(&self, k: &mut Kernel, sum: Var) -> Expr {
        let mean = op(k, "f32::div", [sum, self.count].map(Expr::from));
        let more = op(k, "f32::add", [mean, self.epsilon.into()]);
        op(k, "f32::sqrt", [more])
    }
}

/// A float op of the library.
fn op<const N: usize>(k: &mut Kernel, id: &str, operands: [Expr; N]) -> Expr {
    k.call(id, operands.into(), Type::F32).into()
}

/// The number of rows and their length.
fn shape(input: &Input) -> [u32; 2] {
    [0, 1].map(|k| input.columns[0].get(k).copied().unwrap_or(0))
}

fn column(input: &Input, k: usize) -> &[u32] {
    input.columns.get(k).map_or(&[], Vec::as_slice)
}

/// The plan of one dispatch, one invocation per row, for a kernel with this many loops over a row.
fn plan(
    input: &Input,
    size: u32,
    name: &str,
    loops: usize,
    row: impl FnOnce(&mut Kernel, &Row),
) -> Plan {
    let [rows, len] = shape(input);
    let grid = Grid::over(rows, size);
    let mut d = Dispatches::new(records);
    let epsilon = column(input, 0).get(2).copied().unwrap_or(0);
    let words = [len, (len as f32).to_bits(), epsilon];
    let buffers = [
        d.given(&[&grid.params()[..], &words].concat()),
        d.given(column(input, 1)),
        d.given(column(input, 2)),
        d.given(column(input, 3)),
        d.output(elements(&[rows, len])),
    ];
    let iterations = [vec![grid.iterations()], vec![len.into(); loops]].concat();
    let program = d.program(program(name, size, row));
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

fn program(name: &str, size: u32, row: impl FnOnce(&mut Kernel, &Row)) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 6);
    let source = k.read_only("source", Type::F32);
    let weights = k.read_only("weights", Type::F32);
    let offsets = k.read_only("offsets", Type::F32);
    let target = k.read_write("target", Type::F32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let [count, epsilon] = [4, 5].map(|i| k.bind("number", params.at(i).cast(Type::F32)));
    grid::for_each(&mut k, grid, |k, number| {
        let begin = k.bind("begin", number * len);
        let of = Row {
            source,
            weights,
            offsets,
            target,
            begin,
            len,
            count,
            epsilon,
        };
        row(k, &of);
    });
    k.finish()
}

/// The elements row by row.
fn records(input: &Input, read: &[Vec<u32>]) -> Output {
    let [rows, len] = shape(input);
    let elements = read[0].iter().take((rows * len) as usize);
    (0..)
        .zip(elements)
        .map(|(at, bits)| vec![at / len, at % len, *bits])
        .collect()
}

/// Applies `of` to every row.
fn each_row(input: &Input, of: impl Fn(&[f32]) -> Vec<f32>) -> Output {
    let [rows, len] = shape(input);
    let all = padded(column(input, 1), (rows * len) as usize);
    let elements = (0..rows).flat_map(|row| of(&all[(row * len) as usize..][..len as usize]));
    let bits = |x: f32| {
        if x.is_nan() {
            CANONICAL_NAN
        } else {
            x.to_bits()
        }
    };
    let bits: Vec<u32> = elements.map(bits).collect();
    records(input, &[bits])
}

/// The first words as floats, this many.
fn padded(words: &[u32], len: usize) -> Vec<f32> {
    let mut all = floats(words);
    all.resize(len, 0.0);
    all
}

/// The constant added to a mean square: the third word.
fn epsilon(input: &Input) -> f32 {
    f32::from_bits(column(input, 0).get(2).copied().unwrap_or(0))
}

/// The sum from left to right; the result for no elements is unused.
fn sum(elements: impl Iterator<Item = f32>) -> f32 {
    elements.reduce(|sum, next| sum + next).unwrap_or(0.0)
}

/// Rows and their lengths: more rows than two workgroups of 256 take in one iteration, one row, ragged ones.
const SHAPES: [[u32; 2]; 13] = [
    [1, 1],
    [2, 33],
    [1030, 1],
    [0, 3],
    [1, 257],
    [521, 2],
    [3, 0],
    [7, 31],
    [1, 129],
    [2, 64],
    [33, 5],
    [1, 2],
    [4, 65],
];

/// Input `n`: each of these shapes in turn, and in turn every kind, finite numbers close to one another, any size,
/// subnormal numbers, with infinities and NaN among them, and all the same.
fn inputs(n: u64) -> Input {
    inputs_of(n, &SHAPES)
}

fn inputs_of(n: u64, shapes: &[[u32; 2]]) -> Input {
    let [rows, len] = shapes[n as usize % shapes.len()];
    let word = |column: u32, at: u32| shapes::random(n, column << 28 ^ at);
    let number = |r: u32, exponents: std::ops::Range<u32>| {
        r & 0x807f_ffff | (exponents.start + (r >> 23) % (exponents.end - exponents.start)) << 23
    };
    let element = |at: u32| {
        let r = word(0, at);
        match (n + 5) % 6 {
            0 => number(r, 122..131),
            1 => number(r, 64..190),
            2 => number(r, 0..50),
            3 => match r >> 26 {
                0 => 0x7f80_0000,
                1..8 => 0xff80_0000,
                8 if n % 12 == 4 => 0x7fc0_0001,
                _ => number(r, 122..131),
            },
            4 => number(word(0, 0), 122..131),
            _ => witness::word(n, at.into(), 0, 0, ValueType::F32),
        }
    };
    let epsilon = [1e-5f32, 0.0, 1e-12][(n % 3) as usize];
    let one = |column: u32| {
        (0..len)
            .map(|i| number(word(column, i), 125..129))
            .collect()
    };
    Input {
        columns: vec![
            vec![rows, len, epsilon.to_bits()],
            (0..rows * len).map(element).collect(),
            one(1),
            one(2),
        ],
    }
}
