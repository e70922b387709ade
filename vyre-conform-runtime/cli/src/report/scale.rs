//! Cells of a map for the values of an operand.

use vyre_conform_spec::FloatFormat;
use vyre_conform_spec::ValueType;

/// Classification of an operand's values into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scale(pub(super) ValueType);

impl Scale {
    /// The number of cells.
    pub(super) fn cells(self) -> usize {
        match (self.0, self.0.float()) {
            (_, Some(format)) => 2 * magnitudes(format),
            (ValueType::Bool, _) => 2,
            (ValueType::I32, _) => 64,
            (ValueType::U64, _) => 65,
            _ => 33,
        }
    }

    /// The cell of a value: its bit length, for `i32` with its sign (cell 32 is zero), for a vector the bit length of
    /// its largest lane, for a float its sign and exponent, for a `bool` itself.
    pub(super) fn cell(self, words: &[u32]) -> usize {
        let bits = |word: u32| 32 - word.leading_zeros() as usize;
        match (self.0, words) {
            (ValueType::Bool, [word, ..]) => usize::from(*word != 0),
            (ValueType::I32, [word, ..]) => {
                let value = *word as i32;
                if value < 0 {
                    32 - bits(value.unsigned_abs())
                } else {
                    32 + bits(*word)
                }
            }
            (ValueType::U64, [_, high, ..]) if *high != 0 => 32 + bits(*high),
            (ValueType::U64, [low, ..]) => bits(*low),
            (ty, [word, ..]) if ty.float().is_some() => {
                ty.float().map_or(0, |format| float_cell(format, *word))
            }
            _ => words.iter().copied().map(bits).max().unwrap_or(0),
        }
    }

    /// The meaning of a cell.
    pub(super) fn label(self, cell: usize) -> String {
        match (self.0, self.0.float()) {
            (_, Some(format)) => float_label(format, cell),
            (ValueType::Bool, _) => (cell == 1).to_string(),
            (ValueType::I32, _) if cell < 32 => format!("\u{2212}{}", 32 - cell),
            (ValueType::I32, _) => (cell - 32).to_string(),
            _ => cell.to_string(),
        }
    }

    /// The criterion of classification.
    pub(super) fn what(self) -> &'static str {
        match (self.0, self.0.float()) {
            (_, Some(_)) => "exponent and sign",
            (ValueType::Bool, _) => "value",
            (ValueType::I32, _) => "bit length and sign",
            _ => "bit length",
        }
    }

    /// Labels of the axis, spread evenly from its first cell to its last.
    pub(super) fn ticks(self) -> &'static [&'static str] {
        match (self.0, self.0.float()) {
            (_, Some(_)) => &["\u{2212}NaN", "\u{2212}1", "0", "1", "NaN"],
            (ValueType::Bool, _) => &["false", "true"],
            (ValueType::I32, _) => &["\u{2212}32", "\u{2212}16", "0", "16", "31"],
            (ValueType::U64, _) => &["0", "16", "32", "48", "64"],
            _ => &["0", "8", "16", "24", "32"],
        }
    }
}

/// Number of binary exponents per cell: the normal numbers of a sign have about sixteen cells.
fn step(format: FloatFormat) -> i32 {
    1 << (format.exponent_bits() - 4)
}

/// Number of cells for the floats of a sign: zero, subnormal, normal by exponent, infinite, NaN.
fn magnitudes(format: FloatFormat) -> usize {
    normals(format) + 4
}

fn normals(format: FloatFormat) -> usize {
    (place(format, greatest_field(format)) + 1) as usize
}

/// The exponent field of the greatest finite number.
fn greatest_field(format: FloatFormat) -> u32 {
    format.greatest_finite() >> format.fraction_bits()
}

/// The index of an exponent field among the cells of normal numbers.
fn place(format: FloatFormat, field: u32) -> i32 {
    let of = |field: u32| (field as i32 - format.bias() as i32).div_euclid(step(format));
    of(field) - of(1)
}

/// From negative NaNs through both zeros to positive ones.
fn float_cell(format: FloatFormat, bits: u32) -> usize {
    let field = (bits & format.magnitude()) >> format.fraction_bits();
    let magnitude = match (field, bits & format.fraction()) {
        (0, 0) => 0,
        (0, _) => 1,
        _ if format.is_nan(bits) => normals(format) + 3,
        (field, _) if format.is_finite(bits) => 2 + place(format, field) as usize,
        _ => normals(format) + 2,
    };
    if bits & format.sign() != 0 {
        magnitudes(format) - 1 - magnitude
    } else {
        magnitudes(format) + magnitude
    }
}

fn float_label(format: FloatFormat, cell: usize) -> String {
    let half = magnitudes(format);
    let (sign, magnitude) = match cell.checked_sub(half) {
        Some(magnitude) => ("+", magnitude),
        None => ("\u{2212}", half - 1 - cell),
    };
    let what = match magnitude {
        0 => "0".to_owned(),
        1 => "subnormal".to_owned(),
        m if m == half - 2 => "\u{221e}".to_owned(),
        m if m == half - 1 => "NaN".to_owned(),
        m => {
            let bias = format.bias() as i32;
            let (least, most) = (1 - bias, greatest_field(format) as i32 - bias);
            let from = least.div_euclid(step(format)) + m as i32 - 2;
            let (from, to) = (from * step(format), (from + 1) * step(format) - 1);
            format!("2^{} to 2^{}", from.max(least), to.min(most))
        }
    };
    format!("{sign}{what}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::value::Value;

    /// Oracle: hand-written bit lengths.
    #[test]
    fn cells_are_bit_lengths() {
        let at = |value: Value| {
            let scale = Scale(value.ty());
            scale.label(scale.cell(value.words()))
        };
        for (value, label) in [
            (Value::of(0u32), "0"),
            (Value::of(1u32), "1"),
            (Value::of(u32::MAX), "32"),
            (Value::of(-1i32), "\u{2212}1"),
            (Value::of(i32::MIN), "\u{2212}32"),
            (Value::of(0i32), "0"),
            (Value::of(i32::MAX), "31"),
            (Value::of(1u64 << 40), "41"),
            (Value::of(u64::MAX), "64"),
            (Value::of(true), "true"),
            (Value::of([1u32, 0x8000]), "16"),
        ] {
            assert_eq!(at(value), label, "{value}");
        }
    }

    /// Oracle: the encodings of IEEE 754: the kind of each word, and its exponent.
    #[test]
    fn floats_are_sorted_by_exponent_and_sign() {
        const BF16: ValueType = ValueType::BF16;
        const F16: ValueType = ValueType::F16;
        const F32: ValueType = ValueType::F32;
        for (ty, word, label) in [
            (F32, 0, "+0"),
            (F32, 0x8000_0000, "\u{2212}0"),
            (F32, 1, "+subnormal"),
            (F32, 0x3f80_0000, "+2^0 to 2^15"),
            (F32, 0xbf7f_ffff, "\u{2212}2^-16 to 2^-1"),
            (F32, 0x0080_0000, "+2^-126 to 2^-113"),
            (F32, 0x7f7f_ffff, "+2^112 to 2^127"),
            (F32, 0xff80_0000, "\u{2212}\u{221e}"),
            (F32, 0x7fc0_0000, "+NaN"),
            (F32, 0xffff_ffff, "\u{2212}NaN"),
            (F16, 0x3c00, "+2^0 to 2^1"),
            (F16, 0x0400, "+2^-14 to 2^-13"),
            (F16, 0x7bff, "+2^14 to 2^15"),
            (F16, 0xfc00, "\u{2212}\u{221e}"),
            (BF16, 0x3f80, "+2^0 to 2^15"),
            (BF16, 0x8001, "\u{2212}subnormal"),
        ] {
            let scale = Scale(ty);
            let cell = scale.cell(&[word]);
            assert!(cell < scale.cells());
            assert_eq!(scale.label(cell), label, "{ty:?} {word:#x}");
        }
        // Every cell has values, and larger ones are in later cells.
        for (ty, most) in [(F16, 0xffff), (BF16, 0xffff)] {
            let scale = Scale(ty);
            let mut hit = vec![false; scale.cells()];
            (0..=most).for_each(|word| hit[scale.cell(&[word])] = true);
            assert!(hit.iter().all(|h| *h), "{ty:?}");
            let cells: Vec<usize> = (0..=0x7fff).map(|word| scale.cell(&[word])).collect();
            assert!(cells.is_sorted(), "{ty:?}");
        }
    }
}
