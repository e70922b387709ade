//! Neighbouring values in the order of their type: what an order law needs over a full domain.

use super::{Block, Source};
use crate::spec::ValueType;

/// Every pair (v, v + 1) of a 32-bit type, in increasing order. A law of the shape "a <= b implies
/// f(a) <= f(b)" holds of all pairs if it holds of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successors {
    types: [ValueType; 2],
    first: u32,
    len: u64,
}

impl Successors {
    /// The pairs of a type with an order and at most 2^32 values, `None` for any other.
    pub fn new(ty: ValueType) -> Option<Self> {
        let (first, len) = match ty {
            ValueType::U32 => (0, u64::from(u32::MAX)),
            ValueType::I32 => (1 << 31, u64::from(u32::MAX)),
            ValueType::Bool => (0, 1),
            _ => return None,
        };
        Some(Self {
            types: [ty; 2],
            first,
            len,
        })
    }
}

impl Source for Successors {
    fn types(&self) -> &[ValueType] {
        &self.types
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn fill(&self, start: u64, block: &mut Block) {
        for (k, column) in block.columns.iter_mut().enumerate() {
            let first = self.first.wrapping_add(start as u32).wrapping_add(k as u32);
            for (i, word) in column.iter_mut().enumerate() {
                *word = first.wrapping_add(i as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::case;
    use crate::value::Value;

    /// Oracle: Rust's order of i32 and u32.
    #[test]
    fn pairs_run_from_the_least_to_the_greatest_value() {
        let signed = Successors::new(ValueType::I32).expect("ordered");
        assert_eq!(case(&signed, 0), [i32::MIN, i32::MIN + 1].map(Value::of));
        assert_eq!(case(&signed, 1 << 31), [0i32, 1].map(Value::of));
        let last = signed.len() - 1;
        assert_eq!(case(&signed, last), [i32::MAX - 1, i32::MAX].map(Value::of));
        let unsigned = Successors::new(ValueType::U32).expect("ordered");
        assert_eq!(
            case(&unsigned, last),
            [u32::MAX - 1, u32::MAX].map(Value::of)
        );
        let bool = Successors::new(ValueType::Bool).expect("ordered");
        assert_eq!(case(&bool, 0), [false, true].map(Value::of));
        assert_eq!(bool.len(), 1);
        assert_eq!(Successors::new(ValueType::U64), None);
    }
}
