//! The harness from outside: failures are caught, blamed, saved and replayed; a trial that did not run is never a pass.

mod alternates;
mod approximate;
mod bounds;
mod digests;
mod failure_text;
mod failures;
mod faulty;
mod forgotten;
mod gates;
mod levels;
mod lowered;
mod matrix;
mod memory;
mod minimised;
mod ops;
mod oracles;
mod passed;
mod portable;
mod replay;
pub(crate) mod support;
mod tables;
mod uncompiled;
mod undistinguished;
mod witnesses;
