//! Values: constants, and compositions of scalars without computation.

use super::{Data, MAX_VALUE, Remedy, Shape, Translator};
use naga::{Expression, Handle, Literal, RelationalFunction, SwizzleComponent, VectorSize};
use vyre_conform_ir::{BinaryOp, Expr, Type};

impl Translator<'_> {
    /// The value of a constant expression of the module.
    pub(super) fn constant(&mut self, handle: Handle<Expression>) -> Data {
        let module = self.module;
        match &module.global_expressions[handle] {
            Expression::Literal(literal) => Data::scalar(self.literal(*literal)),
            Expression::Constant(constant) => self.constant(module.constants[*constant].init),
            Expression::ZeroValue(ty) => self.zero(*ty),
            Expression::Compose { ty, components } => {
                let shape = self.shape(*ty);
                let leaves = components.iter().flat_map(|c| self.constant(*c).leaves);
                let leaves = leaves.collect();
                Data::new(shape, leaves)
            }
            Expression::Splat { size, value } => {
                let value = self.constant(*value).leaf();
                self.splat(value, *size)
            }
            // Front ends and override processing leave no other kind.
            _ => {
                self.refuse("a constant that is not evaluated", Remedy::BlackBox);
                Data::scalar(Expr::u32(0))
            }
        }
    }

    pub(super) fn zero(&mut self, ty: Handle<naga::Type>) -> Data {
        let shape = self.shape(ty);
        if shape.count() > MAX_VALUE {
            self.refuse("a large value of zeros", Remedy::TooLarge);
            return Data::new(shape, vec![]);
        }
        Data::zero(shape)
    }

    pub(super) fn literal(&mut self, literal: Literal) -> Expr {
        match literal {
            Literal::U32(value) => Expr::u32(value),
            Literal::I32(value) => Expr::i32(value),
            Literal::Bool(value) => Expr::bool(value),
            Literal::F32(value) => Expr::literal(Type::F32, value.to_bits().into()),
            Literal::F16(value) => Expr::literal(Type::F16, value.to_bits().into()),
            Literal::AbstractInt(value) => Expr::i32(value as i32),
            Literal::AbstractFloat(value) => {
                Expr::literal(Type::F32, (value as f32).to_bits().into())
            }
            Literal::F64(_)
            | Literal::U64(_)
            | Literal::I64(_)
            | Literal::U16(_)
            | Literal::I16(_) => {
                self.refuse("a literal of other than 32 bits", Remedy::Width);
                Expr::u32(0)
            }
        }
    }

    pub(super) fn splat(&mut self, value: Expr, size: VectorSize) -> Data {
        let value = self.named_leaf("value", value);
        let size = size as u32;
        Data::new(Shape::Vector(value.ty, size), vec![value; size as usize])
    }

    pub(super) fn swizzle(
        &mut self,
        vector: Handle<Expression>,
        size: VectorSize,
        pattern: &[SwizzleComponent; 4],
    ) -> Data {
        let vector = self.data(vector);
        let vector = self.named(vector);
        let taken = pattern.iter().take(size as usize);
        let leaves: Vec<Expr> = taken
            .filter_map(|c| vector.leaves.get(*c as usize).cloned())
            .collect();
        Data::new(Shape::Vector(vector.ty(), size as u32), leaves)
    }

    pub(super) fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Data {
        let condition = self.data(condition);
        let condition = self.named(condition);
        let [accept, reject] = [accept, reject].map(|handle| self.data(handle));
        let conditions = condition.leaves.iter().cycle();
        let leaves = accept.leaves.into_iter().zip(reject.leaves).zip(conditions);
        let leaves = leaves.map(|((a, b), condition)| Expr::select(condition.clone(), a, b));
        let leaves = leaves.collect();
        Data::new(accept.shape, leaves)
    }

    pub(super) fn relational(
        &mut self,
        fun: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Data {
        let argument = self.data(argument);
        let fold = |leaves: Vec<Expr>, op: BinaryOp| {
            let folded = leaves.into_iter().reduce(|a, b| Expr::binary(op, a, b));
            Data::scalar(folded.unwrap_or_else(|| Expr::bool(false)))
        };
        match fun {
            RelationalFunction::All => fold(argument.leaves, BinaryOp::And),
            RelationalFunction::Any => fold(argument.leaves, BinaryOp::Or),
            RelationalFunction::IsNan => {
                self.each(argument, |of, leaf| of.float("is_nan", vec![leaf]))
            }
            RelationalFunction::IsInf => {
                self.each(argument, |of, leaf| of.float("is_infinite", vec![leaf]))
            }
        }
    }
}
