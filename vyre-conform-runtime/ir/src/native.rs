//! An op that a program calls and that is an expression of floats on some backend.

use super::Signature;

/// An op that a program calls, by an expression of the C family that stands for its body.
#[derive(Clone, Copy, Debug)]
pub struct NativeExpression<'a> {
    /// Which of the program's callees the op is.
    pub callee: usize,
    /// The op's name.
    pub name: &'a str,
    /// Its types: operands of `f32`, a result of `f32` or a bool.
    pub signature: &'a Signature,
    /// Its expression, of the operands `a`, `b`, `c`.
    pub text: &'a str,
}
