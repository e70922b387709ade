//! The input of a compiler for an op.

use super::valid::Valid;

/// The input of a compiler for an op, in one language.
#[derive(Clone, Copy, Debug)]
pub enum OpSource<'a> {
    /// A module to lower.
    Module(&'a Valid),
    /// A hand-written text in the language: functions, one of which has the name of the op, with the
    /// prefix `vyre_` in the C family.
    Text(&'a str),
}
