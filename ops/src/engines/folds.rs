//! Shared parts of the float reductions: the ops of the folds, inputs, and results.
//!
//! A fold starts from element 0 and has no neutral element, so the sum of `[-0]` is -0. An empty array has no fold and
//! is refused. Float addition is not associative: each engine declares the shape of its fold and gives the bits of that
//! shape on every backend.

use super::shapes;
use crate::float::ops::binary32::{add, max, min, mul};
use vyre_conform_runtime::engine::{Input, Record};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::ir::{Expr, Operand, Type, Var};
use vyre_conform_runtime::spec::ValueType;

/// An op to fold with.
pub(super) struct Fold {
    /// The op's id in the library: what the kernels call.
    pub(super) id: &'static str,
    /// Its reference.
    pub(super) of: fn(f32, f32) -> f32,
}

/// The ops, by their number in an input.
pub(super) const FOLDS: [Fold; 4] = [
    Fold {
        id: "f32::add",
        of: add,
    },
    Fold {
        id: "f32::mul",
        of: mul,
    },
    Fold {
        id: "f32::min",
        of: min,
    },
    Fold {
        id: "f32::max",
        of: max,
    },
];

/// The number of addition in [`FOLDS`].
pub(super) const SUM: u32 = 0;

/// The op of an input: its number is the one word of column 0, modulo the number of ops.
pub(super) fn fold(input: &Input) -> &'static Fold {
    let number = input.columns[0].first().copied().unwrap_or(0);
    &FOLDS[number as usize % FOLDS.len()]
}

/// The words as floats.
pub(super) fn floats(words: &[u32]) -> Vec<f32> {
    words.iter().copied().map(f32::from_bits).collect()
}

/// The one NaN that a fold can give.
const CANONICAL_NAN: u32 = 0x7fc0_0000;

/// The first word of a stored fold: refused, or not.
pub(super) const REFUSED: u32 = 1;
pub(super) const FOLDED: u32 = 0;

/// The record of a fold that a kernel stored as two words: `[0, bits]`, or `[1]` if it was refused.
pub(super) fn record(words: &[u32]) -> Record {
    match *words {
        [FOLDED, bits] => vec![FOLDED, bits],
        // Other words than the expected ones of a refusal are shown unchanged.
        [REFUSED, 0] => vec![REFUSED],
        _ => words.to_vec(),
    }
}

/// The record of a fold by a reference.
pub(super) fn expected(fold: Option<f32>) -> Record {
    match fold {
        Some(x) if x.is_nan() => vec![FOLDED, CANONICAL_NAN],
        Some(x) => vec![FOLDED, x.to_bits()],
        None => vec![REFUSED],
    }
}

/// The bits of a float, with NaN made canonical: the result for one element.
pub(super) fn canonical(value: Var) -> Expr {
    let bits = || Expr::cast(Type::U32, value.into());
    let is_nan = (bits() & 0x7fff_ffff).greater(0x7f80_0000);
    is_nan.select(CANONICAL_NAN, bits())
}

/// The number of the op of input `n`: the sum, except that every fourth input takes the others in turn.
pub(super) fn number(n: u64) -> u32 {
    match n % 4 {
        3 => 1 + (n / 4 % 3) as u32,
        _ => 0,
    }
}

/// This many floats for input `n`: in turn numbers of one magnitude, of many, neighbours that cancel, zeros of both
/// signs, and every kind of float.
pub(super) fn elements(n: u64, len: u32) -> Vec<u32> {
    let element = |i: u32| {
        let r = shapes::random(n, i);
        let sign_and_fraction = r & 0x807f_ffff;
        match n % 5 {
            0 => sign_and_fraction | (127 << 23),
            1 => sign_and_fraction | ((100 + (r >> 23) % 48) << 23),
            2 => shapes::random(n, i / 2) & 0x007f_ffff | (127 << 23) | i << 31,
            3 => r & 0x8000_0000,
            _ => witness::word(n, i.into(), 0, 0, ValueType::F32),
        }
    };
    (0..len).map(element).collect()
}

/// `(x + y) + z` and `x + (y + z)`, published as an example that compilers must distinguish.
pub(super) const GOLDBERG: &str = "Goldberg, What Every Computer Scientist Should Know About Floating-Point Arithmetic, \
    ACM Computing Surveys 23(1), 1991, on languages and compilers: x = 10^30, y = -10^30, z = 1";

/// Its three summands.
pub(super) fn goldberg() -> Vec<u32> {
    [1e30f32, -1e30, 1.0].map(f32::to_bits).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: counting: every fifth input has cancelling neighbours, and one NaN and one infinity at least.
    #[test]
    fn inputs_have_what_their_documentation_says() {
        let total = |n: u64| floats(&elements(n, 1000));
        assert!(total(2).chunks(2).all(|pair| pair[0] == -pair[1]));
        assert!(total(3).iter().all(|x| *x == 0.0));
        assert!(total(4).iter().any(|x| x.is_nan()) && total(4).iter().any(|x| x.is_infinite()));
        assert!(total(1).iter().all(|x| x.is_normal()));
    }
}
