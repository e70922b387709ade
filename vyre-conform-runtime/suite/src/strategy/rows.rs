//! Spec-table rows: right by definition, whatever the implementation says.

use super::explain::Evaluate;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::Tolerance;

/// A row that an evaluator gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFailure {
    /// Line of the row.
    pub line: u32,
    /// The inputs.
    pub inputs: Vec<Value>,
    /// What the row says.
    pub expected: Value,
    /// What the evaluator says, or why it says nothing.
    pub found: Result<Value, String>,
    /// Why the row is as it is.
    pub rationale: &'static str,
}

/// What the rows of an op found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Rows checked.
    pub rows: usize,
    /// Those that fail.
    pub failures: Vec<RowFailure>,
}

/// Evaluates every row of the op's table. A row says what the reference gives, exactly; another
/// implementation may be off by the op's tolerance.
pub fn rows(def: &OpDef, with: &dyn Evaluate, within: Tolerance) -> Rows {
    let mut outcome = Rows::default();
    for row in def.rows {
        let (inputs, expected) = ((row.inputs)(), (row.expected)());
        let types = inputs.iter().map(Value::ty);
        let found = if types.eq(def.op.signature.operands.iter().copied()) {
            with.apply(&def.op, &inputs)
        } else {
            Err("the row's inputs are not of the op's operand types".to_owned())
        };
        outcome.rows += 1;
        let result = def.op.signature.result;
        let will_do = |found: &Value| within.accepts(result, expected.words(), found.words());
        if !found.as_ref().is_ok_and(will_do) {
            outcome.failures.push(RowFailure {
                line: row.line,
                inputs,
                expected,
                found,
                rationale: row.rationale,
            });
        }
    }
    outcome
}
