//! The lowering to WGSL: every operator, contract and kind of node on every adapter, faults planted
//! in the text, and random modules.

mod at_limits;
mod bounds;
mod by_naga;
mod calls;
mod compositions;
mod control;
mod devices;
mod drivers;
mod exprs;
mod faults;
mod kept;
mod modules;
mod names;
mod nodes;
mod operators;
mod oracle;
mod program_faults;
mod program_limits;
mod programs;
mod random;
mod simplified;
mod tables;
