//! Rules of functions: V101 and above.

use super::Breakage::{self, Nodes, Program as Declared};
use super::memory::declare;
use vyre_conform_runtime::ir::{
    Access, AtomicOp, Axis, BufferId, Callee, Expr, ExprKind, Function, FunctionBuilder, Kernel,
    Local, LocalId, Node, Type,
};

/// Adds a function to the program, called or not.
fn add_function(k: &mut Kernel, make: impl FnOnce(&mut FunctionBuilder) -> Vec<Node>) {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let body = make(&mut f);
    let function: Function = f.finish(body);
    k.function(function);
}

fn give(value: Expr) -> Node {
    Node::Return(vec![value])
}

fn of(ty: Type, kind: ExprKind) -> Expr {
    Expr { ty, kind }
}

fn one_more(name: &str, ty: Type, len: Option<u32>) -> Local {
    Local {
        name: name.to_owned(),
        ty,
        len,
    }
}

/// A way to break each of these rules.
pub(super) const FAMILIES: &[(&str, Breakage)] = &[
    (
        "V101",
        Nodes(|k, n, _| match n.below(2) {
            0 => k.when(true, |k| k.push(give(Expr::u32(1)))),
            _ => add_function(k, |_| vec![Node::Return(vec![])]),
        }),
    ),
    (
        "V102",
        Nodes(|k, n, _| {
            let nothing = n.below(2) == 0;
            add_function(k, |f| {
                let x = f.param("x", Type::Bool);
                let only_then = Node::If {
                    condition: f.read(x),
                    then: vec![give(Expr::u32(1))],
                    otherwise: vec![],
                };
                if nothing { vec![] } else { vec![only_then] }
            });
        }),
    ),
    (
        "V103",
        Declared(|p, n| {
            let give = vec![Node::Return(vec![])];
            let [head, step] = n.of(&[[give.clone(), vec![]], [vec![], give]]);
            let returns = Node::While {
                bound: 4,
                head,
                condition: Expr::bool(false),
                body: vec![],
                step,
            };
            p.entry
                .body
                .push(n.of(&[Node::Break, Node::Continue, returns]));
        }),
    ),
    (
        "V104",
        Nodes(|k, n, _| {
            let local = k.bind("x", n.word()).local;
            let value = Expr::u32(n.word());
            k.push(Node::Assign { local, value });
        }),
    ),
    (
        "V105",
        Nodes(|k, n, _| {
            let array = k.array("array", Type::U32, 1 + n.word());
            let single = k.variable("single", 1).local;
            let (index, value) = (Expr::u32(0), Expr::u32(1));
            match n.below(4) {
                0 => _ = k.bind("x", Expr::local(array, Type::U32)),
                1 => {
                    let kind = ExprKind::Element(single, Box::new(index));
                    _ = k.bind("x", of(Type::U32, kind));
                }
                2 => k.push(Node::Assign {
                    local: array,
                    value,
                }),
                _ => k.push(Node::StoreElement {
                    array: single,
                    index,
                    value,
                }),
            }
        }),
    ),
    (
        "V106",
        Nodes(|k, n, _| match n.below(3) {
            0 => {
                let kind = ExprKind::TableElement(1000 + n.word(), Box::new(Expr::u32(0)));
                _ = k.bind("x", of(Type::U32, kind));
            }
            1 => _ = k.table("table", Type::U32, vec![]),
            _ => _ = k.table("table", Type::Bool, vec![0, 1, 2]),
        }),
    ),
    (
        "V107",
        Nodes(|k, n, _| {
            let (ty, bits) = n.of(&[(Type::Bool, 2), (Type::U32, 1 << 32), (Type::I32, u64::MAX)]);
            k.bind("x", Expr::literal(ty, bits));
        }),
    ),
    (
        "V108",
        Nodes(|k, n, b| {
            let local = k.bind("x", n.word()).local;
            let ty = n.of(&[Type::I32, Type::U64, Type::Bool, Type::Vec2]);
            let kind = match n.below(3) {
                0 => ExprKind::Local(local),
                1 => ExprKind::BufferLength(b.data.id),
                _ => ExprKind::InvocationId(Axis::X),
            };
            k.bind("y", of(ty, kind));
        }),
    ),
    (
        "V109",
        Declared(|p, n| match n.below(4) {
            3 => {
                let mut f = FunctionBuilder::new("wide", vec![Type::U32]);
                let many = (0..256 + n.below(9)).map(|_| f.param("a", Type::U32));
                let last = many.last().expect("parameters");
                let value = f.read(last);
                p.callees
                    .push(Callee::Function(f.finish(vec![give(value)])));
            }
            0 => p.entry.locals.push(one_more("empty", Type::U32, Some(0))),
            1 => {
                p.entry.params.push(LocalId(p.entry.locals.len() as u32));
                p.entry.locals.push(one_more("given", Type::U32, None));
            }
            _ => p.entry.params.push(LocalId(1_000 + n.word())),
        }),
    ),
    (
        "V110",
        Nodes(|k, n, b| {
            let data = b.data.id;
            let index = Box::new(Expr::u32(0));
            let value = match n.below(4) {
                0 => of(Type::U32, ExprKind::Load(data, index)),
                1 => of(Type::U32, ExprKind::BufferLength(data)),
                2 => Expr::local_id(Axis::X),
                _ => Expr::u32(1),
            };
            let synchronises = value == Expr::u32(1);
            add_function(k, |_| {
                if synchronises {
                    vec![Node::Barrier, give(value)]
                } else {
                    vec![give(value)]
                }
            });
        }),
    ),
    (
        "V111",
        Nodes(|k, n, _| {
            let (ty, lanes) = n.of(&[(Type::Vec2, 1), (Type::Vec2, 3), (Type::Vec4, 2)]);
            let kind = match n.below(2) {
                0 => ExprKind::Compose(vec![Expr::u32(1); lanes]),
                _ => ExprKind::Compose(vec![Expr::i32(1); ty.words()]),
            };
            k.bind("x", of(ty, kind));
        }),
    ),
    (
        "V112",
        Declared(|p, n| {
            let result = LocalId(p.entry.locals.len() as u32);
            p.entry.locals.push(one_more("before", Type::U32, None));
            let (op, expected) = n.of(&[
                (AtomicOp::CompareExchange, None),
                (AtomicOp::Add, Some(Expr::u32(1))),
            ]);
            p.entry.body.push(Node::Atomic {
                op,
                buffer: BufferId(2),
                index: Expr::u32(0),
                value: Expr::u32(1),
                expected,
                result,
            });
        }),
    ),
    (
        "V113",
        Declared(|p, n| {
            let len = n.of(&[None, Some(1)]);
            p.entry.locals.push(one_more("bytes", Type::Bytes, len));
        }),
    ),
    (
        "V114",
        Declared(|p, n| {
            let access = n.of(&[Access::ReadOnly, Access::ReadWrite]);
            declare(p, access, Type::U32, Some(0));
        }),
    ),
];
