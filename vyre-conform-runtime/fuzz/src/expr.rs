//! Random expressions.

use super::memory::{Use, length};
use super::statement::FunctionContext;
use vyre_conform_ir::{Axis, BinaryOp, BufferId, Expr, ExprKind, Type, UnaryOp};
use vyre_conform_spec::FloatFormat;

/// Types of values.
pub(super) const TYPES: &[Type] = &[
    Type::F32,
    Type::F16,
    Type::BF16,
    Type::Float(FloatFormat::F8E4M3),
    Type::Float(FloatFormat::F8E5M2),
    Type::U32,
    Type::U32,
    Type::I32,
    Type::U64,
    Type::Bool,
    Type::U128,
    Type::Vec2,
    Type::Vec4,
];

/// Operand types of operators: all except floats.
const OPERANDS: &[Type] = TYPES.split_at(FloatFormat::ALL.len()).1;

/// Types of tables.
pub(super) const LITERALS: &[Type] = TYPES.split_at(FloatFormat::ALL.len() + 5).0;

const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

/// The comparisons of two values of a type.
pub(super) fn comparisons(ty: Type) -> &'static [BinaryOp] {
    match ty.lanes() {
        Some(_) => &COMPARISONS[..2],
        None => &COMPARISONS,
    }
}

/// The binary operators on a type with a result of that type.
pub(super) fn operators(ty: Type) -> &'static [BinaryOp] {
    use BinaryOp::*;
    match ty {
        Type::U32 | Type::U64 | Type::Bytes => &[
            Add,
            Sub,
            Mul,
            Div,
            Rem,
            And,
            Or,
            Xor,
            Shl,
            Shr,
            RotateLeft,
            RotateRight,
            Min,
            Max,
            MulHigh,
        ],
        Type::I32 => &[
            Add,
            Sub,
            Mul,
            Div,
            Rem,
            And,
            Or,
            Xor,
            Shl,
            Shr,
            RotateLeft,
            RotateRight,
            Min,
            Max,
        ],
        Type::Bool => &[And, Or, Xor],
        Type::U128 => &[Add, Sub, And, Or, Xor, Shl, Shr, Min, Max],
        Type::Vec2 | Type::Vec4 => &[Add, Sub, Mul, And, Or, Xor, Min, Max],
        Type::Float(_) => &[],
    }
}

/// A constant with these bits, truncated to the type. Literals have at most 64 bits and are never
/// vectors.
pub(super) fn constant(ty: Type, [low, high]: [u64; 2]) -> Expr {
    let lanes = [low, low >> 32, high, high >> 32].map(|lane| Expr::u32(lane as u32));
    match ty {
        Type::U128 => {
            let (low, high) = (Expr::u64(low), Expr::u64(high));
            let [low, high] = [low, high].map(|half| Expr::cast(Type::U128, half));
            let high = Expr::binary(BinaryOp::Shl, high, Expr::u32(64));
            Expr::binary(BinaryOp::Or, low, high)
        }
        Type::Vec2 => Expr::compose(lanes[..2].to_vec()),
        Type::Vec4 => Expr::compose(lanes.to_vec()),
        _ => Expr::literal(ty, low & ty.mask()),
    }
}

/// The types that can be cast to a type.
pub(super) fn castable(to: Type) -> &'static [Type] {
    use Type::*;
    match to {
        U32 => {
            const FROM: &[Type] = &[
                I32,
                U64,
                U128,
                Bool,
                Vec2,
                Vec4,
                Type::F32,
                Type::F16,
                Type::BF16,
                Float(FloatFormat::F8E4M3),
                Float(FloatFormat::F8E5M2),
            ];
            FROM
        }
        I32 => &[U32, U64, U128, Bool, Vec2, Vec4],
        U64 => &[U32, I32, U128, Bool, Vec2, Vec4],
        U128 => &[U32, I32, U64, Bool, Vec4],
        Bool => &[U32, I32, U64, U128, Vec2, Vec4],
        Vec2 => &[U32, I32, U64, Vec4],
        Vec4 => &[U32, I32, U128],
        Float(_) => &[U32],
        Bytes => &[],
    }
}

impl FunctionContext<'_> {
    /// A value of a type, with at most `depth + 1` levels plus those of loads.
    pub(super) fn expr(&mut self, ty: Type, depth: u32) -> Expr {
        if depth == 0 || self.draw.percent(15) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.draw.below(12) {
            // No operator takes a float: it is read, selected, or cast from bits.
            3 | 7.. if ty.is_float() => Expr::cast(ty, self.expr(Type::U32, depth)),
            0 => {
                let condition = self.condition(depth);
                let (then, otherwise) = (self.expr(ty, depth), self.expr(ty, depth));
                Expr::select(condition, then, otherwise)
            }
            1 | 2 => {
                let from = self.draw.of(castable(ty));
                Expr::cast(ty, self.expr(from, depth))
            }
            3 => self.unary(ty, depth),
            4 | 5 => match self.load(ty, depth) {
                Some(load) => load,
                None => self.leaf(ty),
            },
            6 => self.element(ty, depth),
            7 => match ty {
                Type::Bool => self.comparison(depth),
                Type::U32 => self.lane(depth),
                Type::Vec2 | Type::Vec4 => {
                    let lanes = 0..ty.words();
                    Expr::compose(lanes.map(|_| self.expr(Type::U32, depth)).collect())
                }
                _ => self.leaf(ty),
            },
            _ if ty == Type::Bool && self.draw.percent(60) => self.comparison(depth),
            _ => self.binary(ty, depth),
        }
    }

    fn binary(&mut self, ty: Type, depth: u32) -> Expr {
        let op = self.draw.of(operators(ty));
        let right = if op.is_shift() { Type::U32 } else { ty };
        let (left, right) = (self.expr(ty, depth), self.expr(right, depth));
        Expr::binary(op, left, right)
    }

    fn comparison(&mut self, depth: u32) -> Expr {
        let ty = self.draw.of(OPERANDS);
        let op = self.draw.of(comparisons(ty));
        let (left, right) = (self.expr(ty, depth), self.expr(ty, depth));
        Expr::binary(op, left, right)
    }

    fn unary(&mut self, ty: Type, depth: u32) -> Expr {
        use UnaryOp::*;
        const INTEGERS: [Type; 3] = [Type::U32, Type::I32, Type::U64];
        if ty == Type::U32 && self.draw.percent(50) {
            let op = self.draw.of(&[CountOnes, LeadingZeros, TrailingZeros]);
            let of = self.draw.of(&INTEGERS);
            return Expr::unary(op, self.expr(of, depth));
        }
        let op = if INTEGERS.contains(&ty) {
            self.draw.of(&[Not, Negate, ReverseBits, SwapBytes])
        } else {
            Not
        };
        Expr::unary(op, self.expr(ty, depth))
    }

    fn lane(&mut self, depth: u32) -> Expr {
        let ty = self.draw.of(&[Type::Vec2, Type::Vec4]);
        let lane = self.draw.below(ty.words() as u32);
        Expr::lane(self.expr(ty, depth), lane)
    }

    /// An element of a local array or of a table.
    fn element(&mut self, ty: Type, depth: u32) -> Expr {
        let arrays: Vec<_> = self.arrays.iter().filter(|a| a.ty == ty).copied().collect();
        let tables: Vec<_> = self.tables.iter().filter(|t| t.1 == ty).copied().collect();
        if arrays.is_empty() && tables.is_empty() {
            return self.leaf(ty);
        }
        let index = self.element_index(depth);
        if tables.is_empty() || (!arrays.is_empty() && self.draw.percent(50)) {
            return Expr::element(self.draw.of(&arrays).local, ty, index);
        }
        Expr::table_element(self.draw.of(&tables).0, ty, index)
    }

    /// An index of a local array or a table.
    pub(super) fn element_index(&mut self, depth: u32) -> Expr {
        if self.draw.percent(25)
            && let Some(index) = self.literal_index()
        {
            return index;
        }
        if self.draw.percent(30)
            && let Some(counter) = self.counters.last()
        {
            return Expr::local(*counter, Type::U32);
        }
        let index = self.expr(Type::U32, depth);
        if self.draw.percent(70) {
            Expr::binary(BinaryOp::Rem, index, Expr::u32(4))
        } else {
            index
        }
    }

    /// An index into an array of this length, usually in bounds.
    pub(super) fn array_index(&mut self, len: u32) -> Expr {
        match self.draw.below(10) {
            0..=4 => Expr::u32(self.draw.below(len)),
            5 | 6 => Expr::u32(len + self.draw.below(3)),
            7 => Expr::u32(len - 1),
            _ => self.element_index(1),
        }
    }

    /// A condition: a Bool, or a u32 that is true if it is nonzero.
    pub(super) fn condition(&mut self, depth: u32) -> Expr {
        let ty = if self.draw.percent(85) {
            Type::Bool
        } else {
            Type::U32
        };
        if ty == Type::U32 && self.draw.percent(40) {
            return self.traced_word();
        }
        self.expr(ty, depth)
    }

    pub(super) fn leaf(&mut self, ty: Type) -> Expr {
        let entry: Vec<_> = self.scope.iter().filter(|entry| entry.ty == ty).collect();
        if !entry.is_empty() && self.draw.percent(65) {
            let position = self.draw.below(entry.len() as u32) as usize;
            return Expr::local(entry[position].local, ty);
        }
        if ty == Type::U32 && self.memory.is_some() && self.draw.percent(40) {
            return self.number();
        }
        self.edge(ty)
    }

    /// An id of the invocation or of its workgroup, or the length of a buffer.
    fn number(&mut self) -> Expr {
        let axis = self.draw.of(&AXES);
        match self.draw.below(4) {
            0 => Expr::invocation_id(axis),
            1 => Expr::workgroup_id(axis),
            2 => Expr::local_id(axis),
            _ => match self.any_buffer() {
                Some(buffer) => length(buffer),
                None => Expr::local_id(axis),
            },
        }
    }

    fn any_buffer(&mut self) -> Option<BufferId> {
        let held = self.loadable_buffers(None, |_| true);
        (!held.is_empty()).then(|| self.draw.of(&held).id)
    }

    /// A u32 that is uniform in a workgroup.
    pub(super) fn uniform(&mut self, depth: u32) -> Expr {
        if depth > 0 && self.draw.percent(50) {
            let op = self.draw.of(operators(Type::U32));
            let (left, right) = (self.uniform(depth - 1), self.uniform(depth - 1));
            return Expr::binary(op, left, right);
        }
        let entry: Vec<_> = self.scope.iter().filter(|entry| entry.uniform).collect();
        if !entry.is_empty() && self.draw.percent(50) {
            let position = self.draw.below(entry.len() as u32) as usize;
            return Expr::local(entry[position].local, Type::U32);
        }
        // The analysis treats a buffer that is never written as constant only if it is declared so.
        let constant = self.loadable_buffers(Some(Type::U32), |now| now == Use::Constant);
        let constant: Vec<_> = constant
            .into_iter()
            .filter(|held| self.is_read_only(held.id))
            .collect();
        match self.draw.below(4) {
            0 => Expr::workgroup_id(self.draw.of(&AXES)),
            1 => match self.any_buffer() {
                Some(buffer) => length(buffer),
                None => Expr::u32(1),
            },
            2 if !constant.is_empty() => {
                let buffer = self.draw.of(&constant).id;
                let index = Box::new(Expr::u32(self.draw.below(4)));
                let kind = ExprKind::Load(buffer, index);
                let ty = Type::U32;
                Expr { ty, kind }
            }
            _ => Expr::u32(self.draw.word()),
        }
    }
}
