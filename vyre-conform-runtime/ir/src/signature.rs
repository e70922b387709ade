//! The types of a function.

use vyre_conform_spec::ValueType;

/// The types of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Operand types, one to four.
    pub operands: &'static [ValueType],
    /// Result type.
    pub result: ValueType,
}

impl Signature {
    /// Words of all operands together.
    pub fn operand_words(&self) -> usize {
        self.operands.iter().map(|t| t.words()).sum()
    }
}
