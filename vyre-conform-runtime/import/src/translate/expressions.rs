//! Expressions. One that is used once and reads no memory stays a tree; any other is computed at its
//! place in the source.

use super::pointer::{Pointer, Root};
use super::{Data, MAX_VALUE, Remedy, Shape, Translator, Value};
use naga::{Expression, Handle};
use std::rc::Rc;
use vyre_conform_ir::{Expr, ExprKind, Type, UnaryOp};

/// Maximum depth of a tree that is not bound to a local.
const MAX_DEPTH: usize = 8;

impl<'a> Translator<'a> {
    /// The value of an expression, translated once per frame.
    pub(super) fn value(&mut self, handle: Handle<Expression>) -> Value {
        match self.frame().values.get(&handle) {
            Some(value) => value.clone(),
            None => self.evaluate(handle),
        }
    }

    /// The value of an expression.
    pub(super) fn data(&mut self, handle: Handle<Expression>) -> Data {
        match self.value(handle) {
            Value::Data(data) => data,
            Value::Pointer(pointer) => self.load(&pointer),
        }
    }

    /// The shape of an expression.
    pub(super) fn resolved(&mut self, handle: Handle<Expression>) -> Rc<Shape> {
        let module = self.module;
        let info = self.frame().info;
        match &info[handle].ty {
            naga::proc::TypeResolution::Handle(ty) => self.shape(*ty),
            naga::proc::TypeResolution::Value(_) => {
                let inner = info[handle].ty.inner_with(&module.types);
                Rc::new(self.shape_of(inner))
            }
        }
    }

    /// Computes an expression at this place.
    pub(super) fn emit(&mut self, handle: Handle<Expression>) {
        if self.is_too_long() {
            return;
        }
        let frame = self.frame();
        let span = frame.function.expressions.get_span(handle);
        let uses = frame.info[handle].ref_count;
        let name = frame.function.named_expressions.get(&handle).cloned();
        let before = self.at(span);
        let value = match self.evaluate(handle) {
            Value::Data(data) => {
                let leaves = data.leaves.into_iter();
                let name = name.as_deref().unwrap_or("value");
                let leaves = leaves.map(|leaf| {
                    if uses < 2 && depth(&leaf) <= MAX_DEPTH {
                        leaf
                    } else {
                        self.named_leaf(name, leaf)
                    }
                });
                let leaves = leaves.collect();
                Value::Data(Data::new(data.shape, leaves))
            }
            pointer @ Value::Pointer(_) => pointer,
        };
        self.keep(handle, value);
        self.draft.span = before;
    }

    /// A reusable scalar.
    pub(super) fn named_leaf(&mut self, name: &str, leaf: Expr) -> Expr {
        match leaf.kind {
            ExprKind::Literal(_) | ExprKind::Local(_) => leaf,
            _ => self.draft.bind(name, leaf),
        }
    }

    /// A value with reusable scalars.
    pub(super) fn named(&mut self, data: Data) -> Data {
        let leaves = data.leaves.into_iter();
        let leaves = leaves.map(|leaf| self.named_leaf("value", leaf)).collect();
        Data::new(data.shape, leaves)
    }

    fn evaluate(&mut self, handle: Handle<Expression>) -> Value {
        let function = self.frame().function;
        match &function.expressions[handle] {
            Expression::FunctionArgument(number) => {
                self.frame().arguments[*number as usize].clone()
            }
            Expression::GlobalVariable(variable) => {
                let known = self.globals.get(variable).cloned();
                let (root, shape) =
                    known.unwrap_or_else(|| (Root::Nowhere, Rc::new(Shape::Scalar(Type::U32))));
                Value::Pointer(Pointer::new(root, shape))
            }
            Expression::LocalVariable(variable) => {
                let (root, shape) = self.frame().locals[variable].clone();
                Value::Pointer(Pointer::new(root, shape))
            }
            Expression::Access { base, index } => self.access(*base, *index),
            Expression::AccessIndex { base, index } => self.access_index(*base, *index),
            other => {
                let data = self.computed(handle, other);
                debug_assert!(self.agrees(other), "the table of constructs");
                Value::Data(data)
            }
        }
    }

    fn loaded(&mut self, pointer: Handle<Expression>) -> Data {
        let pointer = self.pointer(pointer);
        match *pointer.shape {
            Shape::Atomic(_) => self.atomic_load(&pointer),
            _ => self.load(&pointer),
        }
    }

    /// The value of an expression other than a pointer.
    fn computed(&mut self, handle: Handle<Expression>, expression: &Expression) -> Data {
        match expression {
            Expression::Literal(literal) => Data::scalar(self.literal(*literal)),
            Expression::Constant(constant) => self.constant(self.module.constants[*constant].init),
            Expression::Override(_) => self.refused(handle, "an override", Remedy::NoValue),
            Expression::ZeroValue(ty) => self.zero(*ty),
            Expression::Compose { ty, components } => {
                let shape = self.shape(*ty);
                let parts = components.iter().flat_map(|c| self.data(*c).leaves);
                let leaves = parts.collect();
                Data::new(shape, leaves)
            }
            Expression::Splat { size, value } => {
                let value = self.data(*value).leaf();
                self.splat(value, *size)
            }
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => self.swizzle(*vector, *size, pattern),
            Expression::Load { pointer } => self.loaded(*pointer),
            Expression::Unary { op, expr } => self.unary(*op, *expr),
            Expression::Binary { op, left, right } => self.binary(*op, *left, *right),
            Expression::Select {
                condition,
                accept,
                reject,
            } => self.select(*condition, *accept, *reject),
            Expression::Relational { fun, argument } => self.relational(*fun, *argument),
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let arguments = [Some(arg), arg1.as_ref(), arg2.as_ref(), arg3.as_ref()];
                let arguments = arguments.into_iter().flatten();
                let arguments = arguments.map(|a| self.data(*a)).collect();
                self.math(handle, *fun, arguments)
            }
            Expression::As {
                expr,
                kind,
                convert,
            } => {
                let data = self.data(*expr);
                let to = self.resolved(handle);
                self.converted(data, to, *kind, convert.is_some())
            }
            Expression::ArrayLength(pointer) => {
                let pointer = self.pointer(*pointer);
                Data::scalar(self.array_length(&pointer))
            }
            other => self.unsupported(handle, other),
        }
    }

    /// The remaining expressions: results of statements, and those that are refused.
    fn unsupported(&mut self, handle: Handle<Expression>, expression: &Expression) -> Data {
        let (construct, remedy) = match expression {
            Expression::ImageSample { .. } => ("`textureSample`", Remedy::Texture),
            Expression::ImageLoad { .. } => ("`textureLoad`", Remedy::Texture),
            Expression::ImageQuery { .. } => ("the size of a texture", Remedy::Texture),
            Expression::Derivative { .. } => ("a derivative", Remedy::Stage),
            Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. } => ("a ray query", Remedy::Rays),
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                ("a cooperative matrix", Remedy::Cooperative)
            }
            // Their statements store them; a missing value was refused there.
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. } => {
                let shape = self.resolved(handle);
                return Data::zero(shape);
            }
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Compose { .. }
            | Expression::Access { .. }
            | Expression::AccessIndex { .. }
            | Expression::Splat { .. }
            | Expression::Swizzle { .. }
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::LocalVariable(_)
            | Expression::Load { .. }
            | Expression::Unary { .. }
            | Expression::Binary { .. }
            | Expression::Select { .. }
            | Expression::Relational { .. }
            | Expression::Math { .. }
            | Expression::As { .. }
            | Expression::ArrayLength(_) => ("an expression", Remedy::BlackBox),
        };
        self.refused(handle, construct, remedy)
    }

    /// A placeholder for a refused expression.
    pub(super) fn refused(
        &mut self,
        handle: Handle<Expression>,
        construct: &str,
        remedy: Remedy,
    ) -> Data {
        self.refuse(construct, remedy);
        let shape = self.resolved(handle);
        if shape.count() <= MAX_VALUE {
            Data::zero(shape)
        } else {
            Data::scalar(Expr::u32(0))
        }
    }

    /// Applies a function to each scalar.
    pub(super) fn each(
        &mut self,
        data: Data,
        mut function: impl FnMut(&mut Self, Expr) -> Expr,
    ) -> Data {
        let leaves: Vec<Expr> = data
            .leaves
            .into_iter()
            .map(|leaf| function(self, leaf))
            .collect();
        let ty = leaves.first().map_or(Type::U32, |leaf| leaf.ty);
        Data::new(retyped(&data.shape, ty), leaves)
    }

    /// The negation of a Bool.
    pub(super) fn not(value: Expr) -> Expr {
        Expr::unary(UnaryOp::Not, value)
    }
}

/// A scalar, vector or matrix with scalars of another type.
pub(super) fn retyped(shape: &Rc<Shape>, ty: Type) -> Rc<Shape> {
    match &**shape {
        Shape::Scalar(_) => Rc::new(Shape::Scalar(ty)),
        Shape::Vector(_, size) => Rc::new(Shape::Vector(ty, *size)),
        Shape::Matrix { columns, rows, .. } => Rc::new(Shape::Matrix {
            columns: *columns,
            rows: *rows,
            scalar: ty,
        }),
        Shape::Atomic(_) | Shape::Array { .. } | Shape::Struct { .. } => shape.clone(),
    }
}

/// The depth of an expression; above the limit it may be underestimated.
fn depth(expr: &Expr) -> usize {
    fn within(expr: &Expr, most: usize) -> usize {
        if most == 0 {
            return 1;
        }
        let operands = expr.operands().into_iter();
        1 + operands
            .map(|operand| within(operand, most - 1))
            .max()
            .unwrap_or(0)
    }
    within(expr, MAX_DEPTH + 1)
}
