//! Operators, scalar by scalar, with WGSL semantics (<https://www.w3.org/TR/WGSL/#arithmetic-expr>).

use super::pointer::literal;
use super::{Data, Shape, Translator};
use crate::ProbeKind;
use naga::{BinaryOperator, Expression, Handle, UnaryOperator};
use vyre_conform_ir::{BinaryOp, Expr, Type, UnaryOp};

impl Translator<'_> {
    /// A unary operator.
    pub(super) fn unary(&mut self, op: UnaryOperator, operand: Handle<Expression>) -> Data {
        let operand = self.data(operand);
        self.each(operand, |of, leaf| match op {
            UnaryOperator::Negate if leaf.ty.is_float() => of.float("neg", vec![leaf]),
            UnaryOperator::Negate => Expr::unary(UnaryOp::Negate, leaf),
            UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => {
                Expr::unary(UnaryOp::Not, leaf)
            }
        })
    }

    /// A binary operator.
    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Data {
        let [left, right] = [left, right].map(|handle| self.data(handle));
        if op == BinaryOperator::Multiply {
            return self.product(left, right);
        }
        self.pairs(left, right, |of, a, b| of.operator(op, a, b))
    }

    /// A binary function applied elementwise; a scalar is combined with each element of a vector.
    pub(super) fn pairs(
        &mut self,
        left: Data,
        right: Data,
        mut function: impl FnMut(&mut Self, Expr, Expr) -> Expr,
    ) -> Data {
        let count = left.leaves.len().max(right.leaves.len());
        let shape = if left.leaves.len() == count {
            left.shape.clone()
        } else {
            right.shape.clone()
        };
        let [left, right] = [left, right].map(|side| {
            if side.leaves.len() == count {
                side.leaves
            } else {
                let leaf = self.named_leaf("value", side.leaf());
                vec![leaf; count]
            }
        });
        let pairs = left.into_iter().zip(right);
        let leaves: Vec<Expr> = pairs.map(|(a, b)| function(self, a, b)).collect();
        let ty = leaves.first().map_or(Type::U32, |leaf| leaf.ty);
        Data::new(super::expressions::retyped(&shape, ty), leaves)
    }

    /// A binary operator on scalars.
    pub(super) fn operator(&mut self, op: BinaryOperator, a: Expr, b: Expr) -> Expr {
        if a.ty.is_float() {
            return self.float_operator(op, a, b);
        }
        let plain = |op: BinaryOp| Expr::binary(op, a.clone(), b.clone());
        match op {
            BinaryOperator::Add => plain(BinaryOp::Add),
            BinaryOperator::Subtract => plain(BinaryOp::Sub),
            BinaryOperator::Multiply => plain(BinaryOp::Mul),
            BinaryOperator::Divide => self.divided(BinaryOp::Div, a, b),
            BinaryOperator::Modulo => self.divided(BinaryOp::Rem, a, b),
            BinaryOperator::Equal => plain(BinaryOp::Eq),
            BinaryOperator::NotEqual => plain(BinaryOp::Ne),
            BinaryOperator::Less => plain(BinaryOp::Lt),
            BinaryOperator::LessEqual => plain(BinaryOp::Le),
            BinaryOperator::Greater => plain(BinaryOp::Gt),
            BinaryOperator::GreaterEqual => plain(BinaryOp::Ge),
            BinaryOperator::And | BinaryOperator::LogicalAnd => plain(BinaryOp::And),
            BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => plain(BinaryOp::Or),
            BinaryOperator::ExclusiveOr => plain(BinaryOp::Xor),
            BinaryOperator::ShiftLeft => self.shifted(BinaryOp::Shl, a, b),
            BinaryOperator::ShiftRight => self.shifted(BinaryOp::Shr, a, b),
        }
    }

    /// A quotient or remainder of integers. Division by zero returns the dividend, and the remainder is
    /// 0.
    fn divided(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        if literal(&b).is_some_and(|b| b != 0 && b != u32::MAX) {
            return Expr::binary(op, a, b);
        }
        let [a, b] = [a, b].map(|operand| self.named_leaf("operand", operand));
        let zero = Expr::literal(b.ty, 0);
        let by_zero = Expr::binary(BinaryOp::Eq, b.clone(), zero);
        self.probe(ProbeKind::DivisionByZero, || by_zero.clone());
        if a.ty == Type::I32 {
            let least = Expr::binary(BinaryOp::Eq, a.clone(), Expr::i32(i32::MIN));
            let by_minus_one = Expr::binary(BinaryOp::Eq, b.clone(), Expr::i32(-1));
            self.probe(ProbeKind::DivisionOverflow, || {
                Expr::binary(BinaryOp::And, least, by_minus_one)
            });
        }
        let result = Expr::binary(op, a.clone(), b);
        match op {
            BinaryOp::Div => Expr::select(by_zero, a, result),
            // The representation also returns 0 for a remainder by zero.
            _ => result,
        }
    }

    /// A shift; amounts are taken modulo the width, as in the representation.
    fn shifted(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let b = super::pointer::unsigned(b);
        if literal(&b).is_none() {
            let b = self.named_leaf("amount", b);
            let wide = Expr::binary(BinaryOp::Ge, b.clone(), Expr::u32(32));
            self.probe(ProbeKind::WideShift, || wide);
            return Expr::binary(op, a, b);
        }
        Expr::binary(op, a, b)
    }

    /// A product, including those of matrices (<https://www.w3.org/TR/WGSL/#arithmetic-expr>).
    fn product(&mut self, left: Data, right: Data) -> Data {
        let [left, right] = [left, right].map(|side| self.named(side));
        match (&*left.shape.clone(), &*right.shape.clone()) {
            (
                Shape::Matrix {
                    columns,
                    rows,
                    scalar,
                },
                Shape::Vector(..),
            ) => {
                let leaves = self.rows_times(&left.leaves, &right.leaves, *columns, *rows);
                Data::new(Shape::Vector(*scalar, *rows), leaves)
            }
            (
                Shape::Vector(..),
                Shape::Matrix {
                    columns,
                    rows,
                    scalar,
                },
            ) => {
                let columns_of = right.leaves.chunks(*rows as usize);
                let leaves = columns_of
                    .map(|column| self.dot(&left.leaves, column))
                    .collect();
                Data::new(Shape::Vector(*scalar, *columns), leaves)
            }
            (
                Shape::Matrix {
                    columns,
                    rows,
                    scalar,
                },
                Shape::Matrix { columns: wide, .. },
            ) => {
                let columns_of = right.leaves.chunks(*columns as usize);
                let leaves = columns_of
                    .flat_map(|column| self.rows_times(&left.leaves, column, *columns, *rows));
                let leaves = leaves.collect();
                let shape = Shape::Matrix {
                    columns: *wide,
                    rows: *rows,
                    scalar: *scalar,
                };
                Data::new(shape, leaves)
            }
            _ => self.pairs(left, right, |of, a, b| {
                of.operator(BinaryOperator::Multiply, a, b)
            }),
        }
    }

    /// A matrix times a vector.
    fn rows_times(
        &mut self,
        matrix: &[Expr],
        vector: &[Expr],
        columns: u32,
        rows: u32,
    ) -> Vec<Expr> {
        let row = |row: u32| -> Vec<Expr> {
            (0..columns)
                .map(|column| matrix[(column * rows + row) as usize].clone())
                .collect()
        };
        (0..rows).map(|k| self.dot(&row(k), vector)).collect()
    }

    /// The dot product, summed from first to last.
    pub(super) fn dot(&mut self, left: &[Expr], right: &[Expr]) -> Expr {
        let mut sum: Option<Expr> = None;
        for (a, b) in left.iter().zip(right) {
            let product = self.operator(BinaryOperator::Multiply, a.clone(), b.clone());
            sum = Some(match sum {
                Some(sum) => self.operator(BinaryOperator::Add, sum, product),
                None => product,
            });
        }
        sum.unwrap_or_else(|| Expr::u32(0))
    }
}
