//! The body of an op as constant data: what the attribute macro emits.
//!
//! The macro translates syntax only. Locals are numbered by scope; operators and methods are referred
//! to by name; every other name is a constant path whose value is read through a trait. Type inference
//! happens later, in `elaborate`, which turns a [`Body`] into typed IR. Only the macro writes this
//! data.

mod encode;
mod host;
mod key;

pub use host::{
    BodyCallee, Constant, ConstantValue, HostPrimitive, HostShape, KernelFn, Primitive, Shape,
};
pub use key::FnKey;

/// A local variable, numbered within one body in order of declaration.
pub type BodyLocal = u32;

/// One function.
#[derive(Debug)]
#[non_exhaustive]
pub struct Body {
    /// Name of the function.
    pub name: &'static str,
    /// File and line of the function.
    pub file: &'static str,
    /// Line of the function, from 1.
    pub line: u32,
    /// Parameters in order.
    pub params: &'static [Param],
    /// Shape of the result.
    pub result: fn() -> Shape,
    /// Number of locals, parameters included.
    pub locals: u32,
    /// The block.
    pub body: Ast,
}

impl Body {
    /// A function.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        (file, line): (&'static str, u32),
        params: &'static [Param],
        result: fn() -> Shape,
        locals: u32,
        body: Ast,
    ) -> Self {
        Self {
            name,
            file,
            line,
            params,
            result,
            locals,
            body,
        }
    }
}

impl Param {
    /// A parameter.
    #[doc(hidden)]
    pub const fn new(binding: Binding, shape: fn() -> Shape) -> Self {
        Self { binding, shape }
    }
}

/// A parameter.
#[derive(Debug)]
#[non_exhaustive]
pub struct Param {
    /// The binding of the name (`mut` or not).
    pub binding: Binding,
    /// Its shape.
    pub shape: fn() -> Shape,
}

/// The binding of a pattern.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Binding {
    /// A name that is never assigned again.
    Let(BodyLocal, &'static str),
    /// A `mut` name, or one declared without a value.
    Mut(BodyLocal, &'static str),
    /// `_`.
    Wild,
}

/// An expression of the kernel subset. Every variant has the semantics of the Rust syntax in its
/// documentation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Ast {
    /// An integer literal without suffix.
    Int(i128),
    /// A literal with a known type; the bits are those of the value in that type.
    Literal(Primitive, u64),
    /// A constant or table: its name as written, and its value.
    Constant(&'static str, &'static (dyn Constant + Sync)),
    /// A local.
    Local(BodyLocal),
    /// `!a` or `-a` by name: `not`, `neg` (of a literal only).
    Unary(&'static str, &'static Ast),
    /// A binary operator by name: `add sub mul div rem and or xor shl shr eq ne lt le gt ge`, and
    /// `land`, `lor` for `&&`, `||`. The macro emits `add` and `mul` only where it knows that they
    /// cannot overflow (the step of a counted loop), and `div` and `rem` only with a nonzero literal or
    /// a constant, whose value `elaborate` checks. `div_nonzero` and `rem_nonzero` have a divisor that
    /// the macro knows not to be 0; `div_total` and `rem_total` are signed divisions that it knows not
    /// to overflow either.
    Binary(&'static str, &'static Ast, &'static Ast),
    /// `a as T`.
    Cast(Primitive, &'static Ast),
    /// A method call by name.
    Method(&'static str, &'static Ast, &'static [Ast]),
    /// A call of another op or helper.
    Call(BodyCallee, &'static [Ast]),
    /// A tuple; the empty one is unit.
    Tuple(&'static [Ast]),
    /// `[a, b, c]`.
    Array(&'static [Ast]),
    /// `[a; n]`.
    Repeat(&'static Ast, usize),
    /// `t.0`.
    Field(&'static Ast, usize),
    /// `a[i]`.
    Index(&'static Ast, &'static Ast),
    /// `a.len()` of an array or table.
    Len(&'static Ast),
    /// `if c { t } else { e }`; a missing `else` is unit.
    If(&'static Ast, &'static Ast, &'static Ast),
    /// `match v { .. }`; `if let` is a `match` with two arms.
    Match(&'static Ast, &'static [(Pattern, Ast)]),
    /// Statements and a value; a diverging block has `None` and sets `diverges`.
    Block {
        /// The statements.
        statements: &'static [Statement],
        /// The value, if the block has one.
        value: Option<&'static Ast>,
        /// True if control always leaves the block by `return`, `break` or `continue`.
        diverges: bool,
    },
    /// `return v`.
    Return(&'static Ast),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `x = v`.
    Assign(BodyLocal, &'static Ast),
    /// `t.k = v` for a tuple local.
    AssignField(BodyLocal, usize, &'static Ast),
    /// `x[i] = v`.
    AssignElement(BodyLocal, &'static Ast, &'static Ast),
    /// `while c { body; step }` that runs at most `bound` times; `step` also runs on `continue`.
    While {
        /// Maximum number of iterations.
        bound: u64,
        /// The condition.
        condition: &'static Ast,
        /// The body.
        body: &'static Ast,
        /// The step of a counted loop, or unit.
        step: &'static Ast,
    },
    /// `for x in from..to` (or `from..=to`) with constant ends.
    For {
        /// The loop variable.
        variable: Binding,
        /// First value.
        from: &'static Ast,
        /// End.
        to: &'static Ast,
        /// True if the end is included.
        inclusive: bool,
        /// Maximum number of iterations.
        bound: u64,
        /// The body.
        body: &'static Ast,
    },
    /// An expression with its source line.
    At(u32, &'static Ast),
}

/// A pattern of a `match` arm.
#[derive(Debug)]
#[non_exhaustive]
pub enum Pattern {
    /// `_`.
    Any,
    /// A name.
    Bind(Binding),
    /// `None`.
    None,
    /// `Some(x)` or `Some(_)`.
    Some(Binding),
    /// Literals and constants; matches a value equal to one of them.
    OneOf(&'static [Ast]),
    /// `a..=b` (both ends included), constants.
    Range(&'static Ast, &'static Ast),
}

/// A statement.
#[derive(Debug)]
#[non_exhaustive]
pub enum Statement {
    /// `let x: T = v;` or `let x: T;`. The shape is that of the type annotation.
    Let {
        /// The binding.
        binding: Binding,
        /// Shape of the type annotation.
        shape: Option<fn() -> Shape>,
        /// Initial value.
        value: Option<Ast>,
    },
    /// `let (a, b) = v;`
    Destructure(&'static [Binding], Ast),
    /// An expression for its effect.
    Do(Ast),
}
