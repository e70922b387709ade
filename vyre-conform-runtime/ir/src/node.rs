//! Nodes: what a function does, in order.

use super::{BufferId, Expr, ExprKind, Type};

/// A local of the function it stands in, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A function of the module it stands in, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A local variable or a local array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Name, for people; several locals may share one.
    pub name: String,
    /// Type of the value or of an element.
    pub ty: Type,
    /// Number of elements of an array; `None` for a single value.
    pub len: Option<u32>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Binds a local for the rest of its block; a local has at most one `Let` and is not assigned
    /// after it unless it is `mutable`.
    Let {
        /// The local, not an array.
        local: LocalId,
        /// Its value.
        value: Expr,
        /// True if an [`Node::Assign`] may follow.
        mutable: bool,
    },
    /// Declares a local array or a single local, for the rest of its block. It is zero, every element
    /// of an array too, each time this node runs.
    Declare {
        /// The local.
        local: LocalId,
    },
    /// Gives a declared or mutable local a new value.
    Assign {
        /// The local, not an array.
        local: LocalId,
        /// Its value.
        value: Expr,
    },
    /// Writes one element of a local array; out of bounds it does nothing. The index is evaluated
    /// before the value.
    StoreElement {
        /// The array.
        array: LocalId,
        /// The element, a u32.
        index: Expr,
        /// Its value.
        value: Expr,
    },
    /// One of two blocks.
    If {
        /// A Bool, or a U32 that is true where it is nonzero.
        condition: Expr,
        /// When true.
        then: Vec<Node>,
        /// When false.
        otherwise: Vec<Node>,
    },
    /// Counts a u32 from `from` up to, not including, `to`; both are evaluated once. `from >= to`
    /// runs zero times.
    Loop {
        /// The counter, bound in the body and never assigned there.
        counter: LocalId,
        /// First value.
        from: Expr,
        /// End.
        to: Expr,
        /// The body.
        body: Vec<Node>,
    },
    /// Repeats: runs `head`, leaves if `condition` is false, runs `body`, runs `step`. More than
    /// `bound` runs of `body` is a fault of the program that the interpreter reports. Locals bound
    /// in `head` are visible in `condition`, `body` and `step`; those of `body` only there. Nothing
    /// returns from `head` or `step` (rule V103).
    While {
        /// Most iterations.
        bound: u64,
        /// What the condition needs.
        head: Vec<Node>,
        /// A Bool, or a U32 that is true where it is nonzero.
        condition: Expr,
        /// The body.
        body: Vec<Node>,
        /// Runs after the body, also after a `Continue`.
        step: Vec<Node>,
    },
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the next iteration of the innermost loop.
    Continue,
    /// Calls a function; its results go to locals bound here.
    Call {
        /// The function.
        function: FunctionId,
        /// Arguments, flattened, evaluated left to right.
        args: Vec<Expr>,
        /// One fresh, immutable local a result.
        results: Vec<LocalId>,
    },
    /// A block of its own: bindings end with it.
    Block(Vec<Node>),
    /// Ends the function with its results. In a kernel, which has none, it ends the invocation.
    Return(Vec<Expr>),
    /// Writes an element of a buffer, of a buffer of bytes a word; out of bounds it does nothing. The
    /// index is evaluated before the value.
    Store {
        /// The buffer.
        buffer: BufferId,
        /// The element, a u32.
        index: Expr,
        /// Its value.
        value: Expr,
    },
    /// Changes one U32 element of a storage buffer in one indivisible step and binds the value it had
    /// before; out of bounds nothing changes and the value is 0. All atomic steps on one element have
    /// one order, which every invocation sees; nothing orders them with other memory. Index, value
    /// and expected value are evaluated in this order, before the step.
    Atomic {
        /// What becomes of the element.
        op: AtomicOp,
        /// The buffer.
        buffer: BufferId,
        /// The element, a u32.
        index: Expr,
        /// The operand, a u32.
        value: Expr,
        /// What the element must equal, a u32: of [`AtomicOp::CompareExchange`], and only of it.
        expected: Option<Expr>,
        /// The value before, a fresh u32 local.
        result: LocalId,
    },
    /// Waits until every live invocation of the workgroup is here. What they wrote to storage and
    /// workgroup buffers before is then visible to the workgroup; nothing is across workgroups.
    Barrier,
}

/// What an atomic step writes, from the element's value `x` and the operand `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AtomicOp {
    /// `x + v`, wrapping.
    Add,
    /// `x | v`.
    Or,
    /// `x & v`.
    And,
    /// `x ^ v`.
    Xor,
    /// The smaller, unsigned.
    Min,
    /// The larger, unsigned.
    Max,
    /// `v`.
    Exchange,
    /// `v` if `x` equals the expected value, else `x`.
    CompareExchange,
}

impl AtomicOp {
    /// Every operation.
    pub const ALL: &'static [Self] = &[
        Self::Add,
        Self::Or,
        Self::And,
        Self::Xor,
        Self::Min,
        Self::Max,
        Self::Exchange,
        Self::CompareExchange,
    ];

    /// The name in texts: `add`, `or`, ..., `compare_exchange`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Or => "or",
            Self::And => "and",
            Self::Xor => "xor",
            Self::Min => "min",
            Self::Max => "max",
            Self::Exchange => "exchange",
            Self::CompareExchange => "compare_exchange",
        }
    }

    /// True if a step with this operand is a load: what it reads it also writes, whatever that is. So
    /// [`Kernel::atomic_load`](crate::Kernel::atomic_load) is written.
    pub fn is_load(self, operand: &Expr) -> bool {
        self == Self::Or && matches!(operand.kind, ExprKind::Literal(0))
    }
}

/// Gives the functions that nodes call other numbers.
pub(super) fn renumber(nodes: &mut [Node], number: &dyn Fn(FunctionId) -> FunctionId) {
    for node in nodes {
        match node {
            Node::Call { function, .. } => *function = number(*function),
            Node::If {
                then, otherwise, ..
            } => {
                renumber(then, number);
                renumber(otherwise, number);
            }
            Node::Loop { body, .. } | Node::Block(body) => renumber(body, number),
            Node::While {
                head, body, step, ..
            } => {
                renumber(head, number);
                renumber(body, number);
                renumber(step, number);
            }
            _ => {}
        }
    }
}
