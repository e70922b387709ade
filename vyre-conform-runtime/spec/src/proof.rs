//! What decided a law for every input.

/// What decided a law for every input. Each is one kind of argument, and stands for no more than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProofMethod {
    /// The negated claim is 0 after simplification and normal forms.
    NormalForm,
    /// Every input was tried.
    Small,
    /// Every assignment of the inputs of the gates was tried, by cofactors and simulation.
    Simulation,
    /// A SAT solver, with a proof that the checker accepted.
    Sat,
    /// The same over free words of which lemmas are known.
    Lemmas,
    /// The witness of a negative law was confirmed.
    Witness,
    /// A theorem with a checked derivation, applied to laws of the ops in the body.
    Composition,
}

impl ProofMethod {
    /// Every method, in the order of a table.
    pub const ALL: &'static [Self] = &[
        Self::NormalForm,
        Self::Small,
        Self::Simulation,
        Self::Sat,
        Self::Lemmas,
        Self::Witness,
        Self::Composition,
    ];

    /// The name in tables and certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NormalForm => "normal form",
            Self::Small => "small domain",
            Self::Simulation => "simulation",
            Self::Sat => "SAT",
            Self::Lemmas => "lemmas",
            Self::Witness => "witness",
            Self::Composition => "composition",
        }
    }

    /// The method with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|of| of.name() == name)
    }

    /// True if a formula and a proof of it stand behind what it decides, and a solver found the proof.
    pub const fn has_formula(self) -> bool {
        matches!(self, Self::Sat | Self::Lemmas)
    }
}
