//! Translation of methods into operators. Every operand that is used twice is a local.

use super::Emit;
use super::cast::convert;
use super::choice::negated;
use super::value::Value;
use crate::elaborate::methods::Method;
use crate::elaborate::tree::Tree;
use vyre_conform_ir::{BinaryOp as B, Expr, ExprKind, Type, UnaryOp as U};

impl Emit<'_> {
    pub(super) fn method(&mut self, method: &Method, operands: &[Tree]) -> Option<Value> {
        let trees: Vec<&Tree> = operands.iter().collect();
        let mut values = self.sequence(&trees)?.into_iter();
        let receiver = values.next()?;
        let (argument, third) = (values.next(), values.next());
        let receiver = match receiver {
            Value::One(receiver) => receiver,
            Value::Option { content, some } => {
                return Some(match (method.name, argument) {
                    ("is_some", _) => Value::One(some),
                    ("is_none", _) => Value::One(negated(some)),
                    (_, Some(other)) => self.select(some, *content, other),
                    _ => return None,
                });
            }
            _ => return None,
        };
        let value = match (argument, third) {
            (Some(Value::One(b)), Some(Value::One(c))) => {
                self.carrying(method.name, receiver, b, c)?
            }
            (Some(Value::One(b)), _) => self.two(method.name, receiver, b)?,
            _ => self.one_operand(method.name, receiver)?,
        };
        Some(match value {
            Value::One(expr) => Value::One(self.shallow(expr)),
            other => other,
        })
    }

    fn one_operand(&mut self, name: &str, a: Expr) -> Option<Value> {
        let ty = a.ty;
        let zero = Expr::literal(ty, 0);
        let not = |a| Expr::unary(U::Not, a);
        let simple = match name {
            "wrapping_neg" => Some(Expr::unary(U::Negate, a.clone())),
            "count_ones" => Some(Expr::unary(U::CountOnes, a.clone())),
            "count_zeros" => Some(Expr::unary(U::CountOnes, not(a.clone()))),
            "leading_zeros" => Some(Expr::unary(U::LeadingZeros, a.clone())),
            "leading_ones" => Some(Expr::unary(U::LeadingZeros, not(a.clone()))),
            "trailing_zeros" => Some(Expr::unary(U::TrailingZeros, a.clone())),
            "trailing_ones" => Some(Expr::unary(U::TrailingZeros, not(a.clone()))),
            "reverse_bits" => Some(Expr::unary(U::ReverseBits, a.clone())),
            "swap_bytes" => Some(Expr::unary(U::SwapBytes, a.clone())),
            "is_negative" => Some(Expr::binary(B::Lt, a.clone(), zero.clone())),
            "is_positive" => Some(Expr::binary(B::Gt, a.clone(), zero.clone())),
            "is_power_of_two" => {
                let ones = Expr::unary(U::CountOnes, a.clone());
                Some(Expr::binary(B::Eq, ones, Expr::u32(1)))
            }
            _ => None,
        };
        if let Some(simple) = simple {
            return Some(Value::One(simple));
        }
        let a = self.shared("operand", a);
        Some(match name {
            "wrapping_abs" => Value::One(absolute(&a)),
            "unsigned_abs" => Value::One(convert(absolute(&a), Type::U32)),
            "signum" => {
                let sign = |op| convert(Expr::binary(op, a.clone(), zero.clone()), Type::I32);
                Value::One(Expr::binary(B::Sub, sign(B::Gt), sign(B::Lt)))
            }
            "overflowing_neg" | "checked_neg" => {
                // Only the least value of a signed type has no negative; of an unsigned one, only
                // zero has one.
                let overflows = match ty {
                    Type::I32 => Expr::binary(B::Eq, a.clone(), Expr::i32(i32::MIN)),
                    _ => Expr::binary(B::Ne, a.clone(), zero),
                };
                flagged(name, Expr::unary(U::Negate, a), overflows)
            }
            _ => return None,
        })
    }

    fn two(&mut self, name: &str, a: Expr, b: Expr) -> Option<Value> {
        if let Some(op) = operator(name) {
            return Some(Value::One(Expr::binary(op, a, b)));
        }
        let (a, b) = (self.shared("left", a), self.shared("right", b));
        Some(match name {
            "abs_diff" => {
                let most = Expr::binary(B::Max, a.clone(), b.clone());
                let least = Expr::binary(B::Min, a.clone(), b);
                let difference = Expr::binary(B::Sub, most, least);
                let ty = if a.ty == Type::I32 { Type::U32 } else { a.ty };
                Value::One(convert(difference, ty))
            }
            "overflowing_add" | "checked_add" | "saturating_add" => {
                let sum = self.shared("sum", Expr::binary(B::Add, a.clone(), b.clone()));
                let overflows = match a.ty {
                    // The operands have the same sign and the sum has the other.
                    Type::I32 => both_differ(&a, &sum, &b, &sum),
                    _ => Expr::binary(B::Lt, sum.clone(), a.clone()),
                };
                self.with_overflow(name, sum, overflows, &a, &b)
            }
            "overflowing_sub" | "checked_sub" | "saturating_sub" => {
                let difference = Expr::binary(B::Sub, a.clone(), b.clone());
                let difference = self.shared("difference", difference);
                let overflows = match a.ty {
                    // The operands have different signs and the difference does not have the sign of the first.
                    Type::I32 => both_differ(&a, &b, &a, &difference),
                    _ => Expr::binary(B::Lt, a.clone(), b.clone()),
                };
                self.with_overflow(name, difference, overflows, &a, &b)
            }
            "overflowing_mul" | "checked_mul" | "saturating_mul" => {
                let (product, overflows) = self.product(&a, &b);
                self.with_overflow(name, product, overflows, &a, &b)
            }
            "checked_div" => checked_division(B::Div, a, b),
            "checked_rem" => checked_division(B::Rem, a, b),
            "checked_shl" | "checked_shr" => {
                let op = if name == "checked_shl" {
                    B::Shl
                } else {
                    B::Shr
                };
                let some = Expr::binary(B::Lt, b.clone(), Expr::u32(a.ty.bits()));
                let content = Box::new(Value::One(Expr::binary(op, a, b)));
                Value::Option { content, some }
            }
            _ => return None,
        })
    }

    /// Arithmetic with a carry, for multi-word numbers.
    fn carrying(&mut self, name: &str, a: Expr, b: Expr, carry: Expr) -> Option<Value> {
        let (a, b) = (self.shared("left", a), self.shared("right", b));
        let carry = self.shared("carry", convert(carry, a.ty));
        let op = match name {
            "carrying_add" => B::Add,
            "borrowing_sub" => B::Sub,
            "carrying_mul" => {
                let low = self.shared("low", Expr::binary(B::Mul, a.clone(), b.clone()));
                let sum = Expr::binary(B::Add, low.clone(), carry);
                let sum = self.shared("sum", sum);
                let carried = convert(Expr::binary(B::Lt, sum.clone(), low), a.ty);
                let high = Expr::binary(B::MulHigh, a, b);
                let high = Expr::binary(B::Add, high, carried);
                return Some(Value::Tuple(vec![Value::One(sum), Value::One(high)]));
            }
            _ => return None,
        };
        let first = self.shared("first", Expr::binary(op, a.clone(), b.clone()));
        let second = Expr::binary(op, first.clone(), carry.clone());
        let second = self.shared("second", second);
        let wrapped = match op {
            // A wrapped sum is less than either operand.
            B::Add => [
                Expr::binary(B::Lt, first.clone(), a),
                Expr::binary(B::Lt, second.clone(), first),
            ],
            // A difference wraps if the subtrahend is greater than the minuend.
            _ => [Expr::binary(B::Lt, a, b), Expr::binary(B::Lt, first, carry)],
        };
        let [one, other] = wrapped;
        let carried = Expr::binary(B::Or, one, other);
        Some(Value::Tuple(vec![Value::One(second), Value::One(carried)]))
    }

    /// The wrapped product, and a flag for overflow.
    fn product(&mut self, a: &Expr, b: &Expr) -> (Expr, Expr) {
        let product = Expr::binary(B::Mul, a.clone(), b.clone());
        match a.ty {
            Type::I32 => {
                // The low 64 bits of the product of sign-extended factors are exact.
                let wide = |e: &Expr| convert(e.clone(), Type::U64);
                let exact = Expr::binary(B::Mul, wide(a), wide(b));
                let product = self.shared("product", product);
                let again = convert(product.clone(), Type::U64);
                let overflows = Expr::binary(B::Ne, again, exact);
                (product, overflows)
            }
            ty => {
                let high = Expr::binary(B::MulHigh, a.clone(), b.clone());
                let overflows = Expr::binary(B::Ne, high, Expr::literal(ty, 0));
                (product, overflows)
            }
        }
    }

    /// The overflowing, checked or saturating form of a wrapped result.
    fn with_overflow(
        &mut self,
        name: &str,
        wrapped: Expr,
        overflows: Expr,
        a: &Expr,
        b: &Expr,
    ) -> Value {
        if !name.starts_with("saturating") {
            return flagged(name, wrapped, overflows);
        }
        let limit = match a.ty {
            Type::I32 => {
                // The exact result is negative if it lies below the least value: for a product if the
                // signs differ, otherwise if the first operand is negative.
                let sign = match name {
                    "saturating_mul" => Expr::binary(B::Xor, a.clone(), b.clone()),
                    _ => a.clone(),
                };
                let negative = Expr::binary(B::Lt, sign, Expr::i32(0));
                Expr::select(negative, Expr::i32(i32::MIN), Expr::i32(i32::MAX))
            }
            ty if name == "saturating_sub" => Expr::literal(ty, 0),
            ty => Expr::literal(ty, ty.mask()),
        };
        Value::One(Expr::select(overflows, limit, wrapped))
    }
}

/// The result with its flag: `overflowing_*` returns true if it wrapped, `checked_*` returns `None`
/// then.
fn flagged(name: &str, wrapped: Expr, overflows: Expr) -> Value {
    if name.starts_with("overflowing") {
        return Value::Tuple(vec![Value::One(wrapped), Value::One(overflows)]);
    }
    let content = Box::new(Value::One(wrapped));
    let some = negated(overflows);
    Value::Option { content, some }
}

/// True if the signs of `a` and `b` differ and the signs of `c` and `d` differ.
fn both_differ(a: &Expr, b: &Expr, c: &Expr, d: &Expr) -> Expr {
    let differ = |x: &Expr, y: &Expr| Expr::binary(B::Xor, x.clone(), y.clone());
    let both = Expr::binary(B::And, differ(a, b), differ(c, d));
    Expr::binary(B::Lt, both, Expr::i32(0))
}

/// The operator that a method of two operands is.
fn operator(name: &str) -> Option<B> {
    Some(match name {
        "wrapping_add" => B::Add,
        "wrapping_sub" => B::Sub,
        "wrapping_mul" => B::Mul,
        "wrapping_shl" => B::Shl,
        "wrapping_shr" => B::Shr,
        "rotate_left" => B::RotateLeft,
        "rotate_right" => B::RotateRight,
        "min" => B::Min,
        "max" => B::Max,
        _ => return None,
    })
}

/// A quotient or remainder; none for a divisor of 0 and for the least value divided by -1.
fn checked_division(op: B, a: Expr, b: Expr) -> Value {
    let zero = Expr::literal(b.ty, 0);
    let nonzero = Expr::binary(B::Ne, b.clone(), zero);
    let some = match a.ty {
        Type::I32 => {
            let least = Expr::binary(B::Ne, a.clone(), Expr::i32(i32::MIN));
            let minus_one = Expr::binary(B::Ne, b.clone(), Expr::i32(-1));
            let fits = Expr::binary(B::Or, least, minus_one);
            Expr::binary(B::And, nonzero, fits)
        }
        _ => nonzero,
    };
    let content = Box::new(Value::One(Expr::binary(op, a, b)));
    Value::Option { content, some }
}

/// `|a|`, wrapping for the least value.
fn absolute(a: &Expr) -> Expr {
    debug_assert!(matches!(a.kind, ExprKind::Literal(_) | ExprKind::Local(_)));
    let negative = Expr::binary(B::Lt, a.clone(), Expr::literal(a.ty, 0));
    let negated = Expr::unary(U::Negate, a.clone());
    Expr::select(negative, negated, a.clone())
}
