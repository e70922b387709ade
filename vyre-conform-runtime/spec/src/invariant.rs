//! Properties of a whole engine, beyond those of its ops.

/// An invariant of an engine.
#[expect(
    clippy::enum_variant_names,
    reason = "the names are those of docs/spec/conformance.md"
)]
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Invariant {
    /// The same bytes for the same input on every run, and no data race.
    Deterministic,
    /// Every input event that must produce an output produces one.
    NoOutputLost,
    /// No logical output appears twice.
    NoDuplicateOutput,
    /// The outputs are in the order that the engine defines.
    OutputOrdered,
    /// No write goes beyond declared counts; queues never grow past their declared bound.
    BoundedResources,
    /// Every valid input ends within the declared number of steps.
    Termination,
    /// Concurrent atomic effects fit one sequential order per location.
    AtomicLinearizable,
    /// The logical output is the same at every legal workgroup size.
    WorkgroupInvariant,
}

impl Invariant {
    /// Every invariant, in the order of `docs/spec/conformance.md#engines-and-invariants`.
    pub const ALL: &'static [Self] = &[
        Self::Deterministic,
        Self::NoOutputLost,
        Self::NoDuplicateOutput,
        Self::OutputOrdered,
        Self::BoundedResources,
        Self::Termination,
        Self::AtomicLinearizable,
        Self::WorkgroupInvariant,
    ];

    /// The invariants of an engine that lists none.
    pub const DEFAULT: &'static [Self] = &[
        Self::Deterministic,
        Self::NoOutputLost,
        Self::BoundedResources,
        Self::Termination,
        Self::WorkgroupInvariant,
    ];

    /// The name in an author's declaration, such as `NoOutputLost`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deterministic => "Deterministic",
            Self::NoOutputLost => "NoOutputLost",
            Self::NoDuplicateOutput => "NoDuplicateOutput",
            Self::OutputOrdered => "OutputOrdered",
            Self::BoundedResources => "BoundedResources",
            Self::Termination => "Termination",
            Self::AtomicLinearizable => "AtomicLinearizable",
            Self::WorkgroupInvariant => "WorkgroupInvariant",
        }
    }

    /// The name in trials and certificates, such as `no_output_lost`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Deterministic => "deterministic",
            Self::NoOutputLost => "no_output_lost",
            Self::NoDuplicateOutput => "no_duplicate_output",
            Self::OutputOrdered => "output_ordered",
            Self::BoundedResources => "bounded_resources",
            Self::Termination => "termination",
            Self::AtomicLinearizable => "atomic_linearizable",
            Self::WorkgroupInvariant => "workgroup_invariant",
        }
    }
}
