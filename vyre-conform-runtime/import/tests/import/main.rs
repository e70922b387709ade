//! The importer from outside: constructs, whole kernels, wrong sources, and devices.

mod common;
mod constructs;
mod coverage;
mod kernels;
mod languages;
mod mutations;
mod random;
mod runs;
