//! A registered backend: a pass is one launch, and what is kept goes through the host.

use super::forward::{Pass, Source, Tensor};
use super::launch::{Plans, composed};
use super::machine::{Machine, initial_words};
use super::model::Model;
use std::error::Error;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::valid::validate_program;
use vyre_conform_suite::backend::{Backend, LoadedPrograms};

/// A backend with the programs that it has loaded.
pub(crate) struct OnBackend {
    backend: &'static dyn Backend,
    catalog: Catalog,
    plans: Plans,
    loaded: Vec<(Vec<Program>, Box<dyn LoadedPrograms>)>,
    kept: Vec<Vec<u32>>,
}

impl OnBackend {
    /// # Errors
    /// The linked library contradicts itself.
    pub(crate) fn new(backend: &'static dyn Backend) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            backend,
            catalog: Catalog::linked()?,
            plans: Plans::default(),
            loaded: vec![],
            kept: vec![],
        })
    }

    /// These programs, loaded.
    fn load(&mut self, programs: Vec<Program>) -> Result<&dyn LoadedPrograms, Box<dyn Error>> {
        let mut known = self.loaded.iter();
        let index = match known.position(|(known, _)| *known == programs) {
            Some(index) => index,
            None => {
                let limits = self.backend.limits();
                let valid = programs.iter().map(|program| {
                    let valid = validate_program(program.clone(), &self.catalog, &limits);
                    valid.map_err(|broken| format!("a program breaks rules: {}", broken[0]))
                });
                let valid: Vec<_> = valid.collect::<Result<_, _>>()?;
                let loaded = self.backend.load_programs(&valid)?;
                self.loaded.push((programs, loaded));
                self.loaded.len() - 1
            }
        };
        Ok(&*self.loaded[index].1)
    }
}

impl Machine for OnBackend {
    fn name(&self) -> &str {
        &self.backend.identity().slug
    }

    fn forget(&mut self) {
        self.kept.clear();
    }

    fn run(&mut self, model: &Model, pass: &Pass) -> Result<Vec<Vec<u32>>, Box<dyn Error>> {
        let of = composed(&self.catalog, &mut self.plans, (model, pass))?;
        let mut launch = of.launch;
        for (contents, source) in launch.buffers.iter_mut().zip(&pass.tensors) {
            if !matches!(source, Source::Made(_)) {
                *contents = Contents::Words(initial_words(model, &self.kept, source));
            }
        }
        let wanted = pass.read.iter().chain(&pass.kept);
        launch.read_back = wanted.map(|Tensor(k)| *k).collect();
        let mut read = self.load(of.programs)?.run(&launch)?;
        self.kept = read.split_off(pass.read.len());
        Ok(read)
    }
}
