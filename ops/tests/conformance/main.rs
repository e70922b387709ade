//! The conformance suite of the library.

// The backends take part if they are named: VYRE_ADAPTER=c11,opencl.
vyre_conform_harness::harness!(
    vyre_ops,
    vyre_conform_c,
    vyre_conform_cuda,
    vyre_conform_opencl
);
