//! Constructors: expressions that infer their type, and a builder for functions.

use super::{
    BinaryOp, Expr, ExprKind, Function, FunctionId, Local, LocalId, Module, Node, Table, Type,
    UnaryOp,
};

impl Expr {
    /// A literal of a type; `bits` are those of the value, zero-extended.
    pub const fn literal(ty: Type, bits: u64) -> Self {
        Self {
            ty,
            kind: ExprKind::Literal(bits),
        }
    }

    /// A `U32` literal.
    pub const fn u32(value: u32) -> Self {
        Self::literal(Type::U32, value as u64)
    }

    /// An `I32` literal.
    pub const fn i32(value: i32) -> Self {
        Self::literal(Type::I32, value as u32 as u64)
    }

    /// A `U64` literal.
    pub const fn u64(value: u64) -> Self {
        Self::literal(Type::U64, value)
    }

    /// A `Bool` literal.
    pub const fn bool(value: bool) -> Self {
        Self::literal(Type::Bool, value as u64)
    }

    /// The value of a local of this type.
    pub const fn local(local: LocalId, ty: Type) -> Self {
        Self {
            ty,
            kind: ExprKind::Local(local),
        }
    }

    /// An element of a local array with elements of this type.
    pub fn element(array: LocalId, ty: Type, index: Expr) -> Self {
        Self {
            ty,
            kind: ExprKind::Element(array, Box::new(index)),
        }
    }

    /// An element of the n-th table, which has elements of this type.
    pub fn table_element(table: u32, ty: Type, index: Expr) -> Self {
        Self {
            ty,
            kind: ExprKind::TableElement(table, Box::new(index)),
        }
    }

    /// A unary operation; the operator determines the result type.
    pub fn unary(op: UnaryOp, operand: Expr) -> Self {
        Self {
            ty: op.result(operand.ty),
            kind: ExprKind::Unary(op, Box::new(operand)),
        }
    }

    /// A binary operation; the operator determines the result type.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Self {
        Self {
            ty: op.result(left.ty),
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        }
    }

    /// One of two values of one type.
    pub fn select(condition: Expr, then: Expr, otherwise: Expr) -> Self {
        Self {
            ty: then.ty,
            kind: ExprKind::Select {
                condition: Box::new(condition),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            },
        }
    }

    /// The value cast to another type.
    pub fn cast(ty: Type, value: Expr) -> Self {
        Self {
            ty,
            kind: ExprKind::Cast(Box::new(value)),
        }
    }

    /// A vector of these lanes: two make a Vec2; validation rejects any number but two and four.
    pub fn compose(lanes: Vec<Expr>) -> Self {
        Self {
            ty: if lanes.len() == 2 {
                Type::Vec2
            } else {
                Type::Vec4
            },
            kind: ExprKind::Compose(lanes),
        }
    }

    /// A lane of a vector.
    pub fn lane(vector: Expr, lane: u32) -> Self {
        Self {
            ty: Type::U32,
            kind: ExprKind::Lane(Box::new(vector), lane),
        }
    }

    /// The direct operands, in order of evaluation.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::BufferLength(_)
            | ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => vec![],
            ExprKind::Element(_, a)
            | ExprKind::TableElement(_, a)
            | ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Lane(a, _)
            | ExprKind::Load(_, a) => vec![a],
            ExprKind::Compose(lanes) => lanes.iter().collect(),
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => vec![condition, then, otherwise],
        }
    }
}

impl UnaryOp {
    /// Type of the result for an operand of this type.
    pub const fn result(self, operand: Type) -> Type {
        if self.is_count() { Type::U32 } else { operand }
    }
}

impl BinaryOp {
    /// Type of the result for a left operand of this type.
    pub const fn result(self, left: Type) -> Type {
        if self.is_comparison() {
            Type::Bool
        } else {
            left
        }
    }
}

/// A function under construction: declare its parameters, locals and tables, then supply its body.
///
/// ```
/// use vyre_conform_ir::{BinaryOp, Expr, FunctionBuilder, Node, Type};
///
/// let mut f = FunctionBuilder::new("add", vec![Type::U32]);
/// let a = f.param("a", Type::U32);
/// let b = f.param("b", Type::U32);
/// let sum = Expr::binary(BinaryOp::Add, f.read(a), f.read(b));
/// let module = f.module(vec![Node::Return(vec![sum])]);
/// assert!(vyre_conform_ir::valid::validate(module).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct FunctionBuilder(Function);

impl FunctionBuilder {
    /// A function with this name and these results.
    pub fn new(name: &str, results: Vec<Type>) -> Self {
        Self(Function {
            name: name.to_owned(),
            params: vec![],
            results,
            locals: vec![],
            tables: vec![],
            body: vec![],
        })
    }

    /// Adds a parameter.
    pub fn param(&mut self, name: &str, ty: Type) -> LocalId {
        let local = self.local(name, ty);
        self.0.params.push(local);
        local
    }

    /// Adds a local.
    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.declare(name, ty, None)
    }

    /// Adds a local array.
    pub fn array(&mut self, name: &str, ty: Type, len: u32) -> LocalId {
        self.declare(name, ty, Some(len))
    }

    fn declare(&mut self, name: &str, ty: Type, len: Option<u32>) -> LocalId {
        let name = name.to_owned();
        self.0.locals.push(Local { name, ty, len });
        LocalId(self.0.locals.len() as u32 - 1)
    }

    /// Adds a table.
    pub fn table(&mut self, name: &str, ty: Type, data: Vec<u64>) -> u32 {
        let name = name.to_owned();
        self.0.tables.push(Table { name, ty, data });
        self.0.tables.len() as u32 - 1
    }

    /// The value of a local of this function.
    ///
    /// # Panics
    /// If the local belongs to another function.
    pub fn read(&self, local: LocalId) -> Expr {
        Expr::local(local, self.0.locals[local.0 as usize].ty)
    }

    /// The function with this body.
    pub fn finish(mut self, body: Vec<Node>) -> Function {
        self.0.body = body;
        self.0
    }

    /// The module of this function alone, with this body.
    pub fn module(self, body: Vec<Node>) -> Module {
        Module {
            functions: vec![self.finish(body)],
            entry: FunctionId(0),
        }
    }
}
