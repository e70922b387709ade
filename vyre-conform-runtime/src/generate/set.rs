//! The named sets of inputs for parity.

use super::{
    InputError, Sequence, Source, Width, Witnesses, adversarial, boundary, edges, exhaustive,
    find_classes, samples,
};
use crate::registry::OpDef;
use vyre_conform_spec::ValueType;

/// A named set of inputs for an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Set {
    /// Declared boundaries and the inputs of table rows.
    Boundary,
    /// A sample of every class.
    Classes,
    /// [`adversarial`].
    Adversarial,
    /// [`edges`].
    Edges,
    /// [`exhaustive`] over bytes, for ops with fewer than four operands.
    ExhaustiveU8,
    /// [`exhaustive`] over 0..=31, which replaces bytes for ops with four operands.
    ExhaustiveU5,
    /// [`Witnesses`].
    Witnessed,
    /// Every input of an op whose operands have at most 32 bits in total; runs on request.
    ExhaustiveFull,
}

impl Set {
    /// The default sets, in order of execution.
    pub const ALL: [Self; 7] = [
        Self::Boundary,
        Self::Classes,
        Self::Adversarial,
        Self::Edges,
        Self::ExhaustiveU8,
        Self::ExhaustiveU5,
        Self::Witnessed,
    ];

    /// Every set: the default ones, and the one that runs on request.
    pub const EVERY: [Self; 8] = [
        Self::Boundary,
        Self::Classes,
        Self::Adversarial,
        Self::Edges,
        Self::ExhaustiveU8,
        Self::ExhaustiveU5,
        Self::Witnessed,
        Self::ExhaustiveFull,
    ];

    /// The set with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|set| set.name() == name)
    }

    /// The name in trial names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boundary => "boundary",
            Self::Classes => "classes",
            Self::Adversarial => "adversarial",
            Self::Edges => "edges",
            Self::ExhaustiveU8 => "exhaustive_u8",
            Self::ExhaustiveU5 => "exhaustive_u5",
            Self::Witnessed => "witnessed",
            Self::ExhaustiveFull => "exhaustive_full",
        }
    }

    /// The set for an op. `seed` and `witnesses` (a number) determine the witnesses; the seed also
    /// determines the search for inputs of a class. A set may be empty: an op need not have classes.
    pub fn source(
        self,
        def: &OpDef,
        seed: u64,
        witnesses: u64,
    ) -> Result<Box<dyn Source>, InputError> {
        let types = def.op.signature.operands;
        Ok(match self {
            Self::Boundary => Box::new(boundary(def)?),
            // An empty class is a failure of the op's coverage; the other classes still run.
            Self::Classes => Box::new(samples(def, &find_classes(def, seed)?)),
            Self::Adversarial => Box::new(adversarial(types)),
            Self::Edges => edges(types),
            Self::ExhaustiveU8 => exhaustive(types, Width::U8)?,
            Self::ExhaustiveU5 => exhaustive(types, Width::U5)?,
            Self::Witnessed => Box::new(Witnesses::new(types, seed, witnesses)),
            Self::ExhaustiveFull => exhaustive(types, Width::Full)?,
        })
    }
}

/// True if an op with these operands has few enough inputs for [`Set::ExhaustiveFull`]: at most 2^32.
pub fn can_be_exhausted(types: &[ValueType]) -> bool {
    exhaustive(types, Width::Full).is_ok_and(|source| source.len() <= 1 << 32)
}

/// The cases of the evidence `Witnessed`: the whole edge set exactly once, then `witnesses` cases of
/// the stream with this seed.
pub fn witnessed(types: &[ValueType], seed: u64, witnesses: u64) -> Sequence {
    Sequence::new(types, witnessed_parts(types, seed, witnesses).into())
}

/// The same as two sources: a device can generate the witnesses, but not the edge set.
pub fn witnessed_parts(types: &[ValueType], seed: u64, witnesses: u64) -> [Box<dyn Source>; 2] {
    let random = Box::new(Witnesses::new(types, seed, witnesses));
    [edges(types), random]
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
