//! vyre-conform tested from outside: one binary, one module a subject.

mod tidy;
