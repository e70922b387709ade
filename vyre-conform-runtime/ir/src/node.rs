//! Nodes: the statements of a function.

use super::{BufferId, Expr, ExprKind, Type};

/// A local of its function, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A function of its module, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A local variable or a local array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Name, for messages and texts; several locals may share one.
    pub name: String,
    /// Type of the value or of an element.
    pub ty: Type,
    /// Number of elements of an array; `None` for a single value.
    pub len: Option<u32>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Binds a local for the rest of its block. A local has at most one `Let` and is not assigned later
    /// unless the `Let` is `mutable`.
    Let {
        /// The local, not an array.
        local: LocalId,
        /// Its value.
        value: Expr,
        /// True if an [`Node::Assign`] may follow.
        mutable: bool,
    },
    /// Declares a local array or a single local, for the rest of its block. It is zeroed (all elements
    /// of an array) each time this node runs.
    Declare {
        /// The local.
        local: LocalId,
    },
    /// Assigns a new value to a declared or mutable local.
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
        /// The block if true.
        then: Vec<Node>,
        /// The block if false.
        otherwise: Vec<Node>,
    },
    /// Counts a u32 from `from` up to, but not including, `to`; both are evaluated once. If
    /// `from >= to` the body does not run.
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
    /// A general loop: runs `head`, leaves if `condition` is false, runs `body`, runs `step`, and
    /// repeats. More than `bound` runs of `body` are a fault of the program, which the interpreter
    /// reports. Locals bound in `head` are visible in `condition`, `body` and `step`; those of `body`
    /// only there. Neither `head` nor `step` contains a return (rule V103).
    While {
        /// Maximum number of iterations.
        bound: u64,
        /// Computes the condition.
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
    /// Continues with the next iteration of the innermost loop.
    Continue,
    /// Calls a function and binds its results to locals.
    Call {
        /// The function.
        function: FunctionId,
        /// Arguments, flattened, evaluated left to right.
        args: Vec<Expr>,
        /// One new, immutable local per result.
        results: Vec<LocalId>,
    },
    /// A nested block: its bindings end with it.
    Block(Vec<Node>),
    /// Ends the function with its results. A kernel has none, and a return ends the invocation.
    Return(Vec<Expr>),
    /// Writes an element of a buffer (a word of a buffer of bytes); out of bounds it does nothing. The
    /// index is evaluated before the value.
    Store {
        /// The buffer.
        buffer: BufferId,
        /// The element, a u32.
        index: Expr,
        /// Its value.
        value: Expr,
    },
    /// Changes one U32 element of a storage buffer in one atomic step and binds its previous value; out
    /// of bounds nothing changes and the value is 0. All atomic steps on one element have one order,
    /// which every invocation sees; they are not ordered with other memory. Index, value and expected
    /// value are evaluated in this order, before the step.
    Atomic {
        /// The operation.
        op: AtomicOp,
        /// The buffer.
        buffer: BufferId,
        /// The element, a u32.
        index: Expr,
        /// The operand, a u32.
        value: Expr,
        /// The expected value, a u32; present exactly for [`AtomicOp::CompareExchange`].
        expected: Option<Expr>,
        /// The previous value, a new u32 local.
        result: LocalId,
    },
    /// Waits until every live invocation of the workgroup has arrived. Their earlier writes to storage
    /// and workgroup buffers are then visible to the workgroup; other workgroups are not synchronised.
    Barrier,
}

/// The value that an atomic step writes, from the element's value `x` and the operand `v`.
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

    /// True if a step with this operand is a load: it writes back the value that it reads.
    /// [`Kernel::atomic_load`](crate::Kernel::atomic_load) emits this form.
    pub fn is_load(self, operand: &Expr) -> bool {
        self == Self::Or && matches!(operand.kind, ExprKind::Literal(0))
    }
}

/// Renumbers the functions that nodes call.
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
