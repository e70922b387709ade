//! The latest value of every local while a kernel is walked.

use super::graph::{Graph, Vertex};
use crate::LocalId;

/// What a stretch of nodes made of the locals it assigned, each once.
pub(super) type Changes = Vec<(usize, Vertex)>;

/// The latest value of every local. Changes are logged, so that branches can be taken back and joined
/// at the cost of what they change.
#[derive(Debug)]
pub(super) struct Values {
    latest: Vec<Vertex>,
    /// Locals and the values they had before, the latest last.
    log: Vec<(usize, Vertex)>,
    /// For every local the number of the last question that met it.
    met: Vec<u32>,
    /// For every local what one branch made of it, while two are joined.
    one: Vec<Vertex>,
    question: u32,
}

impl Values {
    /// `locals` of them, all of one value.
    pub(super) fn new(locals: usize, first: Vertex) -> Self {
        Self {
            latest: vec![first; locals],
            log: vec![],
            met: vec![0; locals],
            one: vec![first; locals],
            question: 0,
        }
    }

    /// The latest value of a local that exists.
    pub(super) fn get(&self, local: LocalId) -> Option<Vertex> {
        self.latest.get(local.0 as usize).copied()
    }

    pub(super) fn of(&self, local: usize) -> Vertex {
        self.latest[local]
    }

    /// A binding: what lies before it cannot read the local, so nothing needs to be taken back.
    pub(super) fn bind(&mut self, local: LocalId, value: Vertex) {
        if let Some(latest) = self.latest.get_mut(local.0 as usize) {
            *latest = value;
        }
    }

    /// An assignment to a local that exists.
    pub(super) fn assign(&mut self, local: usize, value: Vertex) {
        self.log.push((local, self.latest[local]));
        self.latest[local] = value;
    }

    /// A mark to go back to.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back every assignment since the mark.
    pub(super) fn take_back(&mut self, mark: usize) -> Changes {
        self.question += 1;
        let mut changes = vec![];
        for (local, before) in self.log.split_off(mark).into_iter().rev() {
            if self.met[local] != self.question {
                self.met[local] = self.question;
                changes.push((local, self.latest[local]));
            }
            self.latest[local] = before;
        }
        changes
    }

    /// The locals of this list, each once.
    pub(super) fn distinct(&mut self, mut locals: Vec<usize>) -> Vec<usize> {
        self.question += 1;
        locals.retain(|local| {
            let first = self.met[*local] != self.question;
            self.met[*local] = self.question;
            first
        });
        locals
    }

    /// What locals are after two branches, of each of which it is said whether it goes on. A local
    /// that one branch left alone has there the value it has now.
    pub(super) fn join(
        &mut self,
        then: (Changes, bool),
        otherwise: (Changes, bool),
        graph: &mut Graph,
    ) -> Changes {
        self.question += 1;
        for (local, value) in &then.0 {
            self.met[*local] = self.question;
            self.one[*local] = *value;
        }
        let mut joined = vec![];
        for (local, second) in otherwise.0 {
            let met = self.met[local] == self.question;
            let first = if met {
                self.one[local]
            } else {
                self.latest[local]
            };
            // What is left in the first list was changed there alone.
            self.met[local] = 0;
            joined.push((local, first, second));
        }
        for (local, first) in then.0 {
            if self.met[local] == self.question {
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
