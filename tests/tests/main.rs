//! vyre-conform tested from outside: one binary, one module a subject.

mod bodies;
mod certificate;
mod engines;
mod harness;
mod laws;
mod lowering;
mod lying_backend;
mod programs;
mod tidy;
mod toy_backend;
mod translation;
mod valid;
