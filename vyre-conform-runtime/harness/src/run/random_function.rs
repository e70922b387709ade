//! Random functions in place of ops.

use std::hash::{DefaultHasher, Hash, Hasher};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::strategy::{Evaluate, TypedLaw};

/// Number of random functions for which a law must hold to be a tautology.
const FUNCTIONS: u64 = 32;

/// A random function: its result depends on its operands alone, without the meaning of an op.
struct RandomFunction(u64);

impl Evaluate for RandomFunction {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let word = |k: u64| {
            let mut hasher = DefaultHasher::new();
            ((op.key.path)(), operands, self.0, k).hash(&mut hasher);
            hasher.finish() as u32
        };
        let ty = op.signature.result;
        let words = [word(0), word(1), word(2), word(3)];
        let drawn = match ty {
            vyre_conform_spec::ValueType::Bool => Value::from_words(ty, &[words[0] & 1]),
            ty => Value::from_words(ty, &words),
        };
        Ok(drawn.canonical())
    }
}

/// True if a law holds for these values whatever its ops mean: no random function breaks it.
pub(super) fn is_of_any_function(law: &TypedLaw, values: &[Value]) -> bool {
    let holds = |seed| {
        law.holds_with(values, &RandomFunction(seed))
            .unwrap_or(false)
    };
    (0..FUNCTIONS).all(holds)
}
