//! Terms: the computation of an op as a graph of functions on bit words, with structural sharing.
//!
//! Every node has a width of 1 to 128 bits; a truth value has one bit. The constructors simplify, and
//! every simplification is an equation for all values; this module does not depend on the
//! representation of ops, laws or solvers. `Terms::meaning` defines the semantics of nodes.

mod build;
mod evaluate;
mod shape;
#[cfg(test)]
pub(crate) mod tests;

pub use evaluate::Cone;

use std::collections::HashMap;

/// The widest word.
pub const MAX_WIDTH: u32 = 128;

/// A node of a graph of [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

impl TermId {
    /// Its index, which is greater than those of its operands.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The operation of a node. Operands have the width of the result unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermNode {
    /// A constant.
    Constant(u128),
    /// The n-th input of the graph.
    Input(u32),
    /// Bitwise complement.
    Not(TermId),
    /// Bitwise and. An or is the complement of the and of the complements.
    And(TermId, TermId),
    /// Bitwise exclusive or.
    Xor(TermId, TermId),
    /// Two's complement negation.
    Negate(TermId),
    /// The sum modulo 2^width. A difference is the sum with a negation.
    Add(TermId, TermId),
    /// The product modulo 2^width.
    Multiply(TermId, TermId),
    /// The unsigned quotient; 0 if the divisor is 0.
    Divide(TermId, TermId),
    /// The unsigned remainder; 0 if the divisor is 0.
    Remainder(TermId, TermId),
    /// Left shift by an amount of log2(width) bits, which is therefore below the width.
    ShiftLeft(TermId, TermId),
    /// Logical right shift.
    ShiftRight(TermId, TermId),
    /// Arithmetic right shift.
    ShiftRightSigned(TermId, TermId),
    /// Left rotation.
    RotateLeft(TermId, TermId),
    /// Equality of two words of any common width: one bit.
    Equal(TermId, TermId),
    /// Unsigned less-than of two words of any common width: one bit.
    Less(TermId, TermId),
    /// The second operand if the first, one bit, is 1; otherwise the third.
    Select(TermId, TermId, TermId),
    /// The bits of a word from bit `low` on, as many as the result is wide.
    Slice {
        /// The word.
        of: TermId,
        /// The lowest bit.
        low: u32,
    },
    /// Concatenation: the first operand above the second.
    Concat(TermId, TermId),
    /// Sign extension of a narrower word.
    SignExtend(TermId),
    /// Population count of a word of any width.
    Ones(TermId),
}

impl TermNode {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = TermId> + use<> {
        let (a, b, c) = match *self {
            Self::Constant(_) | Self::Input(_) => (None, None, None),
            Self::Not(a)
            | Self::Negate(a)
            | Self::SignExtend(a)
            | Self::Ones(a)
            | Self::Slice { of: a, .. } => (Some(a), None, None),
            Self::And(a, b)
            | Self::Xor(a, b)
            | Self::Add(a, b)
            | Self::Multiply(a, b)
            | Self::Divide(a, b)
            | Self::Remainder(a, b)
            | Self::ShiftLeft(a, b)
            | Self::ShiftRight(a, b)
            | Self::ShiftRightSigned(a, b)
            | Self::RotateLeft(a, b)
            | Self::Equal(a, b)
            | Self::Less(a, b)
            | Self::Concat(a, b) => (Some(a), Some(b), None),
            Self::Select(a, b, c) => (Some(a), Some(b), Some(c)),
        };
        [a, b, c].into_iter().flatten()
    }
}

/// A graph of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<(TermNode, u32)>,
    known: HashMap<(TermNode, u32), TermId>,
    inputs: Vec<TermId>,
}

impl Terms {
    /// The operation of a term.
    pub fn node(&self, term: TermId) -> TermNode {
        self.nodes[term.index()].0
    }

    /// The width of a term in bits.
    pub fn width(&self, term: TermId) -> u32 {
        self.nodes[term.index()].1
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The inputs, in order of creation.
    pub fn inputs(&self) -> &[TermId] {
        &self.inputs
    }

    /// Adds an input.
    pub fn input(&mut self, width: u32) -> TermId {
        let term = self.intern(TermNode::Input(self.inputs.len() as u32), width);
        self.inputs.push(term);
        term
    }

    /// A constant; bits above the width are dropped.
    pub fn constant(&mut self, width: u32, bits: u128) -> TermId {
        self.intern(TermNode::Constant(bits & ones(width)), width)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(1, value.into())
    }

    /// The bits of a constant.
    pub fn constant_value(&self, term: TermId) -> Option<u128> {
        match self.node(term) {
            TermNode::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    /// The node, folded to a constant if all of its operands are constants.
    fn make(&mut self, node: TermNode, width: u32) -> TermId {
        debug_assert!((1..=MAX_WIDTH).contains(&width));
        let constant = node.operands().all(|t| self.constant_value(t).is_some());
        if constant && !matches!(node, TermNode::Input(_)) {
            let bits = self.meaning(node, width, |t| self.constant_value(t).unwrap_or(0));
            return self.constant(width, bits);
        }
        self.intern(node, width)
    }

    fn intern(&mut self, node: TermNode, width: u32) -> TermId {
        let next = TermId(self.nodes.len() as u32);
        let term = *self.known.entry((node, width)).or_insert(next);
        if term == next {
            self.nodes.push((node, width));
        }
        term
    }

    /// The node over other operands, simplified again.
    pub fn rebuild(&mut self, term: TermId, of: impl Fn(TermId) -> TermId) -> TermId {
        let width = self.width(term);
        match self.node(term) {
            TermNode::Constant(_) | TermNode::Input(_) => term,
            TermNode::Not(a) => self.not(of(a)),
            TermNode::And(a, b) => self.and(of(a), of(b)),
            TermNode::Xor(a, b) => self.xor(of(a), of(b)),
            TermNode::Negate(a) => self.negate(of(a)),
            TermNode::Add(a, b) => self.add(of(a), of(b)),
            TermNode::Multiply(a, b) => self.multiply(of(a), of(b)),
            TermNode::Divide(a, b) => self.divide(of(a), of(b)),
            TermNode::Remainder(a, b) => self.remainder(of(a), of(b)),
            TermNode::ShiftLeft(a, b) => self.shift_left(of(a), of(b)),
            TermNode::ShiftRight(a, b) => self.shift_right(of(a), of(b)),
            TermNode::ShiftRightSigned(a, b) => self.shift_right_signed(of(a), of(b)),
            TermNode::RotateLeft(a, b) => self.rotate_left(of(a), of(b)),
            TermNode::Equal(a, b) => self.equal(of(a), of(b)),
            TermNode::Less(a, b) => self.less(of(a), of(b)),
            TermNode::Select(c, a, b) => self.select(of(c), of(a), of(b)),
            TermNode::Slice { of: a, low } => self.slice(of(a), low, width),
            TermNode::Concat(a, b) => self.concat(of(a), of(b)),
            TermNode::SignExtend(a) => self.sign_extend(of(a), width),
            TermNode::Ones(a) => self.ones(of(a), width),
        }
    }
}

/// A word of all ones.
pub(crate) const fn ones(width: u32) -> u128 {
    u128::MAX >> (MAX_WIDTH - width)
}
