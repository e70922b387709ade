//! Programs of every shape, most of them invalid, made from bytes so that they shrink.

use vyre_conform_ir::{
    Access, AtomicOp, Axis, BinaryOp, BufferDecl, BufferId, Callee, Expr, ExprKind, Function,
    FunctionId, Local, LocalId, Node, Program, Table, Type, UnaryOp,
};

const UNARY: [UnaryOp; 7] = [
    UnaryOp::Not,
    UnaryOp::Negate,
    UnaryOp::CountOnes,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::ReverseBits,
    UnaryOp::SwapBytes,
];

const BINARY: [BinaryOp; 21] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::RotateLeft,
    BinaryOp::RotateRight,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::MulHigh,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

const NAMES: [&str; 6] = [
    "",
    "x",
    "größe",
    "a::b",
    "\0",
    "𝛼 and a longer name of a local",
];

/// The program that these choices make; where they end, every choice is the first.
pub(crate) fn program(choices: &[u8]) -> Program {
    Making { choices, at: 0 }.program()
}

struct Making<'a> {
    choices: &'a [u8],
    at: usize,
}

impl Making<'_> {
    fn choice(&mut self) -> u8 {
        self.at += 1;
        self.choices.get(self.at - 1).copied().unwrap_or(0)
    }

    fn below(&mut self, count: usize) -> usize {
        usize::from(self.choice()) % count
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn list<T>(&mut self, most: usize, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|_| item(self)).collect()
    }

    fn name(&mut self) -> String {
        self.of(&NAMES).to_owned()
    }

    fn number(&mut self) -> u32 {
        let edges = [
            0,
            1,
            127,
            128,
            16_383,
            16_384,
            1 << 28,
            u32::MAX - 1,
            u32::MAX,
        ];
        match self.below(3) {
            0 => self.below(4) as u32,
            1 => self.of(&edges),
            _ => u32::from_le_bytes([(); 4].map(|()| self.choice())),
        }
    }

    fn long(&mut self) -> u64 {
        let (low, high) = (self.number(), self.number());
        u64::from(low) | u64::from(high) << 32
    }

    fn count(&mut self) -> Option<u32> {
        (self.below(2) == 1).then(|| self.number())
    }

    fn ty(&mut self) -> Type {
        self.of(Type::ALL)
    }

    fn local(&mut self) -> LocalId {
        LocalId(self.number())
    }

    fn program(&mut self) -> Program {
        Program {
            name: self.name(),
            workgroup_size: [(); 3].map(|()| self.number()),
            buffers: self.list(3, |m| BufferDecl {
                name: m.name(),
                binding: m.number(),
                access: m.of(Access::ALL),
                element: m.ty(),
                count: m.count(),
            }),
            entry: self.function(),
            callees: self.list(2, |m| match m.below(2) {
                0 => Callee::Op(m.name()),
                _ => Callee::Function(m.function()),
            }),
        }
    }

    fn function(&mut self) -> Function {
        Function {
            name: self.name(),
            params: self.list(2, Self::local),
            results: self.list(2, Self::ty),
            locals: self.list(3, |m| Local {
                name: m.name(),
                ty: m.ty(),
                len: m.count(),
            }),
            tables: self.list(2, |m| Table {
                name: m.name(),
                ty: m.ty(),
                data: m.list(4, Self::long),
            }),
            body: self.block(3),
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Node> {
        let most = if depth == 0 { 0 } else { 6 };
        self.list(most, |m| m.node(depth - 1))
    }

    fn node(&mut self, depth: usize) -> Node {
        match self.below(15) {
            0 => Node::Barrier,
            1 => Node::Let {
                local: self.local(),
                value: self.expr(3),
                mutable: self.below(2) == 1,
            },
            2 => Node::Declare {
                local: self.local(),
            },
            3 => Node::Assign {
                local: self.local(),
                value: self.expr(3),
            },
            4 => Node::StoreElement {
                array: self.local(),
                index: self.expr(3),
                value: self.expr(3),
            },
            5 => Node::If {
                condition: self.expr(3),
                then: self.block(depth),
                otherwise: self.block(depth),
            },
            6 => Node::Loop {
                counter: self.local(),
                from: self.expr(3),
                to: self.expr(3),
                body: self.block(depth),
            },
            7 => Node::While {
                bound: self.long(),
                head: self.block(depth),
                condition: self.expr(3),
                body: self.block(depth),
                step: self.block(depth),
            },
            8 => Node::Break,
            9 => Node::Continue,
            10 => Node::Call {
                function: FunctionId(self.number()),
                args: self.list(2, |m| m.expr(3)),
                results: self.list(2, Self::local),
            },
            11 => Node::Block(self.block(depth)),
            12 => Node::Return(self.list(2, |m| m.expr(3))),
            13 => Node::Store {
                buffer: BufferId(self.number()),
                index: self.expr(3),
                value: self.expr(3),
            },
            _ => Node::Atomic {
                op: self.of(AtomicOp::ALL),
                buffer: BufferId(self.number()),
                index: self.expr(3),
                value: self.expr(3),
                expected: (self.below(2) == 1).then(|| self.expr(3)),
                result: self.local(),
            },
        }
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn expr(&mut self, depth: usize) -> Expr {
        let ty = self.ty();
        let leaves = 6;
        let kind = match self.below(if depth == 0 { leaves } else { 15 }) {
            0 => ExprKind::Literal(self.long()),
            1 => ExprKind::Local(self.local()),
            2 => ExprKind::BufferLength(BufferId(self.number())),
            3 => ExprKind::InvocationId(Axis(self.choice())),
            4 => ExprKind::WorkgroupId(Axis(self.choice())),
            5 => ExprKind::LocalInvocationId(Axis(self.choice())),
            6 => ExprKind::Element(self.local(), self.boxed(depth - 1)),
            7 => ExprKind::TableElement(self.number(), self.boxed(depth - 1)),
            8 => ExprKind::Unary(self.of(&UNARY), self.boxed(depth - 1)),
            9 => {
                let op = self.of(&BINARY);
                ExprKind::Binary(op, self.boxed(depth - 1), self.boxed(depth - 1))
            }
            10 => ExprKind::Select {
                condition: self.boxed(depth - 1),
                then: self.boxed(depth - 1),
                otherwise: self.boxed(depth - 1),
            },
            11 => ExprKind::Cast(self.boxed(depth - 1)),
            12 => ExprKind::Compose(self.list(5, |m| m.expr(depth - 1))),
            13 => ExprKind::Lane(self.boxed(depth - 1), self.number()),
            _ => ExprKind::Load(BufferId(self.number()), self.boxed(depth - 1)),
        };
        Expr { ty, kind }
    }
}
