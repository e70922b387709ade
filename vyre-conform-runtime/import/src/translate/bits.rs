//! Bit functions of integers, and decomposition of floats.

use super::convert::bits_as;
use super::math::Arguments;
use super::{Data, Translator};
use naga::{Expression, Handle, MathFunction};
use vyre_conform_ir::{BinaryOp, Expr, Type, UnaryOp};

fn minus(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, a, b)
}

impl Translator<'_> {
    /// A builtin function on the bits of integers
    /// (<https://www.w3.org/TR/WGSL/#integer-builtin-functions>).
    pub(super) fn of_bits(&mut self, fun: MathFunction, arguments: &Arguments) -> Data {
        let first = arguments.get(0);
        let count = |op: UnaryOp| {
            move |_: &mut Self, x: Expr| {
                let ty = x.ty;
                bits_as(Expr::unary(op, x), ty)
            }
        };
        match fun {
            MathFunction::CountTrailingZeros => self.each(first, count(UnaryOp::TrailingZeros)),
            MathFunction::CountLeadingZeros => self.each(first, count(UnaryOp::LeadingZeros)),
            MathFunction::CountOneBits => self.each(first, count(UnaryOp::CountOnes)),
            MathFunction::ReverseBits => {
                self.each(first, |_, x| Expr::unary(UnaryOp::ReverseBits, x))
            }
            MathFunction::FirstTrailingBit => self.each(first, |_, x| {
                let ty = x.ty;
                let none = Expr::binary(BinaryOp::Eq, x.clone(), Expr::literal(ty, 0));
                let zeros = Expr::unary(UnaryOp::TrailingZeros, x);
                bits_as(Expr::select(none, Expr::u32(u32::MAX), zeros), ty)
            }),
            MathFunction::FirstLeadingBit => self.each(first, |_, x| {
                let ty = x.ty;
                // For a negative number, the first bit that differs from the sign.
                let value = match ty {
                    Type::I32 => {
                        let sign = Expr::binary(BinaryOp::Shr, x.clone(), Expr::u32(31));
                        Expr::binary(BinaryOp::Xor, x, sign)
                    }
                    _ => x,
                };
                // Without a set bit there are 32 leading zeros, and 31 - 32 is all ones.
                let zeros = Expr::unary(UnaryOp::LeadingZeros, value);
                bits_as(minus(Expr::u32(31), zeros), ty)
            }),
            MathFunction::InsertBits => {
                let [offset, count] = [2, 3].map(|k| arguments.get(k).leaf());
                let (offset, count) = self.field(offset, count);
                let value = arguments.get(1);
                self.pairs(first, value, |of, x, bits| {
                    of.inserted(x, bits, &offset, &count)
                })
            }
            // `extractBits`: the caller passes no other function.
            _ => {
                let [offset, count] = [1, 2].map(|k| arguments.get(k).leaf());
                let (offset, count) = self.field(offset, count);
                self.each(first, |_, x| extracted(x, &offset, &count))
            }
        }
    }

    /// The field clipped to 32 bits: `min(offset, 32)` and `min(count, 32 - offset)`.
    fn field(&mut self, offset: Expr, count: Expr) -> (Expr, Expr) {
        let offset = Expr::binary(BinaryOp::Min, offset, Expr::u32(32));
        let offset = self.draft.bind("offset", offset);
        let rest = minus(Expr::u32(32), offset.clone());
        let count = Expr::binary(BinaryOp::Min, count, rest);
        let count = self.draft.bind("count", count);
        (offset, count)
    }

    fn inserted(&mut self, x: Expr, bits: Expr, offset: &Expr, count: &Expr) -> Expr {
        let ty = x.ty;
        let [x, bits] = [x, bits].map(|operand| bits_as(operand, Type::U32));
        let all = Expr::binary(BinaryOp::Eq, count.clone(), Expr::u32(32));
        let one = Expr::binary(BinaryOp::Shl, Expr::u32(1), count.clone());
        let ones = Expr::select(all, Expr::u32(u32::MAX), minus(one, Expr::u32(1)));
        // With offset 32 there are no bits to insert.
        let mask = Expr::binary(BinaryOp::Shl, ones, offset.clone());
        let mask = self.draft.bind("mask", mask);
        let kept = Expr::binary(BinaryOp::And, x, Expr::unary(UnaryOp::Not, mask.clone()));
        let moved = Expr::binary(BinaryOp::Shl, bits, offset.clone());
        let new = Expr::binary(BinaryOp::And, moved, mask);
        bits_as(Expr::binary(BinaryOp::Or, kept, new), ty)
    }

    /// `modf` and `frexp`, which return two values.
    pub(super) fn in_two_parts(
        &mut self,
        handle: Handle<Expression>,
        fun: MathFunction,
        data: Data,
    ) -> Data {
        let shape = self.resolved(handle);
        let parts: Vec<(Expr, Expr)> = data
            .leaves
            .into_iter()
            .map(|x| match fun {
                MathFunction::Modf => {
                    let whole = self.float("trunc", vec![x.clone()]);
                    (self.float("sub", vec![x, whole.clone()]), whole)
                }
                _ => self.fraction_and_exponent(x),
            })
            .collect();
        let (first, second): (Vec<Expr>, Vec<Expr>) = parts.into_iter().unzip();
        let leaves = first.into_iter().chain(second).collect();
        Data::new(shape, leaves)
    }

    /// A float as a fraction of at least a half and a power of two; zeros, infinities and NaN are
    /// returned unchanged with exponent 0.
    fn fraction_and_exponent(&mut self, x: Expr) -> (Expr, Expr) {
        let x = self.as_single(x);
        let ty = Type::F32;
        let bits = self.draft.bind("bits", bits_as(x.clone(), Type::U32));
        let field = |bits: Expr| {
            let moved = Expr::binary(BinaryOp::Shr, bits, Expr::u32(23));
            Expr::binary(BinaryOp::And, moved, Expr::u32(0xff))
        };
        let is_small = Expr::binary(BinaryOp::Eq, field(bits.clone()), Expr::u32(0));
        let is_small = self.draft.bind("small", is_small);
        let scale = self.number(ty, 16_777_216.0);
        let scaled = self.float("mul", vec![x.clone(), scale]);
        let normal = Expr::select(is_small.clone(), scaled, x.clone());
        let normal = self.draft.bind("normal", bits_as(normal, Type::U32));
        let rest = Expr::binary(BinaryOp::And, normal.clone(), Expr::u32(0x807f_ffff));
        let fraction = Expr::binary(BinaryOp::Or, rest, Expr::u32(126 << 23));
        let bias = Expr::select(is_small, Expr::u32(126 + 24), Expr::u32(126));
        let exponent = minus(field(normal.clone()), bias);
        let magnitude = Expr::binary(BinaryOp::And, bits.clone(), Expr::u32(0x7fff_ffff));
        let is_zero = Expr::binary(BinaryOp::Eq, magnitude, Expr::u32(0));
        let is_special = Expr::binary(BinaryOp::Eq, field(bits), Expr::u32(0xff));
        let itself = Expr::binary(BinaryOp::Or, is_zero, is_special);
        let itself = self.draft.bind("itself", itself);
        let fraction = Expr::select(itself.clone(), x, bits_as(fraction, ty));
        let exponent = Expr::select(itself, Expr::u32(0), exponent);
        (fraction, bits_as(exponent, Type::I32))
    }

    fn as_single(&mut self, x: Expr) -> Expr {
        if x.ty == Type::F16 {
            self.refuse("`frexp` of f16", super::Remedy::Width);
            return Expr::literal(Type::F32, 0);
        }
        x
    }

    /// `x * 2^exponent`, in three steps, at most one of which rounds.
    pub(super) fn load_exponent(&mut self, x: Expr, exponent: Expr) -> Expr {
        if x.ty == Type::F16 {
            self.refuse("`ldexp` of f16", super::Remedy::Width);
            return x;
        }
        let most = Expr::binary(BinaryOp::Min, exponent, Expr::i32(300));
        let exponent = Expr::binary(BinaryOp::Max, most, Expr::i32(-300));
        let exponent = self.draft.bind("exponent", exponent);
        let third = Expr::binary(BinaryOp::Div, exponent.clone(), Expr::i32(3));
        let third = self.draft.bind("third", third);
        let rest = minus(
            exponent,
            Expr::binary(BinaryOp::Mul, third.clone(), Expr::i32(2)),
        );
        let mut product = x;
        for part in [third.clone(), third, rest] {
            let biased = Expr::binary(BinaryOp::Add, part, Expr::i32(127));
            let bits = Expr::binary(BinaryOp::Shl, biased, Expr::u32(23));
            product = self.float("mul", vec![product, bits_as(bits, Type::F32)]);
        }
        product
    }

    /// The hyperbolic functions, by the formulas from which WGSL derives their accuracy
    /// (<https://www.w3.org/TR/WGSL/#floating-point-accuracy>).
    pub(super) fn hyperbolic(&mut self, fun: MathFunction, x: Expr) -> Expr {
        let ty = x.ty;
        let [one, half] = [1.0, 0.5].map(|n| self.number(ty, n));
        match fun {
            MathFunction::Sinh | MathFunction::Cosh | MathFunction::Tanh => {
                let negated = self.float("neg", vec![x.clone()]);
                let up = self.elementary("exp", vec![x]);
                let down = self.elementary("exp", vec![negated]);
                let difference = self.float("sub", vec![up.clone(), down.clone()]);
                let sum = self.float("add", vec![up, down]);
                match fun {
                    MathFunction::Sinh => self.float("mul", vec![difference, half]),
                    MathFunction::Cosh => self.float("mul", vec![sum, half]),
                    _ => self.float("div", vec![difference, sum]),
                }
            }
            MathFunction::Atanh => {
                let above = self.float("add", vec![one.clone(), x.clone()]);
                let below = self.float("sub", vec![one, x]);
                let quotient = self.float("div", vec![above, below]);
                let log = self.elementary("log", vec![quotient]);
                self.float("mul", vec![log, half])
            }
            _ => {
                let square = self.float("mul", vec![x.clone(), x.clone()]);
                let op = if fun == MathFunction::Asinh {
                    "add"
                } else {
                    "sub"
                };
                let inner = self.float(op, vec![square, one]);
                let root = self.float("sqrt", vec![inner]);
                let sum = self.float("add", vec![x, root]);
                self.elementary("log", vec![sum])
            }
        }
    }
}

/// A bit field, sign-extended for a signed type.
fn extracted(x: Expr, offset: &Expr, count: &Expr) -> Expr {
    let ty = x.ty;
    let none = Expr::binary(BinaryOp::Eq, count.clone(), Expr::u32(0));
    let unused = minus(Expr::u32(32), count.clone());
    let above = minus(unused.clone(), offset.clone());
    let top = Expr::binary(BinaryOp::Shl, x, above);
    Expr::select(
        none,
        Expr::literal(ty, 0),
        Expr::binary(BinaryOp::Shr, top, unused),
    )
}
