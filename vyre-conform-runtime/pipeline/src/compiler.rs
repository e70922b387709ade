//! Custom compilers for the programs of a pipeline, which replace the lowering.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use vyre_conform_ir::valid::ValidProgram;

/// The reason why a program was not compiled.
pub(super) type Reason = Box<dyn Error + Send + Sync>;

/// Compiles a program to a compute pipeline over a layout of its buffers.
type Compile = dyn Fn(&ValidProgram, &wgpu::BindGroupLayout) -> Result<wgpu::ComputePipeline, Reason>
    + Send
    + Sync;

/// Compiles the programs of an [`EnginePipeline`](super::EnginePipeline) in place of the lowering, for
/// example as a backend with native floats does on its own device. The pipelines must have the bindings
/// of the program, in the given layout.
#[derive(Clone)]
pub struct PipelineCompiler(Arc<Compile>);

impl PipelineCompiler {
    /// A compiler from this function. Device errors that it causes are reported as such.
    pub fn new(
        compile: impl Fn(&ValidProgram, &wgpu::BindGroupLayout) -> Result<wgpu::ComputePipeline, Reason>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self(Arc::new(compile))
    }

    pub(super) fn pipeline(
        &self,
        program: &ValidProgram,
        layout: &wgpu::BindGroupLayout,
    ) -> Result<wgpu::ComputePipeline, Reason> {
        (self.0)(program, layout)
    }
}

impl fmt::Debug for PipelineCompiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PipelineCompiler")
    }
}
