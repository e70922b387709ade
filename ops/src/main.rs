//! The command line over this library.
fn main() {}
