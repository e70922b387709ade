//! Sources of expected values, and the rule that prevents circular tests.

use vyre_conform_spec::Profile;

/// An oracle, strongest first: the order of the variants is the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Oracle {
    /// A declared law: both sides run on the subject.
    Law,
    /// A row of the spec table, written by reasoning about the operation.
    SpecTable,
    /// The reference interpreter on the translated body.
    Interpreter,
    /// The op's own Rust function.
    Reference,
    /// A property that follows from the laws of the parts.
    CompositionTheorem,
    /// Cases with a cited source.
    Corpus,
    /// A universal claim, such as "equal bytes every time", if nothing above applies.
    Property,
}

impl Oracle {
    /// All oracles, strongest first.
    pub const WALK: [Self; 7] = [
        Self::Law,
        Self::SpecTable,
        Self::Interpreter,
        Self::Reference,
        Self::CompositionTheorem,
        Self::Corpus,
        Self::Property,
    ];
}

impl Oracle {
    /// The oracle with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::WALK.into_iter().find(|oracle| oracle.name() == name)
    }

    /// The name, as certificates write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Law => "declared law",
            Self::SpecTable => "spec table",
            Self::Interpreter => "reference interpreter",
            Self::Reference => "CPU reference",
            Self::CompositionTheorem => "composition theorem",
            Self::Corpus => "external corpus",
            Self::Property => "property",
        }
    }
}

impl std::fmt::Display for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// An implementation of an op: a subject or a source of expected values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Implementation {
    /// The op's Rust function.
    Reference {
        /// The op.
        op: String,
    },
    /// The interpreter on the op's translated body.
    Interpreter {
        /// The op.
        op: String,
    },
    /// The backend's code for the op: the lowering, or in a profile of native floats the native text.
    Lowering {
        /// The op.
        op: String,
        /// The backend's slug.
        backend: String,
    },
    /// A hand-written alternate on a backend.
    Alternate {
        /// The op.
        op: String,
        /// Name of the alternate.
        name: String,
        /// The backend's slug.
        backend: String,
    },
}

impl Implementation {
    /// The backend it runs on.
    pub fn backend(&self) -> Option<&str> {
        match self {
            Self::Lowering { backend, .. } | Self::Alternate { backend, .. } => Some(backend),
            Self::Reference { .. } | Self::Interpreter { .. } => None,
        }
    }

    /// Its profile of an adapter or of the processor, which replaces the lowering.
    fn profile(&self) -> Option<Profile> {
        match self {
            Self::Lowering { backend, .. } => Some(Profile::of(backend)?.1),
            _ => None,
        }
    }

    /// True for an op's native text.
    pub fn is_native(&self) -> bool {
        matches!(self.profile(), Some(Profile::Native | Profile::Wgsl))
    }

    /// True for the function in `lower`, as rustc compiles it.
    pub fn is_kernel(&self) -> bool {
        self.profile() == Some(Profile::KernelRust)
    }
}

impl std::fmt::Display for Implementation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Reference { op } => write!(f, "the CPU reference of `{op}`"),
            Self::Interpreter { op } => write!(f, "the interpreter on `{op}`"),
            Self::Lowering { op, backend } => {
                let what = match self.profile() {
                    None => "lowering",
                    Some(Profile::KernelRust) => "kernel Rust",
                    Some(_) => "native text",
                };
                write!(f, "the {what} of `{op}` on {backend}")
            }
            Self::Alternate { op, name, backend } => {
                write!(f, "the alternate `{name}` of `{op}` on {backend}")
            }
        }
    }
}

/// Kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// A relation between results: a law.
    Relation,
    /// A law that follows from those of the ops in the body.
    Composition,
    /// The results on the inputs of the spec table's rows.
    RowValues,
    /// The results on other inputs of one op.
    Values,
    /// The resulting words of a program.
    Words,
    /// The results on inputs whose results are cited.
    CitedValues,
    /// A property of the definition: admissible, complete coverage, or deterministic.
    Property,
}

/// A claim about a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The subject.
    pub subject: Implementation,
    /// The kind of claim.
    pub claim: ClaimKind,
}

impl Question {
    /// True if the oracle applies and is not the subject itself.
    pub fn admits(&self, oracle: Oracle) -> bool {
        let applies = match oracle {
            Oracle::Law => self.claim == ClaimKind::Relation,
            Oracle::SpecTable => self.claim == ClaimKind::RowValues,
            // For one op on a backend, the reference is the oracle; the interpreter judges the reference, as the only
            // independent evaluation of the same definition. For the words of a program on a backend, it is the only
            // oracle.
            Oracle::Interpreter => match self.claim {
                ClaimKind::Values => matches!(self.subject, Implementation::Reference { .. }),
                ClaimKind::Words => matches!(self.subject, Implementation::Lowering { .. }),
                _ => false,
            },
            Oracle::Reference => matches!(self.claim, ClaimKind::Values | ClaimKind::RowValues),
            Oracle::Corpus => self.claim == ClaimKind::CitedValues,
            // Such a proof is about the body, which stands for the reference.
            Oracle::CompositionTheorem => {
                self.claim == ClaimKind::Composition
                    && matches!(self.subject, Implementation::Reference { .. })
            }
            Oracle::Property => self.claim == ClaimKind::Property,
        };
        applies && !self.provenance(oracle).contains(&self.subject)
    }

    /// The strongest oracle that applies.
    pub fn strongest(&self) -> Option<Oracle> {
        Oracle::WALK.into_iter().find(|oracle| self.admits(*oracle))
    }

    /// The implementations that an oracle's expected value comes from; empty for rows and declarations, which authors
    /// write by reasoning.
    pub fn provenance(&self, oracle: Oracle) -> Vec<Implementation> {
        let op = || match &self.subject {
            Implementation::Reference { op }
            | Implementation::Interpreter { op }
            | Implementation::Lowering { op, .. }
            | Implementation::Alternate { op, .. } => op.clone(),
        };
        match oracle {
            Oracle::Interpreter => vec![Implementation::Interpreter { op: op() }],
            Oracle::Reference => vec![Implementation::Reference { op: op() }],
            _ => vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(subject: Implementation, claim: ClaimKind) -> Question {
        Question { subject, claim }
    }

    /// Oracle: the code of a profile, in the documentation of native floats.
    #[test]
    fn a_profile_runs_the_native_text() {
        let on = |backend: &str| Implementation::Lowering {
            op: "f32::add".into(),
            backend: backend.into(),
        };
        let native = on("x+wgsl");
        assert_eq!(
            native.to_string(),
            "the native text of `f32::add` on x+wgsl"
        );
        assert_eq!(on("x").to_string(), "the lowering of `f32::add` on x");
        assert!(native.is_native() && !on("x").is_native());
    }

    /// Oracle: docs/spec/oracles.md#order-of-oracles.
    #[test]
    fn walk_chooses_the_strongest_applicable_oracle() {
        let op = String::from("u32::add");
        let reference = Implementation::Reference { op: op.clone() };
        let lowering = Implementation::Lowering {
            op: op.clone(),
            backend: "x".into(),
        };
        let interpreter = Implementation::Interpreter { op };
        let strongest = |s: &Implementation, c| question(s.clone(), c).strongest();
        assert_eq!(
            strongest(&reference, ClaimKind::Relation),
            Some(Oracle::Law)
        );
        assert_eq!(
            strongest(&reference, ClaimKind::RowValues),
            Some(Oracle::SpecTable)
        );
        assert_eq!(
            strongest(&reference, ClaimKind::Values),
            Some(Oracle::Interpreter)
        );
        assert_eq!(
            strongest(&reference, ClaimKind::Composition),
            Some(Oracle::CompositionTheorem)
        );
        assert_eq!(
            strongest(&lowering, ClaimKind::Composition),
            None,
            "of the body"
        );
        assert_eq!(
            strongest(&lowering, ClaimKind::Values),
            Some(Oracle::Reference)
        );
        assert_eq!(
            strongest(&interpreter, ClaimKind::Values),
            Some(Oracle::Reference)
        );
        assert_eq!(
            strongest(&lowering, ClaimKind::Words),
            Some(Oracle::Interpreter)
        );
        assert_eq!(
            strongest(&interpreter, ClaimKind::Words),
            None,
            "its own oracle"
        );
        assert_eq!(
            strongest(&interpreter, ClaimKind::CitedValues),
            Some(Oracle::Corpus)
        );
        assert_eq!(
            strongest(&lowering, ClaimKind::Property),
            Some(Oracle::Property)
        );
    }
}
