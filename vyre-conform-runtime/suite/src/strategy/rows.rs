//! Spec-table rows, which are right by definition.

use super::explain::Evaluate;
use crate::failing::{CaseFault, FailingCase, NoValue};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::Tolerance;

/// Result of an op's rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Number of rows checked.
    pub rows: usize,
    /// Rows that an evaluator gets wrong, by index.
    pub failures: Vec<FailingCase>,
}

/// Evaluates every row of the op's table. The reference must match exactly; other implementations may deviate by the
/// op's tolerance.
pub fn rows(def: &OpDef, with: &dyn Evaluate, within: Tolerance) -> Rows {
    let mut outcome = Rows::default();
    for (k, row) in (0..).zip(def.rows) {
        let (inputs, expected) = ((row.inputs)(), (row.expected)());
        let types = inputs.iter().map(Value::ty);
        let found = if types.eq(def.op.signature.operands.iter().copied()) {
            with.apply(&def.op, &inputs)
        } else {
            let problem = "the row's inputs are not of the op's operand types";
            Err(NoValue::Types(problem.to_owned()))
        };
        outcome.rows += 1;
        let result = def.op.signature.result;
        let will_do = |found: &Value| within.accepts(result, expected.words(), found.words());
        if !found.as_ref().is_ok_and(will_do) {
            let found = found.map(|value| value.words().to_vec());
            let expected = Ok(expected);
            outcome.failures.push(FailingCase {
                fault: CaseFault::WrongResult { expected, found },
                ..FailingCase::false_claim(k, inputs)
            });
        }
    }
    outcome
}
