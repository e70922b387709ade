//! The CPU references of ops and engines beside crates and algorithms of other making, and published vectors.

mod checksum;
mod codec;
mod geometry;
mod graph;
mod hash;
mod image;
mod lanes;
mod messages;
mod network;
mod order;
mod random;
mod references;
mod text;
mod wide;

// The library registers its ops and engines where it is linked.
use vyre_ops as _;
