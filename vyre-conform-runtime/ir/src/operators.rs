//! Operators on expressions and variables, which make programs read like code.

use super::{Axis, BinaryOp, Expr, ExprKind, LocalId, Type, UnaryOp};

/// A single local with its type. It is `Copy`; every use is a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var {
    /// The local.
    pub local: LocalId,
    /// Its type.
    pub ty: Type,
}

impl From<Var> for Expr {
    fn from(var: Var) -> Self {
        Self::local(var.local, var.ty)
    }
}

/// Only `u32` converts to an expression implicitly, so a literal without a suffix is a `U32`;
/// [`Expr::i32`] and [`Expr::u64`] construct the others.
impl From<u32> for Expr {
    fn from(value: u32) -> Self {
        Self::u32(value)
    }
}

impl From<bool> for Expr {
    fn from(value: bool) -> Self {
        Self::bool(value)
    }
}

/// An operand of an operator: an expression or a variable. A literal may be the right operand directly;
/// on the left it is written as [`Expr::u32`] and the like.
///
/// ```
/// use vyre_conform_ir::{Expr, Operand, Type};
///
/// let even = (Expr::u32(7) & 1).equals(0).select(Expr::u32(10), 20);
/// assert_eq!(even.ty, Type::U32);
/// ```
pub trait Operand: Into<Expr> {
    /// A binary operation.
    fn binary(self, op: BinaryOp, right: impl Into<Expr>) -> Expr {
        Expr::binary(op, self.into(), right.into())
    }

    /// A unary operation.
    fn unary(self, op: UnaryOp) -> Expr {
        Expr::unary(op, self.into())
    }

    /// `==`
    fn equals(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Eq, right)
    }

    /// `!=`
    fn differs(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Ne, right)
    }

    /// `<`
    fn less(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Lt, right)
    }

    /// `<=`
    fn at_most(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Le, right)
    }

    /// `>`
    fn greater(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Gt, right)
    }

    /// `>=`
    fn at_least(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Ge, right)
    }

    /// The smaller.
    fn min(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Min, right)
    }

    /// The larger.
    fn max(self, right: impl Into<Expr>) -> Expr {
        self.binary(BinaryOp::Max, right)
    }

    /// True if nonzero, as Bool: the truth value of a u32 condition. `&`, `|` and `!` of u32 work on
    /// bits; the logical conjunction of two numbers is `a.holds() & b.holds()`. A Bool is unchanged.
    fn holds(self) -> Expr {
        let value = self.into();
        match value.ty {
            Type::Bool => value,
            _ => Expr::cast(Type::Bool, value),
        }
    }

    /// Selects by this Bool (or nonzero u32); both values are evaluated.
    fn select(self, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
        Expr::select(self.into(), then.into(), otherwise.into())
    }

    /// The value cast to another type.
    fn cast(self, ty: Type) -> Expr {
        Expr::cast(ty, self.into())
    }

    /// A lane of a vector.
    fn lane(self, lane: u32) -> Expr {
        Expr::lane(self.into(), lane)
    }
}

impl Operand for Expr {}
impl Operand for Var {}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident)*) => {
        $(
            impl<R: Into<Expr>> std::ops::$trait<R> for Expr {
                type Output = Expr;
                fn $method(self, right: R) -> Expr {
                    Expr::binary(BinaryOp::$op, self, right.into())
                }
            }
            impl<R: Into<Expr>> std::ops::$trait<R> for Var {
                type Output = Expr;
                fn $method(self, right: R) -> Expr {
                    Expr::binary(BinaryOp::$op, self.into(), right.into())
                }
            }
        )*
    };
}

operators! {
    Add add Add
    Sub sub Sub
    Mul mul Mul
    Div div Div
    Rem rem Rem
    BitAnd bitand And
    BitOr bitor Or
    BitXor bitxor Xor
    Shl shl Shl
    Shr shr Shr
}

impl std::ops::Not for Expr {
    type Output = Expr;
    fn not(self) -> Expr {
        Expr::unary(UnaryOp::Not, self)
    }
}

impl std::ops::Not for Var {
    type Output = Expr;
    fn not(self) -> Expr {
        Expr::unary(UnaryOp::Not, self.into())
    }
}

impl Expr {
    /// Number of this invocation in the dispatch along an axis.
    pub const fn invocation_id(axis: Axis) -> Self {
        Self {
            ty: Type::U32,
            kind: ExprKind::InvocationId(axis),
        }
    }

    /// Number of this workgroup in the dispatch along an axis.
    pub const fn workgroup_id(axis: Axis) -> Self {
        Self {
            ty: Type::U32,
            kind: ExprKind::WorkgroupId(axis),
        }
    }

    /// Number of this invocation in its workgroup along an axis.
    pub const fn local_id(axis: Axis) -> Self {
        Self {
            ty: Type::U32,
            kind: ExprKind::LocalInvocationId(axis),
        }
    }
}
