//! The unit tests of the library's files, beside the code that they test: the files that have any are compiled
//! here once more, and the library itself is not (see `ops/Cargo.toml`).

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

// What the files name by `crate::`.
use vyre_ops::float;
