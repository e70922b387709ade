//! Methods of proof for a law.

/// A method that decides a law for every input. Each variant is one kind of argument and claims no more
/// than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProofMethod {
    /// The negated claim is 0 after simplification and normal forms.
    NormalForm,
    /// Every input was evaluated.
    Small,
    /// Every assignment of the circuit's inputs was evaluated, by cofactors and simulation.
    Simulation,
    /// A SAT solver, with a proof that the checker accepted.
    Sat,
    /// A SAT solver over free words constrained by lemmas, with a proof that the checker accepted.
    Lemmas,
    /// A confirmed witness of a negative law.
    Witness,
    /// A theorem with a checked derivation, applied to laws of the ops in the body.
    Composition,
}

impl ProofMethod {
    /// Every method, in table order.
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

    /// True if a solver decided the law, so that a formula and its proof back the result.
    pub const fn has_formula(self) -> bool {
        matches!(self, Self::Sat | Self::Lemmas)
    }
}
