//! Barrier models that lack a property, to show that programs depend on it.

use super::memory::Cells;
use std::collections::BTreeMap;

/// The behaviour of a barrier. Only [`Full`](Self::Full) is a barrier; each of the others lacks one
/// property, and a program that depends on it produces other bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BarrierModel {
    /// The behaviour that `docs/spec/ops.md#atomics` specifies.
    #[default]
    Full,
    /// No waiting: an invocation runs to its end before the next one starts.
    Absent,
    /// Only neighbours wait for each other: this many invocations, by index in the workgroup, run to
    /// their end before the next ones start. 0 counts as 1.
    PartOfWorkgroup(u32),
    /// All wait, but writes of others since the workgroup began stay invisible until it ends: an
    /// invocation sees the initial memory and its own writes.
    Invisible,
    /// All wait, and all writes become visible, but a read before a barrier already sees writes of
    /// others between it and the next one.
    Leaky,
    /// Barriers are complete, but workgroup memory is not private: a workgroup begins with the content
    /// that the previous one left.
    Unscoped,
    /// All wait at a barrier in the kernel's outermost list of nodes; a barrier in a branch or a loop,
    /// however uniform, is ignored.
    StraightLine,
}

impl BarrierModel {
    /// Number of invocations that wait for each other, in a workgroup of `all`.
    pub(super) fn waiting_together(self, all: u32) -> u32 {
        match self {
            Self::Absent => 1,
            Self::PartOfWorkgroup(n) => n.max(1),
            Self::Full | Self::Invisible | Self::Leaky | Self::Unscoped | Self::StraightLine => all,
        }
    }
}

/// An element of a buffer.
type Place = (usize, usize);

/// The visibility of other invocations' writes.
#[derive(Clone, Debug, Default)]
pub(super) enum View {
    /// Memory is shared.
    #[default]
    Memory,
    /// Memory is shared, and writes are recorded by invocation.
    Recorded(WritesByElement),
    /// Memory is shared, except that elements which another invocation writes later have the later
    /// value.
    Leaking(WritesByElement),
    /// Writes stay here, visible only to their invocation.
    Private(BTreeMap<(u32, Place), u128>),
}

/// Writes by element, with their invocations.
pub(super) type WritesByElement = BTreeMap<Place, Vec<(u32, u128)>>;

impl View {
    /// The value that an invocation sees instead of memory.
    pub(super) fn read(&self, invocation: u32, place: Place) -> Option<u128> {
        match self {
            Self::Memory | Self::Recorded(_) => None,
            Self::Leaking(late) => {
                let others = late.get(&place)?.iter().rev();
                let mut others = others.filter(|(writer, _)| *writer != invocation);
                others.next().map(|(_, bits)| *bits)
            }
            Self::Private(own) => own.get(&(invocation, place)).copied(),
        }
    }

    /// Records a write; returns true if it must stay out of memory.
    pub(super) fn defers_write(&mut self, invocation: u32, place: Place, bits: u128) -> bool {
        match self {
            Self::Memory | Self::Leaking(_) => false,
            Self::Recorded(late) => {
                late.entry(place).or_default().push((invocation, bits));
                false
            }
            Self::Private(own) => {
                own.insert((invocation, place), bits);
                true
            }
        }
    }

    /// Ends the workgroup: moves writes that stayed out of memory there.
    pub(super) fn settle(&mut self, cells: &mut [Cells]) {
        if let Self::Private(own) = self {
            for ((_, (buffer, index)), bits) in std::mem::take(own) {
                cells[buffer].set(index, bits);
            }
        }
    }
}
