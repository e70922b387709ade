//! The digest of the packages that decide what a trial shows. In a checkout they lie beside this one.

/// The sources of every package that a verdict of the suite rests on.
const DECIDING: [&str; 14] = [
    "src",
    "../src",
    "../fuzz/src",
    "../interp/src",
    "../ir/src",
    "../lower/src",
    "../lower-c/src",
    "../spec/src",
    "../suite/src",
    "../backends/c/src",
    "../backends/cuda/src",
    "../backends/kernels/src",
    "../backends/opencl/src",
    "../backends/wgpu/src",
];

fn main() {
    vyre_conform_fingerprint::emit(&DECIDING);
}
