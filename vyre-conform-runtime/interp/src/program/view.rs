//! Barriers with a property switched off, to show which programs need it.

use super::memory::Cells;
use std::collections::BTreeMap;

/// What a barrier does. Only [`Full`](Self::Full) is a barrier; in every other model one property is
/// missing, and a program that needs it gives other bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BarrierModel {
    /// Everything that `docs/spec/ops.md#atomics` states.
    #[default]
    Full,
    /// Nobody waits for anybody: an invocation runs to its end before the next one starts.
    Absent,
    /// Only neighbours wait for each other: this many invocations, by number in the workgroup, run to
    /// their end before the next ones start. 0 counts as 1.
    PartOfWorkgroup(u32),
    /// Everybody waits, but what others wrote since the workgroup began stays invisible until the
    /// workgroup ends: an invocation sees what was there, and its own writes.
    Invisible,
    /// Everybody waits, and sees everything, but a read before a barrier already sees what others
    /// write between it and the next one.
    Leaky,
    /// Barriers are whole, but the memory of a workgroup is not its own: a workgroup begins with what
    /// the one before it left there.
    Unscoped,
    /// Everybody waits at a barrier of the kernel's own list of nodes; at one in a branch or a loop,
    /// however uniform, nobody waits.
    StraightLine,
}

impl BarrierModel {
    /// How many invocations wait for each other, of a workgroup of `all`.
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

/// How far an invocation sees what others write.
#[derive(Clone, Debug, Default)]
pub(super) enum View {
    /// Everybody sees memory.
    #[default]
    Memory,
    /// Everybody sees memory, and what is written is noted by invocation.
    Noted(Late),
    /// Memory, but for elements that another invocation writes later.
    Leaking(Late),
    /// Writes go here, and only who wrote sees them.
    Own(BTreeMap<(u32, Place), u128>),
}

/// Who writes what.
pub(super) type Late = BTreeMap<Place, Vec<(u32, u128)>>;

impl View {
    /// What an invocation sees in place of memory.
    pub(super) fn read(&self, invocation: u32, place: Place) -> Option<u128> {
        match self {
            Self::Memory | Self::Noted(_) => None,
            Self::Leaking(late) => {
                let others = late.get(&place)?.iter().rev();
                let mut others = others.filter(|(writer, _)| *writer != invocation);
                others.next().map(|(_, bits)| *bits)
            }
            Self::Own(own) => own.get(&(invocation, place)).copied(),
        }
    }

    /// Hears of a write; whether it stays out of memory.
    pub(super) fn keeps(&mut self, invocation: u32, place: Place, bits: u128) -> bool {
        match self {
            Self::Memory | Self::Leaking(_) => false,
            Self::Noted(late) => {
                late.entry(place).or_default().push((invocation, bits));
                false
            }
            Self::Own(own) => {
                own.insert((invocation, place), bits);
                true
            }
        }
    }

    /// The workgroup has ended: what stayed out of memory goes there.
    pub(super) fn settle(&mut self, cells: &mut [Cells]) {
        if let Self::Own(own) = self {
            for ((_, (buffer, index)), bits) in std::mem::take(own) {
                cells[buffer].set(index, bits);
            }
        }
    }
}
