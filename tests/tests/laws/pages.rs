//! The pages of the gallery: for each law and number of operands an op that obeys it and one that breaks it, by the
//! table of laws.

use super::ops::*;
use super::{declare, value};
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_suite::strategy::{Argument, TypedLaw};

/// Evidence that shows a broken law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detection {
    /// Every combination of bytes.
    ByBytes,
    /// Witnesses only: the law holds for bytes.
    ByWitnessesOnly,
}

/// One law and number of operands.
pub(super) struct Page {
    /// The law of an op that obeys it.
    pub(super) obeyed: TypedLaw,
    /// The law of an op that breaks it.
    pub(super) broken: TypedLaw,
    /// The check that catches the second one.
    pub(super) caught: Detection,
}

fn op(subject: OpRef) -> Argument {
    Argument::Op(subject)
}

fn page(
    name: &str,
    obeys: (OpRef, Vec<Argument>),
    breaks: (OpRef, Vec<Argument>),
    caught: Detection,
) -> Page {
    Page {
        obeyed: declare(name, obeys.0, obeys.1),
        broken: declare(name, breaks.0, breaks.1),
        caught,
    }
}

/// Every page.
pub(super) fn pages() -> Vec<Page> {
    [
        equations(),
        with_values(),
        with_ops(),
        relations(),
        injective(),
        bounds(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn swap_low(a: u32) -> u32 {
    ((a & 0xff) << 8) | (a >> 8 & 0xff)
}

fn equations() -> Vec<Page> {
    use Detection::*;
    let multiply_add = |a: u32, b: u32, c: u32| a.wrapping_mul(b).wrapping_add(c);
    let half_of_b = |a: u32, b: u32, c: u32| a.wrapping_mul(b & 0xffff).wrapping_add(c);
    vec![
        page(
            "Commutative",
            (op_ref(add), vec![]),
            (op_ref(sub), vec![]),
            ByBytes,
        ),
        page(
            "CommutativeFactors",
            (op_ref(multiply_add), vec![]),
            (op_ref(half_of_b), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "Associative",
            (op_ref(mul), vec![]),
            (op_ref(average), vec![]),
            ByBytes,
        ),
        page(
            "Idempotent",
            (op_ref(bit_and), vec![]),
            (op_ref(and), vec![]),
            ByBytes,
        ),
        page(
            "Idempotent",
            (op_ref(|a: u32| a & !1), vec![]),
            (op_ref(|a: u32| a >> 8), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "Involution",
            (op_ref(bit_not), vec![]),
            (op_ref(swap_low), vec![]),
            ByWitnessesOnly,
        ),
    ]
}

fn with_values() -> Vec<Page> {
    use Detection::*;
    let reversed_sub = |a: u32, b: u32| b.wrapping_sub(a);
    let low_halves = |a: u32, b: u32| (a & 0xffff).saturating_sub(b & 0xffff) | (a >> 31);
    let holes = |a: u32| popcount(!a);
    let flip_low = |a: u32| a ^ 0xffff;
    vec![
        page(
            "Identity",
            (op_ref(add), vec![value(0u32)]),
            (op_ref(bit_and), vec![value(0xffu32)]),
            ByWitnessesOnly,
        ),
        page(
            "LeftIdentity",
            (op_ref(reversed_sub), vec![value(0u32)]),
            (op_ref(sub), vec![value(0u32)]),
            ByBytes,
        ),
        page(
            "RightIdentity",
            (op_ref(sub), vec![value(0u32)]),
            (op_ref(rem), vec![value(256u32)]),
            ByWitnessesOnly,
        ),
        page(
            "SelfInverse",
            (op_ref(bit_xor), vec![value(0u32)]),
            (op_ref(low_halves), vec![value(0u32)]),
            ByWitnessesOnly,
        ),
        page(
            "Absorbing",
            (op_ref(mul), vec![value(0u32)]),
            (op_ref(max), vec![value(0xffffu32)]),
            ByWitnessesOnly,
        ),
        page(
            "LeftAbsorbing",
            (op_ref(shl), vec![value(0u32)]),
            (op_ref(sub), vec![value(0u32)]),
            ByBytes,
        ),
        page(
            "RightAbsorbing",
            (op_ref(right), vec![value(77u32)]),
            (op_ref(shl), vec![value(0u32)]),
            ByBytes,
        ),
        page(
            "Complement",
            (op_ref(popcount), vec![op(op_ref(holes)), value(32u32)]),
            (op_ref(clz), vec![op(op_ref(ctz)), value(32u32)]),
            ByBytes,
        ),
        page(
            "ComplementUnder",
            (op_ref(bit_not), vec![op(op_ref(bit_xor)), value(u32::MAX)]),
            (op_ref(flip_low), vec![op(op_ref(bit_and)), value(0u32)]),
            ByWitnessesOnly,
        ),
    ]
}

fn with_ops() -> Vec<Page> {
    use Detection::*;
    let double = |a: u32| a.rotate_left(1);
    let halve = |a: u32| a.rotate_right(1);
    let up = |a: u32| a << 8;
    let down = |a: u32| a >> 8;
    let (sum, high_bits) = (op(op_ref(add)), |a: u32| a & !511);
    let square = |a: u32| a.wrapping_mul(a);
    let connectives = vec![op(op_ref(bit_and)), op(op_ref(bit_or))];
    vec![
        page(
            "DistributiveOver",
            (op_ref(mul), vec![sum.clone()]),
            (op_ref(or), vec![op(op_ref(mul))]),
            ByWitnessesOnly,
        ),
        page(
            "RightDistributiveOver",
            (op_ref(shl), vec![op(op_ref(bit_xor))]),
            (op_ref(shr), vec![sum.clone()]),
            ByBytes,
        ),
        page(
            "LatticeAbsorption",
            (op_ref(min), vec![op(op_ref(max))]),
            (op_ref(bit_and), vec![op(op_ref(bit_xor))]),
            ByBytes,
        ),
        page(
            "InverseOf",
            (op_ref(double), vec![op(op_ref(halve))]),
            (op_ref(up), vec![op(op_ref(down))]),
            ByWitnessesOnly,
        ),
        page(
            "InverseOf",
            (op_ref(add), vec![op(op_ref(sub))]),
            (op_ref(shl), vec![op(op_ref(shr))]),
            ByBytes,
        ),
        page(
            "Odd",
            (op_ref(|a: u32| a.wrapping_mul(3)), vec![op(op_ref(negate))]),
            (op_ref(square), vec![op(op_ref(negate))]),
            ByBytes,
        ),
        page(
            "Even",
            (op_ref(square), vec![op(op_ref(negate))]),
            (op_ref(|a: u32| a >> 16), vec![op(op_ref(swap_low))]),
            ByWitnessesOnly,
        ),
        page(
            "Homomorphism",
            (op_ref(negate), vec![sum.clone(), sum.clone()]),
            (op_ref(high_bits), vec![sum.clone(), sum]),
            ByWitnessesOnly,
        ),
        page(
            "DeMorgan",
            (op_ref(bit_not), connectives.clone()),
            (op_ref(logical_not), connectives),
            ByBytes,
        ),
    ]
}

fn relations() -> Vec<Page> {
    use Detection::*;
    let low_le = |a: u32, b: u32| (a & 0xffff) <= (b & 0xffff);
    let others = vec![op(op_ref(eq)), op(op_ref(gt))];
    vec![
        page(
            "Antisymmetric",
            (op_ref(le), vec![]),
            (op_ref(low_le), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "Transitive",
            (op_ref(lt), vec![]),
            (op_ref(serial_before), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "Trichotomous",
            (op_ref(lt), others.clone()),
            (op_ref(le), others),
            ByBytes,
        ),
        page(
            "ZeroProduct",
            (op_ref(bit_or), vec![Argument::Holds]),
            (op_ref(mul), vec![Argument::Holds]),
            ByWitnessesOnly,
        ),
    ]
}

fn injective() -> Vec<Page> {
    use Detection::*;
    let gray = |a: u32| a ^ (a >> 1);
    let low_half = |a: u32| a & 0xffff;
    let times_odd = |a: u32, b: u32| (a & 0xffff).wrapping_mul(b | 1);
    vec![
        page(
            "Injective",
            (op_ref(gray), vec![]),
            (op_ref(low_half), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "LeftInjective",
            (op_ref(sub), vec![]),
            (op_ref(times_odd), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "RightInjective",
            (op_ref(sub), vec![]),
            (op_ref(rotate_left), vec![]),
            ByBytes,
        ),
    ]
}

fn bounds() -> Vec<Page> {
    use Detection::*;
    let between = |lo: u32, hi: u32| vec![value(lo), value(hi)];
    let three = |a: u32, b: u32, c: u32| popcount(a) + popcount(b) + popcount(c);
    let choose = |a: u32, b: u32, c: u32| (a & b) | (!a & c);
    let four = |a: u32, b: u32, c: u32, d: u32| clz(a) + clz(b) + clz(c) + clz(d);
    let any = |a: u32, b: u32, c: u32, d: u32| a | b | c | d;
    vec![
        page(
            "Monotone",
            (op_ref(|a: u32| a >> 1), vec![]),
            (op_ref(increment), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "Antitone",
            (op_ref(bit_not), vec![]),
            (op_ref(ctz), vec![]),
            ByBytes,
        ),
        page(
            "LeftMonotone",
            (op_ref(div), vec![]),
            (op_ref(add), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "RightMonotone",
            (op_ref(max), vec![]),
            (op_ref(add), vec![]),
            ByWitnessesOnly,
        ),
        page(
            "Bounded",
            (op_ref(popcount), between(0, 32)),
            (op_ref(popcount), between(0, 8)),
            ByWitnessesOnly,
        ),
        page(
            "Bounded",
            (op_ref(eq), between(0, 1)),
            (op_ref(abs_diff), between(0, 255)),
            ByWitnessesOnly,
        ),
        page(
            "Bounded",
            (op_ref(three), between(0, 96)),
            (op_ref(choose), between(0, 255)),
            ByWitnessesOnly,
        ),
        page(
            "Bounded",
            (op_ref(four), between(0, 128)),
            (op_ref(any), between(0, 31)),
            ByWitnessesOnly,
        ),
    ]
}
