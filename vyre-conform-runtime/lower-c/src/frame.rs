//! Determines the locals of a kernel that must outlive a barrier.
//!
//! A C11 invocation leaves its function at a barrier and resumes at a `case` after it. A local whose
//! scope has no barrier after its binding is an ordinary variable, because that scope contains no
//! `case`; the others are in the frame.

use std::collections::BTreeSet;
use vyre_conform_ir::{LocalId, Node};

/// True if nodes contain a barrier.
pub(super) fn has_barrier(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        let mut is_present = matches!(node, Node::Barrier);
        node.for_each_part(|_| {}, |block| is_present |= has_barrier(block));
        is_present
    })
}

/// The locals in the frame.
pub(super) fn framed(nodes: &[Node]) -> BTreeSet<LocalId> {
    let mut locals = BTreeSet::new();
    scan(nodes, false, &mut locals);
    locals
}

/// Scans nodes; `behind` is true if a barrier follows them in the scope of their bindings.
fn scan(nodes: &[Node], mut after: bool, locals: &mut BTreeSet<LocalId>) {
    for node in nodes.iter().rev() {
        if after {
            locals.extend(bound(node));
        }
        match node {
            Node::Loop { counter, body, .. } => {
                if has_barrier(body) {
                    locals.insert(*counter);
                }
                scan(body, false, locals);
            }
            Node::While {
                head, body, step, ..
            } => {
                // Bindings of the head are visible in body and step.
                scan(head, has_barrier(body) || has_barrier(step), locals);
                scan(body, false, locals);
                scan(step, false, locals);
            }
            other => other.for_each_part(|_| {}, |block| scan(block, false, locals)),
        }
        after |= has_barrier(std::slice::from_ref(node));
    }
}

/// The locals that a node binds for the rest of its block.
fn bound(node: &Node) -> Vec<LocalId> {
    match node {
        Node::Let { local, .. } | Node::Declare { local } => vec![*local],
        Node::Call { results, .. } => results.clone(),
        Node::Atomic { result, .. } => vec![*result],
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, program};
    use vyre_conform_ir::parse;
    use vyre_conform_ir::valid::{Limits, validate_program};

    /// Oracle: docs/spec/ir.md#execution: a declaration is zero each time it runs, even in a frame,
    /// which keeps the values of an earlier iteration or another workgroup.
    #[test]
    fn frame_variables_are_zeroed_at_their_declaration() {
        let text = "program p workgroup_size(2, 1, 1)
            binding(0) read_write b: [u32]
            kernel {
                let mut c: u32 = 0;
                loop at_most(3) {
                    let mut head: u64;
                    let mut cells: [vec2; 3];
                    barrier();
                    if b[0] { head = 5u64; cells[1] = vec2(1, 2); }
                    while c < 2;
                    let mut own: [u32; 4];
                    let mut body: bool;
                    if b[0] { body = true; own[c] = 1; }
                    b[c] = ((body as u32) + (head as u32)) + (own[1] + cells[c].lane(0));
                } continuing {
                    let mut step: vec4;
                    barrier();
                    c = (c + 1) + step.lane(0);
                }
            }";
        let parsed = parse::program(text).expect("a program");
        let valid = validate_program(parsed, &(), &Limits::WEBGPU).expect("a valid one");
        let c11 = program(&valid, Dialect::C11);
        for piece in [
            "frame->v_head = 0;",
            "for (u32 k = 0u; k < 3u; k++) frame->v_cells[k] = make_vec2(0, 0);",
            "u32 v_own[4] = {0};",
            "bool v_body = false;",
            "frame->v_step = make_vec4(0, 0, 0, 0);",
        ] {
            assert!(c11.contains(piece), "`{piece}`:\n{c11}");
        }
        let opencl = program(&valid, Dialect::OpenCl);
        for piece in [
            "u64 v_head = 0;",
            "vec2 v_cells[3] = {0};",
            "vec4 v_step = make_vec4(0, 0, 0, 0);",
        ] {
            assert!(opencl.contains(piece), "`{piece}`:\n{opencl}");
        }
    }
}
