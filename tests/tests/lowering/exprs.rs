//! Random expressions, and the choices for random modules.

use vyre_conform_runtime::ir::{BinaryOp, Expr, Function, FunctionBuilder, LocalId, Type, UnaryOp};

pub(super) const TYPES: [Type; 4] = [Type::U32, Type::I32, Type::U64, Type::Bool];
const UNARY: [UnaryOp; 7] = [
    UnaryOp::Not,
    UnaryOp::Negate,
    UnaryOp::CountOnes,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::ReverseBits,
    UnaryOp::SwapBytes,
];
const SAME_TYPE: [BinaryOp; 11] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::MulHigh,
];
const SHIFTS: [BinaryOp; 4] = [
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::RotateLeft,
    BinaryOp::RotateRight,
];
const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];
const LITERALS: [u64; 12] = [
    0,
    1,
    2,
    5,
    31,
    32,
    33,
    63,
    0xffff_ffff,
    0x8000_0000,
    0x8000_0000_0000_0000,
    u64::MAX,
];

/// Choices from the bytes; after their end zeros, which choose the simplest alternative.
pub(super) struct Choice<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl Choice<'_> {
    pub(super) fn below(&mut self, n: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % n
    }

    pub(super) fn ty(&mut self) -> Type {
        TYPES[self.below(4)]
    }

    pub(super) fn literal(&mut self, ty: Type) -> u64 {
        LITERALS[self.below(LITERALS.len())] & ty.mask()
    }
}

/// A local in scope.
#[derive(Clone, Copy)]
pub(super) struct Var {
    pub(super) local: LocalId,
    pub(super) ty: Type,
    pub(super) len: Option<u32>,
    pub(super) mutable: bool,
}

impl Var {
    pub(super) fn value(local: LocalId, ty: Type, mutable: bool) -> Self {
        let len = None;
        Self {
            local,
            ty,
            len,
            mutable,
        }
    }
}

pub(super) struct ExprBuilder<'a, 'b> {
    pub(super) builder: FunctionBuilder,
    pub(super) choice: &'a mut Choice<'b>,
    pub(super) others: &'a [Function],
    pub(super) results: Vec<Type>,
    pub(super) table: Type,
    pub(super) scope: Vec<Var>,
    pub(super) loops: usize,
    pub(super) budget: usize,
}

impl ExprBuilder<'_, '_> {
    pub(super) fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        match self.choice.below(if depth == 0 { 3 } else { 10 }) {
            0 | 1 => self.variable(ty),
            2 => Expr::literal(ty, self.choice.literal(ty)),
            3 if ty == Type::U32 => {
                let op = UNARY[self.choice.below(7)];
                let of = [Type::U32, Type::I32, Type::U64][self.choice.below(3)];
                let of = if op.is_count() { of } else { ty };
                Expr::unary(op, self.expr(of, depth - 1))
            }
            3 if ty == Type::Bool => Expr::unary(UnaryOp::Not, self.expr(ty, depth - 1)),
            3 => {
                let op = [UNARY[0], UNARY[1], UNARY[5], UNARY[6]][self.choice.below(4)];
                Expr::unary(op, self.expr(ty, depth - 1))
            }
            4 => Expr::select(
                self.expr(Type::Bool, depth - 1),
                self.expr(ty, depth - 1),
                self.expr(ty, depth - 1),
            ),
            5 => {
                let others: Vec<Type> = TYPES.into_iter().filter(|from| *from != ty).collect();
                let from = others[self.choice.below(others.len())];
                Expr::cast(ty, self.expr(from, depth - 1))
            }
            6 if ty == self.table => Expr::table_element(0, ty, self.expr(Type::U32, depth - 1)),
            7 if ty != Type::Bool => {
                let op = SHIFTS[self.choice.below(4)];
                Expr::binary(
                    op,
                    self.expr(ty, depth - 1),
                    self.expr(Type::U32, depth - 1),
                )
            }
            _ => self.operation(ty, depth),
        }
    }

    fn operation(&mut self, ty: Type, depth: usize) -> Expr {
        if ty == Type::Bool {
            let logic = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
            let kind = self.choice.below(9);
            if let Some(op) = logic.get(kind) {
                return Expr::binary(*op, self.expr(ty, depth - 1), self.expr(ty, depth - 1));
            }
            let of = self.choice.ty();
            let op = COMPARISONS[kind - 3];
            return Expr::binary(op, self.expr(of, depth - 1), self.expr(of, depth - 1));
        }
        let max = if ty == Type::I32 { 10 } else { 11 };
        let op = SAME_TYPE[self.choice.below(max)];
        Expr::binary(op, self.expr(ty, depth - 1), self.expr(ty, depth - 1))
    }

    fn variable(&mut self, ty: Type) -> Expr {
        let known: Vec<Var> = self.scope.iter().copied().filter(|v| v.ty == ty).collect();
        if known.is_empty() {
            return Expr::literal(ty, self.choice.literal(ty));
        }
        let var = known[known.len() - 1 - self.choice.below(known.len())];
        match var.len {
            None => Expr::local(var.local, ty),
            Some(_) => {
                let index = match self.choice.below(2) {
                    0 => Expr::u32(self.choice.below(5) as u32),
                    _ => self.expr(Type::U32, 0),
                };
                Expr::element(var.local, ty, index)
            }
        }
    }
}
