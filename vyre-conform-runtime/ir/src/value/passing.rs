//! Ways of passing an operand to an op on a backend.

/// The source of an operand in a dispatch. Each may take a different path through a compiler, so a
/// failure is replayed with the same source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passing {
    /// A storage buffer with one value per case.
    #[default]
    Storage,
    /// A uniform buffer with one value for all cases.
    Uniform,
    /// A literal in the shader text.
    Literal,
}

impl Passing {
    /// Every source.
    pub const ALL: [Self; 3] = [Self::Storage, Self::Uniform, Self::Literal];

    /// The name in saved cases and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Uniform => "uniform",
            Self::Literal => "literal",
        }
    }

    /// The source with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// True if every operand comes from a buffer with one value per case; an empty list means the same.
    pub fn all_stored(passed: &[Self]) -> bool {
        passed.iter().all(|one| *one == Self::Storage)
    }
}
