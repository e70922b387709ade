//! The unit tests in the library's files: those files are compiled here again, because the library's own tests are
//! switched off (see `ops/Cargo.toml`).

#![allow(
    clippy::match_bool,
    reason = "the tokens of published engines belong to their digests"
)]

#[allow(
    dead_code,
    reason = "the engines use what the tests of these files do not"
)]
mod engines;
mod products;
mod references;
mod residues;
/// The tables of the elementary functions.
#[path = "../../src/float/soft/tables/mod.rs"]
mod tables;
mod terms;

// The files name this by `crate::`.
use vyre_ops::float;
