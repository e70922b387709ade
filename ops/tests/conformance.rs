//! The conformance suite of the library.
vyre_conform_runtime::harness!(vyre_ops);
