//! Uniformity: which barriers all live invocations of a workgroup reach together (rule V010).
//!
//! A value is uniform where it is equal in all invocations of a workgroup that compute it; control is
//! uniform where all or none of them are. Not uniform are the invocation's numbers, loads of buffers
//! the workgroup may write to and results of atomics, what is computed from these, and what is assigned
//! where control is not uniform. Workgroup numbers, lengths, and loads of read-only and uniform buffers
//! at uniform indices are uniform.
//!
//! The analysis follows that of WebGPU Shading Language, section "Uniformity analysis", so that a
//! shader lowered from an accepted program is accepted there: one walk makes a graph of values and
//! places of control, with an edge to each from what it depends on; what cannot be reached from a
//! source of difference is uniform. Loops need no repetition, their back edges are edges of the graph,
//! so the whole is linear in the size of the kernel. Where a `Break`, `Continue` or `Return` stands
//! under a condition, control after the condition depends on it; after a loop all who did not return
//! are together again.

mod graph;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use crate::{Function, Node, Program};
use graph::Cause;
use std::collections::HashMap;

/// The barriers that only a part of a workgroup may reach, and why.
#[derive(Debug, Default)]
pub(super) struct PartialBarriers(HashMap<*const Node, String>);

impl PartialBarriers {
    /// The reason why a barrier, found by its address, may be reached by a part only.
    pub(super) fn reason(&self, barrier: &Node) -> Option<&str> {
        self.0
            .get(&std::ptr::from_ref(barrier))
            .map(|text| &text[..])
    }
}

/// Analyses the kernel of a program.
pub(super) fn unreached(program: &Program, kernel: &Function) -> PartialBarriers {
    if !has_barrier(&kernel.body) {
        return PartialBarriers::default();
    }
    let (graph, barriers) = walk::walk(program, kernel);
    let causes = graph.causes();
    let text = |cause| match cause {
        Cause::Id => "the number of the invocation".to_owned(),
        Cause::Atomic => "the result of an atomic".to_owned(),
        Cause::Load(buffer) => {
            let name = program.buffer(buffer).map_or("", |decl| &decl.name);
            format!("a load of `{name}`, which the workgroup may write to")
        }
    };
    let reasons = barriers.into_iter().filter_map(|(barrier, control)| {
        let cause = causes.of(control)?;
        Some((std::ptr::from_ref(barrier), text(cause)))
    });
    PartialBarriers(reasons.collect())
}

fn has_barrier(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        let mut found = matches!(node, Node::Barrier);
        node.for_each_part(|_| {}, |block| found = found || has_barrier(block));
        found
    })
}
