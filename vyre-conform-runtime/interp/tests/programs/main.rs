//! Programs and functions from other packages, run by the interpreter.

mod arguments;
mod elaborated;
mod validated;
