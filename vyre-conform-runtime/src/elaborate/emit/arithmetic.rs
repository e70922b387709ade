//! Operators: rejects operations on which Rust would panic and suggests the total spelling.

use super::Emit;
use super::cast::convert;
use super::value::Value;
use crate::body::Primitive;
use crate::elaborate::tree::Operator;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, Type};

impl Emit<'_> {
    /// `left operator right` for primitives; `primitive` is the type on the left.
    pub(super) fn operation(
        &mut self,
        line: u32,
        operator: Operator,
        primitive: Primitive,
        left: Expr,
        right: Expr,
    ) -> Option<Expr> {
        let is_bool = primitive == Primitive::Bool;
        let bitwise = matches!(operator, Operator::And | Operator::Or | Operator::Xor);
        let Some(comparison) = comparison(operator) else {
            if is_bool && !bitwise {
                self.problem(
                    line,
                    "`bool` has no arithmetic: cast it to an integer first",
                );
                return None;
            }
            return Some(match operator {
                Operator::Shl | Operator::Shr => self.shift(line, operator, primitive, left, right),
                division if division.divides() => self.quotient(line, operator, left, right),
                _ => Expr::binary(plain(operator), left, right),
            });
        };
        Some(Expr::binary(comparison, left, right))
    }

    fn shift(
        &mut self,
        line: u32,
        operator: Operator,
        primitive: Primitive,
        left: Expr,
        amount: Expr,
    ) -> Expr {
        let (width, sign) = (
            left.ty.bits(),
            if operator == Operator::Shl {
                "<<"
            } else {
                ">>"
            },
        );
        let method = if operator == Operator::Shl {
            "wrapping_shl"
        } else {
            "wrapping_shr"
        };
        if primitive == Primitive::Usize && operator == Operator::Shl {
            self.problem(
                line,
                "`<<` of a `usize` depends on how wide `usize` is: compute in `u32`",
            );
        }
        let most = width - 1;
        if self.bound(&amount) > u64::from(most) {
            let message = match amount.kind {
                ExprKind::Literal(bits) => {
                    let amount = match amount.ty {
                        Type::I32 => i64::from(bits as u32 as i32).to_string(),
                        _ => bits.to_string(),
                    };
                    format!(
                        "a shift by {amount} overflows: the value has {width} bits, so the amount \
                         is 0 to {most}"
                    )
                }
                _ => format!(
                    "a shift overflows where its amount is {width} or more: write `a {sign} (n & \
                     {most})` or `a.{method}(n)`"
                ),
            };
            self.problem(line, message);
        }
        let op = if operator == Operator::Shl {
            BinaryOp::Shl
        } else {
            BinaryOp::Shr
        };
        Expr::binary(op, left, convert(amount, Type::U32))
    }

    fn quotient(&mut self, line: u32, operator: Operator, left: Expr, right: Expr) -> Expr {
        let (op, method, wrapped) = match operator {
            Operator::Div | Operator::DivNonzero | Operator::DivTotal => {
                (BinaryOp::Div, "checked_div", "a")
            }
            _ => (BinaryOp::Rem, "checked_rem", "0"),
        };
        let excludes_zero = matches!(operator, Operator::DivNonzero | Operator::RemNonzero);
        let total = matches!(operator, Operator::DivTotal | Operator::RemTotal);
        match right.kind {
            ExprKind::Literal(0) => self.problem(line, "this divides by zero"),
            ExprKind::Literal(bits) if right.ty == Type::I32 && bits == u64::from(u32::MAX) => {
                self.problem(
                    line,
                    "division by -1 overflows for i32::MIN: write `a.wrapping_neg()` for the \
                     quotient (the remainder is 0)",
                );
            }
            ExprKind::Literal(_) => {}
            _ if total || (excludes_zero && right.ty != Type::I32) => {}
            _ if excludes_zero => self.problem(
                line,
                format!(
                    "the divisor is not 0 here, and `i32::MIN` divided by -1 overflows still: write `if let \
                     Some(q) = a.{method}(b) {{ q }} else {{ {wrapped} }}`"
                ),
            ),
            _ => self.problem(
                line,
                format!(
                    "division panics where the divisor is 0: write `match a.{method}(b) {{ \
                     Some(q) => q, None => 0 }}`"
                ),
            ),
        }
        Expr::binary(op, left, right)
    }

    /// `==` and `!=` of tuples and arrays, part by part.
    pub(super) fn compare_parts(
        &mut self,
        line: u32,
        operator: Operator,
        left: Value,
        right: Value,
    ) -> Option<Expr> {
        let (each, all) = match operator {
            Operator::Eq => (BinaryOp::Eq, BinaryOp::And),
            Operator::Ne => (BinaryOp::Ne, BinaryOp::Or),
            _ => {
                self.problem(
                    line,
                    "tuples and arrays have only `==` and `!=` in a kernel body",
                );
                return None;
            }
        };
        let mut result = Expr::bool(operator == Operator::Eq);
        let pairs = left.flatten().into_iter().zip(right.flatten());
        for (k, (a, b)) in pairs.enumerate() {
            let same = Expr::binary(each, a, b);
            result = match k {
                0 => same,
                _ => self.shallow(Expr::binary(all, result, same)),
            };
        }
        Some(result)
    }
}

fn comparison(operator: Operator) -> Option<BinaryOp> {
    Some(match operator {
        Operator::Eq => BinaryOp::Eq,
        Operator::Ne => BinaryOp::Ne,
        Operator::Lt => BinaryOp::Lt,
        Operator::Le => BinaryOp::Le,
        Operator::Gt => BinaryOp::Gt,
        Operator::Ge => BinaryOp::Ge,
        _ => return None,
    })
}

fn plain(operator: Operator) -> BinaryOp {
    match operator {
        Operator::Sub => BinaryOp::Sub,
        Operator::Mul => BinaryOp::Mul,
        Operator::And => BinaryOp::And,
        Operator::Or => BinaryOp::Or,
        Operator::Xor => BinaryOp::Xor,
        _ => BinaryOp::Add,
    }
}
