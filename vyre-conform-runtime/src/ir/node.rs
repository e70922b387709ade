//! Nodes: what a function does, in order.

use super::{Expr, Type};

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
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Binds a local for the rest of its block; a local has at most one `Let` and is not assigned
    /// after it unless it is `mutable`.
    Let {
        /// The local, not an array.
        local: LocalId,
        /// Its value.
        value: Expr,
        /// Whether an [`Node::Assign`] may follow.
        mutable: bool,
    },
    /// Declares a local array, or a single local that is assigned before it is read. Every element
    /// starts at zero.
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
        /// A Bool.
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
    /// in `head` are visible in `condition`, `body` and `step`; those of `body` only there.
    While {
        /// Most iterations.
        bound: u64,
        /// What the condition needs.
        head: Vec<Node>,
        /// A Bool.
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
        /// Which function.
        function: FunctionId,
        /// Arguments, flattened, evaluated left to right.
        args: Vec<Expr>,
        /// One fresh, immutable local a result.
        results: Vec<LocalId>,
    },
    /// A block of its own: bindings end with it.
    Block(Vec<Node>),
    /// Ends the function with its results.
    Return(Vec<Expr>),
}
