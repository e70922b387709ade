//! Neighbouring values in the order of their type, for order laws over a full domain.

use super::{Block, Source};
use vyre_conform_spec::{FloatFormat, ValueType};

/// Every pair (v, v + 1) of a 32-bit type, in increasing order. A law of the form "a <= b implies f(a)
/// <= f(b)" holds for all pairs if it holds for these. A float runs from its least value to its
/// greatest (-infinity to infinity if the format has them), with the pairs (+0, -0) and (-0, +0) in the
/// middle, which are ordered both ways; NaNs are unordered and excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successors {
    types: [ValueType; 2],
    first: u32,
    len: u64,
}

/// Value number `n` of a float in increasing order, with +0, -0, +0 in the middle.
fn ordered(format: FloatFormat, n: u32) -> u32 {
    let greatest = format.greatest();
    match n {
        n if n < greatest => format.sign() | (greatest - n),
        n if n == greatest + 1 => format.sign(),
        n => n.saturating_sub(greatest + 2),
    }
}

impl Successors {
    /// The pairs of an ordered type with at most 2^32 values, `None` for any other.
    pub fn new(ty: ValueType) -> Option<Self> {
        let (first, len) = match ty {
            ValueType::U32 => (0, u64::from(u32::MAX)),
            ValueType::I32 => (1 << 31, u64::from(u32::MAX)),
            ValueType::Bool => (0, 1),
            _ => (0, 2 * u64::from(ty.float()?.greatest()) + 2),
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
            if let Some(format) = self.types[0].float() {
                column.iter_mut().for_each(|n| *n = ordered(format, *n));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::case;
    use vyre_conform_ir::value::Value;

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

    /// Oracle: IEEE's order, by Rust's f32, and the steps of its encoding.
    #[test]
    fn floats_run_from_infinity_to_infinity() {
        let floats = Successors::new(ValueType::F32).expect("ordered");
        let at = |n: u64| {
            case(&floats, n)
                .iter()
                .map(|v| f32::from_bits(v.words()[0]))
                .collect::<Vec<_>>()
        };
        assert_eq!(at(0), [f32::NEG_INFINITY, f32::MIN]);
        assert_eq!(at(floats.len() - 1), [f32::MAX, f32::INFINITY]);
        let middle = u64::from(f32::INFINITY.to_bits());
        let bits = |n: u64| {
            case(&floats, n)
                .iter()
                .map(|v| v.words()[0])
                .collect::<Vec<_>>()
        };
        assert_eq!(bits(middle - 1), [0x8000_0001, 0]);
        assert_eq!(bits(middle), [0, 0x8000_0000]);
        assert_eq!(bits(middle + 1), [0x8000_0000, 0]);
        assert_eq!(bits(middle + 2), [0, 1]);
        for n in (0..floats.len()).step_by(1_000_003) {
            let [a, b] = at(n)[..] else { panic!("a pair") };
            assert!(
                a < b && (b.to_bits().wrapping_sub(a.to_bits()) as i32).abs() == 1,
                "{a} {b}"
            );
        }
        let half = Successors::new(ValueType::F16).expect("ordered");
        assert_eq!(half.len(), 2 * 0x7c00 + 2);
    }
}
