//! Kinds of engines, and the orders in which float engines add.

use crate::level::Level;
use crate::track::Track;
use core::fmt::{Display, Formatter, Result};

/// The data that an engine computes on. It decides the track of the engine and the lowest level that
/// requires it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// Integers, text and bytes: everything without floats.
    #[default]
    Integer,
    /// One operation on tensors of floats: element-wise, reduction, scan, product of matrices, transpose, gather,
    /// scatter, quantisation.
    Tensor,
    /// Several such operations on floats in a fixed order, such as softmax, attention or a convolution.
    Composed,
}

impl EngineKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[Self::Integer, Self::Tensor, Self::Composed];

    /// The name in certificates and in the attribute: `integer`, `tensor`, `composed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Tensor => "tensor",
            Self::Composed => "composed",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The track that engines of this kind belong to.
    pub const fn track(self) -> Track {
        match self {
            Self::Integer => Track::Integer,
            Self::Tensor | Self::Composed => Track::Float,
        }
    }

    /// The lowest level that requires engines of this kind, which is the highest that such an engine
    /// can support.
    pub const fn level(self) -> Level {
        match self {
            Self::Integer => Level::L3,
            Self::Tensor => Level::L3f,
            Self::Composed => Level::L4f,
        }
    }

    /// True if a level requires engines of this kind.
    pub fn counts_for(self, level: Level) -> bool {
        match self {
            Self::Integer => matches!(level, Level::L3 | Level::L4),
            Self::Tensor | Self::Composed => level.includes(self.level()),
        }
    }
}

impl Display for EngineKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.name())
    }
}

/// The order in which an engine adds up products, or elements, of floats.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdditionOrder {
    /// `acc = fma(a, b, acc)`, ascending, from +0.
    FmaChain,
    /// Products are rounded and added from left to right, from the first one.
    Strict,
    /// Products are rounded and added in a binary tree, split at n / 2 rounded down.
    TreeBinary,
    /// A chain of fused multiply-adds for each of this many equal parts (rounded up); the sums of the
    /// parts are added from left to right.
    SplitK(u32),
    /// The exact sum of exact products, rounded once.
    Exact,
}

impl AdditionOrder {
    /// The orders without a number, by their names in the attribute.
    pub const PLAIN: &'static [Self] =
        &[Self::FmaChain, Self::Strict, Self::TreeBinary, Self::Exact];

    /// The name without a number.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FmaChain => "FmaChain",
            Self::Strict => "Strict",
            Self::TreeBinary => "TreeBinary",
            Self::SplitK(_) => "SplitK",
            Self::Exact => "Exact",
        }
    }

    /// The order with this text form, such as `FmaChain` or `SplitK(3)`.
    pub fn from_text(text: &str) -> Option<Self> {
        let plain = Self::PLAIN.iter().copied();
        plain
            .into_iter()
            .find(|order| order.name() == text)
            .or_else(|| {
                let digits = text.strip_prefix("SplitK(")?.strip_suffix(')')?;
                let canonical =
                    digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
                let parts = digits.parse().ok().filter(|_| canonical)?;
                Some(Self::SplitK(parts))
            })
    }
}

/// Writes `FmaChain` or `SplitK(3)`.
impl Display for AdditionOrder {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::SplitK(parts) => write!(f, "{}({parts})", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::string::ToString;

    /// Oracle: docs/spec/conformance.md#levels, the rows of L3, L4, L3f and L4f.
    #[test]
    fn levels_rest_on_kinds() {
        for (level, kinds) in [
            (Level::L3, &[EngineKind::Integer][..]),
            (Level::L4, &[EngineKind::Integer]),
            (Level::L3f, &[EngineKind::Tensor]),
            (Level::L4f, &[EngineKind::Tensor, EngineKind::Composed]),
            (Level::L2f, &[]),
            (Level::L1, &[]),
        ] {
            for kind in EngineKind::ALL {
                assert_eq!(
                    kind.counts_for(level),
                    kinds.contains(kind),
                    "{level} {kind}"
                );
                assert_eq!(Track::of_level(kind.level()), kind.track());
            }
        }
    }

    /// Oracle: `from_text` is the inverse of `Display`; it rejects every other text.
    #[test]
    fn orders_are_read_as_they_are_written() {
        let split = [AdditionOrder::SplitK(1), AdditionOrder::SplitK(12)];
        for order in AdditionOrder::PLAIN.iter().copied().chain(split) {
            assert_eq!(AdditionOrder::from_text(&order.to_string()), Some(order));
        }
        for text in [
            "SplitK",
            "SplitK()",
            "SplitK(0)",
            "SplitK(03)",
            "SplitK(+3)",
            "strict",
            "",
        ] {
            assert_eq!(AdditionOrder::from_text(text), None, "{text}");
        }
    }
}
