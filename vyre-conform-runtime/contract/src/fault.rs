//! Faults: the rules that a kernel or its contract breaks.

use crate::case::CaseId;
use serde::Serialize;
use std::fmt;
use vyre_conform_import::SourcePlace;

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident $id:literal $title:literal $help:literal)*) => {
        /// The rule that a fault breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ContractRule {
            $($(#[$doc])* $variant,)*
        }

        impl ContractRule {
            /// Every rule.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in reports.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// A sentence that says what is wrong.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// The remedy.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$variant => $help),* }
            }
        }
    };
}

rules! {
    /// The contract accepts an output that needs no computation: zeros, a copy of an input, an old output.
    VacuousContract "vacuous-contract"
        "the contract accepts an output that needs no computation"
        "choose inputs on which the reference differs from zeros, from its input and from one run to the next"
    /// A tolerance hides a lost element.
    BlindTolerance "blind-tolerance"
        "the tolerance hides a lost element"
        "narrow the tolerance, or add sizes at which one element matters more than the tolerance"
    /// No error bound is known for an element.
    Unbounded "unbounded"
        "no error bound is known for an element"
        "keep rounding out of branches and indices, or state `ulps`, `absolute` or `relative`"
    /// A loop does not end on the interpreter.
    Endless "endless"
        "the kernel does not end where workgroups run one after the other"
        "WGSL promises no order of workgroups: split the kernel into dispatches, or give the wait a fallback"
    /// Two accesses race.
    Race "race"
        "two invocations access the same word, one writes, and nothing orders them"
        "put a barrier of the right memory between the accesses, use an atomic, or split the kernel into two dispatches"
    /// Part of a workgroup misses a barrier.
    DivergentBarrier "divergent-barrier"
        "part of a workgroup does not reach a barrier at which the rest waits"
        "move the barrier to a place that all invocations of a workgroup reach"
    /// An index is out of bounds.
    OutOfBounds "out-of-bounds"
        "an access is outside of its array"
        "guard the access: WGSL lets a device return, drop or change another element"
    /// An output differs from the reference.
    Differs "differs"
        "an output differs from the reference"
        "run the smallest failing input by hand; `kernel inspect` looks for its cause"
    /// A word of an output was not written.
    Unwritten "unwritten"
        "an output has an element that nothing wrote"
        "write every element, the last ones of a ragged size too"
    /// The result depends on the contents of memory that nothing gives.
    StaleMemory "stale-memory"
        "the result depends on the initial contents of its memory"
        "write a word before it is read, or state its contents as `input`"
    /// Two runs with equal inputs differ.
    RunsDiffer "runs-differ"
        "two runs with equal inputs differ"
        "look for a race, or for an atomic whose result decides where something is written"
    /// Results of different parties differ.
    DevicesDiffer "devices-differ"
        "adapters or the interpreter differ from each other"
        "look for what WGSL leaves open: races, order of atomics, indices out of bounds, subgroup sizes, rounding"
    /// Words beside a buffer were changed.
    GuardTouched "guard-touched"
        "bytes beside a buffer were changed"
        "guard the accesses to the buffer"
    /// A device refuses the kernel.
    DeviceRefused "device-refused"
        "a device refuses the kernel"
        "keep to the limits and features of the adapter, or leave it out by `--adapter`"
    /// A device was lost.
    DeviceLost "device-lost"
        "a device was lost during a dispatch"
        "look for a loop that takes too long and for accesses out of bounds"
    /// A dispatch took too long.
    TimeLimit "time-limit"
        "a dispatch did not end in time"
        "bound the loops; `--time-limit` gives a dispatch more seconds"
}

impl Serialize for ContractRule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// A fault of a kernel, or of a contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContractFault {
    /// The rule.
    pub rule: ContractRule,
    /// The interpreter or the adapter that shows it; empty of a fault of the contract.
    pub party: String,
    /// The buffers, indices and values that show it.
    pub values: String,
    /// The place in the kernel, where it has one.
    pub place: Option<SourcePlace>,
    /// Another place that takes part, such as the other access of a race.
    pub related: Option<SourcePlace>,
    /// The smallest case that shows it.
    pub case: Option<CaseId>,
    /// The inputs of that case, where they shrank.
    pub inputs: Vec<String>,
}

impl ContractFault {
    pub(crate) fn new(rule: ContractRule, party: &str, values: impl Into<String>) -> Self {
        Self {
            rule,
            party: party.to_owned(),
            values: values.into(),
            place: None,
            related: None,
            case: None,
            inputs: vec![],
        }
    }

    /// Both are one fault: of one rule and party, at one place.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (self.rule, &self.party) == (other.rule, &other.party)
            && if self.place.is_some() || other.place.is_some() {
                (self.place, self.related) == (other.place, other.related)
                    || (self.place, self.related) == (other.related, other.place)
            } else {
                true
            }
    }
}

impl fmt::Display for ContractFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule.id(), self.values)
    }
}
