//! Coverage of node kinds by position: random programs execute every valid combination.
//!
//! A copy of a program records in an additional buffer which nodes run in which position, and the
//! interpreter runs it.

use super::super::Case;
use super::ops;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_ir::{
    Access, BufferDecl, BufferId, Expr, Local, LocalId, Node, Operand, Program, Type,
};

/// Programs of the quick test.
const PROGRAMS: u64 = 1500;

const POSITIONS: [&str; 8] = [
    "first turn",
    "later turn",
    "after continue",
    "after break",
    "behind return",
    "in a head",
    "in a step",
    "across a barrier",
];

const KINDS: [&str; 14] = [
    "Let",
    "Assign",
    "StoreElement",
    "If",
    "Loop",
    "While",
    "Break",
    "Continue",
    "Call",
    "Block",
    "Return",
    "Store",
    "Atomic",
    "Barrier",
];

/// The kind of a node; for a declaration with its type, and with a mark for arrays.
fn kind(node: &Node, locals: &[Local]) -> String {
    let name = match node {
        Node::Let { .. } => "Let",
        Node::Declare { local } => {
            let local = &locals[local.0 as usize];
            let kind = ["Declare", "Declare array"][usize::from(local.len.is_some())];
            return format!("{kind} {}", local.ty.name());
        }
        Node::Assign { .. } => "Assign",
        Node::StoreElement { .. } => "StoreElement",
        Node::If { .. } => "If",
        Node::Loop { .. } => "Loop",
        Node::While { .. } => "While",
        Node::Break => "Break",
        Node::Continue => "Continue",
        Node::Call { .. } => "Call",
        Node::Block(_) => "Block",
        Node::Return(_) => "Return",
        Node::Store { .. } => "Store",
        Node::Atomic { .. } => "Atomic",
        Node::Barrier => "Barrier",
    };
    name.to_owned()
}

/// Every valid combination: a head or a step contains no return (rule V103).
fn combinations() -> BTreeSet<(String, &'static str)> {
    let mut kinds: Vec<String> = KINDS.iter().map(|kind| (*kind).to_owned()).collect();
    for ty in Type::ALL.iter().filter(|ty| **ty != Type::Bytes) {
        kinds.extend(["Declare", "Declare array"].map(|kind| format!("{kind} {}", ty.name())));
    }
    let all = kinds
        .iter()
        .flat_map(|kind| POSITIONS.map(|position| (kind.clone(), position)));
    let valid = |(kind, position): &(String, &str)| {
        kind != "Return" || !matches!(*position, "in a head" | "in a step")
    };
    all.filter(valid).collect()
}

/// The context of a block during instrumentation.
#[derive(Clone, Debug, Default)]
struct BlockContext {
    /// For the innermost loop: flags for the first iteration, and for a preceding `continue`.
    turn: Option<[LocalId; 2]>,
    /// For the innermost loop: the flags that a `continue` and a `break` set.
    leaves: Option<[LocalId; 2]>,
    /// Flags of earlier loops that a `break` may have ended.
    broken: Vec<LocalId>,
    /// The statically known positions.
    fixed: BTreeSet<&'static str>,
}

/// A program under instrumentation.
struct Instrumentation {
    locals: Vec<Local>,
    buffer: BufferId,
    places: Vec<(String, &'static str)>,
}

impl Instrumentation {
    /// The instrumented program, and the meaning of each element of its new buffer.
    fn run(program: &Program) -> (Program, Vec<(String, &'static str)>) {
        let mut program = program.clone();
        let mut noting = Self {
            locals: program.entry.locals.clone(),
            buffer: BufferId(program.buffers.len() as u32),
            places: vec![],
        };
        noting.block(&mut program.entry.body, BlockContext::default());
        program.entry.locals = noting.locals;
        let binding = program.buffers.iter().map(|decl| decl.binding).max();
        program.buffers.push(BufferDecl {
            name: "noted".to_owned(),
            binding: binding.unwrap_or(0) + 1,
            access: Access::ReadWrite,
            element: Type::U32,
            count: None,
        });
        (program, noting.places)
    }

    fn flag(&mut self) -> LocalId {
        self.locals.push(Local {
            name: "flag".to_owned(),
            ty: Type::Bool,
            len: None,
        });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Inserts a recording node before each node.
    fn block(&mut self, nodes: &mut Vec<Node>, mut around: BlockContext) {
        for mut node in std::mem::take(nodes) {
            self.note(&node, &around, nodes);
            let mut broke = None;
            match &mut node {
                Node::Loop { body, .. } => {
                    broke = Some(self.body(body, &around, nodes));
                }
                Node::While {
                    head, body, step, ..
                } => {
                    let beside = |position| {
                        let mut within = around.clone();
                        (within.turn, within.leaves) = (None, None);
                        within.fixed.insert(position);
                        within
                    };
                    let (before, after) = (beside("in a head"), beside("in a step"));
                    self.block(step, after);
                    broke = Some(self.body(body, &around, nodes));
                    self.block(head, before);
                }
                Node::Continue => nodes.extend(around.leaves.map(|[on, _]| set(on, true))),
                Node::Break => nodes.extend(around.leaves.map(|[_, broke]| set(broke, true))),
                other => other.for_each_block_mut(|inner| self.block(inner, around.clone())),
            }
            if returns(std::slice::from_ref(&node)) {
                around.fixed.insert("behind return");
            }
            if node == Node::Barrier {
                around.fixed.insert("across a barrier");
            }
            around.broken.extend(broke);
            nodes.push(node);
        }
    }

    /// Instruments the body of a loop, and returns the flag that a `break` sets.
    fn body(
        &mut self,
        body: &mut Vec<Node>,
        around: &BlockContext,
        before: &mut Vec<Node>,
    ) -> LocalId {
        let [first, went_on, on, broke] = [(); 4].map(|()| self.flag());
        let bind = |local, value| Node::Let {
            local,
            value: Expr::bool(value),
            mutable: true,
        };
        before.extend([bind(first, true), bind(went_on, false)]);
        before.extend([bind(on, false), bind(broke, false)]);
        let within = BlockContext {
            turn: Some([first, went_on]),
            leaves: Some([on, broke]),
            broken: around.broken.clone(),
            fixed: around.fixed.clone(),
        };
        self.block(body, within);
        // `first` is true until the second iteration begins, `on` until the iteration after a
        // `continue` does.
        let turns = self.flag();
        before.push(bind(turns, false));
        let read = |local| Expr::local(local, Type::Bool);
        let begin = [
            assign(first, !read(turns)),
            set(turns, true),
            assign(went_on, read(on)),
            set(on, false),
        ];
        body.splice(0..0, begin);
        broke
    }

    fn note(&mut self, node: &Node, around: &BlockContext, into: &mut Vec<Node>) {
        let kind = kind(node, &self.locals);
        let read = |local: LocalId| Expr::local(local, Type::Bool);
        let mut results: Vec<(&'static str, Expr)> = vec![];
        if let Some([first, went_on]) = around.turn {
            results.push(("first turn", read(first)));
            results.push(("later turn", !read(first)));
            results.push(("after continue", read(went_on)));
        }
        results.extend(
            around
                .broken
                .iter()
                .map(|broke| ("after break", read(*broke))),
        );
        results.extend(
            around
                .fixed
                .iter()
                .map(|position| (*position, Expr::bool(true))),
        );
        for (position, condition) in results {
            let index = Expr::u32(self.places.len() as u32);
            self.places.push((kind.clone(), position));
            // In another position the store is out of bounds.
            let index = condition.select(index, u32::MAX);
            into.push(Node::Store {
                buffer: self.buffer,
                index,
                value: Expr::u32(1),
            });
        }
    }
}

fn assign(local: LocalId, value: Expr) -> Node {
    Node::Assign { local, value }
}

fn set(local: LocalId, value: bool) -> Node {
    assign(local, Expr::bool(value))
}

fn returns(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        let mut has_return = matches!(node, Node::Return(_));
        node.for_each_part(|_| {}, |inner| has_return = has_return || returns(inner));
        has_return
    })
}

/// The number of programs that execute each combination.
fn counts(seeds: std::ops::Range<u64>) -> BTreeMap<(String, &'static str), u32> {
    let (library, signatures) = ops();
    let mut all = BTreeMap::new();
    for seed in seeds {
        let mut case = Case::random(seed, &signatures);
        let places;
        (case.program, places) = Instrumentation::run(&case.program);
        case.buffers.push(vec![0; places.len().max(1)]);
        let limits = Limits {
            storage_buffers: u32::MAX,
            function_bytes: u32::MAX,
            ..Limits::WEBGPU
        };
        let valid = validate_program(case.program.clone(), &library, &limits);
        let valid = valid.unwrap_or_else(|actual| panic!("seed {seed}: {}", actual[0]));
        let launch = case.launch(&valid);
        let words = run_launch(&[valid], &launch, &Options::default()).expect("no fault");
        let noted = words.last().expect("the new buffer").iter();
        let executed = noted.zip(places).filter(|(word, _)| **word == 1);
        let executed: BTreeSet<_> = executed.map(|(_, place)| place).collect();
        for place in executed {
            *all.entry(place).or_default() += 1;
        }
    }
    all
}

/// Oracle: the interpreter on an instrumented copy of each program.
#[test]
#[ignore = "a long run: a minute"]
fn every_kind_of_node_runs_in_every_position() {
    let actual = counts(0..PROGRAMS);
    let missing: Vec<_> = combinations()
        .into_iter()
        .filter(|place| !actual.contains_key(place))
        .collect();
    let rarest = actual.iter().min_by_key(|(_, count)| **count);
    assert!(
        missing.is_empty(),
        "{} are missing: {missing:?}; the rarest is {rarest:?}",
        missing.len()
    );
}
