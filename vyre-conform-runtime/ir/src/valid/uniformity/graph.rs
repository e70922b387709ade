//! A dependency graph, and reachability from its sources.

use crate::BufferId;

/// A vertex of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vertex(u32);

/// The reason why a value may differ between the invocations of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The number of the invocation.
    Id,
    /// A load of a buffer that the invocations may write to.
    Load(BufferId),
    /// The result of an atomic.
    Atomic,
}

/// Values and control points; an edge leads from each to its dependents.
#[derive(Debug, Default)]
pub(super) struct Graph {
    vertices: u32,
    edges: Vec<(Vertex, Vertex)>,
    sources: Vec<(Vertex, Cause)>,
}

impl Graph {
    /// A vertex that depends on these.
    pub(super) fn vertex(&mut self, on: &[Vertex]) -> Vertex {
        let vertex = Vertex(self.vertices);
        self.vertices += 1;
        for from in on {
            self.depends(vertex, *from);
        }
        vertex
    }

    /// Makes `vertex` depend on `on`.
    pub(super) fn depends(&mut self, vertex: Vertex, on: Vertex) {
        if vertex != on {
            self.edges.push((on, vertex));
        }
    }

    /// Marks `vertex` as a source: it may differ between the invocations of a workgroup.
    pub(super) fn differs(&mut self, vertex: Vertex, cause: Cause) {
        self.sources.push((vertex, cause));
    }

    /// For every vertex a cause of divergence, if there is one. Time and space are linear in vertices
    /// and edges.
    pub(super) fn causes(&self) -> Causes {
        let count = self.vertices as usize;
        // Start of the edges of each vertex in `targets`.
        let mut starts = vec![0_usize; count + 1];
        for (from, _) in &self.edges {
            starts[from.0 as usize + 1] += 1;
        }
        for k in 0..count {
            starts[k + 1] += starts[k];
        }
        let mut next = starts.clone();
        let mut targets = vec![Vertex(0); self.edges.len()];
        for (from, to) in &self.edges {
            let slot = &mut next[from.0 as usize];
            targets[*slot] = *to;
            *slot += 1;
        }
        let mut by_vertex: Vec<Option<Cause>> = vec![None; count];
        let mut reached = vec![];
        for (vertex, cause) in &self.sources {
            reached.push(*vertex);
            by_vertex[vertex.0 as usize].get_or_insert(*cause);
        }
        while let Some(from) = reached.pop() {
            let from = from.0 as usize;
            let cause = by_vertex[from];
            for to in &targets[starts[from]..starts[from + 1]] {
                let slot = &mut by_vertex[to.0 as usize];
                if slot.is_none() {
                    *slot = cause;
                    reached.push(*to);
                }
            }
        }
        Causes(by_vertex)
    }
}

/// The result of [`Graph::causes`].
#[derive(Debug)]
pub(super) struct Causes(Vec<Option<Cause>>);

impl Causes {
    pub(super) fn of(&self, vertex: Vertex) -> Option<Cause> {
        self.0[vertex.0 as usize]
    }
}
