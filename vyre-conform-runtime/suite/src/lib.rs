//! The conformance suite of ops, engines and backends: what is asked of each, with which inputs, and what the
//! answers show.
//!
//! [`plan`] makes the obligations of a catalog; [`strategy`] checks laws and tables
//! of references, [`mod@backend`] defines what a backend is and compares it with the reference, [`invariants`] asks
//! engines; [`failing`] is a case that fails, [`compare`] says who is to blame for it and [`record`] what was shown.

pub mod backend;
pub mod compare;
pub mod failing;
pub mod invariants;
pub mod plan;
pub mod record;
pub mod strategy;
