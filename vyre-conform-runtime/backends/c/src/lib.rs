//! The backend `c11`: ops and programs as C11, compiled by a C compiler into a shared library and run on the processor.
//!
//! It shares neither lowering nor compiler nor driver with the adapters. It needs a C compiler when it runs and nothing
//! when it is built: [`COMPILER_VARIABLE`] names one, else it is `cc`. A unit is compiled once a process, ops when they
//! are loaded, all programs of a list together. Workgroups of a dispatch run on as many threads as there are cores.
//!
//! A crate that links this one has the backend in every run that asks for it by name (`--adapter c11`,
//! `VYRE_ADAPTER=llvmpipe,c11`).

mod checked;
mod compiler;
mod module;
mod op;
mod program;

pub use compiler::{CHECKED_VARIABLE, COMPILER_VARIABLE, CompilerError};

use compiler::Compiler;
use module::Module;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_lower_c as lower;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, Language, LoadedOp, LoadedPrograms, OpCode,
    larger_limits,
};

/// Units that are kept compiled beside those in use.
const KEPT: usize = 512;

/// A C compiler as a backend.
#[derive(Debug)]
pub struct CBackend {
    identity: Identity,
    compiler: Compiler,
    /// The units compiled last, by their text.
    kept: Mutex<VecDeque<(String, Arc<Module>)>>,
    /// A text in place of another in every unit, for tests.
    fault: Option<(String, String)>,
}

vyre_conform_suite::backend!(c11, on_request = "c11");

/// The backend, or the reason why it is absent.
fn c11() -> Result<CBackend, String> {
    CBackend::open().map_err(|error| error.to_string())
}

impl CBackend {
    /// The backend with the compiler that the environment names.
    ///
    /// # Errors
    /// Why there is none, and what to do.
    pub fn open() -> Result<Self, CompilerError> {
        Self::with(Compiler::from_env()?)
    }

    /// The backend with this compiler.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn with_compiler(program: &str) -> Result<Self, CompilerError> {
        Self::with(Compiler::new(program, false))
    }

    /// The same, whose code is checked for undefined behaviour while it runs.
    ///
    /// # Errors
    /// As [`open`](Self::open).
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
            features: vec![],
            limits: vec![],
        };
        Ok(Self {
            identity,
            compiler,
            kept: Mutex::default(),
            fault: None,
        })
    }

    /// The same without optimisation by the compiler: many units that each run for a moment are done sooner.
    pub fn unoptimised(self) -> Self {
        Self {
            compiler: self.compiler.unoptimised(),
            ..self
        }
    }

    /// Puts `to` in the place of `from` wherever it stands in a unit: a fault of the lowering, which a suite must find.
    #[doc(hidden)]
    pub fn with_fault(mut self, from: &str, to: &str) -> Self {
        self.fault = Some((from.to_owned(), to.to_owned()));
        self
    }

    /// The compiled unit of a text.
    fn module(&self, name: &str, mut text: String) -> Result<Arc<Module>, BackendError> {
        if let Some((from, to)) = &self.fault {
            text = text.replace(from, to);
        }
        let known = lock(&self.kept)
            .iter()
            .find(|(t, _)| *t == text)
            .map(|(_, m)| m.clone());
        if let Some(module) = known {
            return Ok(module);
        }
        let module = self.compiler.compile(&text).map_err(|error| match error {
            CompilerError::Refused { .. } => BackendError::Compile {
                op: name.to_owned(),
                message: error.to_string(),
            },
            other => BackendError::Other(other.to_string()),
        })?;
        let module = Arc::new(module);
        let mut kept = lock(&self.kept);
        kept.push_back((text, module.clone()));
        if kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(module)
    }
}

impl Backend for CBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn language(&self) -> Option<Language> {
        Some(Language::C)
    }

    fn lacks(&self, op: &OpCode<'_>) -> Option<String> {
        matches!(op.code, Code::Wgsl(_)).then(|| "a compiler of WGSL".to_owned())
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        op.fits(&self.identity, &self.limits())?;
        let Code::Module(valid) = op.code else {
            return Err(BackendError::UnsupportedByBackend {
                op: op.id.to_owned(),
                backend: self.identity.slug.clone(),
                hardware: "a compiler of WGSL".to_owned(),
            });
        };
        let text = lower::op_unit(valid, &op.signature, op.name);
        let module = self.module(op.id, text)?;
        Ok(Box::new(op::COp::new(module, op.id, op.signature)?))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let limits = self.limits();
        for program in programs {
            program.within(&limits).map_err(|found| {
                let messages: Vec<&str> = found.iter().map(|e| e.message.as_str()).collect();
                BackendError::UnsupportedByBackend {
                    op: program.program().name.clone(),
                    backend: self.identity.slug.clone(),
                    hardware: larger_limits(&messages.join("; ")),
                }
            })?;
        }
        let Some(first) = programs.first() else {
            return Ok(Box::new(program::CPrograms::none()));
        };
        let module = self.module(&first.program().name, lower::programs(programs))?;
        Ok(Box::new(program::CPrograms::new(module, programs)?))
    }
}
