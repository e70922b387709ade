//! The conformance suite of ops, engines and backends: what is asked of each, with which inputs, and what the
//! answers show.
//!
//! [`plan`] makes the obligations of a catalog; [`strategy`] checks laws and tables of references, [`mod@backend`]
//! defines what a backend is and compares it with the reference, [`invariants`] asks engines, [`additions`] finds in
//! which order they add; [`prover`] is who proves laws; [`discover`] looks for laws that nobody declared,
//! [`completeness`] counts what declarations force; [`failing`] is a case that fails, [`compare`] says who is to blame
//! for it and [`record`] what was shown; [`filetests`] are programs with hand-written words,
//! [`wgsl`] shaders with them.

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
