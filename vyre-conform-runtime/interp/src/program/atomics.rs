//! Atomic models that lack a property, to show that tests detect it.

use crate::environment::AtomicUpdate;
use vyre_conform_ir::AtomicOp;

/// The behaviour of atomic steps. Only [`Full`](Self::Full) is correct; each of the others lacks one
/// property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AtomicModel {
    /// The behaviour that `docs/spec/ops.md#atomics` specifies.
    #[default]
    Full,
    /// A minimum changes nothing.
    InertMinimum,
    /// A compare-exchange that finds an unexpected value exchanges nevertheless, and returns the
    /// expected value.
    TwiceSuccessful,
    /// An exchange stores only the low half of its value.
    TornExchange,
    /// The effect of every second step is lost; each step returns the correct previous value.
    LostUpdate,
    /// A step returns the new value instead of the previous one.
    ValueAfter,
}

impl AtomicModel {
    /// The new value and the returned value of step number `step` of a launch.
    pub(super) fn apply(self, change: AtomicUpdate, before: u32, step: u64) -> (u32, u32) {
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
