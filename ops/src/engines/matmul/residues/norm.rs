//! Upper bound on the magnitude of a sum of products: the product of the norms of its row and its column.
//!
//! (Cauchy's inequality, <https://dlmf.nist.gov/1.7#i>.) A norm is the sum of the squares of a line in units of the
//! square of its greatest power of two, rounded up. It is kept as a logarithm, with [`UNITS`] for every doubling of
//! that sum.

use vyre_conform_runtime::ir::{Expr, Kernel, Operand, UnaryOp, Var};

/// Units of a logarithm for a factor of two.
pub(super) const UNITS: u32 = 64;

/// Makes an upper bound of a logarithm that is approximated by its argument's fraction, truncated to a unit: log2(1 +
/// x) is at most x + 0.0861.
const ABOVE: u32 = 7;

/// Bits of a significand that a square omits, and the scale of their square.
const CUT: u32 = 12;

/// Bits of the sum of a piece that the sum of a line omits: a piece has [`PIECE`] squares of at most 2^24, and a line
/// 2^10 pieces.
const OF_PIECE: u32 = 10;

/// Elements of a piece.
pub(super) const PIECE: u32 = 64;

/// A square this many powers of two below the greatest shifts to zero.
const FARTHEST: u32 = 15;

/// The squares of a piece, or the sums of pieces, in units of the greatest so far.
pub(super) struct Squares {
    pub(super) greatest: Var,
    pub(super) sum: Var,
}

impl Squares {
    /// The sum of no squares.
    pub(super) fn none(k: &mut Kernel) -> Self {
        Self {
            greatest: k.variable("greatest", 0),
            sum: k.variable("squares", 0),
        }
    }

    /// Adds the square of an element; a zero has exponent and significand 0.
    pub(super) fn element(&self, k: &mut Kernel, exponent: Var, significand: Expr) {
        let root = k.bind("root", (significand >> CUT) + exponent.min(1));
        self.add(k, exponent, root * root);
    }

    /// Adds the sum of a piece.
    pub(super) fn piece(&self, k: &mut Kernel, greatest: Var, sum: Expr) {
        self.add(k, greatest, (sum >> OF_PIECE) + 1);
    }

    /// Adds a square; the bits that shifts drop are below 1 for each operand.
    fn add(&self, k: &mut Kernel, exponent: Var, square: Expr) {
        let square = k.bind("square", square);
        let greatest = k.bind("greatest", self.greatest.max(exponent));
        let far = |from: Var| (greatest - from).min(FARTHEST) << 1;
        let cut = k.bind("cut", self.sum >> far(self.greatest));
        k.assign(self.sum, cut + (square >> far(exponent)) + 2);
        k.assign(self.greatest, greatest);
    }

    /// Upper bound on the logarithm of the square of the norm of a line of integers, in [`UNITS`].
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

/// The same on the host: summary of the integers of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) least: u32,
    pub(super) greatest: u32,
    /// The sum of the squares, in units of the square of the least power of two.
    sum: f64,
}

impl Line {
    /// The line of zeros.
    pub(super) const NONE: Self = Self {
        least: 255,
        greatest: 0,
        sum: 0.0,
    };

    /// An element as exponent and significand; none for a zero.
    pub(super) fn element(bits: u32) -> Option<(u32, u32)> {
        let exponent = bits >> 23 & 255;
        let significand = bits & 0x007f_ffff | exponent.min(1) << 23;
        (bits << 1 != 0).then_some((exponent.max(1), significand))
    }

    /// Records the exponent of an element.
    pub(super) fn range(&mut self, exponent: u32) {
        self.least = self.least.min(exponent);
        self.greatest = self.greatest.max(exponent);
    }

    /// Adds the square of an element whose exponent was recorded.
    pub(super) fn square(&mut self, (exponent, significand): (u32, u32)) {
        let root = f64::from(significand + (1 << CUT));
        self.sum += root * root * power_of_four(exponent - self.least);
    }

    /// Spread of its exponents.
    pub(super) fn spread(&self) -> u32 {
        self.greatest.saturating_sub(self.least)
    }

    /// The logarithm of the square of its norm, for this many elements: at least the result of [`Squares::norm`],
    /// whatever bits its shifts drop.
    pub(super) fn norm(&self, elements: u32) -> u32 {
        let pieces = f64::from(elements.div_ceil(PIECE));
        let cut = 2.0 * f64::from(elements) + 3.0 * pieces * f64::from(1u32 << OF_PIECE);
        let cut = cut * f64::from(1u32 << (2 * CUT)) * power_of_four(self.spread());
        let bits = (self.sum + cut).max(1.0).to_bits();
        let [exponent, fraction] = [bits >> 52, (bits >> 21) & ((1 << 31) - 1)];
        log2(exponent as u32 - 1023, 1 << 31 | fraction) / 2 + 2 + ABOVE
    }
}

fn power_of_four(exponent: u32) -> f64 {
    2f64.powi(2 * exponent.min(255) as i32)
}

/// The logarithm of a number in halves of a unit, rounded down. `leading` holds the highest 32 bits of the number, and
/// the highest one is at `place`. A square has twice the logarithm.
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

/// Packs the least and the greatest exponent of a line and the logarithm of its norm into a word, and unpacks them.
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

    /// Oracle: the standard library, in binary64: at most the logarithm, and less than half of a unit below it.
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

    /// Oracle: the definition, in binary64: at least the logarithm, and less than half of a doubling above it if
    /// numbers are normal and most of them are large.
    #[test]
    fn norms_are_rounded_up() {
        let lines: [(&[u32], bool); 5] = [
            (&[], false),
            (&[1, 0x8000_0003], false),
            (&[1.0f32.to_bits(); 4096], true),
            (&[0x3f7f_ffff, 0xbd80_0001, 0x3fc0_0000, 0], true),
            (&[0x7f7f_ffff, 0x6b00_0000], true),
        ];
        for (bits, is_large) in lines {
            let mut line = Line::NONE;
            let elements = || bits.iter().filter_map(|bits| Line::element(*bits));
            elements().for_each(|(exponent, _)| line.range(exponent));
            elements().for_each(|element| line.square(element));
            let square =
                |(e, m): (u32, u32)| f64::from(m).powi(2) * 4f64.powi((e - line.least) as i32);
            let sum: f64 = elements().map(square).sum();
            let due = f64::from(UNITS) * sum.max(1.0).log2();
            let found = f64::from(line.norm(bits.len() as u32));
            assert!(found >= due, "{bits:?}: {found} {due}");
            assert!(
                !is_large || found < due + f64::from(UNITS) / 2.0,
                "{bits:?}: {found} {due}"
            );
        }
    }
}
