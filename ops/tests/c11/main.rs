//! The library on the backend `c11`: without a driver, and with another lowering and compiler than the adapters.

mod called;
mod commands;
mod compared;
mod compiler;
mod concurrent;
mod faults;
mod filetests;
mod hardware;
mod isolated;
mod names;
mod native;
mod operators;
mod programs;
mod snapshots;
mod speed;
mod suite;
mod vectors;

use vyre_conform_c::CBackend;

/// The binary with this library.
const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");

/// The backend with the compiler of this machine.
fn c11() -> CBackend {
    match CBackend::open() {
        Ok(backend) => backend,
        Err(reason) => panic!("{reason}"),
    }
}
