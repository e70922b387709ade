//! Atomic steps with a property switched off, to show what notices.

use crate::environment::Change;
use vyre_conform_ir::AtomicOp;

/// What atomic steps do. Only [`Full`](Self::Full) is right; in every other model one property is
/// missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtomicModel {
    /// Everything that `docs/spec/ops.md#atomics` states.
    #[default]
    Full,
    /// A minimum changes nothing.
    InertMinimum,
    /// A compare-exchange that finds another value than it expects exchanges all the same, and says
    /// that it found what it expects.
    TwiceSuccessful,
    /// An exchange stores the low half of its value and leaves the high half as it was.
    TornExchange,
    /// The effect of every second step is lost; each returns the right value before.
    LostUpdate,
    /// A step returns the value after it in place of the value before.
    ValueAfter,
}

impl AtomicModel {
    /// What step number `step` of a launch makes of a value, and what it returns.
    pub(super) fn apply(self, change: Change, before: u32, step: u64) -> (u32, u32) {
        let after = change.apply(before);
        let full = (after, before);
        match (self, change.op) {
            (Self::InertMinimum, AtomicOp::Min) => (before, before),
            (Self::TwiceSuccessful, AtomicOp::CompareExchange) => (change.value, change.expected),
            (Self::TornExchange, AtomicOp::Exchange) => {
                (before & 0xffff_0000 | change.value & 0xffff, before)
            }
            (Self::LostUpdate, _) if step % 2 == 1 => (before, before),
            (Self::ValueAfter, _) => (after, after),
            _ => full,
        }
    }
}
