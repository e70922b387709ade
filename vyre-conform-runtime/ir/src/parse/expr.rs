//! Expressions.

use super::error::{ParseResult, quoted};
use super::lex::{Token, number};
use super::parser::Parser;
use super::scope::{Item, Name};
use crate::print::words::{Notation, binary, unary};
use crate::wire::WireFault;
use crate::{Axis, BinaryOp, BufferId, Expr, ExprKind, MAX_NESTING, Type, UnaryOp};

const TOO_DEEP: WireFault = WireFault::Nesting {
    what: "expressions",
};

/// An expression and its nesting depth.
pub(super) struct NestedExpr {
    pub(super) expr: Expr,
    height: usize,
}

impl NestedExpr {
    const fn leaf(ty: Type, kind: ExprKind) -> Self {
        Self {
            expr: Expr { ty, kind },
            height: 1,
        }
    }
}

impl<'a> Parser<'a> {
    /// A whole expression: an operand, or two operands and an infix operator.
    pub(super) fn expr(&mut self) -> ParseResult<Expr> {
        Ok(self.tall()?.expr)
    }

    fn tall(&mut self) -> ParseResult<NestedExpr> {
        let left = self.operand()?;
        let whole = if self.accept_word("as")? {
            let ty = self.ty()?;
            self.around(ty, ExprKind::Cast, left)?
        } else if let Some(op) = self.infix() {
            self.advance()?;
            let right = self.operand()?;
            self.binary(op, left, right)?
        } else {
            return Ok(left);
        };
        if self.infix().is_some() || self.is_word("as") {
            return self.unexpected("parentheses around the first of two operators");
        }
        Ok(whole)
    }

    /// The infix operator at the current token, if there is one.
    fn infix(&self) -> Option<BinaryOp> {
        let Token::Sign(sign) = self.token else {
            return None;
        };
        Self::tagged(sign, |op| match binary(op) {
            Notation::Infix(sign) => sign,
            Notation::Method(_) => "",
        })
    }

    /// The depth of an expression around operands of this depth.
    fn above(&self, height: usize) -> ParseResult<usize> {
        if height < MAX_NESTING {
            Ok(height + 1)
        } else {
            self.limit_error(TOO_DEEP)
        }
    }

    fn boxed(&mut self, tall: NestedExpr) -> ParseResult<Box<Expr>> {
        let counted = self.used.memory::<Expr>(1);
        self.within(counted)?;
        Ok(Box::new(tall.expr))
    }

    /// An expression that wraps another one.
    fn around(
        &mut self,
        ty: Type,
        kind: impl FnOnce(Box<Expr>) -> ExprKind,
        operand: NestedExpr,
    ) -> ParseResult<NestedExpr> {
        let height = self.above(operand.height)?;
        let kind = kind(self.boxed(operand)?);
        let expr = Expr { ty, kind };
        Ok(NestedExpr { expr, height })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: NestedExpr,
        right: NestedExpr,
    ) -> ParseResult<NestedExpr> {
        let height = self.above(left.height.max(right.height))?;
        let ty = op.result(left.expr.ty);
        let kind = ExprKind::Binary(op, self.boxed(left)?, self.boxed(right)?);
        let expr = Expr { ty, kind };
        Ok(NestedExpr { expr, height })
    }

    /// An operand: a primary expression with its methods. All recursion passes through here; of two
    /// levels one may be parentheses.
    fn operand(&mut self) -> ParseResult<NestedExpr> {
        self.depth += 1;
        if self.depth > 2 * MAX_NESTING {
            return self.limit_error(TOO_DEEP);
        }
        let operand = if self.accept("!")? {
            let operand = self.operand()?;
            let ty = UnaryOp::Not.result(operand.expr.ty);
            self.around(ty, |a| ExprKind::Unary(UnaryOp::Not, a), operand)
        } else {
            let first = self.primary()?;
            self.methods(first)
        };
        self.depth -= 1;
        operand
    }

    fn methods(&mut self, mut receiver: NestedExpr) -> ParseResult<NestedExpr> {
        while self.accept(".")? {
            receiver = self.method(receiver)?;
        }
        Ok(receiver)
    }

    fn method(&mut self, receiver: NestedExpr) -> ParseResult<NestedExpr> {
        const EXPECTED: &str = "a method, such as `lane`, `count_ones` or `min`";
        let Token::Word(word) = self.token else {
            return self.unexpected(EXPECTED);
        };
        if self.accept_word("lane")? {
            self.sign("(")?;
            let lane = self.number("a lane")?;
            self.sign(")")?;
            return self.around(Type::U32, |a| ExprKind::Lane(a, lane), receiver);
        }
        if self.accept_word("to_bits")? {
            self.sign("(")?;
            self.sign(")")?;
            return self.around(Type::U32, ExprKind::Cast, receiver);
        }
        if let Some(op) = Self::tagged(word, unary) {
            self.advance()?;
            self.sign("(")?;
            self.sign(")")?;
            let ty = op.result(receiver.expr.ty);
            return self.around(ty, |a| ExprKind::Unary(op, a), receiver);
        }
        let op = Self::tagged(word, |op| match binary(op) {
            Notation::Method(name) => name,
            Notation::Infix(_) => "",
        });
        let Some(op) = op else {
            return self.unexpected(EXPECTED);
        };
        self.advance()?;
        self.sign("(")?;
        let right = self.tall()?;
        self.sign(")")?;
        self.binary(op, receiver, right)
    }

    fn primary(&mut self) -> ParseResult<NestedExpr> {
        match self.token {
            Token::Number(_) => self.literal(),
            Token::Sign("-") => self.literal(),
            Token::Sign("(") => self.parentheses(),
            Token::Word("true" | "false") => self.literal(),
            Token::Word("if") => self.select(),
            _ => self.named_expression(),
        }
    }

    /// `0x1f`, `-5i32`, `7u64`, `true`.
    fn literal(&mut self) -> ParseResult<NestedExpr> {
        let negative = self.accept("-")?;
        let (ty, bits) = match self.token {
            Token::Word(word) if !negative => (Type::Bool, u64::from(word == "true")),
            Token::Number(text) => match number(text) {
                Some((value, "i32")) if negative && value <= 1 << 31 => {
                    (Type::I32, u64::from((value as u32).wrapping_neg()))
                }
                Some((value, "i32")) if !negative && value < 1 << 31 => (Type::I32, value),
                Some((value, "u64")) if !negative => (Type::U64, value),
                Some((value, "")) if !negative => (Type::U32, value),
                _ => return self.unexpected("a u32, or an i32 or u64 that ends with its type"),
            },
            _ => return self.unexpected("a number behind `-`"),
        };
        self.advance()?;
        Ok(NestedExpr::leaf(ty, ExprKind::Literal(bits)))
    }

    /// `(a + b)`, or with a type `(a + b: u32)`.
    fn parentheses(&mut self) -> ParseResult<NestedExpr> {
        self.sign("(")?;
        let mut inner = self.tall()?;
        if self.accept(":")? {
            inner.expr.ty = self.ty()?;
        }
        self.sign(")")?;
        Ok(inner)
    }

    fn select(&mut self) -> ParseResult<NestedExpr> {
        self.word("if")?;
        let condition = self.tall()?;
        self.sign("{")?;
        let then = self.tall()?;
        self.sign("}")?;
        self.word("else")?;
        self.sign("{")?;
        let otherwise = self.tall()?;
        self.sign("}")?;
        let height = condition.height.max(then.height).max(otherwise.height);
        let height = self.above(height)?;
        let ty = then.expr.ty;
        let kind = ExprKind::Select {
            condition: self.boxed(condition)?,
            then: self.boxed(then)?,
            otherwise: self.boxed(otherwise)?,
        };
        let expr = Expr { ty, kind };
        Ok(NestedExpr { expr, height })
    }

    /// An expression that begins with a word: `x`, `x[i]`, `x.len()`, `vec2(a, b)`, `f32(0x1)`,
    /// `invocation_id(0)`.
    fn named_expression(&mut self) -> ParseResult<NestedExpr> {
        let position = self.offset;
        let name = self.any_name("an expression")?;
        if let Name::Label(label) = &name
            && label.number == 1
            && self.is("(")
        {
            return self.function(position, &label.name);
        }
        let Some(item) = self.scope.find(&name) else {
            return self.unknown(position, "a local, a table or a buffer that stands above");
        };
        let ty = self.scope.type_of(item);
        if self.accept("[")? {
            let index = self.tall()?;
            self.sign("]")?;
            let kind = |index| match item {
                Item::Local(local) => ExprKind::Element(local, index),
                Item::Table(table) => ExprKind::TableElement(table, index),
                Item::Buffer(buffer) => ExprKind::Load(BufferId(buffer), index),
            };
            return self.around(ty, kind, index);
        }
        match item {
            Item::Local(local) => Ok(NestedExpr::leaf(ty, ExprKind::Local(local))),
            Item::Buffer(buffer) => {
                self.sign(".")?;
                self.word("len")?;
                self.sign("(")?;
                self.sign(")")?;
                let kind = ExprKind::BufferLength(BufferId(buffer));
                Ok(NestedExpr::leaf(Type::U32, kind))
            }
            Item::Table(_) => self.unexpected("`[`, since a table is read by index"),
        }
    }

    /// A built-in in call syntax.
    fn function(&mut self, position: usize, word: &str) -> ParseResult<NestedExpr> {
        let axis: Option<fn(Axis) -> ExprKind> = match word {
            "invocation_id" => Some(ExprKind::InvocationId),
            "workgroup_id" => Some(ExprKind::WorkgroupId),
            "local_id" => Some(ExprKind::LocalInvocationId),
            _ => None,
        };
        let ty = Self::tagged(word.trim_end_matches("::from_bits"), Type::name);
        self.sign("(")?;
        let tall = match (axis, ty) {
            (Some(kind), _) => {
                let begin = self.offset;
                let axis = self.number("an axis")?;
                match u8::try_from(axis) {
                    Ok(axis) => NestedExpr::leaf(Type::U32, kind(Axis(axis))),
                    Err(_) => {
                        return Self::refused(begin, "an axis of at most 255", format!("`{axis}`"));
                    }
                }
            }
            (None, Some(ty)) if ty.is_float() && word == ty.name() => {
                NestedExpr::leaf(ty, ExprKind::Literal(self.long("the bits of a float")?))
            }
            (None, Some(ty)) if ty.is_float() => {
                let bits = self.tall()?;
                self.around(ty, ExprKind::Cast, bits)?
            }
            (None, Some(ty)) if ty.lanes().is_some() && word == ty.name() => {
                return self.compose(ty);
            }
            _ => {
                return Self::refused(
                    position,
                    "`vec2`, `vec4`, a float type or an id in front of `(`; a function is called by \
                     `let x: u32 = call f(a);`",
                    quoted(word),
                );
            }
        };
        self.sign(")")?;
        Ok(tall)
    }

    fn compose(&mut self, ty: Type) -> ParseResult<NestedExpr> {
        let mut height = 0;
        let lanes = self.list(")", |parser| {
            let lane = parser.tall()?;
            height = height.max(lane.height);
            Ok(lane.expr)
        })?;
        let height = self.above(height)?;
        let kind = ExprKind::Compose(lanes);
        let expr = Expr { ty, kind };
        Ok(NestedExpr { expr, height })
    }

    /// The error for an unknown name.
    #[cold]
    pub(super) fn unknown<T>(&self, position: usize, expected: &'static str) -> ParseResult<T> {
        Self::refused(position, expected, self.text_from(position))
    }
}
