//! The CPU references of ops and engines beside crates and algorithms of other making, and published vectors.

mod arrays;
mod checksum;
mod choices;
mod codec;
mod fills;
mod floats;
mod geometry;
mod graph;
mod hash;
mod image;
mod lanes;
mod messages;
mod network;
mod normed;
mod order;
mod random;
mod references;
mod scaled;
mod tensors;
mod text;
mod wide;

// The library registers its ops and engines where it is linked.
use vyre_ops as _;
