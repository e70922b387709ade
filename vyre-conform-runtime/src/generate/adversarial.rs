//! Inputs that break implementations: shift amounts at and beyond the width, zero divisors, `MIN / -1`,
//! the ends of the range, equal and opposite operands, single bits, long carries.

use super::List;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// Words on which implementations differ, combined over all operands.
const HOSTILE: [u32; 17] = [
    0,
    1,
    2,
    31,
    32,
    33,
    63,
    64,
    65,
    u32::MAX,
    u32::MAX - 1,
    0x8000_0000,
    0x8000_0001,
    0x7fff_ffff,
    0xffff,
    0x1_0000,
    0xa5a5_a5a5,
];

/// The hostile values of a type.
fn hostile(ty: ValueType, most: usize) -> Vec<Value> {
    if ty.float().is_some() {
        // Twice as many values, because both signs occur: the cases of floats cover pairs of kinds.
        return super::edge_values(ty).into_iter().take(2 * most).collect();
    }
    let words = &HOSTILE[..HOSTILE.len().min(most)];
    let mut all: Vec<Value> = Vec::new();
    for w in words {
        let lanes: &[[u32; 4]] = match ty {
            ValueType::U64 => &[[*w, 0, 0, 0], [0, *w, 0, 0], [*w, *w, 0, 0], [*w, !0, 0, 0]],
            ValueType::Vec2U32 | ValueType::Vec4U32 => &[[*w; 4], [0, *w, 1, !*w]],
            _ => &[[*w; 4]],
        };
        all.extend(lanes.iter().map(|lanes| Value::from_words(ty, lanes)));
    }
    all
}

/// Patterns to combine with themselves and their complements: single bits, runs of ones (carry chains).
fn patterns(ty: ValueType) -> Vec<Value> {
    let bits = match ty.float() {
        Some(format) => format.bits(),
        None => 32 * ty.words() as u32,
    };
    let value = |wide: u128| {
        let lanes = [0, 32, 64, 96].map(|shift| (wide >> shift) as u32);
        Value::from_words(ty, &lanes)
    };
    let mut all = Vec::new();
    for k in 0..bits {
        let bit = 1u128 << k;
        all.extend([value(bit), value(bit - 1), value(!bit), value(!(bit - 1))]);
    }
    // Both ends of every binade.
    if let Some(format) = ty.float() {
        for exponent in 1..format.top_exponent() {
            let first = u128::from(exponent << format.fraction_bits());
            all.extend([value(first), value(first - 1)]);
        }
    }
    all.extend([0x5555_5555, 0xaaaa_aaaa].map(|w: u32| Value::from_words(ty, &[w; 4])));
    all
}

/// Operand values related to another operand `v`: the same, its complement, its negation, its
/// neighbours (for a float one unit in the last place away). The relation is on the bits of `v`, so the
/// types may differ.
fn relatives(v: &Value, ty: ValueType) -> Vec<Value> {
    let mut lanes = [0u32; 4];
    lanes[..v.words().len()].copy_from_slice(v.words());
    let wide = lanes
        .iter()
        .rev()
        .fold(0u128, |n, w| n << 32 | u128::from(*w));
    let negated = match ty.float() {
        Some(format) => wide ^ u128::from(format.sign()),
        None => wide.wrapping_neg(),
    };
    let related = [
        wide,
        !wide,
        negated,
        wide.wrapping_add(1),
        wide.wrapping_sub(1),
    ];
    let constants = match ty.float() {
        Some(format) => [0, format.integer(1).into(), format.greatest().into()],
        None => [0, 1, u128::MAX],
    };
    let words = |n: u128| [0, 32, 64, 96].map(|shift| (n >> shift) as u32);
    let all = related.into_iter().chain(constants);
    all.map(|n| Value::from_words(ty, &words(n))).collect()
}

/// The adversarial cases for operands of these types.
pub fn adversarial(types: &[ValueType]) -> List {
    let mut cases: Vec<Vec<Value>> = Vec::new();
    // Every combination of hostile values; fewer values each for more operands.
    let most = [17, 17, 17, 12, 7][types.len().min(4)];
    let mut combinations: Vec<Vec<Value>> = vec![Vec::new()];
    for ty in types {
        let values = hostile(*ty, most);
        let longer = |case: &Vec<Value>| {
            let case = case.clone();
            let values = values.clone();
            values
                .into_iter()
                .map(move |v| [case.as_slice(), &[v]].concat())
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    cases.extend(combinations);
    // Each pattern in each operand, the others related to it.
    for (k, ty) in types.iter().enumerate() {
        for pattern in patterns(*ty) {
            let others: Vec<Vec<Value>> = types.iter().map(|t| relatives(&pattern, *t)).collect();
            for choice in 0..others[0].len() {
                let mut case: Vec<Value> = others.iter().map(|o| o[choice]).collect();
                case[k] = pattern;
                cases.push(case);
            }
        }
    }
    List::new(types, &cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Source, case};
    use std::collections::HashSet;
    use vyre_conform_spec::ValueType::*;

    fn set(types: &[ValueType]) -> HashSet<Vec<Value>> {
        let list = adversarial(types);
        let all: HashSet<_> = (0..list.len()).map(|n| case(&list, n)).collect();
        assert_eq!(all.len() as u64, list.len());
        all
    }

    /// Oracle: docs/spec/laws.md#adversarial-inputs.
    #[test]
    fn adversarial_inputs_include_the_named_traps() {
        let unsigned = set(&[U32, U32]);
        for amount in [31u32, 32, 33, 63, 64] {
            assert!(unsigned.contains([1u32, amount].map(Value::of).as_slice()));
        }
        assert!(unsigned.contains([u32::MAX, 0].map(Value::of).as_slice()));
        for k in 0..32 {
            let (bit, ones) = (1u32 << k, (1u32 << k) - 1);
            assert!(unsigned.contains([bit, bit].map(Value::of).as_slice()));
            assert!(
                unsigned.contains([ones, 1].map(Value::of).as_slice()),
                "a carry chain"
            );
        }
        let signed = set(&[I32, I32]);
        for case in [
            [i32::MIN, -1],
            [i32::MIN, 1],
            [-1, i32::MIN],
            [1, 0],
            [i32::MAX, -1],
        ] {
            assert!(signed.contains(case.map(Value::of).as_slice()), "{case:?}");
        }
        let shifts = set(&[U64, U32]);
        assert!(shifts.contains(&vec![Value::of(1u64), Value::of(64u32)]));
        assert!(set(&[U32; 4]).len() < 10_000);
        assert!(set(&[U64, U64, U64]).len() < 200_000);
        assert!(set(&[Bool, Vec4U32]).len() > 500);
    }
}
