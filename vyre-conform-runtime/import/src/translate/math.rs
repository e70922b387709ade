//! Builtin functions (<https://www.w3.org/TR/WGSL/#builtin-functions>).

use super::{Data, Remedy, Translator};
use naga::{BinaryOperator, Expression, Handle, MathFunction};
use vyre_conform_ir::{BinaryOp, Expr, Type, UnaryOp};

/// The arguments of a builtin function, by number.
pub(super) struct Arguments(Vec<Data>);

impl Arguments {
    pub(super) fn get(&self, number: usize) -> Data {
        let known = self.0.get(number).cloned();
        known.unwrap_or_else(|| Data::scalar(Expr::u32(0)))
    }
}

impl Translator<'_> {
    /// A builtin function applied to the arguments.
    pub(super) fn math(
        &mut self,
        handle: Handle<Expression>,
        fun: MathFunction,
        arguments: Vec<Data>,
    ) -> Data {
        let arguments = arguments.into_iter().map(|argument| self.named(argument));
        let arguments = Arguments(arguments.collect());
        let first = arguments.get(0);
        if let Some(op) = op_of(fun) {
            return self.named_op(op, first);
        }
        match fun {
            MathFunction::Abs => self.each(first, Self::absolute),
            MathFunction::Min => self.extreme(BinaryOp::Min, first, arguments.get(1)),
            MathFunction::Max => self.extreme(BinaryOp::Max, first, arguments.get(1)),
            MathFunction::Clamp => {
                let above = self.extreme(BinaryOp::Max, first, arguments.get(1));
                self.extreme(BinaryOp::Min, above, arguments.get(2))
            }
            MathFunction::Saturate => {
                let [zero, one] = [0.0, 1.0].map(|n| Data::scalar(self.number(first.ty(), n)));
                let above = self.extreme(BinaryOp::Max, first, zero);
                self.extreme(BinaryOp::Min, above, one)
            }
            MathFunction::Pow => self.elementary_pair("pow", first, arguments.get(1)),
            MathFunction::Atan2 => self.elementary_pair("atan2", first, arguments.get(1)),
            MathFunction::Cosh
            | MathFunction::Sinh
            | MathFunction::Tanh
            | MathFunction::Asinh
            | MathFunction::Acosh
            | MathFunction::Atanh => self.each(first, |of, x| of.hyperbolic(fun, x)),
            MathFunction::Radians => self.scaled(first, 0.017_453_292_519_943_295),
            MathFunction::Degrees => self.scaled(first, 57.295_779_513_082_32),
            MathFunction::Fract => self.each(first, |of, x| {
                let floor = of.float("floor", vec![x.clone()]);
                of.float("sub", vec![x, floor])
            }),
            MathFunction::Modf | MathFunction::Frexp => self.in_two_parts(handle, fun, first),
            MathFunction::Ldexp => self.pairs(first, arguments.get(1), Self::load_exponent),
            MathFunction::Fma => self.triples(&arguments, |of, [a, b, c]| {
                of.float("mul_add", vec![a, b, c])
            }),
            MathFunction::Mix => self.triples(&arguments, Self::mixed),
            MathFunction::SmoothStep => self.triples(&arguments, Self::smooth_step),
            MathFunction::Step => self.pairs(first, arguments.get(1), |of, edge, x| {
                let [zero, one] = [0.0, 1.0].map(|n| of.number(x.ty, n));
                let reached = of.float("le", vec![edge, x]);
                Expr::select(reached, one, zero)
            }),
            MathFunction::Sign => self.each(first, Self::sign),
            MathFunction::QuantizeToF16 => self.each(first, |of, x| {
                let half = of.draft.call("f32::to_f16", vec![x], Type::F16);
                of.draft.call("f16::to_f32", vec![half], Type::F32)
            }),
            other => self.whole(handle, other, &arguments),
        }
    }

    /// A builtin function of whole vectors, matrices, bits or packed numbers.
    fn whole(
        &mut self,
        handle: Handle<Expression>,
        fun: MathFunction,
        arguments: &Arguments,
    ) -> Data {
        match fun {
            MathFunction::Dot
            | MathFunction::Outer
            | MathFunction::Cross
            | MathFunction::Distance
            | MathFunction::Length
            | MathFunction::Normalize
            | MathFunction::FaceForward
            | MathFunction::Reflect
            | MathFunction::Refract
            | MathFunction::Transpose
            | MathFunction::Determinant => self.geometry(handle, fun, arguments),
            MathFunction::Inverse => self.refused(handle, "`inverse` of a matrix", Remedy::Inverse),
            MathFunction::CountTrailingZeros
            | MathFunction::CountLeadingZeros
            | MathFunction::CountOneBits
            | MathFunction::ReverseBits
            | MathFunction::ExtractBits
            | MathFunction::InsertBits
            | MathFunction::FirstTrailingBit
            | MathFunction::FirstLeadingBit => self.of_bits(fun, arguments),
            MathFunction::Dot4I8Packed
            | MathFunction::Dot4U8Packed
            | MathFunction::Pack4x8snorm
            | MathFunction::Pack4x8unorm
            | MathFunction::Pack2x16snorm
            | MathFunction::Pack2x16unorm
            | MathFunction::Pack2x16float
            | MathFunction::Pack4xI8
            | MathFunction::Pack4xU8
            | MathFunction::Pack4xI8Clamp
            | MathFunction::Pack4xU8Clamp
            | MathFunction::Unpack4x8snorm
            | MathFunction::Unpack4x8unorm
            | MathFunction::Unpack2x16snorm
            | MathFunction::Unpack2x16unorm
            | MathFunction::Unpack2x16float
            | MathFunction::Unpack4xI8
            | MathFunction::Unpack4xU8 => self.packed(fun, arguments),
            // The caller handles all others.
            _ => self.refused(handle, "a builtin function", Remedy::BlackBox),
        }
    }

    /// A strict op on each scalar. For f16, ops that the library lacks are computed in f32, which
    /// WGSL's accuracy permits.
    fn named_op(&mut self, op: &str, data: Data) -> Data {
        self.each(data, |of, x| of.elementary(op, vec![x]))
    }

    fn elementary_pair(&mut self, op: &str, left: Data, right: Data) -> Data {
        self.pairs(left, right, |of, a, b| of.elementary(op, vec![a, b]))
    }

    /// An op that the library may provide only for f32.
    pub(super) fn elementary(&mut self, op: &str, operands: Vec<Expr>) -> Expr {
        let both = ["ceil", "floor", "round", "trunc", "sqrt", "rsqrt"];
        let is_half = operands
            .first()
            .is_some_and(|operand| operand.ty == Type::F16);
        if !is_half || both.contains(&op) {
            return self.float(op, operands);
        }
        let wide = operands
            .into_iter()
            .map(|operand| self.draft.call("f16::to_f32", vec![operand], Type::F32));
        let wide = wide.collect();
        let result = self.float(op, wide);
        self.draft.call("f32::to_f16", vec![result], Type::F16)
    }

    fn absolute(&mut self, x: Expr) -> Expr {
        match x.ty {
            Type::I32 => {
                let negative = Expr::binary(BinaryOp::Lt, x.clone(), Expr::i32(0));
                Expr::select(negative, Expr::unary(UnaryOp::Negate, x.clone()), x)
            }
            ty if ty.is_float() => self.float("abs", vec![x]),
            _ => x,
        }
    }

    /// The minimum or maximum.
    fn extreme(&mut self, op: BinaryOp, left: Data, right: Data) -> Data {
        self.pairs(left, right, |of, a, b| of.smaller_or_larger(op, a, b))
    }

    pub(super) fn smaller_or_larger(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        match (a.ty.is_float(), op) {
            (false, _) => Expr::binary(op, a, b),
            (true, BinaryOp::Min) => self.float("min", vec![a, b]),
            (true, _) => self.float("max", vec![a, b]),
        }
    }

    fn sign(&mut self, x: Expr) -> Expr {
        let ty = x.ty;
        let literal = |of: &Self, value: i32| {
            if ty.is_float() {
                of.number(ty, value as f32)
            } else {
                Expr::literal(ty, u64::from(value as u32))
            }
        };
        let [minus, zero, plus] = [-1, 0, 1].map(|value| literal(self, value));
        let above = self.operator(BinaryOperator::Greater, x.clone(), zero.clone());
        let below = self.operator(BinaryOperator::Less, x, zero.clone());
        Expr::select(above, plus, Expr::select(below, minus, zero))
    }

    fn scaled(&mut self, data: Data, factor: f64) -> Data {
        self.each(data, |of, x| {
            let factor = of.number(x.ty, factor as f32);
            of.float("mul", vec![x, factor])
        })
    }

    /// A function of three scalars, applied elementwise; the third may be a single scalar.
    fn triples(
        &mut self,
        arguments: &Arguments,
        function: impl Fn(&mut Self, [Expr; 3]) -> Expr,
    ) -> Data {
        let [first, second, third] = [0, 1, 2].map(|k| arguments.get(k));
        let shape = first.shape.clone();
        let thirds = third.leaves.iter().cycle();
        let all = first.leaves.into_iter().zip(second.leaves).zip(thirds);
        let leaves = all.map(|((a, b), c)| function(self, [a, b, c.clone()]));
        let leaves = leaves.collect();
        Data::new(shape, leaves)
    }

    /// `a * (1 - t) + b * t`.
    fn mixed(&mut self, [a, b, t]: [Expr; 3]) -> Expr {
        let one = self.number(t.ty, 1.0);
        let rest = self.float("sub", vec![one, t.clone()]);
        let left = self.float("mul", vec![a, rest]);
        let right = self.float("mul", vec![b, t]);
        self.float("add", vec![left, right])
    }

    /// `t * t * (3 - 2 * t)` with `t = saturate((x - low) / (high - low))`.
    fn smooth_step(&mut self, [low, high, x]: [Expr; 3]) -> Expr {
        let ty = x.ty;
        let [zero, one, two, three] = [0.0, 1.0, 2.0, 3.0].map(|n| self.number(ty, n));
        let over = self.float("sub", vec![x, low.clone()]);
        let range = self.float("sub", vec![high, low]);
        let part = self.float("div", vec![over, range]);
        let part = self.float("max", vec![part, zero]);
        let t = self.float("min", vec![part, one]);
        let twice = self.float("mul", vec![two, t.clone()]);
        let rest = self.float("sub", vec![three, twice]);
        let square = self.float("mul", vec![t.clone(), t]);
        self.float("mul", vec![square, rest])
    }
}

/// The op for an elementwise builtin function, if there is one.
const fn op_of(fun: MathFunction) -> Option<&'static str> {
    Some(match fun {
        MathFunction::Cos => "cos",
        MathFunction::Sin => "sin",
        MathFunction::Tan => "tan",
        MathFunction::Acos => "acos",
        MathFunction::Asin => "asin",
        MathFunction::Atan => "atan",
        MathFunction::Ceil => "ceil",
        MathFunction::Floor => "floor",
        MathFunction::Round => "round",
        MathFunction::Trunc => "trunc",
        MathFunction::Exp => "exp",
        MathFunction::Exp2 => "exp2",
        MathFunction::Log => "log",
        MathFunction::Log2 => "log2",
        MathFunction::Sqrt => "sqrt",
        MathFunction::InverseSqrt => "rsqrt",
        _ => return None,
    })
}
