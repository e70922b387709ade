use super::values::{length, tensor};
use super::{each_element, float, of_elements, op, sigmoid, sigmoid_of};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// The square root of 2 / pi.
const ROOT: f32 = 0.797_884_6;

/// The factor of the cube.
const CUBE: f32 = 0.044_715;

/// The activation GELU in its tanh form, `x / 2 * (1 + tanh(u))` with `u = sqrt(2 / pi) * (x + 0.044715 * x^3)`.
///
/// Input: `[n]`; x. Output: for every element a record of its number and its bits.
///
/// `(1 + tanh(u)) / 2` is `1 / (1 + exp(-2 u))`, and is computed as such: `c = x * x * x`, `v = x + 0.044715 * c`,
/// `u = sqrt(2 / pi) * v`, and the element is `x * (1 / (1 + exp(-(u + u))))`, from left to right. Each step is rounded
/// separately, `exp` correctly, and the two constants to nearest. For -infinity these steps give NaN.
///
/// (Hendrycks and Gimpel, Gaussian Error Linear Units, <https://arxiv.org/abs/1606.08415>, section 2)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = composed,
)]
pub fn gelu_tanh(input: &Input, size: u32) -> Plan {
    each_element(input, size, "gelu_tanh", &["x"], |k, operands| {
        let x = operands[0];
        let constant = |value: f32| float(value.to_bits().into());
        let square = op(k, "f32::mul", [x, x].map(Expr::from));
        let cube = op(k, "f32::mul", [square, x].map(Expr::from));
        let part = op(k, "f32::mul", [constant(CUBE), cube.into()]);
        let sum = op(k, "f32::add", [x, part].map(Expr::from));
        let u = op(k, "f32::mul", [constant(ROOT), sum.into()]);
        let twice = op(k, "f32::add", [u, u].map(Expr::from));
        let part = sigmoid(k, twice);
        op(k, "f32::mul", [x, part].map(Expr::from))
    })
}

/// CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    of_elements(input, |[x]| {
        let u = ROOT * (x + CUBE * (x * x * x));
        x * sigmoid_of(u + u)
    })
}

fn inputs(n: u64) -> Input {
    let len = length(n);
    Input {
        columns: vec![vec![len], tensor(n, 1, len)],
    }
}
