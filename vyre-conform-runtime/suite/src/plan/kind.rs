//! Which kinds of parts there are.

/// The kind of a [`Part`](super::Part).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PartKind {
    /// Saved failures.
    Regressions,
    /// The admission gates.
    Gates,
    /// Rows of the spec table.
    Table,
    /// A declared law.
    Law,
    /// The reference against the interpreter.
    Interpreter,
    /// Every class hit, every boundary run.
    Coverage,
    /// The same answer every time.
    Deterministic,
    /// The subject against the reference.
    Parity,
    /// The same with operands from uniforms and as literals.
    Operands,
    /// A question about an engine.
    Engine,
    /// Random programs.
    Programs,
}

impl PartKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::Regressions,
        Self::Gates,
        Self::Table,
        Self::Law,
        Self::Interpreter,
        Self::Coverage,
        Self::Deterministic,
        Self::Parity,
        Self::Operands,
        Self::Engine,
        Self::Programs,
    ];

    /// The name in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regressions => "regressions",
            Self::Gates => "gates",
            Self::Table => "table",
            Self::Law => "law",
            Self::Interpreter => "interpreter",
            Self::Coverage => "coverage",
            Self::Deterministic => "deterministic",
            Self::Parity => "parity",
            Self::Operands => "operands",
            Self::Engine => "engine",
            Self::Programs => super::PROGRAMS,
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for PartKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
