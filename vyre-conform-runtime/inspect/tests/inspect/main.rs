//! Kernels with a planted fault each, which is found at its line, and their right twins, in which nothing is found.

use vyre_conform_import::KernelSource;
use vyre_conform_inspect::{InspectError, InspectOptions, Inspection};
use vyre_conform_ir::{Library, OpBody};
use vyre_conform_wgpu::WgpuBackend;

/// A library without ops: kernels of integers are imported, and those of floats are listed as what is not.
struct NoOps;

impl Library for NoOps {
    fn find(&self, _: &str) -> Option<OpBody<'_>> {
        None
    }
}

fn inspect(
    source: &KernelSource,
    options: &InspectOptions,
    adapters: &[&WgpuBackend],
) -> Result<Inspection, InspectError> {
    vyre_conform_inspect::inspect(source, options, adapters, &NoOps)
}

mod bad_input;
mod languages;
mod planted;
mod written;
