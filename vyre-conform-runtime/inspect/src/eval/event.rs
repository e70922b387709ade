//! Faults that the interpreter detects while it runs a kernel.

use naga::Span;

/// A fault in a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) kind: EventKind,
    pub(crate) span: Span,
    /// The place of the other access of a race.
    pub(crate) other: Option<Span>,
    /// True if both accesses of a race are plain writes.
    pub(crate) both_write: bool,
    /// The values, as text.
    pub(crate) words: String,
    /// The invocation with the fault, by its global id.
    pub(crate) invocation: [u32; 3],
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum EventKind {
    ReadOutOfBounds,
    WriteOutOfBounds,
    UnwrittenRead,
    DivisionByZero,
    DivisionOverflow,
    ConversionOutOfRange,
    Shift,
    /// Two accesses without a barrier between them.
    Race,
    /// Two accesses to a buffer, separated only by a barrier for workgroup memory.
    BarrierOfOtherMemory,
    /// Two accesses of different workgroups.
    RaceOfWorkgroups,
    NonUniformBarrier,
}

impl EventKind {
    /// True if a device may legitimately return other results because of it.
    pub(crate) const fn leaves_result_open(self) -> bool {
        !matches!(
            self,
            Self::UnwrittenRead | Self::DivisionByZero | Self::DivisionOverflow | Self::Shift
        )
    }
}

/// The events of a run, the first of each kind and place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events(pub(crate) Vec<Event>);

impl Events {
    /// Drops the reads of unwritten memory from this event on.
    pub(super) fn forget_unwritten(&mut self, from: usize) {
        let mut at = 0;
        self.0.retain(|event| {
            at += 1;
            at <= from || event.kind != EventKind::UnwrittenRead
        });
    }

    pub(super) fn add(&mut self, event: Event) {
        let known = |e: &Event| e.kind == event.kind && e.span == event.span;
        if !self.0.iter().any(known) {
            self.0.push(event);
        }
    }
}
