//! The CPU references of ops and engines, compared with independent crates and algorithms, and with published vectors.

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

// Linking the library registers its ops and engines.
use vyre_ops as _;
