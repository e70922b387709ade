//! The backend `c11`: ops and programs as C11, compiled by a C compiler into a shared library and run on the processor.
//!
//! It shares neither lowering nor compiler nor driver with the adapters. It needs a C compiler at run time and nothing
//! at build time: [`COMPILER_VARIABLE`] names it; the default is `cc`. A unit is compiled once per process: ops when
//! they are loaded, all programs of a list together. Workgroups of a dispatch run on one thread per core.
//!
//! In crates that link this one, the backend takes part in every run that requests it by name (`--adapter c11`,
//! `VYRE_ADAPTER=llvmpipe,c11`).

mod checked;
mod compiler;
mod module;
mod native;
mod op;
mod program;
#[cfg(test)]
mod tests;

pub use compiler::{CHECKED_VARIABLE, COMPILER_VARIABLE, CompilerError};

use compiler::Compiler;
use module::Module;
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_lower_c::{self as lower, Dialect};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_runtime::spec::{BINARY64, ENTRY_POINT};
use vyre_conform_suite::backend::law::term_by_term_in;
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, ChosenTexts, ExpressionText, Identity, Language, LawCheck,
    LoadedOp, LoadedPrograms, NativeMeasurements, OpCode, Profile, UnitCache, has_hardware,
    lacks_native_c, revalidated_for_limits,
};

/// Cases of a law per run: the words of all terms fit into the second-level cache of a core.
const CASES_OF_A_LAW: usize = 1 << 12;

/// A C compiler as a backend.
#[derive(Debug)]
pub struct CBackend {
    identity: Identity,
    compiler: Compiler,
    units: UnitCache<Module>,
    /// The measurements of native expressions, in the profile that runs them.
    native: Option<NativeMeasurements>,
}

vyre_conform_suite::backend!(c11, on_request = "c11");
vyre_conform_suite::backend!(c11_native, on_request = "c11+native");

/// The backend, or the reason why it is absent.
fn c11() -> Result<CBackend, String> {
    CBackend::open().map_err(|error| error.to_string())
}

/// The backend in the profile of native floats, or the reason why it is absent.
fn c11_native() -> Result<CBackend, String> {
    c11().map(CBackend::native)
}

impl CBackend {
    /// Opens the backend with the compiler that the environment names.
    ///
    /// # Errors
    ///
    /// The reason for the lack of a compiler, with the remedy.
    pub fn open() -> Result<Self, CompilerError> {
        Self::with(Compiler::from_env()?)
    }

    /// Opens the backend with this compiler.
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open).
    pub fn with_compiler(program: &str) -> Result<Self, CompilerError> {
        Self::with(Compiler::new(program, false))
    }

    /// Opens the backend with run-time checks for undefined behaviour.
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open).
    pub fn checked(program: &str) -> Result<Self, CompilerError> {
        Self::with(Compiler::new(program, true))
    }

    fn with(compiler: Compiler) -> Result<Self, CompilerError> {
        let version = compiler.probe()?;
        let slug = if compiler.is_checked() {
            "c11-checked"
        } else {
            "c11"
        };
        let identity = Identity {
            kind: "c11".to_owned(),
            slug: slug.to_owned(),
            device: compiler::target(),
            driver: version,
            // A C compiler has `double` as binary64 if it says so, as today's compilers do.
            features: vec![BINARY64.to_owned()],
            limits: vec![],
        };
        Ok(Self {
            identity,
            compiler,
            units: UnitCache::default(),
            native: None,
        })
    }

    /// The backend in the profile of native floats: it runs the native expressions of ops, compiled for this
    /// processor, if it computes them correctly, alone and in programs; every other op of a program keeps its body.
    #[must_use]
    pub fn native(self) -> Self {
        Self {
            identity: self.identity.in_profile(Profile::Native),
            compiler: self.compiler.for_this_processor(),
            native: Some(NativeMeasurements::default()),
            ..self
        }
    }

    /// The runner of native expressions, in that profile.
    fn in_profile(&self) -> Option<native::Native<'_>> {
        let earned = self.native.as_ref()?;
        Some(native::Native {
            backend: self,
            earned,
        })
    }

    /// The texts chosen for these programs.
    fn chosen<'p>(&self, programs: &'p [ValidProgram]) -> Result<ChosenTexts<'p>, BackendError> {
        let target = Dialect::C11.target();
        let backend = (&self.identity, u32::MAX);
        ChosenTexts::new(self.in_profile().as_ref(), programs, target, backend)
    }

    /// Compiles the code of an op.
    fn compiled(&self, op: &OpCode<'_>) -> Result<op::COp, BackendError> {
        let source = op.source_for(&self.identity, &self.limits(), Dialect::C11.target())?;
        let text = lower::op_unit(source, &op.signature, op.name, Dialect::C11);
        let module = self.module(op.id, text)?;
        op::COp::new(module, op.id, op.signature)
    }

    /// The backend without compiler optimization: faster for many units with short runs.
    pub fn unoptimised(self) -> Self {
        Self {
            compiler: self.compiler.unoptimised(),
            ..self
        }
    }

    /// Replaces `from` by `to` in every unit: a planted fault of the lowering that a suite must find.
    #[doc(hidden)]
    pub fn with_fault(self, from: &str, to: &str) -> Self {
        Self {
            units: self.units.with_fault(from, to),
            ..self
        }
    }

    /// The compiled unit of a text.
    fn module(&self, name: &str, text: String) -> Result<Arc<Module>, BackendError> {
        let compile = |text: &str| {
            self.compiler.compile(text).map_err(|error| match error {
                CompilerError::Refused { .. } => BackendError::Compile {
                    op: name.to_owned(),
                    message: error.to_string(),
                },
                other => BackendError::Other(other.to_string()),
            })
        };
        self.units.get(text, compile)
    }
}

impl Backend for CBackend {
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
            None => op.missing_target(Dialect::C11.target()),
        }
    }

    fn missing_support_in_program(&self, op: &OpCode<'_>) -> Option<String> {
        op.missing_target(Dialect::C11.target())
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let Some(native) = self.in_profile() else {
            return Ok(Box::new(self.compiled(op)?));
        };
        let text = native.earned_text(op)?;
        let op = op.with_text(Dialect::C11.target(), &text);
        Ok(Box::new(self.compiled(&op)?))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        term_by_term_in(self, law, source, range, CASES_OF_A_LAW)
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
        for program in programs {
            revalidated_for_limits(program, &self.identity, &self.limits())?;
            has_hardware(program, &self.identity, Some(Dialect::C11.target()))?;
        }
        let chosen = self.chosen(programs)?;
        let lowered = lower::programs_with(chosen.lowered(), Dialect::C11);
        let name = programs.first().map_or("", |p| &p.program().name);
        // One unit for all lowered programs; a hand-written kernel has its own.
        let unit = match lowered.names[..] {
            [] => None,
            _ => Some(self.module(name, lowered.text)?),
        };
        let mut loaded = program::CPrograms::default();
        let mut numbers = 0..;
        for (program, hand_written) in chosen.into_each() {
            if let Some(hand) = hand_written {
                let own = self.module(&program.program().name, hand.text)?;
                loaded.add(own, program, ENTRY_POINT, hand.memory.into())?;
            } else if let Some((unit, number)) = unit.clone().zip(numbers.next()) {
                loaded.add_lowered(unit, program, number)?;
            }
        }
        Ok(Box::new(loaded))
    }
}
