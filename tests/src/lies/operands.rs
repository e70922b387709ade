//! Wrong results of ops.

use super::{Kind, Lie};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::{FloatFormat, ValueType};
use vyre_conform_suite::backend::Operand;

const fn results(name: &'static str, lie: fn(&Signature, &[Operand<'_>], &mut [u32])) -> Lie {
    let kind = Kind::Results(lie);
    Lie { name, kind }
}

pub(super) const LIES: &[Lie] = &[
    results("has a Bool of all ones", |of, _, words| {
        if of.result == ValueType::Bool {
            words
                .iter_mut()
                .for_each(|word| *word = word.wrapping_neg());
        }
    }),
    results("has the high word of a u64 first", |of, _, words| {
        if of.result == ValueType::U64 {
            words.chunks_mut(2).for_each(<[u32]>::reverse);
        }
    }),
    results("has lane 3 first", |of, _, words| {
        if of.result.words() == 4 {
            words.chunks_mut(4).for_each(<[u32]>::reverse);
        }
    }),
    results("makes every NaN the canonical one", |of, _, words| {
        if of.result == ValueType::F32 {
            let nans = words
                .iter_mut()
                .filter(|word| f32::from_bits(**word).is_nan());
            nans.for_each(|word| *word = 0x7fc0_0000);
        }
    }),
    results("flushes subnormal numbers", |of, _, words| {
        if of.result == ValueType::F32 {
            let small = words
                .iter_mut()
                .filter(|word| f32::from_bits(**word).is_subnormal());
            small.for_each(|word| *word &= 1 << 31);
        }
    }),
    results("extends the sign of a half", |of, _, words| {
        if of.result == ValueType::Float(FloatFormat::F16) {
            let negative = words.iter_mut().filter(|word| **word & 0x8000 != 0);
            negative.for_each(|word| *word |= 0xffff_0000);
        }
    }),
    results("is right on 65,536 cases at once", |_, _, words| {
        if let Some(beyond) = words.get_mut(1 << 16..) {
            beyond.fill(0);
        }
    }),
    results(
        "takes a uniform for the first case alone",
        |_, operands, words| {
            let uniform = operands.iter().any(|of| matches!(of, Operand::Uniform(_)));
            if uniform && words.len() > 1 {
                words[1..].fill(0);
            }
        },
    ),
    results("takes a literal for zero", |_, operands, words| {
        if operands.iter().any(|of| matches!(of, Operand::Literal(_))) {
            words.fill(0);
        }
    }),
];
