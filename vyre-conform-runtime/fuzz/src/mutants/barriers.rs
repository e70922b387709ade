//! Mutants of barriers, and of values kept across them.

use super::names::swap;
use super::tree::{fresh, rewrite};
use super::{SemanticMutant, model, program};
use crate::expr::constant;
use vyre_conform_interp::BarrierModel;
use vyre_conform_ir::{
    Access, Axis, BufferId, Expr, ExprKind, Local, LocalId, Node, Operand, Program, Type,
};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    program("barriers-dropped", "Barriers do nothing.", |p| {
        rewrite(p, &mut |node, _, _| without_barrier(node, true));
    }),
    program(
        "barriers-in-loops-dropped",
        "Barriers in loops do nothing.",
        |p| {
            rewrite(p, &mut |node, at, _| without_barrier(node, at.loops > 0));
        },
    ),
    program(
        "barriers-in-branches-dropped",
        "Barriers in branches do nothing.",
        |p| rewrite(p, &mut |node, at, _| without_barrier(node, at.branches > 0)),
    ),
    model(
        "barriers-of-four",
        "Groups of four invocations wait for each other.",
        |o| o.barriers = BarrierModel::PartOfWorkgroup(4),
    ),
    model(
        "barriers-invisible",
        "Writes stay invisible to others until the workgroup ends.",
        |o| o.barriers = BarrierModel::Invisible,
    ),
    model(
        "barriers-leaky",
        "A load before a barrier sees what is stored behind it.",
        |o| o.barriers = BarrierModel::Leaky,
    ),
    model(
        "workgroup-memory-kept",
        "A workgroup begins with what the one before it left in workgroup memory.",
        |o| o.barriers = BarrierModel::Unscoped,
    ),
    program(
        "workgroup-memory-undefined",
        "Workgroup memory begins with all ones.",
        filled,
    ),
    program(
        "store-after-barrier",
        "A store in front of a barrier happens behind it.",
        |p| {
            swap(p, |first, second| {
                matches!((first, second), (Node::Store { .. }, Node::Barrier))
            });
        },
    ),
    program(
        "load-before-barrier",
        "A load behind a barrier happens in front of it.",
        |p| {
            swap(p, |first, second| {
                let loads = match second {
                    Node::Let { value, .. } | Node::Assign { value, .. } => loads(value),
                    Node::Store { value, .. } => loads(value),
                    _ => false,
                };
                loads && matches!(first, Node::Barrier)
            });
        },
    ),
    program(
        "head-lost-at-barrier",
        "What the head of a `while` binds is zero after a barrier.",
        |p| lost(p, |kind| kind == Kind::Head),
    ),
    program(
        "names-lost-at-barrier",
        "A name of an inner block is zero after a barrier.",
        |p| lost(p, |kind| kind == Kind::InnerName),
    ),
    program(
        "variables-lost-at-barrier",
        "A variable is zero after a barrier.",
        |p| lost(p, |kind| kind == Kind::Variable),
    ),
    program(
        "arrays-lost-at-barrier",
        "The elements of an array are zero after a barrier.",
        |p| lost(p, |kind| kind == Kind::Array),
    ),
    program(
        "counter-lost-at-barrier",
        "The counter of a loop is zero after a barrier.",
        counters_lost,
    ),
];

fn without_barrier(node: Node, drops: bool) -> Vec<Node> {
    match node {
        Node::Barrier if drops => vec![],
        other => vec![other],
    }
}

fn loads(expr: &Expr) -> bool {
    let mut is_present = matches!(expr.kind, ExprKind::Load(..));
    expr.for_each_operand(|operand| is_present = is_present || loads(operand));
    is_present
}

/// The first invocation of a workgroup fills its memory.
fn filled(program: &mut Program) {
    let axes = [Axis::X, Axis::Y, Axis::Z].map(Expr::local_id);
    let [x, y, z] = axes.map(|axis| axis.equals(0));
    let mut then = vec![];
    for (k, decl) in (0..).zip(&program.buffers) {
        if decl.access != Access::Workgroup {
            continue;
        }
        let counter = fresh(&mut program.entry.locals, Type::U32);
        let body = vec![Node::Store {
            buffer: BufferId(k),
            index: Expr::local(counter, Type::U32),
            value: constant(decl.element.loaded(), [u64::MAX; 2]),
        }];
        then.push(Node::Loop {
            counter,
            from: Expr::u32(0),
            to: Expr::u32(decl.count.unwrap_or(0)),
            body,
        });
    }
    if then.is_empty() {
        return;
    }
    let condition = x & y & z;
    let first = Node::If {
        condition,
        then,
        otherwise: vec![],
    };
    program.entry.body.splice(0..0, [first, Node::Barrier]);
}

/// The kind of a local visible at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name or variable of the head of a `while`.
    Head,
    /// A name of a block inside the kernel.
    InnerName,
    /// A name of the kernel's outermost block.
    OuterName,
    Variable,
    Array,
}

/// Zeroes locals after every barrier.
fn lost(program: &mut Program, takes: fn(Kind) -> bool) {
    let entry = &mut program.entry;
    let mut losing = BarrierFault {
        locals: &entry.locals,
        takes,
        visible: vec![],
    };
    losing.block(&mut entry.body, 0, false);
}

struct BarrierFault<'a> {
    locals: &'a [Local],
    takes: fn(Kind) -> bool,
    visible: Vec<LocalId>,
}

impl BarrierFault<'_> {
    fn block(&mut self, nodes: &mut Vec<Node>, depth: u32, in_head: bool) {
        let mark = self.visible.len();
        self.nodes(nodes, depth, in_head);
        self.visible.truncate(mark);
    }

    fn nodes(&mut self, nodes: &mut Vec<Node>, depth: u32, in_head: bool) {
        for mut node in std::mem::take(nodes) {
            match &mut node {
                Node::While {
                    head, body, step, ..
                } => {
                    let mark = self.visible.len();
                    self.nodes(head, depth + 1, true);
                    self.block(body, depth + 1, false);
                    self.block(step, depth + 1, false);
                    self.visible.truncate(mark);
                }
                other => other.for_each_block_mut(|inner| self.block(inner, depth + 1, false)),
            }
            self.bound(&mut node, depth, in_head);
            let is_barrier = node == Node::Barrier;
            nodes.push(node);
            if is_barrier {
                nodes.extend(self.visible.iter().flat_map(|local| self.zero(*local)));
            }
        }
    }

    /// Records a local that is bound here.
    fn bound(&mut self, node: &mut Node, depth: u32, in_head: bool) {
        let (local, kind) = match node {
            Node::Let { local, .. } if in_head => (*local, Kind::Head),
            Node::Let {
                local,
                mutable: false,
                ..
            } if depth > 0 => (*local, Kind::InnerName),
            Node::Let {
                local,
                mutable: false,
                ..
            } => (*local, Kind::OuterName),
            Node::Let { local, .. } => (*local, Kind::Variable),
            Node::Declare { local } => match self.locals[local.0 as usize].len {
                Some(_) => (*local, Kind::Array),
                None => (*local, Kind::Variable),
            },
            _ => return,
        };
        if !(self.takes)(kind) {
            return;
        }
        if let Node::Let { mutable, .. } = node {
            *mutable = true;
        }
        self.visible.push(local);
    }

    fn zero(&self, local: LocalId) -> Vec<Node> {
        let Local { ty, len, .. } = &self.locals[local.0 as usize];
        let value = constant(*ty, [0; 2]);
        let Some(len) = len else {
            return vec![Node::Assign { local, value }];
        };
        let stores = (0..*len).map(|index| Node::StoreElement {
            array: local,
            index: Expr::u32(index),
            value: value.clone(),
        });
        stores.collect()
    }
}

/// Copies every counter to a variable, which barriers zero.
fn counters_lost(program: &mut Program) {
    rewrite(program, &mut |mut node, _, locals| {
        if let Node::Loop { counter, body, .. } = &mut node
            && zero_behind(body, None)
        {
            let own = fresh(locals, Type::U32);
            let local = std::mem::replace(counter, own);
            zero_behind(body, Some(local));
            let value = Expr::local(own, Type::U32);
            let mutable = true;
            body.insert(
                0,
                Node::Let {
                    local,
                    value,
                    mutable,
                },
            );
        }
        vec![node]
    });
}

/// True if there are barriers; zeroes the variable after each if one is given.
fn zero_behind(nodes: &mut Vec<Node>, variable: Option<LocalId>) -> bool {
    let mut is_present = false;
    for mut node in std::mem::take(nodes) {
        node.for_each_block_mut(|inner| is_present |= zero_behind(inner, variable));
        let is_barrier = node == Node::Barrier;
        is_present |= is_barrier;
        nodes.push(node);
        if let (true, Some(local)) = (is_barrier, variable) {
            let value = Expr::u32(0);
            nodes.push(Node::Assign { local, value });
        }
    }
    is_present
}
