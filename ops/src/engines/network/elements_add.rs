use super::values::{length, tensor};
use super::{each_element, of_elements, op};
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Expr;
use vyre_conform_runtime::vyre_engine;

/// Sums of two tensors, element by element: `a[i] + b[i]`, rounded.
///
/// Input: `[n]`; a; b. Output: for every element a record of its number and its bits.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    kind = tensor,
    additions = None,
)]
pub fn elements_add(input: &Input, size: u32) -> Plan {
    each_element(input, size, "elements_add", &["a", "b"], |k, operands| {
        op(k, "f32::add", [operands[0], operands[1]].map(Expr::from))
    })
}

/// The arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    of_elements(input, |[a, b]| a + b)
}

fn inputs(n: u64) -> Input {
    let len = length(n);
    Input {
        columns: vec![vec![len], tensor(n, 1, len), tensor(n, 2, len)],
    }
}
