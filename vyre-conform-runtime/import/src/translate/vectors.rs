//! Builtin functions of vectors and matrices as a whole.

use super::math::Arguments;
use super::{Data, Shape, Translator};
use naga::{BinaryOperator, Expression, Handle, MathFunction};
use vyre_conform_ir::{Expr, Type};

impl Translator<'_> {
    /// A builtin function of vectors or matrices.
    pub(super) fn geometry(
        &mut self,
        handle: Handle<Expression>,
        fun: MathFunction,
        arguments: &Arguments,
    ) -> Data {
        let [first, second] = [0, 1].map(|k| arguments.get(k));
        match fun {
            MathFunction::Dot => Data::scalar(self.dot(&first.leaves, &second.leaves)),
            MathFunction::Length => Data::scalar(self.length(&first)),
            MathFunction::Distance => {
                let difference = self.differences(first, second);
                Data::scalar(self.length(&difference))
            }
            MathFunction::Normalize => {
                let length = self.length(&first);
                self.pairs(first, Data::scalar(length), |of, a, b| {
                    of.float("div", vec![a, b])
                })
            }
            MathFunction::Cross => {
                let leaf = |data: &Data, k: usize| data.leaves[k % 3].clone();
                let parts = (0..3).map(|k| {
                    let left = self.float("mul", vec![leaf(&first, k + 1), leaf(&second, k + 2)]);
                    let right = self.float("mul", vec![leaf(&first, k + 2), leaf(&second, k + 1)]);
                    self.float("sub", vec![left, right])
                });
                let leaves = parts.collect();
                Data::new(first.shape, leaves)
            }
            MathFunction::FaceForward | MathFunction::Reflect => self.turned(fun, arguments),
            MathFunction::Refract => self.refracted(first, second, arguments.get(2).leaf()),
            MathFunction::Outer => {
                let shape = self.resolved(handle);
                let columns = second.leaves.iter().flat_map(|b| {
                    let column = first
                        .leaves
                        .iter()
                        .map(|a| self.float("mul", vec![a.clone(), b.clone()]));
                    column.collect::<Vec<_>>()
                });
                let leaves = columns.collect();
                Data::new(shape, leaves)
            }
            MathFunction::Transpose => {
                let shape = self.resolved(handle);
                let Shape::Matrix { columns, rows, .. } = *first.shape else {
                    return first;
                };
                let places =
                    (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row));
                let leaves = places.map(|k| first.leaves[k as usize].clone()).collect();
                Data::new(shape, leaves)
            }
            // `determinant`: the caller passes no other function.
            _ => {
                let order = first.leaves.len().isqrt();
                Data::scalar(self.determinant(&first.leaves, order))
            }
        }
    }

    /// `faceForward` and `reflect`.
    fn turned(&mut self, fun: MathFunction, arguments: &Arguments) -> Data {
        let [first, second] = [0, 1].map(|k| arguments.get(k));
        if fun == MathFunction::Reflect {
            let dot = self.dot(&second.leaves, &first.leaves);
            let two = self.number(dot.ty, 2.0);
            let twice = self.float("mul", vec![two, dot]);
            return self.pairs(first, second, |of, a, b| {
                let product = of.float("mul", vec![twice.clone(), b]);
                of.float("sub", vec![a, product])
            });
        }
        let dot = self.dot(&second.leaves, &arguments.get(2).leaves);
        let zero = self.number(dot.ty, 0.0);
        let faces = self.float("lt", vec![dot, zero]);
        self.each(first, |of, x| {
            let negated = of.float("neg", vec![x.clone()]);
            Expr::select(faces.clone(), x, negated)
        })
    }

    fn length(&mut self, data: &Data) -> Expr {
        match &data.leaves[..] {
            [one] => self.float("abs", vec![one.clone()]),
            leaves => {
                let square = self.dot(leaves, leaves);
                self.float("sqrt", vec![square])
            }
        }
    }

    fn differences(&mut self, left: Data, right: Data) -> Data {
        self.pairs(left, right, |of, a, b| {
            of.operator(BinaryOperator::Subtract, a, b)
        })
    }

    /// `k < 0 ? 0 : r * v - (r * dot(n, v) + sqrt(k)) * n` with `k = 1 - r^2 * (1 - dot(n, v)^2)`.
    fn refracted(&mut self, v: Data, n: Data, ratio: Expr) -> Data {
        let ty = ratio.ty;
        let [zero, one] = [0.0, 1.0].map(|number| self.number(ty, number));
        let dot = self.dot(&n.leaves, &v.leaves);
        let dots = self.float("mul", vec![dot.clone(), dot.clone()]);
        let rest = self.float("sub", vec![one.clone(), dots]);
        let ratios = self.float("mul", vec![ratio.clone(), ratio.clone()]);
        let product = self.float("mul", vec![ratios, rest]);
        let k = self.float("sub", vec![one, product]);
        let none = self.float("lt", vec![k.clone(), zero.clone()]);
        let root = self.float("sqrt", vec![k]);
        let along = self.float("mul", vec![ratio.clone(), dot]);
        let factor = self.float("add", vec![along, root]);
        self.pairs(v, n, |of, v, n| {
            let left = of.float("mul", vec![ratio.clone(), v]);
            let right = of.float("mul", vec![factor.clone(), n]);
            let difference = of.float("sub", vec![left, right]);
            Expr::select(none.clone(), zero.clone(), difference)
        })
    }

    /// The determinant of a square matrix in column order, expanded along the first column.
    fn determinant(&mut self, leaves: &[Expr], order: usize) -> Expr {
        if order <= 1 {
            return leaves
                .first()
                .cloned()
                .unwrap_or_else(|| Expr::literal(Type::F32, 0));
        }
        let mut sum: Option<Expr> = None;
        for row in 0..order {
            let minor: Vec<Expr> = (1..order)
                .flat_map(|column| (0..order).map(move |k| (column, k)))
                .filter(|(_, k)| *k != row)
                .map(|(column, k)| leaves[column * order + k].clone())
                .collect();
            let minor = self.determinant(&minor, order - 1);
            let product = self.float("mul", vec![leaves[row].clone(), minor]);
            sum = Some(match (sum, row % 2) {
                (None, _) => product,
                (Some(sum), 0) => self.float("add", vec![sum, product]),
                (Some(sum), _) => self.float("sub", vec![sum, product]),
            });
        }
        sum.unwrap_or_else(|| Expr::literal(Type::F32, 0))
    }
}
