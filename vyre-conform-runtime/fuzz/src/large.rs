//! Programs with a given number of nodes of one kind, to check that processing takes linear time.

use vyre_conform_ir::{
    AtomicOp, Axis, BinaryOp, Buffer, Expr, Function, FunctionBuilder, Kernel, LocalId, Node,
    Operand, Program, Type, Var,
};

/// The kind of construct in a large program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Large {
    /// Names, each read by the next one.
    Names,
    /// Variables, followed by an assignment to each.
    Variables,
    /// Stores.
    Stores,
    /// Atomic steps.
    Atomics,
    /// Conditions, each around one store.
    Conditions,
    /// Conditions after which the invocation may have ended, which establish facts for the following
    /// code.
    Guards,
    /// Counted loops.
    Loops,
    /// Counters, each with its `while`.
    Counters,
    /// Local arrays of one element.
    Arrays,
    /// Presence flags, each set in a condition.
    Flags,
    /// Calls of a small function, each on the result of the previous one.
    Calls,
    /// Calls of a function that is just small enough to be inlined.
    LongCalls,
    /// Functions with one name and a loop, each called once.
    Functions,
    /// Blocks nested to the maximum depth, repeatedly.
    Blocks,
    /// Expressions nested to the maximum depth.
    Expressions,
}

impl Large {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::Names,
        Self::Variables,
        Self::Stores,
        Self::Atomics,
        Self::Conditions,
        Self::Guards,
        Self::Loops,
        Self::Counters,
        Self::Arrays,
        Self::Flags,
        Self::Calls,
        Self::LongCalls,
        Self::Functions,
        Self::Blocks,
        Self::Expressions,
    ];

    /// A program of about `nodes` nodes. Variables and arrays may exceed a target's memory.
    pub fn program(self, nodes: u32) -> Program {
        let mut k = Kernel::new("large", [1, 1, 1]);
        let data = k.read_write("data", Type::U32);
        let x = k.bind("x", Expr::invocation_id(Axis::X));
        match self {
            Self::Names => {
                let mut last = x;
                for n in 0..nodes {
                    last = k.bind("name", last ^ n);
                }
                k.store(data, 0, last);
            }
            Self::Variables => {
                let all: Vec<_> = (0..nodes / 2).map(|n| k.variable("v", x + n)).collect();
                for variable in all {
                    k.assign(variable, variable + 1);
                }
            }
            Self::Stores => (0..nodes).for_each(|n| k.store(data, x + n, n)),
            Self::Atomics => {
                (0..nodes).for_each(|n| _ = k.atomic(AtomicOp::Add, data, x + n, n));
            }
            Self::Conditions => {
                for n in 0..nodes / 2 {
                    k.when(x.less(data.len() - n), |k| k.store(data, x + n, data.at(x)));
                }
            }
            Self::Guards => guards(&mut k, data, x, nodes),
            Self::Loops => {
                for n in 0..nodes / 2 {
                    k.count("i", 0, x, |k, i| k.store(data, i + n, data.at(i)));
                }
            }
            Self::Counters => {
                for _ in 0..nodes / 4 {
                    counter(&mut k, data);
                }
            }
            Self::Arrays => arrays(&mut k, data, x, nodes),
            Self::Flags => flags(&mut k, data, x, nodes),
            Self::Calls => calls(&mut k, data, x.into(), nodes, 2),
            Self::LongCalls => calls(&mut k, data, x.into(), nodes, 47),
            Self::Functions => {
                for _ in 0..nodes / 4 {
                    let f = k.function(looping());
                    k.call_function(f, vec![x.into()]);
                }
            }
            Self::Blocks => nested_blocks(&mut k, x, nodes),
            Self::Expressions => deep_expressions(&mut k, data, x, nodes),
        }
        k.finish()
    }
}

/// Early exits, each before an assignment.
fn guards(k: &mut Kernel, data: Buffer, x: Var, nodes: u32) {
    let v = k.variable("v", x);
    for n in 0..nodes / 3 {
        k.when(x.at_least(data.len() - n), |k| k.finish_invocation());
        k.assign(v, data.at(v));
    }
}

/// Arrays of one element, each stored and loaded.
fn arrays(k: &mut Kernel, data: Buffer, x: Var, nodes: u32) {
    for n in 0..nodes / 3 {
        let array = k.array("one", Type::U32, 1);
        k.store_element(array, 0, x);
        k.store(data, n, Expr::element(array, Type::U32, Expr::u32(0)));
    }
}

/// Flags, each set in a branch and used in a selection.
fn flags(k: &mut Kernel, data: Buffer, x: Var, nodes: u32) {
    for n in 0..nodes / 4 {
        let flag = k.variable("is_some", false);
        k.when(x.less(n), |k| k.assign(flag, true));
        k.store(data, n, flag.select(1, 2));
    }
}

/// Deeply nested conditions.
fn nested_blocks(k: &mut Kernel, x: Var, nodes: u32) {
    for n in 0..nodes / 63 {
        let mut inner = vec![];
        for _ in 0..62 {
            let condition = x.less(n);
            inner = vec![Node::If {
                condition,
                then: inner,
                otherwise: vec![],
            }];
        }
        inner.into_iter().for_each(|node| k.push(node));
    }
}

/// Stores of deeply nested expressions.
fn deep_expressions(k: &mut Kernel, data: Buffer, x: Var, nodes: u32) {
    for n in 0..nodes / 63 {
        let value = (0..42).fold(data.at(x), |value, m| match m % 3 {
            0 => value / (x + n),
            1 => Expr::u32(m) << value,
            _ => data.at(value) - x,
        });
        k.store(data, n, value);
    }
}

/// `let mut i = 0; while i < 3 { data[i] = i; i += 1; }`
fn counter(k: &mut Kernel, data: Buffer) {
    let i = k.variable("i", 0);
    k.repeat(
        3,
        |_| (i.less(3), ()),
        |k, ()| k.store(data, i, i),
        |k, ()| k.assign(i, i + 1),
    );
}

/// `count` calls of a function of `length` nodes.
fn calls(k: &mut Kernel, data: Buffer, first: Expr, count: u32, length: u32) {
    let mut f = FunctionBuilder::new("step", vec![Type::U32]);
    let mut last = f.param("x", Type::U32);
    let mut body = vec![];
    for n in 1..length {
        let local: LocalId = f.local("y", Type::U32);
        let value = (f.read(last) * 3) ^ (f.read(last) >> (n % 31));
        body.push(Node::Let {
            local,
            value,
            mutable: false,
        });
        last = local;
    }
    body.push(Node::Return(vec![f.read(last)]));
    let f = k.function(f.finish(body));
    let mut value = first;
    for _ in 0..count {
        value = k.call_function(f, vec![value])[0].into();
    }
    k.store(data, 0, value);
}

/// A function that cannot be inlined.
fn looping() -> Function {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let x = f.param("x", Type::U32);
    let counter = f.local("i", Type::U32);
    let value = Expr::binary(BinaryOp::Add, f.read(x), Expr::u32(1));
    let again = Node::Assign { local: x, value };
    let result = f.read(x);
    f.finish(vec![
        Node::Loop {
            counter,
            from: Expr::u32(0),
            to: Expr::u32(2),
            body: vec![again],
        },
        Node::Return(vec![result]),
    ])
}
