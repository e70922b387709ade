//! An adapter: weights and what is kept stay on the device.

use super::forward::{Pass, Source, Tensor};
use super::gpu::Gpu;
use super::launch::{composed, words};
use super::machine::Machine;
use super::model::Model;
use std::error::Error;
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Staged, StagedBuffer, Usage};

/// An adapter with the buffers of the model.
pub(crate) struct Adapter {
    gpu: Gpu,
    catalog: Catalog,
    weights: Vec<wgpu::Buffer>,
    kept: Vec<wgpu::Buffer>,
    /// What was compiled last, whose programs are taken again.
    compiled: Option<EnginePipeline>,
}

impl Adapter {
    /// # Errors
    /// Where what is linked contradicts itself.
    pub(crate) fn new(gpu: Gpu, model: &Model) -> Result<Self, Box<dyn Error>> {
        let weights = model.weights.iter().map(|weight| gpu.filled(weight));
        Ok(Self {
            weights: weights.collect(),
            gpu,
            catalog: Catalog::linked()?,
            kept: vec![],
            compiled: None,
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
        let of = composed(&self.catalog, model, pass)?;
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
                Source::Given(_) => continue,
            };
            staged.push(StagedBuffer::new(name, k, len, usage));
            buffers.push((k, buffer));
        }
        let staged = Staged::new(of.programs, of.launch, staged, scratch);
        let pipeline = match &self.compiled {
            Some(known) => known.with(&self.catalog, &staged)?,
            None => EnginePipeline::new(&self.gpu.device, &self.catalog, &staged)?,
        };
        let mut encoder = self.gpu.encoder();
        let bound: Vec<&wgpu::Buffer> = buffers.iter().map(|(_, buffer)| buffer).collect();
        pipeline.record(&mut encoder, &bound)?;
        self.gpu.run(encoder)?;
        self.compiled = Some(pipeline);
        let find = |tensor: &Tensor| {
            let found = buffers.iter().find(|(k, _)| *k == tensor.0);
            found
                .map(|(_, buffer)| buffer.clone())
                .ok_or("a result without a buffer")
        };
        self.kept = pass.kept.iter().map(find).collect::<Result<_, _>>()?;
        let read = pass.read.iter().map(|tensor| self.gpu.read(&find(tensor)?));
        read.collect()
    }
}
