//! The conformance suite of the library.
fn main() {}
