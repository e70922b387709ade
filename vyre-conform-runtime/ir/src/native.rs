//! Ops called by a program that some backend computes by a float expression.

use super::Signature;

/// An op called by a program, with a C-family expression that replaces its body.
#[derive(Clone, Copy, Debug)]
pub struct NativeExpression<'a> {
    /// The index of the op among the program's callees.
    pub callee: usize,
    /// The op's name.
    pub name: &'a str,
    /// Its types: operands of `f32`, a result of `f32` or a bool.
    pub signature: &'a Signature,
    /// Its expression, of the operands `a`, `b`, `c`.
    pub text: &'a str,
}
