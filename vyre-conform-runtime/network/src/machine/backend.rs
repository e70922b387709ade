//! A backend, whose programs are loaded once.

use super::launch::{launch, result, valid};
use super::{Machine, MachineError};
use crate::steps::Call;
use vyre_conform_ir::Program;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, LoadedPrograms};

/// A backend over the ops of a catalog.
pub struct BackendMachine<'a> {
    catalog: &'a Catalog,
    backend: &'a dyn Backend,
    loaded: Vec<(Vec<Program>, Box<dyn LoadedPrograms + 'a>)>,
}

impl<'a> BackendMachine<'a> {
    /// This backend with this catalog.
    pub const fn new(catalog: &'a Catalog, backend: &'a dyn Backend) -> Self {
        Self {
            catalog,
            backend,
            loaded: vec![],
        }
    }

    /// The place of these programs among those that are loaded.
    fn load(&mut self, call: &Call, programs: Vec<Program>) -> Result<usize, MachineError> {
        let known = self.loaded.iter().position(|(known, _)| *known == programs);
        if let Some(known) = known {
            return Ok(known);
        }
        let valid = valid(self.catalog, call, &programs, &self.backend.limits())?;
        let loaded = self.backend.load_programs(&valid)?;
        self.loaded.push((programs, loaded));
        Ok(self.loaded.len() - 1)
    }
}

impl Machine for BackendMachine<'_> {
    fn name(&self) -> &str {
        &self.backend.identity().slug
    }

    fn run(
        &mut self,
        call: &Call,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, MachineError> {
        let (programs, launch) = launch(self.catalog, call, operands, len)?;
        let place = self.load(call, programs)?;
        let read = self.loaded[place].1.run(&launch)?;
        result(call, read, len)
    }
}
