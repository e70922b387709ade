use super::values::{length, tensor};
use super::{each_element, of_elements, op, sigmoid, sigmoid_of};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// The gate of an MLP, SwiGLU: `g * (1 / (1 + exp(-g))) * u`, from left to right, each step rounded separately, and
/// `exp` correctly.
///
/// Input: `[n]`; g, the projection to the gate; u, the gated values. Output: for every element a record of its number
/// and its bits.
///
/// (Shazeer, GLU Variants Improve Transformer, <https://arxiv.org/abs/2002.05202>, equation 5)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn silu_gate(input: &Input, size: u32) -> Plan {
    each_element(input, size, "silu_gate", &["gate", "up"], |k, operands| {
        let part = sigmoid(k, operands[0]);
        let silu = op(k, "f32::mul", [operands[0], part].map(Expr::from));
        op(k, "f32::mul", [silu, operands[1]].map(Expr::from))
    })
}

/// CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    of_elements(input, |[gate, up]| gate * sigmoid_of(gate) * up)
}

fn inputs(n: u64) -> Input {
    let len = length(n);
    Input {
        columns: vec![vec![len], tensor(n, 1, len), tensor(n, 2, len)],
    }
}
