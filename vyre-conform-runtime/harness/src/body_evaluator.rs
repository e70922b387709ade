//! The interpreter as an evaluator.

use vyre_conform_interp as interp;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::strategy::Evaluate;

/// The interpreter on translated bodies.
pub(crate) struct BodyEvaluator<'a>(pub(crate) &'a Catalog);

impl Evaluate for BodyEvaluator<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let found = self.0.by_key(op.key);
        let found = found.ok_or_else(|| NoValue::unregistered(op))?;
        let module = found.module().as_ref();
        let module = module.map_err(|problems| NoValue::Untranslated {
            problems: problems.iter().map(ToString::to_string).collect(),
        })?;
        Ok(interp::call(module, operands, op.signature.result)?)
    }
}
