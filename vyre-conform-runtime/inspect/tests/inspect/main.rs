//! Kernels with one planted fault each, which is found at its line, and their correct variants, without
//! findings.

use vyre_conform_import::KernelSource;
use vyre_conform_inspect::{InspectError, InspectOptions, Inspection};
use vyre_conform_ir::{Library, OpBody};
use vyre_conform_wgpu::WgpuBackend;

/// A library without ops: integer kernels are imported, and float kernels are listed as omissions.
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
