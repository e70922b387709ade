//! Obligations and their parts.

use super::kind::PartKind;
use super::oracle::{Implementation, Oracle, Question};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::engine::Check;
use vyre_conform_runtime::generate::{Set, Width};
use vyre_conform_runtime::registry::{LawDef, LawParam, OpDef, Polarity};
use vyre_conform_spec::{Evidence, Track, ValueType};

/// An obligation of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Stable id, which is the name of the trial.
    pub id: String,
    /// Id of the op or engine, or [`PROGRAMS`](super::PROGRAMS).
    pub op: String,
    /// Its part of the suite.
    pub part: Part,
    /// The claim and its subject.
    pub question: Question,
    /// The oracle of the expected value.
    pub oracle: Oracle,
    /// The implementations that the expected value comes from.
    pub provenance: Vec<Implementation>,
}

impl Obligation {
    /// The slug of the required backend.
    pub fn backend(&self) -> Option<&str> {
        self.question.subject.backend()
    }
}

/// The parts of the suite of an op or engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Saved failures, replayed first: inputs on which results differed, or which broke the n-th declared law. Each
    /// counts for the same claim as when it was found.
    Regressions {
        /// Index of the declaration.
        law: Option<usize>,
    },
    /// The admission gates that need types or a run.
    Gates,
    /// Rows of the spec table.
    Table,
    /// The n-th declared law over a domain, on the subject.
    Law {
        /// Index of the declaration.
        law: usize,
        /// The inputs.
        domain: Domain,
    },
    /// The reference against the interpreter.
    Interpreter,
    /// Coverage: every class hit, every boundary run.
    Coverage,
    /// Equal results every time, on the reference or on a backend.
    Deterministic,
    /// The subject against the reference over one input set.
    Parity(Set),
    /// Parity with one operand at a time from a uniform buffer and as a literal.
    Operands,
    /// A check of an engine.
    Engine(Check),
    /// Random programs, for which a backend must produce the interpreter's words.
    Programs,
    /// Programs of files, for which a backend must produce the hand-written words.
    Filetests,
    /// A WGSL shader, by name, for which a backend must produce the hand-written words.
    Wgsl(&'static str),
}

impl Part {
    /// Its kind, independent of law, inputs or check.
    pub const fn kind(&self) -> PartKind {
        match self {
            Self::Regressions { .. } | Self::Engine(Check::Regressions) => PartKind::Regressions,
            Self::Gates => PartKind::Gates,
            Self::Table => PartKind::Table,
            Self::Law { .. } => PartKind::Law,
            Self::Interpreter => PartKind::Interpreter,
            Self::Coverage => PartKind::Coverage,
            Self::Deterministic => PartKind::Deterministic,
            Self::Parity(_) => PartKind::Parity,
            Self::Operands => PartKind::Operands,
            Self::Engine(_) => PartKind::Engine,
            Self::Programs => PartKind::Programs,
            Self::Filetests => PartKind::Filetests,
            Self::Wgsl(_) => PartKind::Wgsl,
        }
    }

    /// Its kind's name in certificates.
    pub const fn name(&self) -> &'static str {
        self.kind().name()
    }
}

/// The inputs of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Domain {
    /// The witness of a negative law.
    Witness,
    /// Every edge case once, then edge-biased witnesses.
    Witnessed,
    /// Operands 0..=31, by type: the small domain of four variables.
    ExhaustiveU5,
    /// Operands 0..=255, by type.
    ExhaustiveU8,
    /// Operands 0..=65535, by type.
    ExhaustiveU16,
    /// Every input.
    ExhaustiveFull,
    /// Every input, covered by a proof instead of by running.
    Proved,
}

impl Domain {
    /// All domains.
    pub const ALL: &'static [Self] = &[
        Self::Witness,
        Self::Witnessed,
        Self::ExhaustiveU5,
        Self::ExhaustiveU8,
        Self::ExhaustiveU16,
        Self::ExhaustiveFull,
        Self::Proved,
    ];

    /// The domain with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|domain| domain.name() == name)
    }

    /// Its name in trial ids.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Witness => "witness",
            Self::Witnessed => Evidence::Witnessed.name(),
            Self::ExhaustiveU5 => Evidence::ExhaustiveU5.name(),
            Self::ExhaustiveU8 => Evidence::ExhaustiveU8.name(),
            Self::ExhaustiveU16 => Evidence::ExhaustiveU16.name(),
            Self::ExhaustiveFull => Evidence::ExhaustiveFull.name(),
            Self::Proved => Evidence::Proved.name(),
        }
    }

    /// The evidence from holding on this domain; `None` for the witness of a negative law.
    pub const fn evidence(self) -> Option<Evidence> {
        match self {
            Self::Witness => None,
            Self::Witnessed => Some(Evidence::Witnessed),
            Self::ExhaustiveU5 => Some(Evidence::ExhaustiveU5),
            Self::ExhaustiveU8 => Some(Evidence::ExhaustiveU8),
            Self::ExhaustiveU16 => Some(Evidence::ExhaustiveU16),
            Self::ExhaustiveFull => Some(Evidence::ExhaustiveFull),
            Self::Proved => Some(Evidence::Proved),
        }
    }
}

/// The input sets for which an op has cases.
pub fn input_sets(def: &OpDef) -> impl Iterator<Item = Set> {
    let boundary = !def.boundaries.is_empty() || !def.rows.is_empty();
    let classes = !def.classes.is_empty();
    let many = def.op.signature.operands.len() >= Width::MANY;
    Set::ALL.into_iter().filter(move |set| match set {
        Set::Boundary => boundary,
        Set::Classes => classes,
        Set::ExhaustiveU5 => many,
        Set::ExhaustiveU8 => !many,
        _ => true,
    })
}

/// True if a law of an exhaustible op has as few cases as the op has inputs.
pub(super) fn few_variables(law: &LawDef, def: &OpDef) -> bool {
    let arity = def.op.signature.operands.len();
    let claim = (law.law)().form(arity).map(|form| form.claim);
    claim.is_some_and(|claim| claim.variables() <= arity || claim.is_stepwise())
}

/// True if a law is about integers alone, and can therefore be proved: neither the op nor another in the law has a
/// float.
pub(super) fn is_about_integers(law: &LawDef, def: &OpDef) -> bool {
    let named = law.params.iter().filter_map(|param| match param {
        LawParam::Op(op) => Some(op),
        LawParam::Value(_) => None,
    });
    named
        .chain([&def.op])
        .all(|op| op.track() == Track::Integer)
}

/// The small domain of a law: four variables get fewer values each.
pub(super) fn small_domain(law: &LawDef, def: &OpDef) -> Domain {
    let form = (law.law)().form(def.op.signature.operands.len());
    match form.map(|form| form.claim.variables()) {
        Some(variables) if variables >= Width::MANY => Domain::ExhaustiveU5,
        _ => Domain::ExhaustiveU8,
    }
}

/// The parity trials of an op on a backend: names behind the op's id, and parts.
pub fn parity_trials(def: &OpDef, backend: &str) -> Vec<(String, Part)> {
    let sets = input_sets(def).map(|set| (set.to_string(), Part::Parity(set)));
    sets.chain([("operands".to_owned(), Part::Operands)])
        .map(|(name, part)| (format!("parity::{backend}::{name}"), part))
        .collect()
}

/// The name of a declared law in trial ids: `identity_0`, `not_commutative`, `distributive_over_add`, `bounded_0_32`;
/// for a custom law its own name.
pub fn law_slug(def: &LawDef) -> String {
    let law = (def.law)();
    let mut slug = String::new();
    if matches!(def.polarity, Polarity::Refuted { .. }) {
        slug.push_str("not_");
    }
    for (k, c) in law.name.char_indices() {
        if c.is_uppercase() && k > 0 {
            slug.push('_');
        }
        slug.extend(c.to_lowercase());
    }
    // A custom law has a unique name in each op.
    let params = if law.is_custom() { &[] } else { def.params };
    for param in params {
        slug.push('_');
        match param {
            LawParam::Value(value) => slug.push_str(&value_slug(&value())),
            LawParam::Op(op) => {
                slug.push_str((op.key.path)().rsplit("::").next().unwrap_or("op"));
            }
        }
    }
    slug
}

/// The name of the part that proves a declared law, behind the id of its op and `::`.
pub fn proof_name(def: &LawDef) -> String {
    format!("law::{}::{}", law_slug(def), Domain::Proved.name())
}

fn value_slug(value: &Value) -> String {
    let w = value.words();
    let number = |n: u64| {
        if n < 10_000 {
            n.to_string()
        } else {
            format!("0x{n:x}")
        }
    };
    match value.ty() {
        ValueType::I32 => (w[0] as i32).to_string().replace('-', "minus_"),
        ValueType::U64 => number(u64::from(w[0]) | u64::from(w[1]) << 32),
        ValueType::Bool => (w[0] != 0).to_string(),
        _ => w
            .iter()
            .map(|w| number((*w).into()))
            .collect::<Vec<_>>()
            .join("_"),
    }
}
