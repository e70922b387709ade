//! The levels of conformance and their order.

/// A level of conformance. Tracks are independent: integer (`L1`, `L2`, `L3`, `L4`), strict float (`L1f`, `L2f`, `L3f`,
/// `L4f`) and approximate (`L1a`).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Parity: the backend's bytes equal the oracle's.
    L1,
    /// Algebraic: L1, and every declared law is verified on the reference and on the backend.
    L2,
    /// Engine: L1, every declared engine invariant over generated programs, and equality with the
    /// interpreter on random programs.
    L3,
    /// Full: L2 and L3, a proof of every law for every input, and every speed baseline reached.
    L4,
    /// Float parity.
    L1f,
    /// Float algebraic.
    L2f,
    /// Tensor: L2f, every tensor engine holds, and probing confirms the order in which it adds.
    L3f,
    /// Machine learning: L3f, and every composed float engine holds.
    L4f,
    /// Approximate, within a declared tolerance.
    L1a,
}

impl Level {
    /// Every level.
    pub const ALL: &'static [Self] = &[
        Self::L1,
        Self::L2,
        Self::L3,
        Self::L4,
        Self::L1f,
        Self::L2f,
        Self::L3f,
        Self::L4f,
        Self::L1a,
    ];

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }

    /// The name in certificates, such as `"L2"` or `"L1f"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::L1 => "L1",
            Self::L2 => "L2",
            Self::L3 => "L3",
            Self::L4 => "L4",
            Self::L1f => "L1f",
            Self::L2f => "L2f",
            Self::L3f => "L3f",
            Self::L4f => "L4f",
            Self::L1a => "L1a",
        }
    }

    /// True if reaching `self` includes having reached `other`: `L1 < L2`, `L1 < L3`, `L2 < L4`, `L3 < L4`,
    /// `L1f < L2f < L3f < L4f`; levels of different tracks never include one another.
    pub fn includes(self, other: Self) -> bool {
        use Level::*;
        self == other
            || match self {
                L2 | L3 => other == L1,
                L4 => matches!(other, L1 | L2 | L3),
                L2f => other == L1f,
                L3f => matches!(other, L1f | L2f),
                L4f => matches!(other, L1f | L2f | L3f),
                _ => false,
            }
    }
}

impl core::fmt::Display for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
