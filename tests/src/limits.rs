//! Programs at the limits of what the validator accepts.

use vyre_conform_runtime::ir::{
    Axis, BinaryOp, Expr, Function, FunctionBuilder, FunctionId, Kernel, MAX_CALL_DEPTH,
    MAX_NESTING, MAX_STATEMENTS, Node, Operand, Program, Type, UnaryOp, statement_depth,
};

/// Pseudorandom numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) as u32) % n
    }

    /// A value of this type with nesting depth `depth` down to a leaf from `leaf`.
    fn deep(&mut self, ty: Type, depth: usize, leaf: &dyn Fn(Type) -> Expr) -> Expr {
        use BinaryOp::*;
        if depth <= 3 {
            return leaf(ty);
        }
        let way = self.below(8);
        let mut next = |ty: Type, by: usize| self.deep(ty, depth - by, leaf);
        match (way, ty) {
            (0, _) => Expr::select(next(Type::Bool, 1), leaf(ty), leaf(ty)),
            (1, _) => Expr::select(leaf(Type::Bool), leaf(ty), next(ty, 1)),
            (2, Type::U32) => Expr::cast(ty, next(Type::U64, 1)),
            (2, Type::I32) => Expr::cast(ty, next(Type::U32, 1)),
            (2, Type::U64) => Expr::cast(ty, next(Type::I32, 1)),
            (2 | 3, Type::Bool) => {
                let of = [Type::U32, Type::I32, Type::U64][way as usize % 3];
                Expr::binary(Lt, next(of, 1), leaf(of))
            }
            (_, Type::Bool) if way == 4 => Expr::cast(ty, next(Type::I32, 1)),
            (_, Type::Bool) if way == 5 => Expr::unary(UnaryOp::Not, next(ty, 1)),
            (_, Type::Bool) => Expr::binary(And, leaf(ty), next(ty, 1)),
            (3, Type::U32) => Expr::compose(vec![leaf(ty), next(ty, 2)]).lane(1),
            (3 | 4, _) => Expr::unary(UnaryOp::SwapBytes, next(ty, 1)),
            _ => {
                let ops = [
                    Add, Sub, Mul, Div, Rem, And, Or, Xor, Min, Shl, RotateLeft, Shr,
                ];
                let op = ops[self.below(12) as usize];
                if op.is_shift() {
                    return Expr::binary(op, leaf(ty), self.deep(Type::U32, depth - 1, leaf));
                }
                let deep = self.deep(ty, depth - 1, leaf);
                match way % 2 {
                    0 => Expr::binary(op, deep, leaf(ty)),
                    _ => Expr::binary(op, leaf(ty), deep),
                }
            }
        }
    }
}

/// A leaf of any type, from a u32.
fn leaf(word: impl Fn() -> Expr) -> impl Fn(Type) -> Expr {
    move |ty| match ty {
        Type::U32 => word(),
        _ => Expr::cast(ty, word()),
    }
}

/// A function of one u32 that returns an expression of this depth, below this many conditions.
fn function(draw: &mut Draw, depth: usize, levels: u32) -> Function {
    let mut f = FunctionBuilder::new("f", vec![Type::U32]);
    let x = f.param("x", Type::U32);
    let read = f.read(x);
    let give = |draw: &mut Draw| {
        let value = draw.deep(Type::U32, depth, &leaf(|| read.clone()));
        Node::Return(vec![value])
    };
    let mut body = give(draw);
    for n in 0..levels {
        body = Node::If {
            condition: Expr::binary(BinaryOp::Lt, read.clone(), Expr::u32(n)),
            then: vec![body],
            otherwise: vec![give(draw)],
        };
    }
    f.finish(vec![body])
}

/// Calls of functions at the ends of chains of calls, at the bottom of blocks.
fn call_chain(draw: &mut Draw, k: &mut Kernel, x: Expr) -> Expr {
    let length = 1 + draw.below(MAX_CALL_DEPTH as u32 - 1);
    let levels = draw.below(62);
    let mut last = k.function(function(draw, 60, 0));
    for _ in 1..length {
        let mut f = FunctionBuilder::new("g", vec![Type::U32]);
        let x = f.param("x", Type::U32);
        let y = f.local("y", Type::U32);
        let result = f.local("result", Type::U32);
        let read = f.read(x);
        let assign = |value| Node::Assign { local: y, value };
        let call = Node::Call {
            function: last,
            args: vec![draw.deep(Type::U32, 20, &leaf(|| read.clone()))],
            results: vec![result],
        };
        let mut inner = vec![call, assign(Expr::local(result, Type::U32))];
        for n in 0..levels {
            let condition = Expr::binary(BinaryOp::Ge, read.clone(), Expr::u32(n % 2));
            inner = vec![match draw.below(2) {
                0 => Node::Block(inner),
                _ => Node::If {
                    condition,
                    then: inner,
                    otherwise: vec![assign(read.clone())],
                },
            }];
        }
        inner.insert(0, Node::Declare { local: y });
        inner.push(Node::Return(vec![f.read(y)]));
        last = k.function(f.finish(inner));
    }
    k.call_function(last, vec![x])[0].into()
}

/// Blocks of every kind, nested as deep as allowed, around a store of an expression that is nested as deep.
fn tower(draw: &mut Draw, k: &mut Kernel, x: Expr, store: &dyn Fn(Expr) -> Node) {
    let mut inner = vec![store(draw.deep(
        Type::U32,
        MAX_NESTING,
        &leaf(|| x.clone()),
    ))];
    let again = k.variable("again", 0);
    let mut levels = 1;
    while levels < MAX_NESTING {
        let value = |draw: &mut Draw, ty| draw.deep(ty, 30, &leaf(|| x.clone()));
        levels += 1;
        // Only a plain block adds no level of statements.
        let has_room = statement_depth(&inner) + 6 <= MAX_STATEMENTS;
        inner = vec![match if has_room { draw.below(6) } else { 0 } {
            0 => Node::Block(inner),
            1 => Node::If {
                condition: value(draw, Type::Bool),
                then: inner,
                otherwise: vec![],
            },
            2 => Node::If {
                condition: value(draw, Type::U32),
                then: vec![store(x.clone())],
                otherwise: inner,
            },
            3 => Node::While {
                bound: 1,
                head: vec![],
                condition: again.equals(0),
                body: inner,
                step: vec![Node::Assign {
                    local: again.local,
                    value: again + 1,
                }],
            },
            4 => Node::While {
                bound: 1,
                head: inner,
                condition: Expr::bool(false) & value(draw, Type::Bool),
                body: vec![Node::Continue],
                step: vec![store(x.clone())],
            },
            _ => {
                inner.push(Node::Break);
                Node::While {
                    bound: 1,
                    head: vec![],
                    condition: again.equals(0),
                    body: inner,
                    step: vec![store(x.clone()), Node::Block(vec![])],
                }
            }
        }];
    }
    inner.into_iter().for_each(|node| k.push(node));
}

/// A program at one of the limits.
pub fn program(seed: u64) -> Program {
    let mut draw = Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut k = Kernel::new("limits", [1, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let x = k.bind("x", data.at(Expr::invocation_id(Axis::X)));
    match draw.below(4) {
        0 => {
            let (depth, levels) = (3 + draw.below(60) as usize, draw.below(3));
            let f: FunctionId = k.function(function(&mut draw, depth, levels));
            let mut value = Expr::from(x);
            for _ in 0..1 + draw.below(200) {
                value = k.call_function(f, vec![value])[0].into();
            }
            k.store(data, 0, value);
        }
        1 => {
            let value = call_chain(&mut draw, &mut k, x.into());
            k.store(data, 0, value);
        }
        2 => {
            let f = k.function(function(&mut draw, 20, 60));
            let value = k.call_function(f, vec![x.into()])[0];
            k.store(data, 0, value);
        }
        _ => {
            let store = |value: Expr| Node::Store {
                buffer: data.id,
                index: Expr::u32(1),
                value,
            };
            tower(&mut draw, &mut k, x.into(), &store);
        }
    }
    k.finish()
}
