//! The smallest distinguishing input of a mutant, as a row of the op's table.

use crate::claim::{bits, widths};
use std::fmt::{self, Display};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ValueType;

/// A table row: operands with the op's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The operands.
    pub inputs: Vec<Value>,
    /// The result of the compiled function.
    pub expected: Value,
}

impl Row {
    /// The row of the smallest input found from a suitable one: fewer bits first, then lower ones.
    pub(super) fn smallest(
        op: &Op,
        mut input: Vec<u128>,
        mut will_do: impl FnMut(&[u128]) -> bool,
    ) -> Self {
        let types = op.def.op.signature.operands;
        let mut changed = true;
        while changed {
            changed = false;
            for k in 0..input.len() {
                for smaller in smaller(input[k]) {
                    let before = std::mem::replace(&mut input[k], smaller);
                    if will_do(&input) {
                        changed = true;
                        break;
                    }
                    input[k] = before;
                }
            }
        }
        let inputs = values(types, &input);
        let expected = op.def.op.call(&inputs);
        Self { inputs, expected }
    }
}

/// Smaller words, the most promising first.
fn smaller(word: u128) -> Vec<u128> {
    let mut outcome: Vec<u128> = (0..word.min(4)).collect();
    let top = 128 - word.leading_zeros();
    outcome.extend((0..top).map(|bit| word & !(1 << (top - 1 - bit))));
    outcome.push(word >> 1);
    outcome.push(word.saturating_sub(1));
    outcome.retain(|w| *w < word);
    outcome
}

/// The operands that these graph inputs represent.
fn values(types: &[ValueType], inputs: &[u128]) -> Vec<Value> {
    let mut inputs = inputs.iter().copied();
    let mut of = |ty: &ValueType| {
        let mut words = vec![];
        for width in widths(*ty) {
            let bits = inputs.next().unwrap_or(0);
            words.push(bits as u32);
            if width > 32 {
                words.push((bits >> 32) as u32);
            }
        }
        Value::from_words(*ty, &words)
    };
    types.iter().map(&mut of).collect()
}

/// Writes the row in the syntax of the op's attribute, except the rationale, which the author writes.
impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs: Vec<String> = self.inputs.iter().map(literal).collect();
        let inputs = inputs.join(", ");
        write!(f, "({inputs}) => {}, \"..\",", literal(&self.expected))
    }
}

/// A value as a Rust literal: small numbers in decimal.
fn literal(value: &Value) -> String {
    let parts = bits(value);
    match (value.ty(), parts.as_slice()) {
        (ValueType::U32 | ValueType::U64, [bits]) if *bits < 256 => bits.to_string(),
        (ValueType::I32, [0x8000_0000]) => "i32::MIN".into(),
        _ => value.to_string(),
    }
}
