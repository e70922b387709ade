//! The order in which the operands' bits are fixed when every input is tried.

use super::table::Specification;
use crate::exhaust::{InputBit, MAX_INPUTS};
use vyre_conform_spec::{FloatFormat, ValueType};

/// Signs and exponents of the operands alternately, highest bits first: pairs with the same difference
/// of exponents then have the same circuit. The fractions follow, that of the first operand last. The
/// circuit of a quotient is largest while the fraction of the divisor is unknown, so that comes first.
/// `None` if there are more than 32 bits.
pub(super) fn fixed(specification: Specification, operands: &[ValueType]) -> Option<Vec<InputBit>> {
    let width = |ty: &ValueType| ty.float().map_or(32, FloatFormat::bits);
    let widths: Vec<u32> = operands.iter().map(width).collect();
    if widths.iter().sum::<u32>() > MAX_INPUTS {
        return None;
    }
    // The bits after the exponent; an integer has none.
    let fraction = |ty: &ValueType| ty.float().map_or(32, FloatFormat::fraction_bits);
    let fractions: Vec<u32> = operands.iter().map(fraction).collect();
    let heads = widths.iter().zip(&fractions).map(|(width, t)| width - t);
    let max = heads.max().unwrap_or(0);
    let mut order = vec![];
    for k in 1..=max {
        for (input, (width, t)) in (0..).zip(widths.iter().zip(&fractions)) {
            let bit = width.checked_sub(k).filter(|bit| bit >= t);
            order.extend(bit.map(|bit| InputBit { input, bit }));
        }
    }
    let of = |input: usize| {
        let bits = (0..fractions[input]).rev();
        bits.map(move |bit| InputBit {
            input: input as u32,
            bit,
        })
    };
    let tails = (0..fractions.len()).rev().flat_map(of);
    Some(match specification {
        Specification::Quotient => {
            let (divisor, rest): (Vec<_>, Vec<_>) = tails.partition(|place| place.input == 1);
            [divisor, order, rest].concat()
        }
        _ => order.into_iter().chain(tails).collect(),
    })
}
