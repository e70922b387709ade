//! Constructors of bits, arithmetic and shifts.

use super::{TermId, TermNode, Terms, ones};

/// The maximum number of summands searched for equal ones.
const MAX_SUMMANDS: usize = 16;

impl Terms {
    fn is_ones(&self, term: TermId) -> bool {
        self.constant_value(term) == Some(ones(self.width(term)))
    }

    fn zero_of(&mut self, like: TermId) -> TermId {
        let width = self.width(like);
        self.constant(width, 0)
    }

    /// True if one operand is the negation, of this kind, of the other.
    fn undoes(&self, a: TermId, b: TermId, negation: fn(TermId) -> TermNode) -> bool {
        self.node(a) == negation(b) || self.node(b) == negation(a)
    }

    /// Bitwise complement.
    pub fn not(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            TermNode::Not(inner) => inner,
            _ => self.make(TermNode::Not(a), self.width(a)),
        }
    }

    /// Bitwise and.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || self.is_ones(b) || self.constant_value(a) == Some(0) {
            return a;
        }
        if self.is_ones(a) || self.constant_value(b) == Some(0) {
            return b;
        }
        if self.undoes(a, b, TermNode::Not) {
            return self.zero_of(a);
        }
        // A nested conjunction absorbs its own parts.
        for (whole, part) in [(a, b), (b, a)] {
            if let TermNode::And(x, y) = self.node(whole) {
                if x == part || y == part {
                    return whole;
                }
                if self.undoes(x, part, TermNode::Not) || self.undoes(y, part, TermNode::Not) {
                    return self.zero_of(a);
                }
            }
        }
        self.make(TermNode::And(a, b), self.width(a))
    }

    /// Bitwise or.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        // Negations are moved outward, so that words that differ only in them share a node.
        if let TermNode::Not(inner) = self.node(a) {
            let same = self.xor(inner, b);
            return self.not(same);
        }
        if let TermNode::Not(inner) = self.node(b) {
            let same = self.xor(a, inner);
            return self.not(same);
        }
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return self.zero_of(a);
        }
        for (constant, other) in [(a, b), (b, a)] {
            if self.constant_value(constant) == Some(0) {
                return other;
            }
            if self.is_ones(constant) {
                return self.not(other);
            }
        }
        for (whole, part) in [(a, b), (b, a)] {
            if let TermNode::Xor(x, y) = self.node(whole) {
                if x == part {
                    return y;
                }
                if y == part {
                    return x;
                }
            }
        }
        if let Some(rest) = self.cancelled(a, b) {
            let zero = self.zero_of(a);
            return rest.into_iter().fold(zero, |sum, term| self.xor(sum, term));
        }
        self.make(TermNode::Xor(a, b), self.width(a))
    }

    /// The remaining summands of two exclusive-or sums after cancellation; `None` without common ones.
    fn cancelled(&self, a: TermId, b: TermId) -> Option<Vec<TermId>> {
        let (mut left, right) = (self.summands(a)?, self.summands(b)?);
        let before = left.len() + right.len();
        for term in right {
            match left.iter().position(|cached| *cached == term) {
                Some(place) => _ = left.remove(place),
                None => left.push(term),
            }
        }
        (left.len() < before).then_some(left)
    }

    /// The summands of an exclusive-or sum, if they are few.
    fn summands(&self, sum: TermId) -> Option<Vec<TermId>> {
        let (mut open, mut results) = (vec![sum], vec![]);
        while let Some(term) = open.pop() {
            match self.node(term) {
                TermNode::Xor(a, b) => open.extend([a, b]),
                _ => results.push(term),
            }
            if open.len() + results.len() > MAX_SUMMANDS {
                return None;
            }
        }
        Some(results)
    }

    /// Two's complement negation.
    pub fn negate(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            TermNode::Negate(inner) => inner,
            _ if self.width(a) == 1 => a,
            _ => self.make(TermNode::Negate(a), self.width(a)),
        }
    }

    /// The sum.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        if self.constant_value(a) == Some(0) {
            return b;
        }
        if self.constant_value(b) == Some(0) {
            return a;
        }
        if self.undoes(a, b, TermNode::Negate) {
            return self.zero_of(a);
        }
        if self.width(a) == 1 {
            return self.xor(a, b);
        }
        self.make(TermNode::Add(a, b), self.width(a))
    }

    /// The difference.
    pub fn subtract(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.negate(b);
        self.add(a, b)
    }

    /// The non-constant factor and the constant one, if there is a constant.
    fn with_constant(&self, x: TermId, y: TermId) -> Option<(TermId, u128)> {
        let of = |other: TermId, constant: TermId| Some((other, self.constant_value(constant)?));
        of(x, y).or_else(|| of(y, x))
    }

    /// The product.
    pub fn multiply(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (a.min(b), a.max(b));
        for (constant, other) in [(a, b), (b, a)] {
            match self.constant_value(constant) {
                Some(0) => return constant,
                Some(1) => return other,
                Some(bits) => {
                    // Two constant factors are combined; an odd number times its inverse is 1.
                    if let TermNode::Multiply(x, y) = self.node(other)
                        && let Some((inner, first)) = self.with_constant(x, y)
                    {
                        let both = self.constant(self.width(a), bits.wrapping_mul(first));
                        return self.multiply(inner, both);
                    }
                }
                None => {}
            }
        }
        self.make(TermNode::Multiply(a, b), self.width(a))
    }

    /// The quotient.
    pub fn divide(&mut self, a: TermId, b: TermId) -> TermId {
        if self.constant_value(a) == Some(0) || self.constant_value(b) == Some(0) {
            return self.zero_of(a);
        }
        if let Some(power) = self.power_of_two(b) {
            let low = self.slice_to_end(a, power);
            return self.zero_extend(low, self.width(a));
        }
        self.make(TermNode::Divide(a, b), self.width(a))
    }

    /// The remainder.
    pub fn remainder(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b || self.constant_value(a) == Some(0) || self.constant_value(b) == Some(0) {
            return self.zero_of(a);
        }
        match self.power_of_two(b) {
            Some(0) => self.zero_of(a),
            Some(power) => {
                let low = self.slice(a, 0, power);
                self.zero_extend(low, self.width(a))
            }
            None => self.make(TermNode::Remainder(a, b), self.width(a)),
        }
    }

    fn power_of_two(&self, term: TermId) -> Option<u32> {
        let bits = self.constant_value(term)?;
        bits.is_power_of_two().then(|| bits.trailing_zeros())
    }

    fn slice_to_end(&mut self, a: TermId, low: u32) -> TermId {
        self.slice(a, low, self.width(a) - low)
    }

    /// Left shift.
    pub fn shift_left(&mut self, a: TermId, by: TermId) -> TermId {
        if self.constant_value(by) == Some(0) || self.constant_value(a) == Some(0) {
            return a;
        }
        self.make(TermNode::ShiftLeft(a, by), self.width(a))
    }

    /// Logical right shift.
    pub fn shift_right(&mut self, a: TermId, by: TermId) -> TermId {
        if self.constant_value(a) == Some(0) {
            return a;
        }
        let Some(by) = self.constant_value(by) else {
            return self.make(TermNode::ShiftRight(a, by), self.width(a));
        };
        let rest = self.slice_to_end(a, by as u32);
        self.zero_extend(rest, self.width(a))
    }

    /// Arithmetic right shift.
    pub fn shift_right_signed(&mut self, a: TermId, by: TermId) -> TermId {
        if self.constant_value(a) == Some(0) || self.is_ones(a) {
            return a;
        }
        let Some(by) = self.constant_value(by) else {
            return self.make(TermNode::ShiftRightSigned(a, by), self.width(a));
        };
        let rest = self.slice_to_end(a, by as u32);
        self.sign_extend(rest, self.width(a))
    }

    /// Left rotation.
    pub fn rotate_left(&mut self, a: TermId, by: TermId) -> TermId {
        if self.constant_value(a) == Some(0)
            || self.is_ones(a)
            || self.constant_value(by) == Some(0)
        {
            return a;
        }
        let Some(by) = self.constant_value(by) else {
            // Two rotations become one by the sum of both amounts, whose width makes it modulo the
            // width of the word.
            if let TermNode::RotateLeft(inner, first) = self.node(a) {
                let both = self.add(first, by);
                return self.rotate_left(inner, both);
            }
            return self.make(TermNode::RotateLeft(a, by), self.width(a));
        };
        let width = self.width(a);
        let stays = self.slice(a, 0, width - by as u32);
        let goes_round = self.slice_to_end(a, width - by as u32);
        self.concat(stays, goes_round)
    }

    /// The population count, as a word of this width.
    pub fn ones(&mut self, a: TermId, width: u32) -> TermId {
        self.make(TermNode::Ones(a), width)
    }
}
