//! Buffers with `f16`, whose words hold two of them.
//!
//! Another invocation may own the other half of a word, so single halves are read and written by
//! atomic operations. Vectors of two and four begin at whole words, which are plain accesses.

use super::memory::{load, to_element};
use super::pointer::{Pointer, literal};
use super::{Shape, Translator};
use vyre_conform_ir::{Access, AtomicOp, BinaryOp, BufferId, Expr, Node, Type, UnaryOp};

/// The word that contains a unit of 16 bits.
pub(super) fn word_of(unit: Expr) -> Expr {
    match literal(&unit) {
        Some(unit) => Expr::u32(unit / 2),
        None => Expr::binary(BinaryOp::Shr, unit, Expr::u32(1)),
    }
}

/// The first bit of a unit in its word.
fn bit_of(unit: Expr) -> Expr {
    match literal(&unit) {
        Some(unit) => Expr::u32(unit % 2 * 16),
        None => Expr::binary(BinaryOp::And, unit, Expr::u32(1)) * 16_u32,
    }
}

/// True if scalars 2k and 2k + 1 of the shape share a word, as in a vector.
fn has_pairs(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Vector(Type::F16, 2 | 4)
            | Shape::Matrix {
                scalar: Type::F16,
                rows: 2 | 4,
                ..
            }
    )
}

/// Half of a word as a float.
fn half(word: Expr, bit: Expr) -> Expr {
    let moved = match literal(&bit) {
        Some(0) => word,
        _ => Expr::binary(BinaryOp::Shr, word, bit),
    };
    let bits = Expr::binary(BinaryOp::And, moved, Expr::u32(0xffff));
    Expr::cast(Type::F16, bits)
}

impl Translator<'_> {
    /// The scalars of a pointee.
    pub(super) fn load_halves(
        &mut self,
        buffer: BufferId,
        pointer: &Pointer,
        leaves: Vec<(u32, Type)>,
    ) -> Vec<Expr> {
        let has_pairs = has_pairs(&pointer.shape);
        let is_written = self
            .buffers
            .get(buffer.0 as usize)
            .is_some_and(|decl| decl.access == Access::ReadWrite);
        let mut words: Vec<Expr> = vec![];
        let mut values = vec![];
        for (k, (unit, ty)) in leaves.into_iter().enumerate() {
            let unit = pointer.word(unit);
            let value = match ty {
                Type::F16 if has_pairs => {
                    if k % 2 == 0 {
                        let word = load(buffer, Type::U32, word_of(unit));
                        words.push(self.draft.bind("pair", word));
                    }
                    half(words[k / 2].clone(), Expr::u32(k as u32 % 2 * 16))
                }
                Type::F16 => {
                    let unit = self.draft.bind("unit", unit);
                    let index = word_of(unit.clone());
                    let word = if is_written {
                        self.step(AtomicOp::Or, buffer, index, Expr::u32(0), None)
                    } else {
                        load(buffer, Type::U32, index)
                    };
                    half(word, bit_of(unit))
                }
                _ => to_element(load(buffer, Type::U32, word_of(unit)), ty),
            };
            values.push(self.draft.bind("loaded", value));
        }
        values
    }

    /// Writes the scalars of a pointee.
    pub(super) fn store_halves(
        &mut self,
        buffer: BufferId,
        pointer: &Pointer,
        leaves: &[(u32, Type)],
        values: &[Expr],
    ) {
        let has_pairs = has_pairs(&pointer.shape);
        let mut low = Expr::u32(0);
        for (k, ((unit, ty), value)) in leaves.iter().zip(values).enumerate() {
            let unit = pointer.word(*unit);
            let bits = to_element(value.clone(), Type::U32);
            match *ty {
                Type::F16 if has_pairs && k % 2 == 0 => low = self.draft.bind("low", bits),
                Type::F16 if has_pairs => {
                    let high = Expr::binary(BinaryOp::Shl, bits, Expr::u32(16));
                    let value = Expr::binary(BinaryOp::Or, low.clone(), high);
                    // The word of the pair: its second unit is odd.
                    let index = word_of(unit);
                    self.draft.push(Node::Store {
                        buffer,
                        index,
                        value,
                    });
                }
                Type::F16 => {
                    let unit = self.draft.bind("unit", unit);
                    let (index, bit) = (word_of(unit.clone()), bit_of(unit));
                    let mask = Expr::binary(BinaryOp::Shl, Expr::u32(0xffff), bit.clone());
                    let others = Expr::unary(UnaryOp::Not, mask);
                    let bits = Expr::binary(BinaryOp::Shl, bits, bit);
                    self.step(AtomicOp::And, buffer, index.clone(), others, None);
                    self.step(AtomicOp::Or, buffer, index, bits, None);
                }
                _ => self.draft.push(Node::Store {
                    buffer,
                    index: word_of(unit),
                    value: bits,
                }),
            }
        }
    }
}
