//! Rows folded by 256 lanes: a workgroup computes a row.
//!
//! The order of a fold does not depend on the size of the workgroup. Lane `l` folds the elements `l`, `l + 256`,
//! `l + 512` and so on from left to right. Then every lane `l` below 128 folds the value of lane `l + 128` into its
//! own, every lane below 64 that of lane `l + 64`, and so on, until lane 0 has folded that of lane 1 and holds the
//! result. A lane without elements is the identity: -0 for sums, -infinity for the greatest element.
//!
//! Neighbouring invocations read neighbouring words, and up to 3,584 elements of a row are read from its buffer only
//! once: each invocation keeps its own in workgroup memory.

mod layer_norm;
mod order;
mod rms_norm;
mod row;
mod softmax;

pub use layer_norm::layer_norm_lanes_256;
pub use rms_norm::rms_norm_lanes_256;
pub use softmax::softmax_lanes_256;
pub(in crate::engines) use softmax::{PASSES as SOFTMAX, softmax_of, weights};

pub(in crate::engines) use order::LANES;
pub(in crate::engines) use row::{Row, Workspace, iterations};

use order::{NOTHING, folded, sum};

use super::{column, inputs_of, op, records, shape};
use crate::engines::dispatches::Dispatches;
use crate::engines::grid::groups;
use crate::engines::network::elements;
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Program, Type, Var};

/// Elements of a row that are kept in memory: with the lanes they fill 15 of the 16 KiB that every workgroup has.
const KEPT: u32 = 14 * LANES;

/// A pass of a kernel over a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engines) enum Pass {
    Fold,
    Each,
}

/// State of these engines' kernels besides the row.
struct Norm {
    row: Row,
    weights: Buffer,
    offsets: Buffer,
    /// The length of the row as a float.
    count: Var,
    epsilon: Var,
}

impl Norm {
    /// The square root of a sum divided by the length, plus the given constant.
    fn deviation(&self, k: &mut Kernel, sum: Var) -> Var {
        let mean = op(k, "f32::div", [sum, self.count].map(Expr::from));
        let more = op(k, "f32::add", [mean, self.epsilon.into()]);
        let root = op(k, "f32::sqrt", [more]);
        k.bind("deviation", root)
    }
}

/// The plan of one dispatch, one workgroup per row, for a kernel with these passes over a row.
fn plan(
    input: &Input,
    size: u32,
    name: &str,
    passes: &[Pass],
    row: impl FnOnce(&mut Kernel, &Norm),
) -> Plan {
    let [rows, len] = shape(input);
    let groups = groups(rows);
    let rounds = rows.div_ceil(groups);
    let steps = len.div_ceil(LANES);
    let epsilon = column(input, 0).get(2).copied().unwrap_or(0);
    let mut d = Dispatches::new(records);
    let count = (len as f32).to_bits();
    let buffers = [
        d.given(&[rows, groups, rounds, len, count, epsilon]),
        d.given(column(input, 1)),
        d.given(column(input, 2)),
        d.given(column(input, 3)),
        d.output(elements(&[rows, len])),
    ];
    let mut iterations = vec![u64::from(rounds)];
    for pass in passes {
        iterations.extend(row::iterations(*pass, size, steps));
    }
    let program = d.program(program(name, size, row));
    d.step(program, groups, &buffers, &iterations);
    d.finish()
}

/// The program. Bindings: parameters, source, weights, offsets, target.
fn program(name: &str, size: u32, row: impl FnOnce(&mut Kernel, &Norm)) -> Program {
    let mut k = Kernel::new(name, [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 6);
    let [source, weights, offsets] =
        ["source", "weights", "offsets"].map(|name| k.read_only(name, Type::F32));
    let target = k.read_write("target", Type::F32);
    let workspace = Workspace::new(&mut k, size);
    let [rows, groups, rounds, len] = [0, 1, 2, 3].map(|i| k.bind("shape", params.at(i)));
    let [count, epsilon] = [4, 5].map(|i| k.bind("number", params.at(i).cast(Type::F32)));
    k.count("round", 0, rounds, |k, round| {
        let number = k.bind("row", round * groups + Expr::workgroup_id(Axis::X));
        k.when(number.less(rows), |k| {
            let begin = k.bind("begin", number * len);
            let of = Norm {
                row: workspace.row(k, [source, target], [begin, len]),
                weights,
                offsets,
                count,
                epsilon,
            };
            row(k, &of);
        });
    });
    k.finish()
}

/// Rows and their lengths: fewer elements than lanes, as many, a few more, several iterations of them, and more than
/// are kept.
const SHAPES: [[u32; 2]; 13] = [
    [2, 33],
    [3, 257],
    [1, 1],
    [0, 3],
    [5, 64],
    [2, 515],
    [3, 0],
    [7, 31],
    [1, 256],
    [2, 3600],
    [9, 5],
    [3, 129],
    [1, 1025],
];

/// Input `n`, as for the other rows.
fn inputs(n: u64) -> Input {
    inputs_of(n, &SHAPES)
}
