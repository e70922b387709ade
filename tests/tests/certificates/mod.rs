//! Certificates in the hands of a forger who knows the format and makes the digest anew.

mod fields;
mod forged;
mod hostile;
mod issued;
mod ops;
mod programs;
