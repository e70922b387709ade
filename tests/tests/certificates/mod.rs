//! Certificates in the hands of a forger who knows the format and makes the digest anew.

mod afresh;
mod fields;
mod forged;
mod grown;
mod hostile;
mod issued;
mod lacking;
mod matrix;
mod natives;
mod ops;
mod programs;
mod proofs;
mod words;
