//! The conformance suite of ops, engines and backends: their obligations, inputs and results.
//!
//! [`plan`] makes the obligations of a catalog; [`strategy`] checks laws and tables of references, [`mod@backend`]
//! defines backends and compares them with the reference; [`invariants`] checks engines, and [`additions`] determines
//! their order of additions; [`prover`] is the interface of provers; [`discover`] finds undeclared laws;
//! [`completeness`] measures declarations; [`failing`] represents failing cases, [`compare`] diagnoses them, and
//! [`record`] keeps results; [`filetests`] are programs with hand-written words, [`wgsl`] shaders with them.

pub mod additions;
pub mod backend;
pub mod compare;
pub mod completeness;
pub mod discover;
pub mod failing;
pub mod filetests;
pub mod invariants;
pub mod plan;
pub mod prover;
pub mod record;
pub mod strategy;
pub mod wgsl;
