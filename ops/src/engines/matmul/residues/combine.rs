//! Sums from their residues, rounded once.

use super::basis::{Basis, MOST_SPREAD};
use super::norm::parts;
use super::operand::{LANES, TOGETHER};
use crate::engines::pass::Item;
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, UnaryOp, Var};

/// Marks an element that the residues do not determine: a NaN that no product gives.
pub(super) const OPEN: u32 = 0x7f80_0001;

/// Marks a sum of zero, whose sign the residues do not determine.
pub(super) const ZERO: u32 = 0x7f80_0002;

/// The elements of a word: an item is one word of residues of the product. It reads the exponents of the rows and of
/// the columns, then the residues, [`TOGETHER`] moduli per buffer. The shape is N, the words of a row, those of the
/// product, and the largest logarithm of norms for the moduli.
pub(super) fn combine(k: &mut Kernel, item: &Item, basis: &Basis) {
    let [columns, words, plane, most] = [0, 1, 2, 3].map(|i| item.shape[i]);
    let row = k.bind("row", item.at / words);
    let first = k.bind("first", item.at % words * LANES);
    let of_row = k.bind("of_row", item.read[0].at(row));
    let residues = 0..basis.moduli.len() as u32;
    let residues = residues.map(|i| {
        let buffer = item.read[2 + (i / TOGETHER) as usize];
        k.bind("word", buffer.at(plane * (i % TOGETHER) + item.at))
    });
    let residues: Vec<Var> = residues.collect();
    k.count("lane", 0, LANES, |k, lane| {
        let column = k.bind("column", first + lane);
        k.when(column.less(columns), |k| {
            let of_column = k.bind("of_column", item.read[1].at(column));
            let lines = [of_row, of_column];
            let mut part =
                |name: &str, i: usize| lines.map(|line| k.bind(name, parts(line)[i].clone()));
            let [least, greatest, norms] = [part("least", 0), part("greatest", 1), part("norm", 2)];
            let [s, t] = [0, 1].map(|i| k.bind("spread", greatest[i].max(least[i]) - least[i]));
            let finite = greatest[0].max(greatest[1]).less(255);
            let fits = s.max(t).at_most(MOST_SPREAD) & (norms[0] + norms[1]).at_most(most);
            let open = k.bind("open", !(finite & fits));
            let value = k.variable("value", OPEN);
            k.when_else(
                open,
                |_| {},
                |k| {
                    let of_lane = |word: &Var| (*word >> (lane * 8)) & 255;
                    let residues: Vec<Expr> = residues.iter().map(of_lane).collect();
                    let residues: Vec<Var> = residues.into_iter().map(|y| k.bind("y", y)).collect();
                    let sum = integer(k, &residues, basis);
                    // The integer 1 is 2^(e + f - 300) for the least exponents e and f: this many places above 2^-298.
                    let lowest = k.bind("lowest", least[0] + least[1] - 2);
                    let rounded = rounded(k, &sum, lowest);
                    k.assign(value, rounded);
                },
            );
            k.store(item.target, row * columns + column, value);
        });
    });
}

/// The integer with these residues as words, the lowest first, in two's complement.
fn integer(k: &mut Kernel, residues: &[Var], basis: &Basis) -> Vec<Var> {
    let shares = residues.iter().zip(&basis.shares);
    let share = |sum: Expr, (y, share): (&Var, &u32)| sum + *y * *share;
    let quotient = shares.fold(Expr::u32(1 << 23), share) >> 24;
    let quotient = k.bind("quotient", quotient);
    let mut carry: Option<Var> = None;
    let limbs: Vec<Var> = (0..basis.whole.len())
        .map(|l| {
            let weights = basis.weights.iter().map(|weight| weight[l]);
            let products = residues
                .iter()
                .zip(weights)
                .filter(|(_, weight)| *weight > 0);
            let sum = products.fold(Expr::u32(0), |sum, (y, weight)| sum + *y * weight);
            let sum = sum - quotient * basis.whole[l];
            let sum = match carry {
                Some(carry) => sum + carry,
                None => sum,
            };
            let sum = k.bind("sum", sum);
            // The sign propagates with the carry.
            let shifted = (sum.cast(Type::I32) >> 16).cast(Type::U32);
            carry = Some(k.bind("carry", shifted));
            k.bind("limb", sum & 0xffff)
        })
        .collect();
    let pairs = limbs.chunks(2);
    pairs
        .map(|pair| k.bind("word", pair[0] | (pair[1] << 16)))
        .collect()
}

/// The word with this number, 0 beyond all.
fn pick(words: &[Var], number: impl Fn() -> Expr) -> Expr {
    let numbered = (0u32..).zip(words);
    numbered.fold(Expr::u32(0), |other, (k, word)| {
        number().equals(k).select(*word, other)
    })
}

/// An integer whose lowest bit is this many places above 2^-298, rounded to the nearest, ties to even.
fn rounded(k: &mut Kernel, words: &[Var], lowest: Var) -> Expr {
    let last = words.len() - 1;
    let negative = k.bind("negative", words[last] >> 31);
    let flip = k.bind("flip", Expr::u32(0) - negative);
    let mut carry = negative;
    let mut leading = Expr::u32(0);
    let mut any = Expr::u32(0);
    let mut magnitude = vec![];
    for (at, word) in (0u32..).zip(words) {
        let word = k.bind("word", (*word ^ flip) + carry);
        carry = k.bind("carry", word.equals(0).select(carry, 0));
        let here = Expr::u32(32 * at + 31) - word.unary(UnaryOp::LeadingZeros);
        leading = word.differs(0).select(here, leading);
        any = any | word;
        magnitude.push(word);
    }
    // Place 149 is that of the smallest number, and 172 that of the smallest normal one.
    let leading = k.bind("leading", leading + lowest);
    let exponent = k.bind("exponent", leading.max(172) - 172);
    let cut = k.bind("cut", exponent + 149);
    // Either all bits are kept, or the bits from a guard bit on decide the rounding.
    let whole = k.bind("whole", cut.at_most(lowest));
    let kept = magnitude[0] << ((lowest - cut) & 31);
    let guard = k.bind("guard", cut - lowest - 1);
    let at = k.bind("at", guard >> 5);
    let shift = k.bind("shift", guard & 31);
    let low = k.bind("low", pick(&magnitude, || at.into()));
    let high = pick(&magnitude, || at + 1);
    let window = (low >> shift) | ((high << 1) << (Expr::u32(31) - shift));
    let window = k.bind("window", window);
    let below = low & ((Expr::u32(1) << shift) - 1);
    let below = (0u32..).zip(&magnitude).fold(below, |below, (n, word)| {
        below | at.greater(n).select(*word, 0)
    });
    let sticky = below.differs(0).select(Expr::u32(1), 0);
    let significand = k.bind("significand", window >> 1);
    let up = window & (sticky | significand) & 1;
    let significand = whole.select(kept, significand + up);
    // A carry out of the significand correctly increments the exponent.
    let number = exponent
        .at_least(254)
        .select(0x7f80_0000, (exponent << 23) + significand);
    any.equals(0).select(ZERO, number | (negative << 31))
}
