//! Constructs of WGSL, one by one, with results worked out by hand.

mod atomics;
mod bits;
mod control;
mod floats;
mod functions;
mod integers;
mod memory;
mod probes;
mod values;
