//! An adapter: weights and what is kept stay on the device.

use super::forward::{Pass, Source, Tensor};
use super::gpu::Gpu;
use super::launch::{Plans, composed, words};
use super::machine::Machine;
use super::model::Model;
use std::error::Error;
use vyre_conform_pipeline::{EnginePipeline, PipelineCompiler};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Staged, StagedBuffer, Usage};
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::WgpuBackend;

/// An adapter with the buffers of the model.
pub(crate) struct Adapter {
    gpu: Gpu,
    catalog: Catalog,
    plans: Plans,
    weights: Vec<wgpu::Buffer>,
    kept: Vec<wgpu::Buffer>,
    /// The programs compiled last, for reuse.
    compiled: Option<EnginePipeline>,
    /// A compiler in place of the lowering.
    compiler: Option<PipelineCompiler>,
}

impl Adapter {
    /// # Errors
    /// The linked library contradicts itself.
    pub(crate) fn new(gpu: Gpu, model: &Model) -> Result<Self, Box<dyn Error>> {
        let weights = model.weights.iter().map(|weight| gpu.filled(weight));
        Ok(Self {
            weights: weights.collect(),
            gpu,
            catalog: Catalog::linked()?,
            plans: Plans::default(),
            kept: vec![],
            compiled: None,
            compiler: None,
        })
    }

    /// An adapter in one of its profiles, on whose own device the buffers are.
    ///
    /// # Errors
    /// The adapter gives no device.
    pub(crate) fn in_profile(
        backend: &'static WgpuBackend,
        model: &Model,
    ) -> Result<Self, Box<dyn Error>> {
        let gpu = Gpu::opened(&backend.identity().slug, backend.device()?);
        let compile = |program: &ValidProgram, layout: &wgpu::BindGroupLayout| {
            Ok(backend.pipeline(program, layout)?)
        };
        Ok(Self {
            compiler: Some(PipelineCompiler::new(compile)),
            ..Self::new(gpu, model)?
        })
    }
}

impl Machine for Adapter {
    fn name(&self) -> &str {
        &self.gpu.name
    }

    fn forget(&mut self) {
        self.kept.clear();
    }

    fn run(&mut self, model: &Model, pass: &Pass) -> Result<Vec<Vec<u32>>, Box<dyn Error>> {
        let of = composed(&self.catalog, &mut self.plans, (model, pass))?;
        let (mut staged, mut buffers, mut scratch) = (vec![], vec![], vec![]);
        for (k, source) in pass.tensors.iter().enumerate() {
            let len = words(model, pass, Tensor(k));
            let is_wanted = pass.read.iter().chain(&pass.kept).any(|of| of.0 == k);
            let (name, buffer, usage) = match source {
                Source::Weight(weight) => ("weight", self.weights[*weight].clone(), Usage::Read),
                Source::Kept(number, _) => {
                    let kept = self.kept.get(*number).cloned();
                    let buffer = kept.unwrap_or_else(|| self.gpu.filled(&vec![0; len]));
                    ("kept", buffer, Usage::Read)
                }
                Source::Made(_) if is_wanted => {
                    ("result", self.gpu.words(len as u64), Usage::Write)
                }
                // Words of the pass are in the launch, and everything else is between its dispatches.
                Source::Made(_) => {
                    scratch.push(k);
                    continue;
                }
                Source::Words(_) => continue,
            };
            staged.push(StagedBuffer::new(name, k, len, usage));
            buffers.push((k, buffer));
        }
        let staged = Staged::new(of.programs, of.launch, staged, scratch);
        let pipeline = match &self.compiled {
            Some(known) => known.with(&self.catalog, &staged)?,
            None => {
                let (device, library) = (&self.gpu.device, &self.catalog);
                match &self.compiler {
                    Some(compiler) => {
                        EnginePipeline::compiled_by(device, library, &staged, compiler)?
                    }
                    None => EnginePipeline::new(device, library, &staged)?,
                }
            }
        };
        let mut encoder = self.gpu.encoder();
        let bound: Vec<&wgpu::Buffer> = buffers.iter().map(|(_, buffer)| buffer).collect();
        pipeline.record(&mut encoder, &bound)?;
        self.gpu.run(encoder)?;
        self.compiled = Some(pipeline);
        let find = |tensor: &Tensor| {
            let buffer = buffers.iter().find(|(k, _)| *k == tensor.0);
            buffer
                .map(|(_, buffer)| buffer.clone())
                .ok_or("a result without a buffer")
        };
        self.kept = pass.kept.iter().map(find).collect::<Result<_, _>>()?;
        let read = pass.read.iter().map(|tensor| self.gpu.read(&find(tensor)?));
        read.collect()
    }
}
