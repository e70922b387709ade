//! Every kind of node of the representation occurs in a program or body of the library, so that the evidence about ops
//! and engines covers each backend's translation of it, not random programs alone.

use super::carried::caught_at;
use super::edit::change;
use super::{catalog, original};
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_runtime::engine::{Plan, SIZES};
use vyre_conform_runtime::ir::{AtomicOp, Function, Node};
use vyre_conform_runtime::valid::{Limits, validate_program};

/// The engine whose loop has `continue` and `break`, each after an assignment.
const PARSE: &str = "engine::parse_decimal";

/// Generated inputs whose plans are inspected.
const READ: u64 = 6;

/// Every kind, and the ops and engines whose programs contain it.
struct Kinds(BTreeMap<&'static str, BTreeSet<String>>);

/// The kind of a node. A new kind does not compile until it has a row here and in [`ALL`].
const fn kind(node: &Node) -> &'static str {
    match node {
        Node::Let { mutable: false, .. } => "let",
        Node::Let { mutable: true, .. } => "let mut",
        Node::Declare { .. } => "declaration",
        Node::Assign { .. } => "assignment",
        Node::StoreElement { .. } => "store to an element",
        Node::If { .. } => "if",
        Node::Loop { .. } => "for",
        Node::While { .. } => "while",
        Node::Break => "break",
        Node::Continue => "continue",
        Node::Call { .. } => "call",
        Node::Block(_) => "block",
        Node::Return(_) => "return",
        Node::Store { .. } => "store",
        Node::Atomic { op, .. } => match op {
            AtomicOp::Add => "atomic add",
            AtomicOp::Or => "atomic or",
            AtomicOp::And => "atomic and",
            AtomicOp::Xor => "atomic xor",
            AtomicOp::Min => "atomic min",
            AtomicOp::Max => "atomic max",
            AtomicOp::Exchange => "atomic exchange",
            AtomicOp::CompareExchange => "atomic compare exchange",
        },
        Node::Barrier => "barrier",
    }
}

/// Every kind.
const ALL: [&str; 25] = [
    "let",
    "let mut",
    "declaration",
    "assignment",
    "store to an element",
    "if",
    "else",
    "for",
    "while",
    "while with a step",
    "break",
    "continue",
    "call",
    "block",
    "return",
    "store",
    "atomic add",
    "atomic or",
    "atomic and",
    "atomic xor",
    "atomic min",
    "atomic max",
    "atomic exchange",
    "atomic compare exchange",
    "barrier",
];

/// Kinds that no program of the library has, and why.
const EXCUSED: &[(&str, &str)] = &[(
    "block",
    "bodies and builders write none; printed and imported programs have it, and the filetest `e06_blocks.vir`",
)];

impl Kinds {
    fn of_function(&mut self, id: &str, function: &Function) {
        self.of_block(id, &function.body);
    }

    fn of_block(&mut self, id: &str, nodes: &[Node]) {
        for node in nodes {
            self.add(kind(node), id);
            match node {
                Node::If { otherwise, .. } if !otherwise.is_empty() => self.add("else", id),
                Node::While { step, .. } if !step.is_empty() => self.add("while with a step", id),
                _ => {}
            }
            let mut blocks = vec![];
            node.for_each_part(|_| {}, |block| blocks.push(block));
            for block in blocks {
                self.of_block(id, block);
            }
        }
    }

    fn add(&mut self, kind: &'static str, id: &str) {
        self.0.entry(kind).or_default().insert(id.to_owned());
    }
}

/// The kinds in the library's bodies, and in its programs for some inputs.
fn kinds() -> Kinds {
    let mut kinds = Kinds(BTreeMap::new());
    for op in catalog().ops() {
        if let Ok(module) = op.module() {
            for function in &module.module().functions {
                kinds.of_function(op.def.id, function);
            }
        }
    }
    for engine in catalog().engines() {
        for n in 0..READ {
            let plan = (engine.plan)(&(engine.inputs)(n), SIZES[2]);
            for program in plan.programs {
                let valid = validate_program(program, catalog(), &Limits::INTERPRETER);
                let valid = valid.unwrap_or_else(|actual| panic!("{}: {actual:?}", engine.id));
                kinds.of_function(engine.id, &valid.program().entry);
                for function in &valid.module().functions {
                    kinds.of_function(engine.id, function);
                }
            }
        }
    }
    kinds
}

/// Oracle: the list of kinds, which the compiler checks against the representation.
#[test]
fn every_kind_of_node_is_in_the_library() {
    let kinds = kinds();
    for (kind, ids) in &kinds.0 {
        let first: Vec<&str> = ids.iter().take(4).map(String::as_str).collect();
        println!("{kind}: {} ({} in all)", first.join(", "), ids.len());
    }
    let known = kinds.0.keys().copied();
    let unlisted: Vec<&str> = known.filter(|kind| !ALL.contains(kind)).collect();
    assert!(
        unlisted.is_empty(),
        "{unlisted:?} are not in the list of kinds"
    );
    let missing = |kind: &&str| !kinds.0.contains_key(*kind);
    let excused = |kind: &&str| EXCUSED.iter().any(|(item, _)| item == kind);
    let missing: Vec<&str> = ALL.into_iter().filter(missing).collect();
    let unexcused = missing.iter().filter(|kind| !excused(kind));
    let unexcused: Vec<_> = unexcused.collect();
    assert!(
        unexcused.is_empty(),
        "no op and no engine has {unexcused:?}"
    );
    let stale = EXCUSED.iter().filter(|(kind, _)| !missing.contains(kind));
    assert_eq!(stale.count(), 0, "a kind that is excused is in the library");
}

/// Applies `of` to every node of a plan's first program; returns the number of changed nodes.
fn changed(plan: &mut Plan, f: impl Fn(&mut Node) -> bool) -> usize {
    let mut count = 0;
    change(&mut plan.programs[0].entry.body, &mut |node| {
        count += usize::from(f(node))
    });
    count
}

/// Oracle: the reference of the engine, which detects each wrong meaning of `continue` and `break` at every workgroup
/// size.
#[test]
fn wrong_meanings_of_continue_and_break_are_caught() {
    assert!(original(PARSE).reference.is_some());
    let exchange = |from: Node, to: Node| {
        move |node: &mut Node| {
            let is_it = *node == from;
            if is_it {
                *node = to.clone();
            }
            is_it
        }
    };
    let nothing = || Node::Block(vec![]);
    let wrong = [
        (
            "`continue` as `break`",
            exchange(Node::Continue, Node::Break),
        ),
        (
            "`break` as `continue`",
            exchange(Node::Break, Node::Continue),
        ),
        ("no `continue`", exchange(Node::Continue, nothing())),
        ("no `break`", exchange(Node::Break, nothing())),
    ];
    for (what, of) in wrong {
        let actual = caught_at(PARSE, |plan| assert!(changed(plan, &of) > 0, "{what}"));
        assert_eq!(actual, SIZES, "{what}");
    }
    // The statement before the jump is removed, and the jump stays.
    let alone = |leaves: Node| {
        move |node: &mut Node| match node {
            Node::If { then, .. } if then.len() == 2 && then[1] == leaves => {
                then.remove(0);
                true
            }
            _ => false,
        }
    };
    for leaves in [Node::Continue, Node::Break] {
        let what = format!("{leaves:?} alone");
        let of = alone(leaves);
        let actual = caught_at(PARSE, |plan| assert!(changed(plan, &of) > 0, "{what}"));
        assert_eq!(actual, SIZES, "{what}");
    }
}
