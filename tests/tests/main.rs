//! vyre-conform tested from outside: one binary, one module a subject.

mod lowering;
mod tidy;
