//! The memory of the race detector: accesses by element.
//!
//! Two accesses to one element are ordered if one invocation made both, or if both belong to one
//! workgroup with a barrier between them; workgroups of one dispatch are never ordered. Ordered
//! accesses are not races, and neither are two reads or two atomic steps.

use super::{Kind, Race, RacingAccess};
use crate::places::{place, unfold};
use vyre_conform_ir::valid::ValidProgram;

/// The invocations that share a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// None: the buffer is never written.
    Unwatched,
    /// The whole dispatch.
    Dispatch,
    /// One workgroup.
    Workgroup,
}

/// An access by the current workgroup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhaseAccess {
    pub(crate) invocation: u32,
    /// Address of the node.
    pub(crate) node: usize,
    pub(crate) kind: Kind,
}

/// An access with its time.
#[derive(Clone, Copy, Debug)]
struct Entry {
    workgroup: u64,
    phase: u32,
    visit: PhaseAccess,
}

impl Entry {
    fn races_with(&self, other: &Self) -> bool {
        let same_workgroup = self.workgroup == other.workgroup;
        let ordered = same_workgroup
            && (self.phase != other.phase || self.visit.invocation == other.visit.invocation);
        !ordered && self.visit.kind.conflicts_with(other.visit.kind)
    }
}

/// The accesses of a dispatch so far.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    scopes: Vec<Scope>,
    workgroup: u64,
    phase: u32,
    /// Accesses to each element of each buffer that may race with later ones.
    elements: Vec<Vec<Vec<Entry>>>,
    races: Vec<RacePair>,
}

#[derive(Clone, Copy, Debug)]
struct RacePair {
    buffer: usize,
    index: usize,
    first: Entry,
    second: Entry,
}

impl RacePair {
    /// The identity of a race regardless of the element.
    fn places(&self) -> (usize, [(usize, Kind); 2]) {
        let place = |entry: &Entry| (entry.visit.node, entry.visit.kind);
        let mut places = [place(&self.first), place(&self.second)];
        places.sort();
        (self.buffer, places)
    }
}

impl Shadow {
    pub(crate) fn begin_dispatch(&mut self, scopes: Vec<Scope>) {
        self.elements = vec![vec![]; scopes.len()];
        self.scopes = scopes;
    }

    pub(crate) fn begin_workgroup(&mut self, number: u64) {
        (self.workgroup, self.phase) = (number, 0);
        for (elements, scope) in self.elements.iter_mut().zip(&self.scopes) {
            if *scope == Scope::Workgroup {
                elements.iter_mut().for_each(Vec::clear);
            }
        }
    }

    pub(crate) fn next_phase(&mut self) {
        self.phase += 1;
    }

    /// Records an in-bounds access.
    pub(crate) fn touch(&mut self, buffer: usize, index: usize, visit: PhaseAccess) {
        if self.scopes[buffer] == Scope::Unwatched {
            return;
        }
        let second = Entry {
            workgroup: self.workgroup,
            phase: self.phase,
            visit,
        };
        let elements = &mut self.elements[buffer];
        if elements.len() <= index {
            elements.resize_with(index + 1, Vec::new);
        }
        let entries = &mut elements[index];
        if let Some(first) = entries.iter().find(|first| first.races_with(&second)) {
            let race = RacePair {
                buffer,
                index,
                first: *first,
                second,
            };
            if !self.races.iter().any(|f| f.places() == race.places()) {
                self.races.push(race);
            }
        }
        remember(entries, second);
    }

    /// The races of the finished dispatch, which is step `number` and had this many workgroups; `bound`
    /// maps the program's buffers to those of the shadow.
    pub(crate) fn races(
        &mut self,
        number: usize,
        valid: &ValidProgram,
        workgroups: [u32; 3],
        bound: &[usize],
    ) -> Vec<Race> {
        let program = valid.program();
        let access = |entry: Entry| {
            let workgroup = unfold(entry.workgroup, workgroups);
            let local = unfold(entry.visit.invocation.into(), program.workgroup_size);
            let place = place("body", &valid.module().entry().body, entry.visit.node);
            RacingAccess {
                kind: entry.visit.kind,
                place: place.unwrap_or_default(),
                workgroup,
                local,
            }
        };
        let races = self.races.drain(..).map(|race| {
            let names = bound.iter().zip(&program.buffers);
            let mut names = names.filter(|(cells, _)| **cells == race.buffer);
            Race {
                step: number,
                program: program.name.clone(),
                buffer: names.next().map_or(String::new(), |(_, d)| d.name.clone()),
                index: race.index,
                first: access(race.first),
                second: access(race.second),
            }
        });
        races.collect()
    }
}

#[cfg(test)]
impl Shadow {
    /// The nodes of the second accesses of races, in order.
    pub(super) fn second_nodes(&self) -> Vec<usize> {
        self.races.iter().map(|f| f.second.visit.node).collect()
    }
}

/// Keeps the accesses of one kind that may race with later ones: those of two invocations of the
/// current phase, because one of them may make the later access, and one of an earlier workgroup.
/// Workgroups run one after another, so an access of an earlier one is never ordered with later ones,
/// and an earlier phase of a workgroup adds nothing to its last one for later workgroups.
fn remember(entries: &mut Vec<Entry>, new: Entry) {
    let alike = |e: &Entry| e.visit.kind == new.visit.kind;
    let of_phase = |e: &Entry| alike(e) && (e.workgroup, e.phase) == (new.workgroup, new.phase);
    let mut known_of_phase = 0;
    for known in entries.iter().filter(|e| of_phase(e)) {
        known_of_phase += 1;
        if known_of_phase == 2 || known.visit.invocation == new.visit.invocation {
            return;
        }
    }
    let mut earlier_workgroups = 0;
    entries.retain(|e| {
        if !alike(e) || of_phase(e) {
            return true;
        }
        earlier_workgroups += usize::from(e.workgroup != new.workgroup);
        e.workgroup != new.workgroup && earlier_workgroups == 1
    });
    entries.push(new);
}
