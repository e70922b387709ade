//! Types of elements: their names and numbers in ONNX, their bytes in files, their words in a tensor.
//!
//! A tensor holds an element as words. A float of 32 bits or fewer is the word of the float of 32 bits that is equal,
//! an integer of 32 bits or fewer its value extended to a word, and an element of 64 bits two words, the low one first.

use std::fmt;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A float of 32 bits.
    F32,
    /// A float of 16 bits, binary16.
    F16,
    /// A float of 16 bits, bfloat16.
    BF16,
    /// A float of 8 bits with 3 of the fraction, without infinities.
    F8E4M3,
    /// The same without a negative zero.
    F8E4M3Fnuz,
    /// A float of 8 bits with 2 of the fraction.
    F8E5M2,
    /// The same without infinities and a negative zero.
    F8E5M2Fnuz,
    /// A float of 64 bits. The host holds all of them; a machine takes those that are floats of 32 bits.
    F64,
    /// An integer of 32 bits.
    I32,
    /// An integer of 16 bits.
    I16,
    /// An integer of 8 bits.
    I8,
    /// An integer of 4 bits.
    I4,
    /// An integer of 64 bits. The host computes with all of them; a machine takes those that fit 32 bits.
    I64,
    /// An integer of 32 bits without a sign.
    U32,
    /// An integer of 16 bits without a sign.
    U16,
    /// An integer of 8 bits without a sign.
    U8,
    /// An integer of 4 bits without a sign.
    U4,
    /// An integer of 64 bits without a sign. A machine takes those that fit 32 bits.
    U64,
    /// A truth, a word that is 0 or 1.
    Bool,
}

/// Interpretation of an element's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A float that a machine computes with.
    Float,
    Double,
    Signed,
    Unsigned,
    Truth,
}

/// A type with its name and number in ONNX, its kind and its bits in a file.
struct Row(Element, &'static str, i64, Kind, u32);

static ROWS: [Row; 19] = [
    Row(Element::F32, "float", 1, Kind::Float, 32),
    Row(Element::F16, "float16", 10, Kind::Float, 16),
    Row(Element::BF16, "bfloat16", 16, Kind::Float, 16),
    Row(Element::F8E4M3, "float8e4m3fn", 17, Kind::Float, 8),
    Row(Element::F8E4M3Fnuz, "float8e4m3fnuz", 18, Kind::Float, 8),
    Row(Element::F8E5M2, "float8e5m2", 19, Kind::Float, 8),
    Row(Element::F8E5M2Fnuz, "float8e5m2fnuz", 20, Kind::Float, 8),
    Row(Element::F64, "double", 11, Kind::Double, 64),
    Row(Element::I32, "int32", 6, Kind::Signed, 32),
    Row(Element::I16, "int16", 5, Kind::Signed, 16),
    Row(Element::I8, "int8", 3, Kind::Signed, 8),
    Row(Element::I4, "int4", 22, Kind::Signed, 4),
    Row(Element::I64, "int64", 7, Kind::Signed, 64),
    Row(Element::U32, "uint32", 12, Kind::Unsigned, 32),
    Row(Element::U16, "uint16", 4, Kind::Unsigned, 16),
    Row(Element::U8, "uint8", 2, Kind::Unsigned, 8),
    Row(Element::U4, "uint4", 21, Kind::Unsigned, 4),
    Row(Element::U64, "uint64", 13, Kind::Unsigned, 64),
    Row(Element::Bool, "bool", 9, Kind::Truth, 8),
];

/// A float of fewer than 32 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Narrow {
    /// The bits of the fraction.
    pub(crate) fraction: u32,
    /// The number that is subtracted from the bits of the exponent.
    pub(crate) bias: i32,
    /// The words of infinity and of other patterns of the highest exponent.
    pub(crate) top: Top,
    /// The greatest float.
    pub(crate) max: f32,
}

/// The meaning of the highest exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Top {
    /// Infinity and NaN, as IEEE 754 has them.
    Infinite,
    /// Numbers, but for NaN where all bits are set.
    NanAlone,
    /// Numbers; NaN is the pattern of -0.
    NoZero,
}

impl Element {
    /// Every type.
    pub const ALL: [Self; 19] = [
        Self::F32,
        Self::F16,
        Self::BF16,
        Self::F8E4M3,
        Self::F8E4M3Fnuz,
        Self::F8E5M2,
        Self::F8E5M2Fnuz,
        Self::F64,
        Self::I32,
        Self::I16,
        Self::I8,
        Self::I4,
        Self::I64,
        Self::U32,
        Self::U16,
        Self::U8,
        Self::U4,
        Self::U64,
        Self::Bool,
    ];

    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The type with a number in ONNX.
    pub fn numbered(number: i64) -> Option<Self> {
        ROWS.iter().find(|row| row.2 == number).map(|row| row.0)
    }

    /// The number that ONNX has for it.
    pub const fn number(self) -> i64 {
        self.row().2
    }

    /// The name that ONNX has for it.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// The number of words of an element in a [`Tensor`](crate::Tensor).
    pub const fn words(self) -> usize {
        if self.bits() == 64 { 2 } else { 1 }
    }

    /// The bits of an element in a file.
    pub const fn bits(self) -> u32 {
        self.row().4
    }

    /// The bytes of this many elements in a file.
    pub const fn bytes(self, elements: usize) -> usize {
        match self.bits() {
            4 => elements.div_ceil(2),
            bits => elements * (bits / 8) as usize,
        }
    }

    pub(crate) const fn kind(self) -> Kind {
        self.row().3
    }

    /// True if a machine computes with it as with floats of 32 bits.
    pub(crate) const fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float)
    }

    /// True if it is an integer, of any size.
    pub(crate) const fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Signed | Kind::Unsigned)
    }

    /// The form of a float of fewer than 32 bits.
    pub(crate) const fn narrow(self) -> Option<Narrow> {
        let (fraction, bias, top, max) = match self {
            Self::F16 => (10, 15, Top::Infinite, 65_504.0),
            Self::BF16 => (7, 127, Top::Infinite, 3.389_531_4e38),
            Self::F8E4M3 => (3, 7, Top::NanAlone, 448.0),
            Self::F8E4M3Fnuz => (3, 8, Top::NoZero, 240.0),
            Self::F8E5M2 => (2, 15, Top::Infinite, 57_344.0),
            Self::F8E5M2Fnuz => (2, 16, Top::NoZero, 57_344.0),
            _ => return None,
        };
        Some(Narrow {
            fraction,
            bias,
            top,
            max,
        })
    }

    /// The words of elements in a file, the lowest byte first; of elements of four bits the lower half first.
    pub(crate) fn decoded(self, bytes: &[u8], elements: usize) -> Vec<u32> {
        let bits = self.bits();
        if bits >= 32 {
            let words = bytes.chunks_exact(4);
            let words = words.map(|of| u32::from_le_bytes([of[0], of[1], of[2], of[3]]));
            return words.collect();
        }
        let raw: Vec<u32> = match bits {
            4 => {
                let halves = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
                halves.take(elements).map(u32::from).collect()
            }
            8 => bytes.iter().map(|byte| u32::from(*byte)).collect(),
            _ => {
                let pairs = bytes.chunks_exact(2);
                pairs
                    .map(|of| u16::from_le_bytes([of[0], of[1]]).into())
                    .collect()
            }
        };
        raw.into_iter().map(|bits| self.word(bits)).collect()
    }

    /// The word of an element of fewer than 32 bits.
    pub(crate) fn word(self, bits: u32) -> u32 {
        match (self.narrow(), self.kind()) {
            (Some(form), _) => form.float(bits, self.bits()).to_bits(),
            (None, Kind::Signed) => {
                let above = 32 - self.bits();
                ((bits << above) as i32 >> above) as u32
            }
            _ => bits,
        }
    }
}

impl Narrow {
    /// The exponent of the least number that is not subnormal.
    pub(crate) const fn least(self) -> i32 {
        1 - self.bias
    }

    /// True if a float is one of this form. NaN is one of each.
    pub(crate) fn holds(self, x: f32) -> bool {
        if !x.is_finite() {
            return x.is_nan() || self.top == Top::Infinite;
        }
        let power = (x.abs().to_bits() >> 23) as i32 - 127;
        let unit = i64::from(power.max(self.least())) - i64::from(self.fraction);
        // A multiple of the unit: binary64 has the quotient of every float of 32 bits by it.
        let steps = f64::from(x) * f64::from_bits(((1023 - unit) as u64) << 52);
        let is_zero_alone = self.top != Top::NoZero || x.to_bits() != 1 << 31;
        steps.fract() == 0.0 && x.abs() <= self.max && is_zero_alone
    }

    /// The float of the bits of one of this form, of a number of bits.
    fn float(self, bits: u32, all: u32) -> f32 {
        let sign = if bits >> (all - 1) == 1 { -1.0 } else { 1.0 };
        let magnitude = bits & !(1 << (all - 1));
        let exponent = magnitude >> self.fraction;
        let fraction = magnitude & ((1 << self.fraction) - 1);
        let highest = (1u32 << (all - 1 - self.fraction)) - 1;
        match self.top {
            Top::Infinite if exponent == highest && fraction == 0 => return sign * f32::INFINITY,
            Top::Infinite if exponent == highest => return f32::NAN,
            Top::NanAlone if magnitude == (1 << (all - 1)) - 1 => return f32::NAN,
            Top::NoZero if bits == 1 << (all - 1) => return f32::NAN,
            _ => {}
        }
        // Every step is exact: binary64 has the exponents and fractions of all of these forms.
        let power = 1 - self.bias + exponent.saturating_sub(1) as i32 - self.fraction as i32;
        let unit = f64::from_bits(((1023 + power) as u64) << 52);
        let whole = if exponent == 0 {
            fraction
        } else {
            fraction | 1 << self.fraction
        };
        (f64::from(sign) * f64::from(whole) * unit) as f32
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the order of the enum, by which a type finds its row.
    #[test]
    fn every_type_has_its_row() {
        for (k, element) in Element::ALL.into_iter().enumerate() {
            assert_eq!(ROWS[k].0, element);
            assert_eq!(Element::numbered(element.number()), Some(element));
        }
    }

    /// Oracle: IEEE 754-2019, table 3.5; OFP8, <https://arxiv.org/abs/2209.05433>, table 1; ONNX, "Float stored in 8
    /// bits": one, the least and the greatest number, infinity and NaN of every form.
    #[test]
    fn narrow_floats_have_their_numbers() {
        let of = |element: Element, bits: u32| f32::from_bits(element.word(bits));
        let inf = f32::INFINITY;
        let cases = [
            (Element::F16, 0x3c00, 1.0),
            (Element::F16, 1, f32::exp2(-24.0)),
            (Element::F16, 0x7bff, 65_504.0),
            (Element::F16, 0xfc00, -inf),
            (Element::BF16, 0x3f80, 1.0),
            (Element::BF16, 0x7f80, inf),
            (Element::BF16, 1, f32::from_bits(1 << 16)),
            (Element::F8E4M3, 0x38, 1.0),
            (Element::F8E4M3, 1, f32::exp2(-9.0)),
            (Element::F8E4M3, 0x7e, 448.0),
            (Element::F8E4M3Fnuz, 0x40, 1.0),
            (Element::F8E4M3Fnuz, 0x7f, 240.0),
            (Element::F8E4M3Fnuz, 1, f32::exp2(-10.0)),
            (Element::F8E5M2, 0x3c, 1.0),
            (Element::F8E5M2, 0x7b, 57_344.0),
            (Element::F8E5M2, 0x7c, inf),
            (Element::F8E5M2Fnuz, 0x40, 1.0),
            (Element::F8E5M2Fnuz, 0x7f, 57_344.0),
            (Element::F8E5M2Fnuz, 0x81, -f32::exp2(-17.0)),
        ];
        for (element, bits, due) in cases {
            assert_eq!(
                of(element, bits).to_bits(),
                due.to_bits(),
                "{element} {bits:#x}"
            );
        }
        for (element, bits) in [
            (Element::F16, 0x7e00),
            (Element::BF16, 0x7fc0),
            (Element::F8E4M3, 0x7f),
            (Element::F8E4M3Fnuz, 0x80),
            (Element::F8E5M2, 0x7e),
            (Element::F8E5M2Fnuz, 0x80),
        ] {
            assert!(of(element, bits).is_nan(), "{element} {bits:#x}");
        }
    }

    /// Oracle: two's complement, and onnx.proto: the first of two halves is the lower one.
    #[test]
    fn narrow_integers_are_extended() {
        let negative = |x: i32| x as u32;
        assert_eq!(Element::I8.decoded(&[0xff, 0x7f], 2), [negative(-1), 127]);
        assert_eq!(Element::U8.decoded(&[0xff], 1), [255]);
        assert_eq!(Element::I16.decoded(&[0, 0x80], 1), [negative(-0x8000)]);
        assert_eq!(
            Element::I4.decoded(&[0x8f, 0x07], 3),
            [negative(-1), negative(-8), 7]
        );
        assert_eq!(Element::U4.decoded(&[0xf1], 2), [1, 15]);
        assert_eq!(Element::U4.bytes(3), 2);
    }
}
