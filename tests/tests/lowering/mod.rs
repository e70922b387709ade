//! The lowering to WGSL: every operator, contract and kind of node on every adapter, faults planted
//! in the text, and random modules.

mod control;
mod devices;
mod faults;
mod modules;
mod operators;
mod oracle;
mod random;
