//! The unit tests of the library's files, beside the code that they test: the files that have any are compiled
//! here once more, and the library itself is not (see `ops/Cargo.toml`).

mod references;

// What the files name by `crate::`.
use vyre_ops::float;

/// The parts that engines are made of.
#[allow(
    dead_code,
    reason = "the engines use what the tests of these files do not"
)]
mod engines {
    #[path = "../../../src/engines/automaton.rs"]
    mod automaton;
    #[path = "../../../src/engines/folds.rs"]
    mod folds;
    #[path = "../../../src/engines/grid.rs"]
    mod grid;
    #[path = "../../../src/engines/shapes.rs"]
    mod shapes;
    #[path = "../../../src/engines/steps.rs"]
    mod steps;
    #[path = "../../../src/engines/text.rs"]
    pub(super) mod text;
}

/// The tables of the elementary functions.
#[path = "../../src/float/soft/tables/mod.rs"]
mod tables;
