//! The interpreter, a call at a time, so that its limit of 64 MiB is one of a call and not of a network.

use super::launch::{launch, result, valid};
use super::{Machine, MachineError};
use crate::steps::Call;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::valid::Limits;
use vyre_conform_runtime::catalog::Catalog;

/// The interpreter over the ops of a catalog.
#[derive(Debug)]
pub struct Interpreter<'a> {
    catalog: &'a Catalog,
}

impl<'a> Interpreter<'a> {
    /// The interpreter with this catalog.
    pub const fn new(catalog: &'a Catalog) -> Self {
        Self { catalog }
    }
}

impl Machine for Interpreter<'_> {
    fn name(&self) -> &str {
        "interpreter"
    }

    fn run(
        &mut self,
        call: &Call,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, MachineError> {
        let (programs, launch) = launch(self.catalog, call, operands, len)?;
        let programs = valid(self.catalog, call, &programs, &Limits::INTERPRETER)?;
        let read = run_launch(&programs, &launch, &Options::default());
        let read = read.map_err(|fault| MachineError::Interpreter {
            call: call.name(),
            reason: fault.to_string(),
        })?;
        result(call, read, len)
    }
}
