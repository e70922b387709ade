//! The race detector: records accesses to each word of shared memory, with barrier counts.
//!
//! Two accesses race if different invocations make them, one of them writes, not both are atomic, and
//! nothing orders them (<https://www.w3.org/TR/WGSL/#memory-model>). Barriers order invocations of one
//! workgroup, each kind for its own memory; nothing orders workgroups of one dispatch.

use super::event::EventKind;
use naga::Span;
use std::collections::HashMap;

/// Maximum number of accesses to keep for each word.
const MAX_READERS: usize = 6;

/// The kind of an access to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessKind {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
}

impl AccessKind {
    const fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite)
    }

    const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::AtomicWrite)
    }
}

/// An access to a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedAccess {
    pub(super) kind: AccessKind,
    /// Index of the invocation in its workgroup.
    pub(super) lane: u32,
    pub(super) workgroup: u32,
    /// Number of barriers for this memory that the workgroup has passed.
    pub(super) phase: u32,
    /// Number of barriers for any memory that the workgroup has passed.
    pub(super) any_phase: u32,
    /// Its subgroup in the workgroup, and the number of subgroup barriers that it passed.
    pub(super) subgroup: (u32, u32),
    pub(super) span: Span,
}

/// The last accesses to each word.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    words: HashMap<(usize, u32), Vec<SharedAccess>>,
}

impl Shadow {
    /// Records an access to a scalar at a byte of a variable; returns the kind of race and the other access if it
    /// races.
    pub(super) fn touch(
        &mut self,
        variable: usize,
        at: u32,
        access: SharedAccess,
    ) -> Option<(EventKind, SharedAccess)> {
        let known = self.words.entry((variable, at)).or_default();
        let mut races = known.iter().filter_map(|other| {
            let kind = race(other, &access)?;
            Some((kind, *other))
        });
        let race = races.next();
        let is_ordered = |other: &SharedAccess| {
            other.workgroup == access.workgroup && other.phase < access.phase
        };
        let same = |other: &SharedAccess| {
            (other.workgroup, other.lane, other.kind)
                == (access.workgroup, access.lane, access.kind)
        };
        known.retain(|other| !(same(other) || is_ordered(other) && access.kind.writes()));
        if known.len() >= MAX_READERS {
            // One access of another workgroup and one of this are enough, so the last of several is
            // dropped.
            known.swap_remove(MAX_READERS - 1);
        }
        known.push(access);
        race
    }

    /// Drops the accesses to variables that are reset for each workgroup.
    pub(super) fn forget(&mut self, is_of_workgroup: impl Fn(usize) -> bool) {
        self.words
            .retain(|(variable, _), _| !is_of_workgroup(*variable));
    }
}

fn race(a: &SharedAccess, b: &SharedAccess) -> Option<EventKind> {
    let same_lane = (a.workgroup, a.lane) == (b.workgroup, b.lane);
    let both_atomic = a.kind.is_atomic() && b.kind.is_atomic();
    let one_writes = a.kind.writes() || b.kind.writes();
    if same_lane || both_atomic || !one_writes {
        return None;
    }
    if a.workgroup != b.workgroup {
        return Some(EventKind::RaceOfWorkgroups);
    }
    let by_subgroup = a.subgroup.0 == b.subgroup.0 && a.subgroup.1 != b.subgroup.1;
    if a.phase != b.phase || by_subgroup {
        return None;
    }
    Some(if a.any_phase == b.any_phase {
        EventKind::Race
    } else {
        EventKind::BarrierOfOtherMemory
    })
}
