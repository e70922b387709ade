//! What compiles the programs of a pipeline in the place of the lowering.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use vyre_conform_ir::valid::ValidProgram;

/// The reason why a program is not compiled.
pub(super) type Reason = Box<dyn Error + Send + Sync>;

/// The compute pipeline of a program over a layout of its buffers, or why there is none.
type Compile = dyn Fn(&ValidProgram, &wgpu::BindGroupLayout) -> Result<wgpu::ComputePipeline, Reason>
    + Send
    + Sync;

/// Compiles the programs of an [`EnginePipeline`](super::EnginePipeline) where the text of the lowering is not what
/// runs: a backend in the profile of native floats on its own device, for one. What it gives has the bindings of the
/// program, in the layout that it is given.
#[derive(Clone)]
pub struct PipelineCompiler(Arc<Compile>);

impl PipelineCompiler {
    /// One that is this function. An error of the device that it causes is reported as one of the device.
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
