//! Programs and functions that the interpreter runs, made by the packages below it.

mod arguments;
mod elaborated;
mod validated;
