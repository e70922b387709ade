//! The conformance suite of the library.
vyre_conform_harness::harness!(vyre_ops);
