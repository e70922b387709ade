//! Conversions and reinterpretations of bits.

use super::expressions::retyped;
use super::pointer::literal;
use super::{Data, Remedy, Shape, Translator};
use naga::ScalarKind;
use std::rc::Rc;
use vyre_conform_ir::{Expr, Type};

impl Translator<'_> {
    /// A value converted or reinterpreted as another type.
    pub(super) fn converted(
        &mut self,
        data: Data,
        to: Rc<Shape>,
        kind: ScalarKind,
        is_conversion: bool,
    ) -> Data {
        let from = data.ty();
        let ty = match &*to {
            Shape::Scalar(ty) | Shape::Vector(ty, _) => *ty,
            Shape::Matrix { scalar, .. } => *scalar,
            _ => from,
        };
        if !is_conversion && (from.bits() != ty.bits() || kind == ScalarKind::Bool) {
            self.refuse(
                "a `bitcast` between scalars of different width",
                Remedy::Width,
            );
            return Data::zero(to);
        }
        let shape = retyped(&data.shape, ty);
        let leaves = data.leaves.into_iter().map(|leaf| {
            if is_conversion {
                self.scalar_as(leaf, ty)
            } else {
                bits_as(leaf, ty)
            }
        });
        let leaves = leaves.collect();
        Data::new(shape, leaves)
    }

    /// A scalar converted to another type (<https://www.w3.org/TR/WGSL/#conversion-expr>).
    fn scalar_as(&mut self, value: Expr, to: Type) -> Expr {
        let from = value.ty;
        match (from, to) {
            (from, to) if from == to => value,
            (Type::Bool, to) if to.is_float() => {
                let [one, zero] = [1.0, 0.0].map(|number| self.number(to, number));
                Expr::select(value, one, zero)
            }
            (from, Type::Bool) if from.is_float() => {
                let zero = self.number(from, 0.0);
                Self::not(self.float("eq", vec![value, zero]))
            }
            (Type::U32 | Type::I32 | Type::Bool, Type::U32 | Type::I32 | Type::Bool) => {
                match (literal(&value), to) {
                    (Some(bits), Type::U32 | Type::I32) => Expr::literal(to, bits.into()),
                    _ => Expr::cast(to, value),
                }
            }
            (from, Type::U32 | Type::I32) if from.is_float() => self.truncated(value, to),
            // From an integer or another float to a float.
            (from, to) => {
                let id = format!("{}::to_{}", from.name(), to.name());
                self.draft.call(&id, vec![value], to)
            }
        }
    }
}

/// A scalar with the same bits.
pub(super) fn bits_as(value: Expr, to: Type) -> Expr {
    match (value.ty, literal(&value)) {
        (from, _) if from == to => value,
        (_, Some(bits)) => Expr::literal(to, bits.into()),
        (from, None) if from == Type::U32 || to == Type::U32 => Expr::cast(to, value),
        _ => Expr::cast(to, Expr::cast(Type::U32, value)),
    }
}
