//! Networks: models that tests build, on the references, the interpreter and every available backend.

mod attention;
mod cases;
mod certified;
mod control;
mod explained;
mod faults;
mod forged;
mod machines;
mod mlp;
mod models;
mod operators;

use vyre_ops as _;
