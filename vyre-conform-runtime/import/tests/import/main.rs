//! Black-box tests of the importer: constructs, whole kernels, invalid sources, and devices.

mod common;
mod constructs;
mod coverage;
mod kernels;
mod languages;
mod mutations;
mod random;
mod runs;
mod subgroups;
