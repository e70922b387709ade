//! Certificates in the hands of a forger who knows the format and recomputes the digest.

mod attacks;
mod checksum;
mod composed;
mod engine_inputs;
mod fields;
mod filetests;
mod forged;
mod forgeries;
mod grown;
mod hostile;
mod issued;
mod kernels;
mod matrix;
mod natives;
mod omitted;
mod ops;
mod other_device;
mod programs;
mod proofs;
mod rows;
mod unsupported;
mod wgsl;
mod words;
