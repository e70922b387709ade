//! Constructors of comparisons, choices, slices and concatenations.

use super::{TermId, TermNode, Terms};

impl Terms {
    /// Equality.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.bool(true);
        }
        if self.width(a) == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a), self.node(b)) {
            (TermNode::Constant(_), TermNode::Constant(_)) => self.bool(false),
            (TermNode::Not(x), TermNode::Not(y)) | (TermNode::Negate(x), TermNode::Negate(y)) => {
                self.equal(x, y)
            }
            (TermNode::Constant(_), TermNode::Not(x)) => {
                let inverted = self.not(a);
                self.equal(inverted, x)
            }
            (TermNode::Not(x), TermNode::Constant(_)) => {
                let inverted = self.not(b);
                self.equal(inverted, x)
            }
            (TermNode::Select(c, x, y), TermNode::Select(d, z, w)) if c == d => {
                let (then, otherwise) = (self.equal(x, z), self.equal(y, w));
                self.select(c, then, otherwise)
            }
            (TermNode::Select(c, x, y), other) if self.splits(a, b, other) => {
                let (then, otherwise) = (self.equal(x, b), self.equal(y, b));
                self.select(c, then, otherwise)
            }
            (other, TermNode::Select(c, x, y)) if self.splits(b, a, other) => {
                let (then, otherwise) = (self.equal(x, a), self.equal(y, a));
                self.select(c, then, otherwise)
            }
            (TermNode::Concat(_, low), _) | (_, TermNode::Concat(_, low))
                if self.comes_apart(a, b) =>
            {
                let cut = self.width(low);
                let rest = self.width(a) - cut;
                let [al, bl] = [a, b].map(|t| self.slice(t, 0, cut));
                let [ah, bh] = [a, b].map(|t| self.slice(t, cut, rest));
                let (low, high) = (self.equal(al, bl), self.equal(ah, bh));
                self.and(low, high)
            }
            _ => self.make(TermNode::Equal(a, b), 1),
        }
    }

    /// True if comparing a choice with a term is better expressed as a choice of comparisons: one
    /// branch is that term, or a constant is compared with one.
    fn splits(&self, choice: TermId, with: TermId, node: TermNode) -> bool {
        let TermNode::Select(_, x, y) = self.node(choice) else {
            return false;
        };
        let constant = |t| self.constant_value(t).is_some();
        x == with
            || y == with
            || (matches!(node, TermNode::Constant(_)) && (constant(x) || constant(y)))
    }

    /// True if two words, at least one of them a concatenation, can be compared part by part: the other
    /// is a constant or a concatenation at the same position.
    fn comes_apart(&self, a: TermId, b: TermId) -> bool {
        match (self.node(a), self.node(b)) {
            (TermNode::Concat(_, x), TermNode::Concat(_, y)) => self.width(x) == self.width(y),
            (TermNode::Concat(..), TermNode::Constant(_))
            | (TermNode::Constant(_), TermNode::Concat(..)) => true,
            _ => false,
        }
    }

    /// Unsigned less-than.
    pub fn less(&mut self, a: TermId, b: TermId) -> TermId {
        let all = super::ones(self.width(a));
        if a == b || self.constant_value(b) == Some(0) || self.constant_value(a) == Some(all) {
            return self.bool(false);
        }
        if self.width(a) == 1 {
            let a = self.not(a);
            return self.and(a, b);
        }
        if self.constant_value(a) == Some(0) {
            let zero = self.equal(a, b);
            return self.not(zero);
        }
        if let (TermNode::Concat(x, low_a), TermNode::Concat(y, low_b)) =
            (self.node(a), self.node(b))
            && x == y
        {
            return self.less(low_a, low_b);
        }
        self.make(TermNode::Less(a, b), 1)
    }

    /// Unsigned at-most.
    pub fn at_most(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.less(b, a);
        self.not(greater)
    }

    /// The word with its highest bit inverted: unsigned order of such words is signed order of the
    /// originals.
    pub fn biased(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let sign = self.constant(width, 1 << (width - 1));
        self.xor(a, sign)
    }

    /// Returns `then` if `condition` is 1, otherwise `otherwise`.
    pub fn select(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        match self.constant_value(condition) {
            Some(0) => return otherwise,
            Some(_) => return then,
            None if then == otherwise => return then,
            None => {}
        }
        if let TermNode::Not(inner) = self.node(condition) {
            return self.select(inner, otherwise, then);
        }
        // A branch with the same condition is already decided.
        if let TermNode::Select(c, inner, _) = self.node(then)
            && c == condition
        {
            return self.select(condition, inner, otherwise);
        }
        if let TermNode::Select(c, _, inner) = self.node(otherwise)
            && c == condition
        {
            return self.select(condition, then, inner);
        }
        if self.width(then) == 1 {
            let inverse = self.not(condition);
            let (yes, no) = (self.and(condition, then), self.and(inverse, otherwise));
            return self.or(yes, no);
        }
        self.make(
            TermNode::Select(condition, then, otherwise),
            self.width(then),
        )
    }

    /// `width` bits of a word from bit `low` on.
    pub fn slice(&mut self, number: TermId, low: u32, width: u32) -> TermId {
        if width == self.width(number) {
            return number;
        }
        match self.node(number) {
            TermNode::Slice {
                of: number,
                low: first,
            } => return self.slice(number, first + low, width),
            TermNode::Concat(high, rest) => {
                let cut = self.width(rest);
                if low >= cut {
                    return self.slice(high, low - cut, width);
                }
                if low + width <= cut {
                    return self.slice(rest, low, width);
                }
                let above = self.slice(high, 0, low + width - cut);
                let below = self.slice(rest, low, cut - low);
                return self.concat(above, below);
            }
            TermNode::Not(a) => {
                let a = self.slice(a, low, width);
                return self.not(a);
            }
            TermNode::And(a, b) => {
                let (a, b) = (self.slice(a, low, width), self.slice(b, low, width));
                return self.and(a, b);
            }
            TermNode::Xor(a, b) => {
                let (a, b) = (self.slice(a, low, width), self.slice(b, low, width));
                return self.xor(a, b);
            }
            TermNode::Select(c, a, b) => {
                let (a, b) = (self.slice(a, low, width), self.slice(b, low, width));
                return self.select(c, a, b);
            }
            TermNode::SignExtend(a) if low + width <= self.width(a) => {
                return self.slice(a, low, width);
            }
            // The low bits of these depend only on the low bits of their operands.
            TermNode::Add(a, b) if low == 0 => {
                let (a, b) = (self.slice(a, 0, width), self.slice(b, 0, width));
                return self.add(a, b);
            }
            TermNode::Multiply(a, b) if low == 0 => {
                let (a, b) = (self.slice(a, 0, width), self.slice(b, 0, width));
                return self.multiply(a, b);
            }
            TermNode::Negate(a) if low == 0 => {
                let a = self.slice(a, 0, width);
                return self.negate(a);
            }
            TermNode::ShiftLeft(a, by) => match self.constant_value(by).map(|by| by as u32) {
                Some(by) if low >= by => return self.slice(a, low - by, width),
                Some(by) if low + width <= by => return self.constant(width, 0),
                _ => {}
            },
            _ => {}
        }
        self.make(TermNode::Slice { of: number, low }, width)
    }

    /// The bits of `low` with those of `high` above them.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        if let TermNode::Concat(top, middle) = self.node(high) {
            let low = self.concat(middle, low);
            return self.concat(top, low);
        }
        if let TermNode::Concat(middle, bottom) = self.node(low)
            && let Some(joined) = self.joined(high, middle)
        {
            return self.concat(joined, bottom);
        }
        match self.joined(high, low) {
            Some(joined) => joined,
            None => self.make(
                TermNode::Concat(high, low),
                self.width(high) + self.width(low),
            ),
        }
    }

    /// A single node for two parts, if they are constants or adjacent slices of one word.
    fn joined(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let width = self.width(high) + self.width(low);
        match (self.node(high), self.node(low)) {
            (TermNode::Constant(h), TermNode::Constant(l)) => {
                let bits = h << self.width(low) | l;
                Some(self.constant(width, bits))
            }
            (
                TermNode::Slice { of, low: above },
                TermNode::Slice {
                    of: other,
                    low: first,
                },
            ) if of == other && above == first + self.width(low) => {
                Some(self.slice(of, first, width))
            }
            // The low bits of a sum or a product depend only on the low bits of its operands.
            (TermNode::Slice { of, low: above }, _)
                if above == self.width(low) && self.slice(of, 0, above) == low =>
            {
                Some(self.slice(of, 0, width))
            }
            (TermNode::Not(h), TermNode::Not(l)) => {
                let joined = self.joined(h, l)?;
                Some(self.not(joined))
            }
            _ => None,
        }
    }

    /// Zero extension.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        match width - self.width(a) {
            0 => a,
            above => {
                // Extension distributes over an exclusive or, so that a shifted sum is a sum as well; a
                // single bit is kept as a number.
                if let TermNode::Xor(x, y) = self.node(a)
                    && self.width(a) > 1
                {
                    let (x, y) = (self.zero_extend(x, width), self.zero_extend(y, width));
                    return self.xor(x, y);
                }
                let zeros = self.constant(above, 0);
                self.concat(zeros, a)
            }
        }
    }

    /// Sign extension.
    pub fn sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        if width == self.width(a) {
            return a;
        }
        if let TermNode::Concat(high, _) = self.node(a)
            && self.constant_value(high) == Some(0)
        {
            return self.zero_extend(a, width);
        }
        self.make(TermNode::SignExtend(a), width)
    }
}
