//! Vectors, and u128 as `vec4<u32>` of four words, low first.

use super::expr::{back, symbol, unsigned};
use super::names::literal;
use super::scope::Writer;
use super::text::Text;
use vyre_conform_ir::{BinaryOp, Expr, Type};

const LANES: [&str; 4] = ["x", "y", "z", "w"];

impl Writer<'_> {
    /// A vector of these lanes.
    pub(super) fn composed(&mut self, lanes: &[Expr], ty: Type) -> Text {
        let lanes = lanes.iter().map(|lane| self.expr(lane)).collect();
        Text::call(super::function::word_type(ty), lanes)
    }

    /// A lane of a vector.
    pub(super) fn lane(&mut self, vector: &Expr, lane: u32) -> Text {
        self.expr(vector).member(LANES[lane as usize])
    }

    /// Operators of two vectors.
    pub(super) fn lanewise(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        let (x, y) = (self.expr(a), self.expr(b));
        match op {
            BinaryOp::Eq => Text::call("all", vec![Text::binary("==", x, y)]),
            BinaryOp::Ne => Text::call("any", vec![Text::binary("!=", x, y)]),
            BinaryOp::Min => Text::call("min", vec![x, y]),
            BinaryOp::Max => Text::call("max", vec![x, y]),
            _ => Text::binary(symbol(op), x, y),
        }
    }

    /// A binary operation on u128, or a shift of one.
    pub(super) fn binary128(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Text {
        use BinaryOp::*;
        let name = match op {
            Add => "u128_add",
            Sub => "u128_sub",
            Shl => "u128_shl",
            Shr => "u128_shr",
            Min => "u128_min",
            Max => "u128_max",
            Lt | Le | Gt | Ge => {
                let (x, y) = (self.expr(a), self.expr(b));
                let swapped = matches!(op, Gt | Le);
                let arguments = if swapped { vec![y, x] } else { vec![x, y] };
                let less = self.library_call("u128_lt", arguments);
                return match op {
                    Le | Ge => Text::unary('!', less),
                    _ => less,
                };
            }
            // Bitwise operations on the words are those on the whole.
            _ => return self.lanewise(op, a, b),
        };
        let (x, y) = (self.expr(a), self.expr(b));
        self.library_call(name, vec![x, y])
    }

    /// A value of at most 64 bits as a u128 or a vector.
    pub(super) fn widened(&mut self, value: Text, from: Type, to: Type) -> Text {
        let zero = || Text::primary("0u");
        let name = super::function::word_type(to);
        match (from, to) {
            (Type::U64, Type::Vec2) => value,
            (Type::U64, _) => Text::call(name, vec![value, zero(), zero()]),
            (Type::I32, Type::U128) => {
                let value = self.shared(value, "value");
                let sign = Text::binary(">>", value.clone(), Text::primary("31u"));
                let [low, sign] = [value, sign].map(|word| Text::call("u32", vec![word]));
                let sign = self.shared(sign, "signs");
                Text::call(name, vec![low, sign.clone(), sign.clone(), sign])
            }
            (from, Type::U128) => {
                Text::call(name, vec![unsigned(from, value), zero(), zero(), zero()])
            }
            (from, _) => Text::call(name, vec![unsigned(from, value)]),
        }
    }
}

/// A u128 or a vector as a narrower type: its lowest words, or true if any is nonzero.
pub(super) fn narrowed(value: Text, from: Type, to: Type) -> Text {
    match to {
        Type::Bool => {
            let zero = Text::primary(literal(from, 0));
            Text::call("any", vec![Text::binary("!=", value, zero)])
        }
        Type::U32 | Type::I32 | Type::Bytes | Type::Float(_) => back(to, value.member("x")),
        Type::U64 | Type::Vec2 if from.words() == 4 => value.member("xy"),
        // The other type with the same number of words.
        _ => value,
    }
}
