//! Changes to the programs of a plan.

use vyre_conform_runtime::engine::Plan;
use vyre_conform_runtime::ir::{BufferId, Expr, Kernel, LocalId, Node, Operand, Program, Type};

/// Applies a change to every node of a program, innermost first.
pub(super) fn change(nodes: &mut Vec<Node>, with: &mut dyn FnMut(&mut Node)) {
    for node in nodes {
        match node {
            Node::If {
                then, otherwise, ..
            } => {
                change(then, with);
                change(otherwise, with);
            }
            Node::Loop { body, .. } | Node::Block(body) | Node::While { body, .. } => {
                change(body, with);
            }
            _ => {}
        }
        with(node);
    }
}

/// The program of a plan with this name, if the plan has it.
pub(super) fn program<'p>(plan: &'p mut Plan, name: &str) -> Option<&'p mut Program> {
    let mut programs = plan.programs.iter_mut();
    programs.find(|program| program.name == name)
}

pub(super) fn buffer(program: &Program, name: &str) -> BufferId {
    let place = program.buffers.iter().position(|decl| decl.name == name);
    BufferId(place.expect("a buffer of the program") as u32)
}

/// Appends nodes to a program that run if `condition` is true.
pub(super) fn append(program: &mut Program, condition: Expr, then: Vec<Node>) {
    program.entry.body.push(Node::If {
        condition,
        then,
        otherwise: vec![],
    });
}

pub(super) fn store(buffer: BufferId, index: Expr, value: Expr) -> Node {
    Node::Store {
        buffer,
        index,
        value,
    }
}

/// The length of the array: the first local of the programs over tiles.
pub(super) fn len() -> Expr {
    Expr::local(LocalId(0), Type::U32)
}

/// Oracle: the definition of a kernel; `change` visits each of its nodes.
#[test]
fn every_node_is_visited() {
    let mut k = Kernel::new("k", [1, 1, 1]);
    let out = k.read_write("out", Type::U32);
    k.count("i", 0, 2, |k, i| {
        k.when(i.equals(1), |k| k.store(out, i, 1))
    });
    let mut program = k.finish();
    let mut stores = 0;
    change(&mut program.entry.body, &mut |node| {
        stores += u32::from(matches!(node, Node::Store { .. }));
    });
    assert_eq!(stores, 1);
}
