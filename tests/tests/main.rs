//! vyre-conform tested from outside: one binary, one module a subject.

mod laws;
mod lowering;
mod tidy;
