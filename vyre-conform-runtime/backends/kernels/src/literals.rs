//! Operands that are literals in the text.

use std::collections::HashMap;
use std::sync::Mutex;
use vyre_conform_ir::OpSource;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_lower_c::{Dialect, literal_unit};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;

/// Size of a text in bytes from which on each literal has its own text: five copies of a long function in one text
/// compile more slowly than five texts.
const LONG: usize = 16 << 10;

/// An op with texts for literals, and the expected values of each operand.
pub(super) struct Literals {
    source: OwnedSource,
    name: String,
    is_long: bool,
    expected: Mutex<HashMap<usize, Vec<Value>>>,
}

/// An owned [`OpSource`].
enum OwnedSource {
    Module(Valid),
    Text(String),
}

impl Literals {
    pub(super) fn new(source: OpSource<'_>, name: &str, text: usize) -> Self {
        Self {
            source: match source {
                OpSource::Module(module) => OwnedSource::Module(module.clone()),
                OpSource::Text(text) => OwnedSource::Text(text.to_owned()),
            },
            name: name.to_owned(),
            is_long: text > LONG,
            expected: Mutex::default(),
        }
    }

    /// Records expected values of an operand.
    pub(super) fn expect(&self, operand: usize, values: &[Value]) {
        if !self.is_long {
            lock(&self.expected).insert(operand, values.to_vec());
        }
    }

    /// A text with this value of the operand as a literal, and the literal's index in it.
    pub(super) fn text(
        &self,
        operand: usize,
        value: Value,
        signature: &Signature,
        dialect: Dialect,
    ) -> (String, u32) {
        let cached = lock(&self.expected).get(&operand).cloned();
        let cached = cached.and_then(|values| {
            let index = values.iter().position(|v| *v == value)?;
            Some((values, index as u32))
        });
        let (values, index) = cached.unwrap_or_else(|| (vec![value], 0));
        let source = match &self.source {
            OwnedSource::Module(module) => OpSource::Module(module),
            OwnedSource::Text(text) => OpSource::Text(text),
        };
        let text = literal_unit(source, signature, &self.name, dialect, operand, &values);
        (text, index)
    }
}
