//! Single operators and casts whose values are mixed into the trace at once.

use super::expr::{castable, comparisons, constant, operators};
use super::memory::Use;
use super::statement::FunctionContext;
use super::trace::of_vector;
use vyre_conform_ir::{BinaryOp, Expr, Node, Type, UnaryOp};

/// Types of operands, weighted by their potential for faults.
const SAMPLED: [Type; 17] = [
    Type::U32,
    Type::U32,
    Type::I32,
    Type::I32,
    Type::I32,
    Type::I32,
    Type::U64,
    Type::U64,
    Type::U64,
    Type::U64,
    Type::U64,
    Type::U128,
    Type::U128,
    Type::U128,
    Type::Vec2,
    Type::Vec4,
    Type::Bool,
];

/// Types of a selection.
const SELECTED: [Type; 8] = [
    Type::F32,
    Type::F16,
    Type::BF16,
    Type::Vec2,
    Type::Vec4,
    Type::Vec4,
    Type::U64,
    Type::I32,
];

/// Shift amounts around the widths.
const SHIFT_AMOUNTS: [u32; 14] = [0, 1, 5, 16, 31, 32, 33, 47, 63, 64, 65, 95, 127, 128];

impl FunctionContext<'_> {
    /// Adds the values of operators, casts and loads to the trace, three at a time.
    pub(super) fn samples(&mut self, nodes: &mut Vec<Node>, times: u32) {
        for _ in 0..times {
            let values = [(); 3].map(|()| self.sampled());
            self.mix_all(nodes, values);
        }
    }

    /// A name for a word of the trace, which changes before the name is read.
    pub(super) fn snapshot(&mut self, nodes: &mut Vec<Node>) {
        self.mix_any(nodes);
        let (local, value) = (self.builder.local("s", Type::U32), self.traced_word());
        nodes.push(Node::Let {
            local,
            value,
            mutable: false,
        });
        self.samples(nodes, 1);
        self.mix_local(nodes, local, Type::U32);
        self.know(local, Type::U32, false);
    }

    fn sampled(&mut self) -> Expr {
        let ty = self.draw.of(&SAMPLED);
        match self.draw.below(20) {
            0..=8 => self.sampled_binary(ty),
            9..=11 => self.sampled_comparison(ty),
            12 | 13 => self.sampled_unary(ty),
            14 => self.sampled_select(),
            15 | 16 => match self.sampled_load() {
                Some(load) => load,
                None => self.sampled_binary(ty),
            },
            _ => self.sampled_cast(),
        }
    }

    /// A cast; to Bool, often of a number whose low word is zero.
    fn sampled_cast(&mut self) -> Expr {
        let ty = if self.draw.percent(25) {
            Type::Bool
        } else {
            self.draw.of(&SAMPLED)
        };
        let from = match ty {
            Type::U64 | Type::U128 if self.draw.percent(30) => Type::I32,
            _ => self.draw.of(castable(ty)),
        };
        let mut value = self.sampled_operand(from);
        if ty == Type::Bool && from.words() > 1 && self.draw.percent(60) {
            let high = constant(from, [u64::MAX << 32, 0]);
            value = Expr::binary(BinaryOp::And, value, high);
        }
        Expr::cast(ty, value)
    }

    /// A readable element of a buffer of any type.
    fn sampled_load(&mut self) -> Option<Expr> {
        let held = self.loadable_buffers(None, |now| !matches!(now, Use::Contended(_)));
        let ty = (!held.is_empty()).then(|| self.draw.of(&held).element.loaded())?;
        self.load(ty, 1)
    }

    fn sampled_binary(&mut self, ty: Type) -> Expr {
        let op = match ty {
            Type::I32 if self.draw.percent(40) => self.draw.of(&[
                BinaryOp::Div,
                BinaryOp::Rem,
                BinaryOp::Shr,
                BinaryOp::Max,
                BinaryOp::RotateLeft,
                BinaryOp::RotateRight,
            ]),
            Type::U32 if self.draw.percent(30) => {
                self.draw.of(&[BinaryOp::Shr, BinaryOp::Shl, BinaryOp::Min])
            }
            _ => self.draw.of(operators(ty)),
        };
        if op.is_shift() {
            let value = self.sampled_operand(ty);
            let amount = match self.draw.percent(60) {
                // Amounts from 64 on, which move words of a u128.
                true if ty == Type::U128 => Expr::u32(self.draw.of(&SHIFT_AMOUNTS[6..])),
                true => Expr::u32(self.draw.of(&SHIFT_AMOUNTS)),
                false => self.sampled_operand(Type::U32),
            };
            return Expr::binary(op, value, amount);
        }
        let (left, mut right) = (self.sampled_operand(ty), self.sampled_operand(ty));
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        if divides && self.draw.percent(60) {
            // Special divisors.
            if ty == Type::I32 && self.draw.percent(60) {
                let min = Expr::select(self.condition(1), Expr::i32(i32::MIN), left);
                return Expr::binary(op, min, Expr::i32(-1));
            }
            right = Expr::literal(ty, 0);
        }
        Expr::binary(op, left, right)
    }

    fn sampled_comparison(&mut self, ty: Type) -> Expr {
        let ty = if self.draw.percent(15) {
            Type::Bool
        } else {
            ty
        };
        let op = if self.draw.percent(30) {
            BinaryOp::Eq
        } else {
            self.draw.of(comparisons(ty))
        };
        let left = self.sampled_operand(ty);
        let right = if self.draw.percent(60) {
            // Equal operands, or nearly equal ones.
            self.almost(&left)
        } else {
            self.sampled_operand(ty)
        };
        Expr::binary(op, left, right)
    }

    /// A value equal to another one, or with one bit changed.
    fn almost(&mut self, value: &Expr) -> Expr {
        let ty = value.ty;
        if self.draw.percent(30) {
            return value.clone();
        }
        let bit = self.draw.below(ty.bits());
        let bits = if bit < 64 {
            [1 << bit, 0]
        } else {
            [0, 1 << (bit - 64)]
        };
        Expr::binary(BinaryOp::Xor, value.clone(), constant(ty, bits))
    }

    fn sampled_unary(&mut self, ty: Type) -> Expr {
        use UnaryOp::*;
        let ty = if self.draw.percent(30) {
            self.draw.of(&[Type::U32, Type::I32])
        } else {
            ty
        };
        let op = match ty {
            Type::U32 | Type::I32 | Type::U64 => self.draw.of(&[
                Negate,
                CountOnes,
                LeadingZeros,
                LeadingZeros,
                TrailingZeros,
                TrailingZeros,
                ReverseBits,
                SwapBytes,
            ]),
            _ => Not,
        };
        let operand = if op.is_count() && self.draw.percent(35) {
            Expr::literal(ty, 0)
        } else {
            self.sampled_operand(ty)
        };
        Expr::unary(op, operand)
    }

    fn sampled_select(&mut self) -> Expr {
        let ty = self.draw.of(&SELECTED);
        let condition = if self.draw.percent(50) {
            self.traced_word()
        } else {
            self.condition(1)
        };
        let [then, otherwise] = [(); 2].map(|()| self.sampled_operand(ty));
        Expr::select(condition, then, otherwise)
    }

    /// A local, an edge value, or a value from the trace.
    pub(super) fn sampled_operand(&mut self, ty: Type) -> Expr {
        match self.draw.below(20) {
            0..=7 => self.leaf(ty),
            8..=13 => of_vector(ty, self.traced()),
            14 | 15 if ty == Type::U64 => {
                // A value in only the high word, or only the low one.
                let wide = Expr::cast(Type::U64, self.traced_word());
                let by = Expr::u32(self.draw.of(&[0, 32]));
                Expr::binary(BinaryOp::Shl, wide, by)
            }
            _ if ty.is_float() => Expr::literal(ty, self.draw.literal(ty)),
            _ => self.edge(ty),
        }
    }

    /// A literal, or the shortest expression for a value of this type.
    pub(super) fn edge(&mut self, ty: Type) -> Expr {
        match ty {
            Type::Vec2 => Expr::cast(ty, self.edge(Type::U64)),
            Type::Vec4 => Expr::cast(ty, self.edge(Type::U32)),
            Type::U128 => {
                let low = Expr::cast(ty, self.edge(Type::U64));
                if self.draw.percent(50) {
                    low
                } else {
                    Expr::unary(UnaryOp::Not, low)
                }
            }
            _ => Expr::literal(ty, self.draw.literal(ty)),
        }
    }
}
