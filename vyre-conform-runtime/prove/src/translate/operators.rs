//! Operators and casts, from their documentation in `vyre_conform_ir` and `docs/spec/ir.md`.

use super::state::Machine;
use crate::term::TermId;
use vyre_conform_ir::{BinaryOp, Type, UnaryOp};

impl Machine<'_> {
    /// One bit: any bit is 1.
    pub(super) fn truth(&mut self, value: TermId) -> TermId {
        if self.terms.width(value) == 1 {
            return value;
        }
        let zero = self.terms.constant(self.terms.width(value), 0);
        let is_zero = self.terms.equal(value, zero);
        self.terms.not(is_zero)
    }

    /// A unary operator on this type.
    pub(super) fn unary(&mut self, op: UnaryOp, ty: Type, a: TermId) -> TermId {
        let width = ty.bits();
        match op {
            UnaryOp::Not => self.terms.not(a),
            UnaryOp::Negate => self.terms.negate(a),
            UnaryOp::CountOnes => self.terms.ones(a, 32),
            UnaryOp::LeadingZeros => self.zeros(width, &|k| width - 1 - k, a),
            UnaryOp::TrailingZeros => self.zeros(width, &|k| k, a),
            UnaryOp::ReverseBits => self.permuted(a, width, 1),
            UnaryOp::SwapBytes => self.permuted(a, width / 8, 8),
        }
    }

    /// The number of 0 bits before the first 1 in this order; the width for zero.
    fn zeros(&mut self, width: u32, order: &dyn Fn(u32) -> u32, a: TermId) -> TermId {
        let mut count = self.terms.constant(32, width.into());
        for k in (0..width).rev() {
            let bit = self.terms.slice(a, order(k), 1);
            let here = self.terms.constant(32, k.into());
            count = self.terms.select(bit, here, count);
        }
        count
    }

    /// A word with its parts, of `size` bits each, in reverse order.
    fn permuted(&mut self, a: TermId, parts: u32, size: u32) -> TermId {
        let mut whole = self.terms.slice(a, (parts - 1) * size, size);
        for k in (0..parts - 1).rev() {
            let part = self.terms.slice(a, k * size, size);
            whole = self.terms.concat(part, whole);
        }
        whole
    }

    /// A binary operator with a left operand of this type.
    pub(super) fn binary(&mut self, op: BinaryOp, ty: Type, a: TermId, b: TermId) -> TermId {
        let whole = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let Some(lanes) = ty.lanes().filter(|_| !whole) else {
            return self.scalar(op, ty == Type::I32, a, b);
        };
        let mut vector: Option<TermId> = None;
        for lane in 0..lanes {
            let [x, y] = [a, b].map(|v| self.terms.slice(v, 32 * lane, 32));
            let value = self.scalar(op, false, x, y);
            vector = Some(match vector {
                None => value,
                Some(below) => self.terms.concat(value, below),
            });
        }
        vector.unwrap_or(a)
    }

    /// A shift or rotation by less than the width; the rotation to the right for any other operator.
    fn shifted(&mut self, op: BinaryOp, signed: bool, a: TermId, by: TermId) -> TermId {
        match op {
            BinaryOp::Shl => self.terms.shift_left(a, by),
            BinaryOp::Shr if signed => self.terms.shift_right_signed(a, by),
            BinaryOp::Shr => self.terms.shift_right(a, by),
            BinaryOp::RotateLeft => self.terms.rotate_left(a, by),
            _ => {
                let by = self.terms.negate(by);
                self.terms.rotate_left(a, by)
            }
        }
    }

    fn scalar(&mut self, op: BinaryOp, signed: bool, a: TermId, b: TermId) -> TermId {
        let width = self.terms.width(a);
        match op {
            BinaryOp::Add => self.terms.add(a, b),
            BinaryOp::Sub => self.terms.subtract(a, b),
            BinaryOp::Mul => self.terms.multiply(a, b),
            BinaryOp::Div if signed => self.signed_quotient(a, b),
            BinaryOp::Div => self.terms.divide(a, b),
            BinaryOp::Rem if signed => self.signed_remainder(a, b),
            BinaryOp::Rem => self.terms.remainder(a, b),
            BinaryOp::And => self.terms.and(a, b),
            BinaryOp::Or => self.terms.or(a, b),
            BinaryOp::Xor => self.terms.xor(a, b),
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::RotateLeft | BinaryOp::RotateRight => {
                let by = self.terms.slice(b, 0, width.trailing_zeros());
                self.shifted(op, signed, a, by)
            }
            BinaryOp::Min => {
                let first = self.less(signed, a, b);
                self.terms.select(first, a, b)
            }
            BinaryOp::Max => {
                let first = self.less(signed, a, b);
                self.terms.select(first, b, a)
            }
            BinaryOp::MulHigh => {
                let [a, b] = [a, b].map(|t| self.terms.zero_extend(t, 2 * width));
                let product = self.terms.multiply(a, b);
                self.terms.slice(product, width, width)
            }
            BinaryOp::Eq => self.terms.equal(a, b),
            BinaryOp::Ne => {
                let equal = self.terms.equal(a, b);
                self.terms.not(equal)
            }
            BinaryOp::Lt => self.less(signed, a, b),
            BinaryOp::Gt => self.less(signed, b, a),
            BinaryOp::Le => {
                let greater = self.less(signed, b, a);
                self.terms.not(greater)
            }
            BinaryOp::Ge => {
                let less = self.less(signed, a, b);
                self.terms.not(less)
            }
        }
    }

    fn less(&mut self, signed: bool, a: TermId, b: TermId) -> TermId {
        if signed {
            let (a, b) = (self.terms.biased(a), self.terms.biased(b));
            self.terms.less(a, b)
        } else {
            self.terms.less(a, b)
        }
    }

    fn sign(&mut self, a: TermId) -> TermId {
        self.terms.slice(a, self.terms.width(a) - 1, 1)
    }

    /// The absolute value, to be read as unsigned: that of the least number is its own bit pattern.
    fn magnitude(&mut self, a: TermId) -> TermId {
        let (sign, negated) = (self.sign(a), self.terms.negate(a));
        self.terms.select(sign, negated, a)
    }

    /// The truncating quotient: that of the magnitudes, negated if the signs differ.
    fn signed_quotient(&mut self, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let quotient = self.terms.divide(x, y);
        let (sa, sb) = (self.sign(a), self.sign(b));
        let differ = self.terms.xor(sa, sb);
        let negated = self.terms.negate(quotient);
        self.terms.select(differ, negated, quotient)
    }

    /// The remainder of the magnitudes with the sign of the dividend.
    fn signed_remainder(&mut self, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let rest = self.terms.remainder(x, y);
        let sign = self.sign(a);
        let negated = self.terms.negate(rest);
        self.terms.select(sign, negated, rest)
    }

    /// A cast.
    pub(super) fn cast(&mut self, from: Type, to: Type, a: TermId) -> TermId {
        let width = to.bits();
        match (from, to) {
            (_, Type::Bool) => self.truth(a),
            (Type::I32, Type::U64 | Type::U128) => self.terms.sign_extend(a, width),
            // A 32-bit scalar is copied to every lane.
            (Type::U32 | Type::I32, Type::Vec2 | Type::Vec4) => {
                let mut vector = a;
                while self.terms.width(vector) < width {
                    vector = self.terms.concat(a, vector);
                }
                vector
            }
            _ if width < from.bits() => self.terms.slice(a, 0, width),
            _ => self.terms.zero_extend(a, width),
        }
    }
}
