//! Verified programs and engines on the device and the buffers of an application.
//!
//! A [`Pipeline`] is a program; an [`EnginePipeline`] is the dispatches of an engine at one length,
//! with its own scratch memory and parameters. Both are recorded into a command encoder of the
//! application. They neither submit, read back nor wait, so any number of them may be in flight. The
//! shaders are those that the suite runs: the findings of a certificate about a device and its driver
//! hold for the same device, driver and limits.
//!
//! ```no_run
//! use vyre_conform_pipeline::EnginePipeline;
//! use vyre_conform_runtime::catalog::Catalog;
//! # use vyre_conform_runtime::engine::Staged;
//! # fn scan_exclusive(len: u32) -> Staged { unimplemented!() }
//! // use vyre_ops::kernels::scan_exclusive;
//!
//! # fn record(device: &wgpu::Device, queue: &wgpu::Queue, source: &wgpu::Buffer, sums: &wgpu::Buffer)
//! #     -> Result<(), Box<dyn std::error::Error>> {
//! let catalog = Catalog::linked()?;
//! let scan = EnginePipeline::new(device, &catalog, &scan_exclusive(1 << 20))?;
//! let mut encoder = device.create_command_encoder(&Default::default());
//! scan.record(&mut encoder, &[source, sums])?;
//! queue.submit([encoder.finish()]);
//! # Ok(())
//! # }
//! ```

mod compiled;
mod compiler;
mod engine;
mod error;
mod features;
mod named;
mod program;

pub use compiler::PipelineCompiler;
pub use engine::{BoundEngine, EnginePipeline};
pub use error::{PipelineError, RecordError};
pub use program::Pipeline;
