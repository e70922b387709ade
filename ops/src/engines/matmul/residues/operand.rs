//! An operand as integers: the exponents of its rows or columns, and the residues of its elements.

use super::basis::Basis;
use super::norm::{self, PIECE, Squares};
use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::pass::{Item, Pass};
use vyre_conform_runtime::ir::{BinaryOp, Expr, Kernel, Operand, Type, Var};

/// The bits of the fraction of a float.
const FRACTION: u32 = 0x007f_ffff;

/// Residues per word.
pub(super) const LANES: u32 = 4;

/// Moduli per dispatch.
pub(super) const TOGETHER: u32 = 4;

/// A matrix whose lines, rows of A or columns of B, have separate exponents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) are_rows: bool,
    /// The elements.
    pub(super) source: Slot,
    pub(super) lines: u32,
    /// Elements of a line.
    pub(super) inner: u32,
}

impl Lines {
    /// Words of residues of a line.
    pub(super) fn words(self) -> u32 {
        self.inner.div_ceil(LANES)
    }

    /// Slots of four lines.
    pub(super) fn slots(self) -> u32 {
        self.lines.div_ceil(LANES)
    }

    /// The line and the index in it of an item, such that neighbours read neighbours; indices run to `inner` in this
    /// orientation.
    fn place(self, k: &mut Kernel, at: Var, [lines, places]: [Var; 2]) -> [Var; 2] {
        let fast = if self.are_rows { places } else { lines };
        let [slow, fast] = [at / fast, at % fast].map(|value| k.bind("place", value));
        if self.are_rows {
            [slow, fast]
        } else {
            [fast, slow]
        }
    }

    /// Index of an element.
    fn element(self, line: Var, at: Var, [lines, inner]: [Var; 2]) -> Expr {
        if self.are_rows {
            line * inner + at
        } else {
            at * lines + line
        }
    }

    /// The dispatches that find for every line the least and the greatest exponent of its nonzero elements (255 and 0
    /// if all are zero) and its norm, packed by [`norm::packed`]. Infinities and NaN have the exponent 255.
    pub(super) fn exponents(self, d: &mut Dispatches, size: u32) -> Slot {
        let pieces = self.inner.div_ceil(PIECE);
        let [parts, found] = [2 * self.lines * pieces, self.lines].map(|words| d.scratch(words));
        let pass = Pass {
            name: if self.are_rows {
                "exponents_of_rows"
            } else {
                "exponents_of_columns"
            },
            items: self.lines * pieces,
            shape: &[self.lines, self.inner, pieces],
            reads: &[("source", Type::U32, self.source)],
            writes: ("parts", Type::U32, parts),
            iterations: &[PIECE.min(self.inner).into()],
        };
        pass.dispatch(d, size, |k, item| self.exponents_of_piece(k, item));
        let pass = Pass {
            name: "exponents",
            items: self.lines,
            shape: &[pieces],
            reads: &[("parts", Type::U32, parts)],
            writes: ("exponents", Type::U32, found),
            iterations: &[pieces.into()],
        };
        pass.dispatch(d, size, |k, item| {
            let pieces = item.shape[0];
            let least = k.variable("least", 255);
            let squares = Squares::none(k);
            k.count("piece", 0, pieces, |k, piece| {
                let at = k.bind("at", (item.at * pieces + piece) << 1);
                let part = k.bind("part", item.read[0].at(at));
                k.assign(least, least.min(part & 255));
                let greatest = k.bind("greatest", part >> 8);
                squares.piece(k, greatest, item.read[0].at(at + 1));
            });
            let norm = squares.norm(k, least);
            let line = norm::packed(least, squares.greatest, norm);
            k.store(item.target, item.at, line);
        });
        found
    }

    /// The elements of a piece are spaced by the number of pieces, so that the pieces of a line are interleaved.
    fn exponents_of_piece(self, k: &mut Kernel, item: &Item) {
        let [lines, inner, pieces] = [0, 1, 2].map(|i| item.shape[i]);
        let [line, piece] = self.place(k, item.at, [lines, pieces]);
        let least = k.variable("least", 255);
        let squares = Squares::none(k);
        let count = (inner - piece + (pieces - 1)) / pieces;
        k.count("turn", 0, count, |k, turn| {
            let at = k.bind("at", turn * pieces + piece);
            let bits = k.bind(
                "bits",
                item.read[0].at(self.element(line, at, [lines, inner])),
            );
            let exponent = k.bind("exponent", ((bits >> 23) & 255).max(1));
            let zero = k.bind("zero", (bits << 1).equals(0));
            k.assign(least, least.min(zero.select(255, exponent)));
            let significand = bits & FRACTION | (((bits >> 23) & 255).min(1) << 23);
            let exponent = k.bind("exponent", zero.select(0, exponent));
            squares.element(k, exponent, significand);
        });
        let part = k.bind("part", (line * pieces + piece) << 1);
        k.store(item.target, part, least | (squares.greatest << 8));
        k.store(item.target, part + 1, squares.sum);
    }

    /// The dispatch that writes the residues of the elements for the moduli from one on, four of a line per word, and
    /// of four lines per slot, beginning with the first words of all lines. The residues of rows are multiplied by the
    /// inverse of the weight of the modulus. After the last line the residues are 0.
    pub(super) fn residues(
        self,
        d: &mut Dispatches,
        size: u32,
        (basis, first): (&Basis, u32),
        [exponents, residues]: [Slot; 2],
    ) {
        let (words, slots) = (self.words(), self.slots());
        let mut shape = vec![self.lines, self.inner, words, slots];
        for i in first..first + TOGETHER {
            // Where a modulus is missing, the residues are 0.
            let of = basis.moduli.get(i as usize).copied();
            let (m, inverse) = match of {
                Some(m) if self.are_rows => (m, basis.inverses[i as usize]),
                of => (of.unwrap_or(1), 1),
            };
            let two_to_32 = (1u64 << 32) % u64::from(m) * u64::from(inverse) % u64::from(m);
            let by = ((1u64 << 32) / u64::from(m)).min(u32::MAX.into());
            shape.extend([m, by as u32, inverse, two_to_32 as u32]);
        }
        let pass = Pass {
            name: if self.are_rows {
                "residues_of_rows"
            } else {
                "residues_of_columns"
            },
            items: slots * words,
            shape: &shape,
            reads: &[
                ("source", Type::U32, self.source),
                ("exponents", Type::U32, exponents),
            ],
            writes: ("residues", Type::Vec4, residues),
            iterations: &[LANES.into()],
        };
        pass.dispatch(d, size, |k, item| self.residues_of_slot(k, item));
    }

    fn residues_of_slot(self, k: &mut Kernel, item: &Item) {
        let [lines, inner, words, slots] = [0, 1, 2, 3].map(|i| item.shape[i]);
        let slot = k.bind("slot", item.at % slots);
        let word = k.bind("word", item.at / slots);
        let moduli: Vec<&[Var]> = item.shape[4..].chunks(4).collect();
        let zeros = || Expr::compose(vec![0.into(); LANES as usize]);
        let found = moduli.iter().map(|_| k.variable("residues", zeros()));
        let found: Vec<Var> = found.collect();
        k.count("number", 0, LANES, |k, number| {
            let line = k.bind("line", slot * LANES + number);
            let there = k.bind("there", line.less(lines));
            let least = k.bind("least", item.read[1].at(line) & 255);
            let integers = [0, 1, 2, 3].map(|lane| {
                let at = k.bind("at", word * LANES + lane);
                let bits = item.read[0].at(self.element(line, at, [lines, inner]));
                let bits = k.bind("bits", (there & at.less(inner)).select(bits, 0));
                Integer::of(k, bits, least)
            });
            for (found, modulus) in found.iter().zip(&moduli) {
                let lanes = (0u32..).zip(&integers);
                let packed = lanes.map(|(lane, x)| x.residue(k, modulus) << (8 * lane));
                let packed: Vec<Expr> = packed.collect();
                let packed = packed.into_iter().reduce(|a, b| a | b);
                // The lanes rotate by one each time, so after four lines each is in its final position.
                let mut next: Vec<Expr> = (1..LANES).map(|lane| found.lane(lane)).collect();
                next.push(packed.unwrap_or(Expr::u32(0)));
                k.assign(*found, Expr::compose(next));
            }
        });
        let plane = k.bind("plane", slots * words);
        for (z, found) in (0u32..).zip(found) {
            k.store(item.target, plane * z + item.at, found);
        }
    }
}

/// An element as a multiple of the least power of two of its line.
struct Integer {
    low: Var,
    high: Var,
    negative: Var,
}

impl Integer {
    fn of(k: &mut Kernel, bits: Var, least: Var) -> Self {
        let exponent = k.bind("exponent", (bits >> 23) & 255);
        let normal = exponent.min(1) << 23;
        let significand = k.bind("significand", (bits & FRACTION) | normal);
        // The value for a zero, which has no exponent, is arbitrary.
        let places = k.bind("places", exponent.max(1) - least);
        let shift = k.bind("shift", places & 31);
        let shifted = k.bind("shifted", significand << shift);
        let over = (significand >> 1) >> (Expr::u32(31) - shift);
        let far = k.bind("far", places.greater(31));
        Self {
            low: k.bind("low", far.select(0, shifted)),
            high: k.bind("high", far.select(shifted, over)),
            negative: k.bind("negative", bits >> 31),
        }
    }

    /// The residue, not negative. The modulus comes with 2^32 divided by it, rounded down, with a factor, and with the
    /// factor times 2^32.
    fn residue(&self, k: &mut Kernel, modulus: &[Var]) -> Expr {
        let [m, by, factor, of_high] = [0, 1, 2, 3].map(|i| modulus[i]);
        let mut residue = |x: Expr| {
            let x = k.bind("x", x);
            let quotient = x.binary(BinaryOp::MulHigh, by);
            // The quotient may be too small by one; the difference wraps if the value is below the modulus.
            let rest = k.bind("rest", x - quotient * m);
            k.bind("residue", rest.min(rest - m))
        };
        let [low, high] = [self.low, self.high].map(|half| residue(half.into()));
        let residue = residue(high * of_high + low * factor);
        let turned = self.negative.equals(1) & residue.differs(0);
        turned.select(m - residue, residue)
    }
}
