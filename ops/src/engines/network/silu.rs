use super::values::{length, tensor};
use super::{each_element, of_elements, op, sigmoid, sigmoid_of};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// The activation SiLU: `x * (1 / (1 + exp(-x)))`, each step rounded separately, and `exp` correctly.
///
/// Input: `[n]`; x. Output: for every element a record of its number and its bits. For -infinity these steps give NaN.
///
/// (Elfwing, Uchibe and Doya, Sigmoid-weighted linear units, <https://arxiv.org/abs/1702.03118>, equation 3)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn silu(input: &Input, size: u32) -> Plan {
    each_element(input, size, "silu", &["x"], |k, operands| {
        let part = sigmoid(k, operands[0]);
        op(k, "f32::mul", [operands[0], part].map(Expr::from))
    })
}

/// CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    of_elements(input, |[x]| x * sigmoid_of(x))
}

fn inputs(n: u64) -> Input {
    let len = length(n);
    Input {
        columns: vec![vec![len], tensor(n, 1, len)],
    }
}
