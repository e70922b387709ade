//! Numbers packed into words (<https://www.w3.org/TR/WGSL/#pack-builtin-functions>).

use super::convert::bits_as;
use super::math::Arguments;
use super::{Data, Shape, Translator};
use naga::MathFunction;
use vyre_conform_ir::{BinaryOp, Expr, Type};

/// The format of packed numbers in a word.
struct Format {
    /// Bits of each number.
    bits: u32,
    /// The integer that represents 1.0; 0 for plain integers.
    one: f32,
    is_signed: bool,
    /// True if integers are clamped to the format.
    is_clamped: bool,
}

impl Format {
    const fn new(fun: MathFunction) -> Self {
        let (bits, one, is_signed) = match fun {
            MathFunction::Pack4x8snorm | MathFunction::Unpack4x8snorm => (8, 127.0, true),
            MathFunction::Pack4x8unorm | MathFunction::Unpack4x8unorm => (8, 255.0, false),
            MathFunction::Pack2x16snorm | MathFunction::Unpack2x16snorm => (16, 32767.0, true),
            MathFunction::Pack2x16unorm | MathFunction::Unpack2x16unorm => (16, 65535.0, false),
            MathFunction::Pack4xI8
            | MathFunction::Pack4xI8Clamp
            | MathFunction::Unpack4xI8
            | MathFunction::Dot4I8Packed => (8, 0.0, true),
            _ => (8, 0.0, false),
        };
        let is_clamped = matches!(
            fun,
            MathFunction::Pack4xI8Clamp | MathFunction::Pack4xU8Clamp
        );
        Self {
            bits,
            one,
            is_signed,
            is_clamped,
        }
    }

    const fn count(&self) -> u32 {
        32 / self.bits
    }
}

impl Translator<'_> {
    /// A packing or unpacking builtin function.
    pub(super) fn packed(&mut self, fun: MathFunction, arguments: &Arguments) -> Data {
        let first = arguments.get(0);
        let format = Format::new(fun);
        match fun {
            MathFunction::Pack2x16float => {
                let leaves = first.leaves.into_iter();
                let words = leaves.map(|x| {
                    let half = self.draft.call("f32::to_f16", vec![x], Type::F16);
                    Expr::cast(Type::U32, half)
                });
                Data::scalar(joined(words.collect(), 16))
            }
            MathFunction::Unpack2x16float => {
                let halves = [0, 16].map(|offset| {
                    let half = Expr::cast(Type::F16, field(first.leaf(), offset, 16, false));
                    self.draft.call("f16::to_f32", vec![half], Type::F32)
                });
                Data::new(Shape::Vector(Type::F32, 2), halves.to_vec())
            }
            MathFunction::Pack4x8snorm
            | MathFunction::Pack4x8unorm
            | MathFunction::Pack2x16snorm
            | MathFunction::Pack2x16unorm => {
                let words = first.leaves.into_iter().map(|x| self.quantised(x, &format));
                Data::scalar(joined(words.collect(), format.bits))
            }
            MathFunction::Pack4xI8
            | MathFunction::Pack4xU8
            | MathFunction::Pack4xI8Clamp
            | MathFunction::Pack4xU8Clamp => {
                let words = first.leaves.into_iter().map(|x| narrowed(x, &format));
                Data::scalar(joined(words.collect(), format.bits))
            }
            MathFunction::Dot4I8Packed | MathFunction::Dot4U8Packed => {
                let [a, b] =
                    [first.leaf(), arguments.get(1).leaf()].map(|word| fields(&word, &format));
                Data::scalar(self.dot(&a, &b))
            }
            _ => {
                let parts = fields(&first.leaf(), &format);
                let leaves: Vec<Expr> = parts
                    .into_iter()
                    .map(|part| self.restored(part, &format))
                    .collect();
                let ty = leaves.first().map_or(Type::U32, |leaf| leaf.ty);
                Data::new(Shape::Vector(ty, format.count()), leaves)
            }
        }
    }

    /// `floor(0.5 + one * clamp(x))` as the bits of the field.
    fn quantised(&mut self, x: Expr, format: &Format) -> Expr {
        let least = if format.is_signed { -1.0 } else { 0.0 };
        let [least, most] = [least, 1.0].map(|n| self.number(Type::F32, n));
        let above = self.float("max", vec![x, least]);
        let inside = self.float("min", vec![above, most]);
        let one = self.number(Type::F32, format.one);
        let scaled = self.float("mul", vec![one, inside]);
        let half = self.number(Type::F32, 0.5);
        let sum = self.float("add", vec![half, scaled]);
        let whole = self.draft.call("f32::to_i32_floor", vec![sum], Type::I32);
        low(Expr::cast(Type::U32, whole), format.bits)
    }

    /// The number of a field: the integer itself, or a fraction of 1.0.
    fn restored(&mut self, part: Expr, format: &Format) -> Expr {
        if format.one == 0.0 {
            return part;
        }
        let id = if format.is_signed {
            "i32::to_f32"
        } else {
            "u32::to_f32"
        };
        let number = self.draft.call(id, vec![part], Type::F32);
        let one = self.number(Type::F32, format.one);
        let quotient = self.float("div", vec![number, one]);
        if !format.is_signed {
            return quotient;
        }
        let least = self.number(Type::F32, -1.0);
        self.float("max", vec![quotient, least])
    }
}

/// The low bits of a word.
fn low(word: Expr, bits: u32) -> Expr {
    Expr::binary(BinaryOp::And, word, Expr::u32((1 << bits) - 1))
}

/// An integer as the bits of a field.
fn narrowed(x: Expr, format: &Format) -> Expr {
    let x = match (format.is_clamped, format.is_signed) {
        (false, _) => x,
        (true, true) => {
            let above = Expr::binary(BinaryOp::Max, x, Expr::i32(-128));
            Expr::binary(BinaryOp::Min, above, Expr::i32(127))
        }
        (true, false) => Expr::binary(BinaryOp::Min, x, Expr::u32(255)),
    };
    low(bits_as(x, Type::U32), format.bits)
}

/// Concatenated fields, the first one lowest.
fn joined(words: Vec<Expr>, bits: u32) -> Expr {
    let moved = (0..).zip(words).map(|(k, word)| match k {
        0 => word,
        k => Expr::binary(BinaryOp::Shl, word, Expr::u32(k * bits)),
    });
    let word = moved.reduce(|a, b| Expr::binary(BinaryOp::Or, a, b));
    word.unwrap_or_else(|| Expr::u32(0))
}

/// A field of a word, sign-extended if it is signed.
fn field(word: Expr, offset: u32, bits: u32, is_signed: bool) -> Expr {
    let word = if is_signed {
        bits_as(word, Type::I32)
    } else {
        word
    };
    let top = Expr::binary(BinaryOp::Shl, word, Expr::u32(32 - bits - offset));
    Expr::binary(BinaryOp::Shr, top, Expr::u32(32 - bits))
}

/// All fields of a word.
fn fields(word: &Expr, format: &Format) -> Vec<Expr> {
    let each = (0..format.count())
        .map(|k| field(word.clone(), k * format.bits, format.bits, format.is_signed));
    each.collect()
}
