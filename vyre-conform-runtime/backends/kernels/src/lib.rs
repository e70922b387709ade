//! Backends over a compiler of kernels: the common part of OpenCL and CUDA.
//!
//! A [`Device`] compiles text, has memory, and runs kernels; [`KernelBackend`] turns it into a backend. Ops are kernels
//! over columns, programs are kernels of their own; buffers and queues are reused. A literal operand is in the text of
//! a kernel, so that it takes another path through the compiler than a uniform.

mod device;
mod digest;
mod figures;
mod generate;
mod generated;
mod law;
mod literals;
mod memory;
mod native;
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
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_runtime::spec::ENTRY_POINT;
use vyre_conform_suite::backend::law::term_by_term;
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, ChosenTexts, ExpressionText, Identity, Language, LawCheck,
    LoadedOp, LoadedPrograms, NativeMeasurements, OpCode, Profile, UnitCache, has_hardware,
    lacks_native_c, revalidated_for_limits,
};

/// A device as a backend.
#[derive(Debug)]
pub struct KernelBackend<D: Device> {
    device: D,
    identity: Identity,
    units: UnitCache<D::Unit>,
    memory: Memory<D>,
    makes_inputs: bool,
    /// The measurements of native expressions, in the profile that runs them.
    native: Option<NativeMeasurements>,
}

impl<D: Device> KernelBackend<D> {
    /// The backend of a device.
    pub fn new(device: D) -> Self {
        Self {
            identity: device.identity(),
            makes_inputs: device.makes_inputs(),
            memory: Memory::default(),
            units: UnitCache::default(),
            native: None,
            device,
        }
    }

    /// The device in the profile of native floats: it runs the native expressions of ops that it computes
    /// correctly, alone and in programs; every other op of a program keeps its body.
    #[must_use]
    pub fn native(self) -> Self {
        Self {
            identity: self.identity.in_profile(Profile::Native),
            native: Some(NativeMeasurements::default()),
            ..self
        }
    }

    /// Replaces `from` by `to` in every unit: a planted fault of the lowering that a suite must find.
    #[doc(hidden)]
    #[must_use]
    pub fn with_fault(self, from: &str, to: &str) -> Self {
        Self {
            units: self.units.with_fault(from, to),
            ..self
        }
    }

    /// The backend with inputs generated and results digested on the device, even if that is slower.
    #[doc(hidden)]
    #[must_use]
    pub fn making_inputs(self) -> Self {
        Self {
            makes_inputs: true,
            ..self
        }
    }

    /// The texts chosen for these programs.
    fn chosen<'p>(&self, programs: &'p [ValidProgram]) -> Result<ChosenTexts<'p>, BackendError> {
        let target = D::DIALECT.target();
        let backend = (&self.identity, self.device.memory_of_workgroups());
        ChosenTexts::new(self.in_profile().as_ref(), programs, target, backend)
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

    fn implementation(&self) -> Option<&str> {
        Some(concat!(
            env!("CARGO_PKG_NAME"),
            " ",
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn language(&self) -> Option<Language> {
        Some(Language::C)
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        match &self.native {
            Some(_) => lacks_native_c(op),
            None => op.missing_target(D::DIALECT.target()),
        }
    }

    fn missing_support_in_program(&self, op: &OpCode<'_>) -> Option<String> {
        op.missing_target(D::DIALECT.target())
    }

    fn limits(&self) -> Limits {
        self.device.limits()
    }

    fn device_location(&self) -> &str {
        self.device.place()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let Some(native) = self.in_profile() else {
            return Ok(Box::new(self.compiled(op)?));
        };
        let text = native.earned_text(op)?;
        let op = op.with_text(D::DIALECT.target(), &text);
        Ok(Box::new(self.compiled(&op)?))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        // The terms of a native law are compiled separately.
        let result = match &self.native {
            None => law::check(self, law, source, &range)?,
            Some(_) => None,
        };
        match result {
            Some(result) => Ok(result),
            None => term_by_term(self, law, source, range),
        }
    }

    fn hand_written_kernels(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<HandWrittenKernel>>, BackendError> {
        let chosen = self.chosen(programs)?;
        Ok(chosen.into_each().map(|(_, kernel)| kernel).collect())
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let limits = self.limits();
        for program in programs {
            revalidated_for_limits(program, &self.identity, &limits)?;
            has_hardware(program, &self.identity, Some(D::DIALECT.target()))?;
        }
        let chosen = self.chosen(programs)?;
        let lowered = lower::programs_with(chosen.lowered(), D::DIALECT);
        let name = programs.first().map_or("", |p| &p.program().name);
        let compile = |text: &str| self.device.compile(name, text);
        // One unit for all lowered programs; a hand-written kernel has its own.
        let unit = match lowered.names[..] {
            [] => None,
            _ => Some(self.units.get(lowered.text, compile)?),
        };
        let mut names = lowered.names.into_iter();
        let mut loaded = vec![];
        for (program, hand_written) in chosen.into_each() {
            let kernel = if let Some(hand) = hand_written {
                Some(program::Kernel {
                    unit: self.units.get(hand.text, compile)?,
                    name: ENTRY_POINT.to_owned(),
                    memory: hand.memory,
                    invocations: hand.invocations,
                })
            } else {
                let lowered = unit.clone().zip(names.next());
                lowered.map(|(unit, name)| program::Kernel {
                    unit,
                    name,
                    memory: 0,
                    invocations: None,
                })
            };
            loaded.extend(kernel.map(|kernel| (program.clone(), kernel)));
        }
        let (programs, kernels) = loaded.into_iter().unzip();
        Ok(Box::new(program::KernelPrograms {
            backend: self,
            programs,
            kernels,
        }))
    }
}
