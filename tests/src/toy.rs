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
/// A "device" that fits on a page. A stuck wire sets these bits of every result.
pub struct Toy(pub Identity, pub u32);

impl Toy {
    /// Opens the device for a run.
    pub fn open() -> Result<Self, String> {
        Ok(Self(Identity::named("toy"), 0))
    }
}

fn failed(error: impl ToString) -> BackendError {
    BackendError::Other(error.to_string())
}

impl Backend for Toy {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn limits(&self) -> Limits {
        // The interpreter accepts 64 MiB of buffers per launch; this limit is for one buffer.
        Limits {
            storage_bytes: 32 << 20,
            ..Limits::WEBGPU
        }
    }

    fn lacks(&self, op: &OpCode<'_>) -> Option<String> {
        op.lacks_module()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let module = op.module_for(&self.0, &self.limits())?;
        Ok(Box::new(ToyOp(module.clone(), op.signature, self.1)))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(ToyPrograms(programs.to_vec(), self.1)))
    }
}

struct ToyOp(Valid, Signature, u32);

impl LoadedOp for ToyOp {
    fn signature(&self) -> Signature {
        self.1
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut device = Interpreter::new(&self.0);
        let mut out = vec![0; cases * self.1.result.words()];
        for (case, result) in out.chunks_mut(self.1.result.words()).enumerate() {
            let given = operands.iter().zip(self.1.operands);
            let words = given.flat_map(|(operand, ty)| operand.words(case, *ty));
            let words: Vec<u32> = words.copied().collect();
            device.call_words(&words, result).map_err(failed)?;
            result.iter_mut().for_each(|word| *word |= self.2);
        }
        Ok(out)
    }
}

struct ToyPrograms(Vec<ValidProgram>, u32);

impl LoadedPrograms for ToyPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.0, launch, &interp::Options::default());
        let mut words = words.map_err(failed)?;
        words.iter_mut().flatten().for_each(|word| *word |= self.1);
        Ok(words)
    }
}
// end
