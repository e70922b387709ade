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

impl std::fmt::Display for Signature {
    /// Writes the type in Rust notation: `(u32, u32) -> bool`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let operands = type_names(self.operands);
        write!(f, "({operands}) -> {}", self.result.rust_name())
    }
}

impl Signature {
    /// Total words of all operands.
    pub fn operand_words(&self) -> usize {
        self.operands.iter().map(|t| t.words()).sum()
    }
}

/// The host types of these types, such as `u32, bool`.
pub fn type_names(types: &[ValueType]) -> String {
    let names: Vec<_> = types.iter().map(|ty| ty.rust_name()).collect();
    names.join(", ")
}
