//! The rules: one per kind of finding, with its level and its remedy.

use serde::Serialize;
use std::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum FindingLevel {
    /// The kernel is wrong, or its result depends on the device or on chance.
    Error,
    /// The kernel probably does not do what its author intends.
    Warning,
    /// A fact that may matter; it does not change the exit code.
    Note,
}

impl fmt::Display for FindingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident $id:literal $level:ident $title:literal $help:literal)*) => {
        /// A rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum InspectRule {
            $($(#[$doc])* $variant,)*
        }

        impl InspectRule {
            /// Every rule.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name in reports.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// The level of its findings.
            pub const fn level(self) -> FindingLevel {
                match self { $(Self::$variant => FindingLevel::$level),* }
            }

            /// A sentence that describes its findings.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }

            /// The remedy for a finding.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$variant => $help),* }
            }
        }
    };
}

rules! {
    /// Two invocations of a workgroup access a word without a barrier between them, and one writes.
    DataRace "data-race" Error
        "two invocations of a workgroup access the same word without a barrier between them"
        "put `workgroupBarrier()`, for storage `storageBarrier()`, between the accesses, or use an atomic"
    /// A data race in spite of a barrier in between, because that orders another kind of memory.
    WrongBarrier "wrong-barrier" Error
        "the barrier between two accesses orders another kind of memory"
        "`workgroupBarrier()` orders workgroup memory, and `storageBarrier()` storage: use the other one, or both"
    /// Two workgroups of a dispatch access a word, and one writes.
    WorkgroupRace "workgroup-race" Error
        "two workgroups of a dispatch access the same word, and nothing orders workgroups"
        "give each workgroup words of its own, use an atomic, or split the kernel into two dispatches"
    /// Two invocations write the same word where the input repeats an index.
    CollidingWrites "colliding-writes" Note
        "two invocations write the same word if the input repeats a value"
        "make sure that the input holds distinct indices, or use an atomic"
    /// Part of a workgroup misses a barrier.
    NonUniformBarrier "non-uniform-barrier" Error
        "part of the workgroup does not reach this barrier"
        "move the barrier to a place that all invocations of a workgroup reach: return after the last barrier"
    /// A loop does not end within the budget.
    EndlessLoop "endless-loop" Error
        "this loop did not end within the interpreter's budget"
        "bound the loop; `--budget` raises the number of statements that an invocation may execute"
    /// A loop whose length depends on the values of the input does not end within the budget.
    LongLoop "long-loop" Note
        "a loop did not end within the interpreter's budget for these values of the input"
        "test the values that bound the loop if the input may hold such ones; `--budget` gives more statements"
    /// A kernel ends only if workgroups run in ascending order or at the same time.
    ForwardProgress "forward-progress" Error
        "this loop ends only if other workgroups run before its own or together with it"
        "WGSL promises no order of workgroups: split the kernel into two dispatches, or give the loop a fallback"
    /// The result depends on the order of invocations.
    OrderDependent "order-dependent" Warning
        "the result depends on the order in which invocations run"
        "do not let the value that an atomic returns decide where or what is written, or sort the result"
    /// The result depends on the size of subgroups.
    SubgroupSize "subgroup-size" Warning
        "the result depends on the size of subgroups, which the device chooses"
        "compute with `subgroup_size` in place of a number, or require the size where the pipeline is made"
    /// A read is out of bounds.
    ReadOutOfBounds "out-of-bounds-read" Warning
        "this reads outside of its array"
        "guard the access: WGSL lets a device give any element of the buffer, or 0"
    /// A write is out of bounds.
    WriteOutOfBounds "out-of-bounds-write" Error
        "this writes outside of its array"
        "guard the access: WGSL lets a device drop the write or change another element of the buffer"
    /// An index from the input's data is out of bounds.
    UncheckedIndex "unchecked-index" Note
        "an index that depends on the values of the input is not checked"
        "clamp or test the index if the input may hold such values"
    /// Unwritten workgroup memory is read.
    UnwrittenRead "unwritten-read" Warning
        "this reads workgroup memory that nothing wrote"
        "write the word first: WGSL only fills workgroup memory with zeros"
    /// An integer is divided by zero.
    DivisionByZero "division-by-zero" Warning
        "an integer is divided by zero here"
        "test the divisor: in WGSL `x / 0` is `x` and `x % 0` is 0"
    /// The least integer is divided by -1.
    DivisionOverflow "division-overflow" Note
        "the least integer is divided by -1 here"
        "in WGSL the quotient is the dividend, and the remainder 0"
    /// A float is converted to an integer type that cannot hold it.
    ConversionRange "conversion-range" Note
        "a float is converted to an integer type that cannot hold it"
        "clamp the float: WGSL gives the nearest integer of the type, and leaves NaN open"
    /// A shift by the width of its type or more.
    ShiftWidth "shift-width" Warning
        "a shift by 32 or more"
        "mask or test the distance: WGSL shifts by the distance modulo 32"
    /// Two runs on one device return different words.
    RunsDiffer "runs-differ" Error
        "two runs with equal inputs on one device gave different words"
        "look for a race, or for an atomic whose result decides where something is written"
    /// Adapters and interpreter return different words.
    ResultsDiffer "results-differ" Error
        "the same inputs gave different words"
        "look for what WGSL leaves open: races, order of atomics, indices out of bounds, subgroup sizes, conversions"
    /// Floats differ by more than rounding.
    FloatsDiffer "floats-differ" Warning
        "the same inputs gave floats that differ by more than rounding"
        "look for a cancellation, an overflow, or a function that devices approximate, and bound the error"
    /// Floats differ in their last bits.
    FloatRounding "float-rounding" Note
        "floats differ within what rounding may explain"
        "compare results of this kernel with a tolerance: devices may fuse and approximate"
    /// Bytes beyond a buffer were changed.
    GuardTouched "guard-touched" Error
        "bytes beyond a buffer were changed"
        "guard the accesses to the buffer; a device that lets them pass has no bounds checks"
    /// An output was never written.
    NeverWritten "never-written" Warning
        "nothing was written to this output in any run"
        "write it, or bind it as `read`"
    /// An output has unwritten words.
    PartlyWritten "partly-written" Warning
        "an output has words that nothing wrote"
        "write every element, the last ones of a ragged length too"
    /// An output is all zeros.
    ZeroOutput "zero-output" Warning
        "this output is all zeros in every run"
        "check that the kernel computes what it should, and that its bindings are in order"
    /// An output equals an input.
    CopiedInput "copied-input" Warning
        "this output is equal to an input in every run"
        "check that the kernel computes what it should"
    /// A buffer that a kernel writes keeps its contents.
    Unchanged "unchanged" Warning
        "this buffer is written but keeps its contents in every run"
        "check that the kernel computes what it should"
    /// An output is the same for every input.
    ConstantOutput "constant-output" Warning
        "this output is the same for different inputs"
        "check that the kernel reads its inputs"
    /// A device rejects the kernel.
    DeviceRefused "device-refused" Warning
        "a device refuses this entry point"
        "keep to the limits that WebGPU guarantees, or ask for the adapter's own"
    /// A device was lost.
    DeviceLost "device-lost" Error
        "a device was lost during the dispatch"
        "look for a loop that takes too long and for accesses out of bounds"
    /// A dispatch took longer than its limit.
    TimeLimit "time-limit" Error
        "a dispatch did not end in time"
        "bound the loops; `--time-limit` gives a dispatch more seconds"
}

impl InspectRule {
    /// True if it concerns two unordered accesses.
    pub(crate) const fn is_race(self) -> bool {
        matches!(
            self,
            Self::DataRace | Self::WrongBarrier | Self::WorkgroupRace | Self::CollidingWrites
        )
    }
}

impl Serialize for InspectRule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Oracle: each rule has a unique name, and a remedy.
    #[test]
    fn rules_have_names_of_their_own() {
        let ids: BTreeSet<&str> = InspectRule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), InspectRule::ALL.len());
        assert!(InspectRule::ALL.iter().all(|rule| !rule.help().is_empty()));
    }
}
