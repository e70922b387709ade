//! Machines that compute passes: the references on the processor, adapters, registered backends.

use super::adapter::Adapter;
use super::backend::OnBackend;
use super::forward::{Pass, Source, Tensor};
use super::gpu::Gpu;
use super::launch::engine;
use super::model::Model;
use std::error::Error;
use std::time::Duration;
use vyre_conform_c as _;
use vyre_conform_cuda as _;
use vyre_conform_opencl as _;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Input;
use vyre_conform_suite::backend::{Backend as _, registered, requested};
use vyre_conform_wgpu::WgpuBackend;

/// The time that a backend may take for a call.
const PATIENCE: Duration = Duration::from_secs(600);

/// A machine that computes passes.
pub(crate) trait Machine {
    /// Its name.
    fn name(&self) -> &str;

    /// Forgets what passes have kept.
    fn forget(&mut self);

    /// Computes a pass, keeps what it keeps, and gives the words that it reads.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn run(&mut self, model: &Model, pass: &Pass) -> Result<Vec<Vec<u32>>, Box<dyn Error>>;
}

/// The processor, every adapter, and every registered backend that is there; of the others the reason is printed. The
/// adapters with these names, profiles among them, run the passes on devices of their own as well.
///
/// # Errors
/// An adapter without a device, or a name that no adapter has.
pub(crate) fn machines(
    model: &Model,
    named: &str,
) -> Result<Vec<Box<dyn Machine>>, Box<dyn Error>> {
    let mut all: Vec<Box<dyn Machine>> = vec![Box::new(Processor::new()?)];
    match Gpu::all() {
        Ok(gpus) => {
            for gpu in gpus {
                all.push(Box::new(Adapter::new(gpu, model)?));
            }
        }
        Err(error) => eprintln!("{error}"),
    }
    for backend in profiles(named)? {
        all.push(Box::new(Adapter::in_profile(backend, model)?));
    }
    let opened = [registered(PATIENCE)].into_iter();
    for selection in opened.chain(requested(PATIENCE, &[])) {
        for absent in &selection.absent {
            eprintln!("{absent}");
        }
        for (_, backend) in &selection.list {
            all.push(Box::new(OnBackend::new(backend)?));
        }
    }
    Ok(all)
}

/// The adapters, in their profiles too, that a list of names selects; none where it is empty.
///
/// # Errors
/// A name that no machine has.
fn profiles(named: &str) -> Result<Vec<&'static WgpuBackend>, Box<dyn Error>> {
    if named.is_empty() {
        return Ok(vec![]);
    }
    let selection = vyre_conform_wgpu::loaded()?;
    let all: Vec<&'static WgpuBackend> = selection.list.iter().chain(&selection.profiles).collect();
    let identities: Vec<_> = all.iter().map(|backend| backend.identity()).collect();
    let chosen = vyre_conform_wgpu::select(&identities, named, selection.reason.as_deref());
    let chosen = chosen.map_err(|error| error.asked_by("--adapter"))?;
    Ok(chosen.into_iter().map(|k| all[k]).collect())
}

/// The references of the engines, one after another.
pub(crate) struct Processor {
    catalog: Catalog,
    kept: Vec<Vec<u32>>,
}

impl Processor {
    /// # Errors
    /// The linked library contradicts itself.
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            catalog: Catalog::linked()?,
            kept: vec![],
        })
    }
}

impl Machine for Processor {
    fn name(&self) -> &str {
        "the processor"
    }

    fn forget(&mut self) {
        self.kept.clear();
    }

    fn run(&mut self, model: &Model, pass: &Pass) -> Result<Vec<Vec<u32>>, Box<dyn Error>> {
        let begin = |source: &Source| initial_words(model, &self.kept, source);
        let mut tensors: Vec<Vec<u32>> = pass.tensors.iter().map(begin).collect();
        for call in &pass.calls {
            let operands = call.operands.iter().map(|of| tensors[of.0].clone());
            let columns = [call.shape.clone()].into_iter().chain(operands).collect();
            let reference = engine(&self.catalog, call)?.reference;
            let reference = reference.ok_or("an engine without a reference")?;
            let output = reference(&Input { columns });
            // The last word of a record is the element; those before it are its place.
            let elements = output.iter().filter_map(|record| record.last());
            tensors[call.result.0] = elements.copied().collect();
        }
        let of = |which: &[Tensor]| which.iter().map(|of| tensors[of.0].clone()).collect();
        self.kept = of(&pass.kept);
        Ok(of(&pass.read))
    }
}

/// The words of a tensor before a pass.
pub(crate) fn initial_words(model: &Model, kept: &[Vec<u32>], source: &Source) -> Vec<u32> {
    match source {
        Source::Weight(k) => model.weights[*k].clone(),
        Source::Words(words) => words.clone(),
        Source::Kept(k, words) => (kept.get(*k).cloned()).unwrap_or(vec![0; *words as usize]),
        Source::Made(_) => vec![],
    }
}
