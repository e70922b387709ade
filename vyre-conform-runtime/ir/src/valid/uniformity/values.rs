//! The latest value of every local during the walk of a kernel.

use super::graph::{Graph, Vertex};
use crate::LocalId;

/// The new values of the locals that some nodes assign, each once.
pub(super) type Changes = Vec<(usize, Vertex)>;

/// The latest value of every local. Changes are logged, so that reverting and joining branches costs
/// time proportional to the changes.
#[derive(Debug)]
pub(super) struct Values {
    latest: Vec<Vertex>,
    /// Locals with their previous values, latest last.
    log: Vec<(usize, Vertex)>,
    /// For every local the number of the last pass that visited it.
    visited: Vec<u32>,
    /// For every local its value from one branch, during a join.
    one: Vec<Vertex>,
    pass: u32,
}

impl Values {
    /// Creates `locals` values, all equal to `first`.
    pub(super) fn new(locals: usize, first: Vertex) -> Self {
        Self {
            latest: vec![first; locals],
            log: vec![],
            visited: vec![0; locals],
            one: vec![first; locals],
            pass: 0,
        }
    }

    /// The latest value of a local, if it exists.
    pub(super) fn get(&self, local: LocalId) -> Option<Vertex> {
        self.latest.get(local.0 as usize).copied()
    }

    pub(super) fn of(&self, local: usize) -> Vertex {
        self.latest[local]
    }

    /// Binds a local. Earlier nodes cannot read it, so the change need not be reverted.
    pub(super) fn bind(&mut self, local: LocalId, value: Vertex) {
        if let Some(latest) = self.latest.get_mut(local.0 as usize) {
            *latest = value;
        }
    }

    /// Assigns an existing local.
    pub(super) fn assign(&mut self, local: usize, value: Vertex) {
        self.log.push((local, self.latest[local]));
        self.latest[local] = value;
    }

    /// A mark for [`take_back`](Self::take_back).
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Reverts every assignment since the mark, and returns them.
    pub(super) fn take_back(&mut self, mark: usize) -> Changes {
        self.pass += 1;
        let mut changes = vec![];
        for (local, before) in self.log.split_off(mark).into_iter().rev() {
            if self.visited[local] != self.pass {
                self.visited[local] = self.pass;
                changes.push((local, self.latest[local]));
            }
            self.latest[local] = before;
        }
        changes
    }

    /// Removes duplicate locals from this list.
    pub(super) fn distinct(&mut self, mut locals: Vec<usize>) -> Vec<usize> {
        self.pass += 1;
        locals.retain(|local| {
            let first = self.visited[*local] != self.pass;
            self.visited[*local] = self.pass;
            first
        });
        locals
    }

    /// The values of locals after two branches, each with a flag that is true if control reaches its
    /// end. A local that one branch does not change has its current value there.
    pub(super) fn join(
        &mut self,
        then: (Changes, bool),
        otherwise: (Changes, bool),
        graph: &mut Graph,
    ) -> Changes {
        self.pass += 1;
        for (local, value) in &then.0 {
            self.visited[*local] = self.pass;
            self.one[*local] = *value;
        }
        let mut joined = vec![];
        for (local, second) in otherwise.0 {
            let visited = self.visited[local] == self.pass;
            let first = if visited {
                self.one[local]
            } else {
                self.latest[local]
            };
            // The rest of the first list changed only there.
            self.visited[local] = 0;
            joined.push((local, first, second));
        }
        for (local, first) in then.0 {
            if self.visited[local] == self.pass {
                joined.push((local, first, self.latest[local]));
            }
        }
        let value = |(local, first, second)| match (then.1, otherwise.1) {
            (true, false) => (local, first),
            (false, true) => (local, second),
            _ => (local, graph.vertex(&[first, second])),
        };
        joined.into_iter().map(value).collect()
    }
}
