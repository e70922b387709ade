//! Memory of the locals of an invocation.

use crate::frames::FrameLayouts;
use crate::places::visit_nodes;
use vyre_conform_ir::{FunctionId, Node};

/// Bytes of a single value.
const SLOT: u64 = size_of::<u128>() as u64;

/// Bytes of the frames of an entry and its callees, along the longest chain of calls.
pub(super) fn frames(code: &FrameLayouts<'_>) -> u64 {
    let mut cached = vec![None; code.module.functions.len()];
    chain(code, code.module.entry, &mut cached).saturating_mul(SLOT)
}

/// Slots along the longest chain from a function; chains are at most 32 long (rule V017).
fn chain(code: &FrameLayouts<'_>, id: FunctionId, cached: &mut Vec<Option<u64>>) -> u64 {
    if let Some(slots) = cached[id.0 as usize] {
        return slots;
    }
    let mut callees = vec![];
    visit_nodes(&code.function(id).body, &mut |node| {
        if let Node::Call { function, .. } = node {
            callees.push(*function);
        }
    });
    let deepest = callees.into_iter().map(|c| chain(code, c, cached)).max();
    let slots = (code.frame(id) as u64).saturating_add(deepest.unwrap_or(0));
    cached[id.0 as usize] = Some(slots);
    slots
}

/// True if the nodes contain a barrier, at any depth.
pub(super) fn has_barrier(nodes: &[Node]) -> bool {
    let mut is_present = false;
    visit_nodes(nodes, &mut |node| {
        is_present |= matches!(node, Node::Barrier)
    });
    is_present
}
