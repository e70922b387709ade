//! How large a sum of products can be: at most the product of the norms of its row and its column.
//!
//! (Cauchy's inequality, <https://dlmf.nist.gov/1.7#i>.) A norm is found as the sum of the squares of a line in units of the
//! square of its greatest power of two, rounded up, and kept as a logarithm: [`UNITS`] for every doubling of that sum.

use vyre_conform_runtime::ir::{Expr, Kernel, Operand, UnaryOp, Var};

/// Units of a logarithm for a factor of two.
pub(super) const UNITS: u32 = 64;

/// What makes a logarithm whose fraction is taken for that of its argument, cut to a unit, an upper bound: log2(1 + x) is at
/// most x + 0.0861.
const ABOVE: u32 = 7;

/// Bits of a significand that a square leaves out, and their square.
const CUT: u32 = 12;

/// Bits of the sum of a piece that the sum of a line leaves out: a piece has 2^6 squares of at most 2^24, and a line 2^10
/// pieces.
const OF_PIECE: u32 = 10;

/// More powers of two between two exponents leave nothing of a square.
const FARTHEST: u32 = 15;

/// The squares of a piece, or the sums of pieces, in units of the greatest so far.
pub(super) struct Squares {
    pub(super) greatest: Var,
    pub(super) sum: Var,
}

impl Squares {
    /// Those of nothing.
    pub(super) fn none(k: &mut Kernel) -> Self {
        Self {
            greatest: k.variable("greatest", 0),
            sum: k.variable("squares", 0),
        }
    }

    /// The square of an element; of a zero, exponent and significand are 0.
    pub(super) fn element(&self, k: &mut Kernel, exponent: Var, significand: Expr) {
        let root = k.bind("root", (significand >> CUT) + exponent.min(1));
        self.add(k, exponent, root * root);
    }

    /// The sum of a piece.
    pub(super) fn piece(&self, k: &mut Kernel, greatest: Var, sum: Expr) {
        self.add(k, greatest, (sum >> OF_PIECE) + 1);
    }

    /// What shifts cut off of either is below 1 each.
    fn add(&self, k: &mut Kernel, exponent: Var, square: Expr) {
        let square = k.bind("square", square);
        let greatest = k.bind("greatest", self.greatest.max(exponent));
        let far = |from: Var| (greatest - from).min(FARTHEST) << 1;
        let cut = k.bind("cut", self.sum >> far(self.greatest));
        k.assign(self.sum, cut + (square >> far(exponent)) + 2);
        k.assign(self.greatest, greatest);
    }

    /// The logarithm of the square of the norm of a line of integers, in [`UNITS`]: not below it.
    pub(super) fn norm(&self, k: &mut Kernel, least: Var) -> Expr {
        let sum = k.bind("sum", self.sum.max(1));
        let zeros = k.bind("zeros", sum.unary(UnaryOp::LeadingZeros));
        let leading = (sum << zeros) >> (31 - UNITS.ilog2());
        let greatest = self.greatest.max(least);
        // A sum of 1 is 2^10 of the squares of a piece, each of which is 2^24 of those of the least power of two.
        let whole = Expr::u32(31 + OF_PIECE + 2 * CUT) - zeros + ((greatest - least) << 1);
        whole * UNITS + (leading - UNITS) + ABOVE
    }
}

/// The same on the host, of the exponents and significands of a line that are not zero: not below that of [`Squares::norm`].
pub(super) fn norm(least: u32, elements: impl Iterator<Item = (u32, u32)>) -> u32 {
    let square = |(exponent, significand): (u32, u32)| {
        let places = i32::try_from(2 * (exponent - least)).unwrap_or(i32::MAX);
        let root = f64::from(significand + (1 << CUT));
        root * root * 2f64.powi(places)
    };
    let sum: f64 = elements.map(square).sum();
    let bits = sum.max(1.0).to_bits();
    let [exponent, fraction] = [bits >> 52, (bits >> 21) & ((1 << 31) - 1)];
    log2(exponent as u32 - 1023, 1 << 31 | fraction).div_ceil(2) + ABOVE + 3
}

/// The logarithm of a number in halves of a unit, rounded down: its bits from the highest one on, 32 of them, are `leading`, and
/// the highest one stands at `place`. A square has twice the logarithm.
pub(super) fn log2(place: u32, mut leading: u64) -> u32 {
    let mut log = place;
    for _ in 0..UNITS.ilog2() + 1 {
        leading = (leading * leading) >> 31;
        let carry = leading >> 32;
        leading >>= carry;
        log = 2 * log + carry as u32;
    }
    log
}

/// The least and the greatest exponent of a line and the logarithm of its norm in the word of a line, and that word's parts.
pub(super) fn packed(least: Var, greatest: Var, norm: Expr) -> Expr {
    least | (greatest << 8) | (norm << 16)
}

/// Least exponent, greatest exponent and logarithm of a word of [`packed`].
pub(super) fn parts(line: Var) -> [Expr; 3] {
    [line & 255, (line >> 8) & 255, line >> 16]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the standard library, in binary64: not above the logarithm, and less than a half of a unit below it.
    #[test]
    fn logarithms_are_rounded_down() {
        for (place, leading) in [
            (0, 1 << 31),
            (7, 3 << 30),
            (94, 0xffff_ffff),
            (31, 0x8000_0001),
        ] {
            let due = 128.0 * (f64::from(place) + (leading as f64 / 2f64.powi(31)).log2());
            let found = f64::from(log2(place, leading));
            assert!(found <= due && due < found + 1.001, "{place} {leading:#x}");
        }
    }

    /// Oracle: the definition, in binary64: not below the logarithm, and less than a quarter of a doubling above it.
    #[test]
    fn norms_are_rounded_up() {
        let lines: [&[(u32, u32)]; 5] = [
            &[],
            &[(1, 1)],
            &[(127, 0x80_0000); 4096],
            &[(120, 0xff_ffff), (100, 0x80_0001), (127, 0xc0_0000)],
            &[(254, 0xff_ffff), (214, 0x80_0000)],
        ];
        for line in lines {
            let least = line.iter().map(|(exponent, _)| *exponent).min();
            let least = least.unwrap_or(255);
            let square =
                |(e, m): &(u32, u32)| f64::from(*m).powi(2) * 4f64.powi((e - least) as i32);
            let sum: f64 = line.iter().map(square).sum();
            let due = f64::from(UNITS) * sum.max(1.0).log2();
            let found = f64::from(norm(least, line.iter().copied()));
            let above = if line.iter().any(|(_, m)| *m < 1 << 23) {
                2000.0
            } else {
                16.0
            };
            assert!(
                found >= due && found < due + above + 7.0,
                "{line:?}: {found} {due}"
            );
        }
    }
}
