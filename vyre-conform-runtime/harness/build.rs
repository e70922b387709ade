//! Digest of the packages that decide the result of a trial. In a checkout they are in sibling folders.

/// Source folders of every package on which a verdict of the suite depends.
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
