//! Operators of ONNX: how each becomes engines, ops and movements. A file holds a family, and a row an operator.
//!
//! Floats are rounded after every op, in the order that the row's file writes. NaN: elementwise `Max`, `Min`, `Relu`
//! and `Clip` give NaN where an operand is one; reductions and pooling pass over it (`maximumNumber` of IEEE 754-2019),
//! as does `ArgMax`; every NaN that is computed is the canonical one.

mod activations;
mod cells;
mod convert;
mod convolutions;
mod einsum;
mod elementwise;
mod extremes;
mod functions;
mod gather;
mod integers;
mod lines;
mod logic;
mod losses;
mod moves;
mod norms;
mod padding;
mod patterns;
mod places;
mod pools;
mod powers;
mod product;
mod quantized;
mod recurrent;
mod reduce;
mod resize;
mod sampling;
mod scatter;
mod shapes;
mod signal;
mod taps;
mod transposed;
mod unpool;
mod windows;

use crate::lowering::{Lowering, NodeFault, Value};

/// The results of a node, or the reason why there are none.
pub(crate) type Results = Result<Vec<Value>, NodeFault>;

/// An operator.
pub(crate) struct Operator {
    pub(crate) name: &'static str,
    /// The first set of operators that has it.
    pub(crate) since: i64,
    pub(crate) lower: fn(&mut Lowering<'_, '_>) -> Results,
}

/// A row of a table.
const fn row(name: &'static str, lower: fn(&mut Lowering<'_, '_>) -> Results) -> Operator {
    let since = 1;
    Operator { name, since, lower }
}

/// A row of an operator that is younger than the oldest set that is read.
const fn since(
    since: i64,
    name: &'static str,
    lower: fn(&mut Lowering<'_, '_>) -> Results,
) -> Operator {
    Operator { name, since, lower }
}

const FAMILIES: [&[Operator]; 26] = [
    activations::ROWS,
    convert::ROWS,
    convolutions::ROWS,
    einsum::ROWS,
    elementwise::ROWS,
    extremes::ROWS,
    functions::ROWS,
    gather::ROWS,
    logic::ROWS,
    losses::ROWS,
    moves::ROWS,
    norms::ROWS,
    padding::ROWS,
    patterns::ROWS,
    pools::ROWS,
    powers::ROWS,
    product::ROWS,
    quantized::ROWS,
    recurrent::ROWS,
    reduce::ROWS,
    resize::ROWS,
    sampling::ROWS,
    scatter::ROWS,
    shapes::ROWS,
    signal::ROWS,
    transposed::ROWS,
];

/// Operators that are missing for a reason.
const MISSING: [(&str, &str); 1] = [(
    "RandomNormal",
    "has other results in each run: make its result an input",
)];

/// The operators with subgraphs, which the planner lowers itself.
pub(crate) const CONTROL: [&str; 3] = ["If", "Loop", "Scan"];

/// The names of all operators, sorted.
pub fn supported() -> Vec<&'static str> {
    let rows = FAMILIES.iter().flat_map(|family| family.iter());
    let mut names: Vec<&str> = rows.map(|row| row.name).collect();
    names.extend(CONTROL);
    names.sort_unstable();
    names
}

/// The operator of a name in a set.
pub(crate) fn find(name: &str, opset: i64) -> Result<&'static Operator, NodeFault> {
    let mut rows = FAMILIES.iter().flat_map(|family| family.iter());
    match rows.find(|row| row.name == name) {
        Some(row) if row.since <= opset => Ok(row),
        Some(row) => Err(NodeFault::node(format!(
            "is in the operators from set {} on, and the model is written for set {opset}: correct `opset_import`",
            row.since
        ))),
        None => {
            let known = MISSING.iter().find(|(missing, _)| *missing == name);
            Err(NodeFault::node(known.map_or_else(
                || "the operator is not supported: export the model with others, or compute it before".to_owned(),
                |(_, reason)| (*reason).to_owned(),
            )))
        }
    }
}
