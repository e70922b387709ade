//! A backend over a compiler of kernels: what OpenCL and CUDA have in common.
//!
//! A [`Device`] compiles text, has memory, and runs kernels; [`KernelBackend`] makes a backend of one. Ops are kernels over
//! columns, programs are kernels of their own; buffers and queues are used again. A literal operand stands in the text of a
//! kernel, so that it takes another path through the compiler than a uniform.

mod device;
mod digest;
mod figures;
mod generate;
mod generated;
mod law;
mod literals;
mod memory;
mod op;
mod probe;
mod program;

pub use device::{Device, Dispatch, KernelArgument};
pub use figures::Figures;
pub use probe::probe;

use memory::Memory;
use std::ops::Range;
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_lower_c as lower;
use vyre_conform_runtime::generate::Source;
use vyre_conform_suite::backend::law::term_by_term;
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, Identity, Language, LawCheck, LoadedOp, LoadedPrograms,
    OpCode, Units, fitted, has_hardware,
};

/// A device as a backend.
#[derive(Debug)]
pub struct KernelBackend<D: Device> {
    device: D,
    identity: Identity,
    units: Units<D::Unit>,
    memory: Memory<D>,
    makes_inputs: bool,
}

impl<D: Device> KernelBackend<D> {
    /// The backend of a device.
    pub fn new(device: D) -> Self {
        Self {
            identity: device.identity(),
            makes_inputs: device.makes_inputs(),
            memory: Memory::default(),
            units: Units::default(),
            device,
        }
    }

    /// Puts `to` in the place of `from` wherever it stands in a unit: a fault of the lowering, which a suite must find.
    #[doc(hidden)]
    #[must_use]
    pub fn with_fault(self, from: &str, to: &str) -> Self {
        Self {
            units: self.units.with_fault(from, to),
            ..self
        }
    }

    /// The same, which makes inputs and digests results on the device, whether or not that is sooner.
    #[doc(hidden)]
    #[must_use]
    pub fn making_inputs(self) -> Self {
        Self {
            makes_inputs: true,
            ..self
        }
    }

    /// The device.
    pub fn device(&self) -> &D {
        &self.device
    }
}

impl<D: Device> Backend for KernelBackend<D> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn language(&self) -> Option<Language> {
        Some(Language::C)
    }

    fn lacks(&self, op: &OpCode<'_>) -> Option<String> {
        op.lacks_target(D::DIALECT.target())
    }

    fn limits(&self) -> Limits {
        self.device.limits()
    }

    fn place(&self) -> &str {
        self.device.place()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let source = op.source_for(&self.identity, &self.limits(), D::DIALECT.target())?;
        Ok(Box::new(op::KernelOp::new(self, op, source)?))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        match law::check(self, law, source, &range)? {
            Some(found) => Ok(found),
            None => term_by_term(self, law, source, range),
        }
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let limits = self.limits();
        for program in programs {
            fitted(program, &self.identity, &limits)?;
            has_hardware(program, &self.identity, Some(D::DIALECT.target()))?;
        }
        let lowered = lower::programs(programs, D::DIALECT);
        let name = programs.first().map_or("", |p| &p.program().name);
        let compile = |text: &str| self.device.compile(name, text);
        let unit = match programs {
            [] => None,
            _ => Some(self.units.get(lowered.text, compile)?),
        };
        let programs = programs.to_vec();
        Ok(Box::new(program::KernelPrograms {
            backend: self,
            unit,
            programs,
            names: lowered.names,
        }))
    }
}
