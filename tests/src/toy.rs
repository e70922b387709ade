//! The backend of docs/book/backends.md, which is the interpreter, for tests around backends.

// imports
use vyre_conform_interp::{self as interp, Interpreter, run_launch};
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::{Limits, Valid, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode, Operand,
};

// begin
/// A "device" that fits on a page.
pub struct Toy {
    /// The identity in reports.
    pub identity: Identity,
    /// Bits that a stuck wire sets in every result.
    pub stuck: u32,
}

impl Toy {
    /// Opens the device for a run.
    pub fn open() -> Result<Self, String> {
        let identity = Identity::named("toy");
        Ok(Self { identity, stuck: 0 })
    }
}

fn failed(error: impl ToString) -> BackendError {
    BackendError::Other(error.to_string())
}

impl Backend for Toy {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn limits(&self) -> Limits {
        // The interpreter accepts 64 MiB of buffers per launch; this limit is for one buffer.
        Limits {
            storage_bytes: 32 << 20,
            ..Limits::WEBGPU
        }
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        op.missing_compiler()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let module = op.module_for(&self.identity, &self.limits())?.clone();
        let (signature, stuck) = (op.signature, self.stuck);
        Ok(Box::new(ToyOp {
            module,
            signature,
            stuck,
        }))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let (programs, stuck) = (programs.to_vec(), self.stuck);
        Ok(Box::new(ToyPrograms { programs, stuck }))
    }
}

struct ToyOp {
    module: Valid,
    signature: Signature,
    stuck: u32,
}

impl LoadedOp for ToyOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut device = Interpreter::new(&self.module);
        let mut out = vec![0; cases * self.signature.result.words()];
        for (case, result) in out.chunks_mut(self.signature.result.words()).enumerate() {
            let typed = operands.iter().zip(self.signature.operands);
            let words = typed.flat_map(|(operand, ty)| operand.words(case, *ty));
            let words: Vec<u32> = words.copied().collect();
            device.call_words(&words, result).map_err(failed)?;
            result.iter_mut().for_each(|word| *word |= self.stuck);
        }
        Ok(out)
    }
}

struct ToyPrograms {
    programs: Vec<ValidProgram>,
    stuck: u32,
}

impl LoadedPrograms for ToyPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.programs, launch, &interp::Options::default());
        let mut words = words.map_err(failed)?;
        for word in words.iter_mut().flatten() {
            *word |= self.stuck;
        }
        Ok(words)
    }
}
// end
