//! Every combination of small operands, or every input of the types.
//!
//! Small domains by type, with 2^k values for k-bit domains: u32 zero-extended; i32 sign-extended and
//! zero-extended (one range from -2^(k-1) to 2^k - 1); u64 in the low word, the high word and both;
//! vectors in one lane at a time and in all lanes; bool both values. A single float takes every pattern
//! of its upper sixteen bits (all of F16 and BF16; for F32 every value of BF16), since zero-extended
//! bytes would be subnormals only. Two float operands take 256 values each, over every kind of
//! exponent; three take 64, and four their 32 most revealing values. The 16-bit domain again takes
//! every pattern.

use super::{OperandAxis, Product, Sequence, Source, edge_values, floats};
use crate::sync::lock;
use std::collections::BTreeMap;
use std::sync::Mutex;
use vyre_conform_spec::{FloatFormat, ValueType};

/// The most cases of an exhaustive domain; a larger one needs a solver.
pub const MOST_CASES: u64 = 1 << 40;

/// The reason why a domain cannot be run exhaustively.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// Too many cases.
    #[error(
        "every combination of ({types}) would be more than 2^40 cases: use witnesses with a smaller \
         exhaustive domain, or a proof"
    )]
    TooLarge {
        /// The operand types.
        types: String,
    },
    /// No operand.
    #[error("there is no operand to enumerate")]
    NoOperands,
}

/// The width of the operands of an exhaustive domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Width {
    /// 0..=31.
    U5,
    /// 0..=255.
    U8,
    /// 0..=65535.
    U16,
    /// Every value of the type.
    Full,
}

impl Width {
    /// The number of operands, or variables of a law, from which the small domain has 5 bits instead of
    /// 8.
    pub const MANY: usize = 4;

    /// The small width for this many operands.
    pub const fn small(operands: usize) -> Self {
        match operands {
            0..Self::MANY => Self::U8,
            _ => Self::U5,
        }
    }
}

/// The number of cases of [`exhaustive`], cached by types; `None` if the domain is an error.
pub fn exhaustive_cases(types: &[ValueType], width: Width) -> Option<u64> {
    type Lengths = BTreeMap<(Vec<ValueType>, Width), Option<u64>>;
    static KNOWN: Mutex<Lengths> = Mutex::new(BTreeMap::new());
    let mut known = lock(&KNOWN);
    let cases = || exhaustive(types, width).ok().map(|source| source.len());
    *known.entry((types.to_vec(), width)).or_insert_with(cases)
}

/// Every combination of operands of this width.
pub fn exhaustive(types: &[ValueType], width: Width) -> Result<Box<dyn Source>, DomainError> {
    if types.is_empty() {
        return Err(DomainError::NoOperands);
    }
    let too_large = || DomainError::TooLarge {
        types: types
            .iter()
            .map(|t| t.rust_name())
            .collect::<Vec<_>>()
            .join(", "),
    };
    let within = |cases: u64| (cases <= MOST_CASES).then_some(()).ok_or_else(too_large);
    let bits = match width {
        Width::Full => {
            let axes: Option<Vec<OperandAxis>> = types.iter().map(|t| full_axis(*t)).collect();
            let product = axes.and_then(Product::new).ok_or_else(too_large)?;
            within(product.len())?;
            return Ok(Box::new(product));
        }
        Width::U5 => 5,
        Width::U8 => 8,
        Width::U16 => 16,
    };
    // A single operand may take every pattern; each of three takes fewer values than a byte has.
    let floats = match (width, types.len()) {
        (Width::U5, _) => 5,
        (Width::U16, _) | (_, 1) => 16,
        (_, 2) => 8,
        (_, 3) => 6,
        _ => 5,
    };
    let axis = |ty: ValueType, only| match ty.float() {
        Some(format) => float_axis(ty, format, floats),
        None => axis(ty, bits, only),
    };
    // Three wide operands would have 450 million cases with every mixture of halves, so all of them
    // place their small number in the same lanes.
    let masks = types.iter().map(|t| masks(*t)).max_by_key(|m| m.len());
    let parts: Vec<Vec<OperandAxis>> = match masks {
        Some(masks) if types.len() >= 3 && masks.len() > 1 => (0..masks.len())
            .map(|k| types.iter().map(|t| axis(*t, Some(k))).collect())
            .collect(),
        _ => vec![types.iter().map(|t| axis(*t, None)).collect()],
    };
    let mut products: Vec<Box<dyn Source>> = Vec::new();
    let mut cases = 0u64;
    for axes in parts {
        let product = Product::new(axes).ok_or_else(too_large)?;
        cases = cases.saturating_add(product.len());
        products.push(Box::new(product));
    }
    within(cases)?;
    if products.len() == 1 {
        return products.pop().ok_or(DomainError::NoOperands);
    }
    Ok(Box::new(Sequence::new(types, products)))
}

/// The lanes in which a small number is placed.
fn masks(ty: ValueType) -> &'static [u32] {
    match ty {
        ValueType::U64 | ValueType::Vec2U32 => &[0b01, 0b10, 0b11],
        ValueType::Vec4U32 => &[0b0001, 0b0010, 0b0100, 0b1000, 0b1111],
        _ => &[1],
    }
}

/// The small values of a type: in all of its lane masks, or in mask number `only` (modulo the number of
/// masks).
fn axis(ty: ValueType, bits: u32, only: Option<usize>) -> OperandAxis {
    let all = masks(ty);
    let masks = match only {
        Some(k) => std::slice::from_ref(&all[k % all.len()]),
        None => all,
    };
    let (first, count) = match ty {
        ValueType::Bool => (0, 2),
        ValueType::I32 => ((1u32 << (bits - 1)).wrapping_neg(), 3 << (bits - 1)),
        _ => (0, 1 << bits),
    };
    OperandAxis::Range {
        ty,
        first,
        count,
        masks,
    }
}

/// The small values of a float, for domains of 5, 6, 8 or 16 bits.
fn float_axis(ty: ValueType, format: FloatFormat, bits: u32) -> OperandAxis {
    match bits {
        // Every pattern: an 8-bit format has no more patterns than the small domain of two operands.
        6.. if format.bits() <= bits.max(8) => OperandAxis::Range {
            ty,
            first: 0,
            count: 1 << format.bits(),
            masks: &[1],
        },
        16 => OperandAxis::words(ty, floats::upper(format)),
        8 => OperandAxis::words(ty, floats::small(format, 3)),
        6 => OperandAxis::words(ty, floats::small(format, 1)),
        _ => OperandAxis::list(ty, &edge_values(ty)[..1 << bits]),
    }
}

/// Every value of a type, if they can be enumerated.
fn full_axis(ty: ValueType) -> Option<OperandAxis> {
    let count = match ty {
        ValueType::Bool => 2,
        ValueType::U32 | ValueType::I32 => 1 << 32,
        ValueType::Float(format) => 1 << format.bits(),
        _ => return None,
    };
    Some(OperandAxis::Range {
        ty,
        first: 0,
        count,
        masks: &[1],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::case;
    use std::collections::HashSet;
    use vyre_conform_ir::value::Value;
    use vyre_conform_spec::ValueType::*;

    const F32: ValueType = ValueType::F32;
    const F16: ValueType = ValueType::F16;
    const BF16: ValueType = ValueType::BF16;

    fn len(types: &[ValueType], width: Width) -> u64 {
        exhaustive(types, width).expect("a domain").len()
    }

    /// Oracle: the case counts in docs/spec/laws.md#evidence.
    #[test]
    fn domains_have_the_stated_sizes() {
        assert_eq!(len(&[U32], Width::U8), 256);
        assert_eq!(len(&[U32; 2], Width::U8), 65_536);
        assert_eq!(len(&[U32; 3], Width::U8), 1 << 24);
        assert_eq!(len(&[U32; 4], Width::U5), 32u64.pow(4));
        assert_eq!(len(&[U32; 4], Width::small(4)), 1 << 20);
        assert_eq!(len(&[U32; 3], Width::small(3)), 1 << 24);
        assert_eq!(len(&[U32; 2], Width::U16), 1 << 32);
        assert_eq!(len(&[U32], Width::Full), 1 << 32);
        assert_eq!(len(&[I32, Bool], Width::Full), 1 << 33);
        assert_eq!(len(&[I32, Bool], Width::U8), 384 * 2);
        assert_eq!(len(&[U64], Width::U8), 1 + 3 * 255);
        assert_eq!(len(&[U64; 3], Width::U8), 3 << 24);
        assert_eq!(len(&[F32], Width::U8), 65_536);
        assert_eq!(len(&[F32; 2], Width::U8), 65_536);
        assert_eq!(len(&[F32; 3], Width::U8), 1 << 18);
        assert_eq!(len(&[F32; 4], Width::U5), 1 << 20);
        assert_eq!(len(&[F32; 2], Width::U16), 1 << 32);
        assert_eq!(len(&[F32], Width::Full), 1 << 32);
        assert_eq!(len(&[BF16, F16], Width::Full), 1 << 32);
    }

    /// Oracle: docs/spec/laws.md#small-domains, value by value.
    #[test]
    fn small_values_are_extended_as_stated() {
        let values = |ty| {
            let source = exhaustive(&[ty], Width::U8).expect("a domain");
            let all: HashSet<Value> = (0..source.len()).map(|n| case(&*source, n)[0]).collect();
            assert_eq!(all.len() as u64, source.len(), "every value once");
            all
        };
        let (i, u) = (values(I32), values(U64));
        for byte in 0..=255u8 {
            assert!(i.contains(&Value::of(i32::from(byte))));
            assert!(i.contains(&Value::of(i32::from(byte as i8))));
            let v = u64::from(byte);
            assert!(
                [v, v << 32, v | v << 32]
                    .iter()
                    .all(|v| u.contains(&Value::of(*v)))
            );
        }
    }

    /// Oracle: counting: 2^64 pairs are more than 2^40.
    #[test]
    fn uncountable_domains_are_refused() {
        for types in [&[U32, U32][..], &[U64], &[Vec4U32], &[U32, U64, Bool]] {
            assert!(matches!(
                exhaustive(types, Width::Full).err(),
                Some(DomainError::TooLarge { .. })
            ));
        }
        assert!(exhaustive(&[U32; 3], Width::U16).is_err());
        assert_eq!(
            exhaustive(&[], Width::U8).err(),
            Some(DomainError::NoOperands)
        );
    }
}
