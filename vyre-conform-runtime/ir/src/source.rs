//! What a compiler of one language is given of an op.

use super::valid::Valid;

/// What a compiler of one language is given of an op.
#[derive(Clone, Copy, Debug)]
pub enum OpSource<'a> {
    /// A module to lower.
    Module(&'a Valid),
    /// A text in the language, written by hand: functions, of which the one of the op has its name, in the C family
    /// with `vyre_` before it.
    Text(&'a str),
}
