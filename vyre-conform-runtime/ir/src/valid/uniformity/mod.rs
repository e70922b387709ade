//! Uniformity: determines the barriers that all live invocations of a workgroup reach together (rule
//! V010).
//!
//! A value is uniform if all invocations of a workgroup that compute it get the same; control is
//! uniform if all or none of them are there. Sources of divergence are the invocation's ids, loads of
//! buffers that the workgroup may write and results of atomics. Values computed from these, and values
//! assigned under non-uniform control, are not uniform. Workgroup ids, lengths, and loads of read-only
//! and uniform buffers at uniform indices are uniform.
//!
//! The analysis follows WebGPU Shading Language, section "Uniformity analysis", so that WGSL front ends
//! accept a shader lowered from an accepted program. One walk builds a graph of values and control
//! points, with an edge to each from its dependencies; everything not reachable from a source of
//! divergence is uniform. Loops need no fixpoint iteration, because their back edges are edges of the
//! graph, so the analysis is linear in the size of the kernel. If a `Break`, `Continue` or `Return` is
//! under a condition, control after the condition depends on it; after a loop all invocations that did
//! not return are together again.

mod graph;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use crate::{Function, Node, Program};
use graph::Cause;
use std::collections::HashMap;

/// The barriers that only some invocations of a workgroup may reach, with the reason.
#[derive(Debug, Default)]
pub(super) struct PartialBarriers(HashMap<*const Node, String>);

impl PartialBarriers {
    /// The reason why only some invocations may reach a barrier, which is identified by its address.
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
        let mut is_present = matches!(node, Node::Barrier);
        node.for_each_part(
            |_| {},
            |block| is_present = is_present || has_barrier(block),
        );
        is_present
    })
}
