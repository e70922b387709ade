//! How an operand reaches an op on a backend.

/// Where the operand of a dispatch comes from. Each of them can take another path through a compiler, so a
/// failure on one is run again on the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passing {
    /// A storage buffer with one value a case.
    #[default]
    Storage,
    /// A uniform buffer with one value for all cases.
    Uniform,
    /// The text of the shader.
    Literal,
}

impl Passing {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Storage, Self::Uniform, Self::Literal];

    /// The name in saved cases and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Uniform => "uniform",
            Self::Literal => "literal",
        }
    }

    /// The way of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// True if every operand comes from a buffer with one value a case: a list without entries says so too.
    pub fn all_stored(passed: &[Self]) -> bool {
        passed.iter().all(|one| *one == Self::Storage)
    }
}
