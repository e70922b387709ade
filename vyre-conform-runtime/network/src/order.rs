//! Declared orders of additions.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The order in which a node adds floats (the specification, "Order of additions is part of the name").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Order {
    /// A chain of fused multiply-adds, ascending, from +0.
    FmaChain,
    /// Products rounded, then added from left to right.
    Strict,
    /// Products rounded, then added in a binary tree that is split at `n / 2`, rounded down.
    TreeBinary,
    /// S parts of ceil(K / S) products. Each part is a chain of fused multiply-adds; the S sums are added from left to
    /// right.
    SplitK(u32),
    /// The exact sum of the exact products, rounded once.
    Exact,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FmaChain => f.write_str("FmaChain"),
            Self::Strict => f.write_str("Strict"),
            Self::TreeBinary => f.write_str("TreeBinary"),
            Self::SplitK(parts) => write!(f, "SplitK({parts})"),
            Self::Exact => f.write_str("Exact"),
        }
    }
}

/// A text that names no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an order: write FmaChain, Strict, TreeBinary, SplitK(4) or Exact")]
pub struct OrderError {
    /// The text.
    pub text: String,
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let parts = || {
            let inside = text.strip_prefix("SplitK(")?.strip_suffix(')')?;
            inside.parse().ok().filter(|parts| *parts > 0)
        };
        match text {
            "FmaChain" => Ok(Self::FmaChain),
            "Strict" => Ok(Self::Strict),
            "TreeBinary" => Ok(Self::TreeBinary),
            "Exact" => Ok(Self::Exact),
            _ => parts().map(Self::SplitK).ok_or_else(|| OrderError {
                text: text.to_owned(),
            }),
        }
    }
}

/// Orders by the names of nodes; every other node has the default of its operator.
pub type Orders = BTreeMap<String, Order>;
