//! A backend over the interpreter, for what is tested around backends.

use vyre_conform_interp::{self as interp, Interpreter, run_launch};
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::{Valid, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, LoadedPrograms, OpCode, Operand,
};

/// The interpreter as a backend.
pub struct Interpreted(Identity);

impl Interpreted {
    /// One of this name.
    pub fn named(name: &str) -> Self {
        Self(Identity::named(name))
    }
}

fn failed(error: impl ToString) -> BackendError {
    BackendError::Other(error.to_string())
}

impl Backend for Interpreted {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn lacks(&self, op: &OpCode<'_>) -> Option<String> {
        matches!(op.code, Code::Wgsl(_)).then(|| "a compiler of WGSL".into())
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        match op.code {
            Code::Module(module) => Ok(Box::new(Op(module.clone(), op.signature))),
            Code::Wgsl(_) => Err(failed("it reads no WGSL")),
        }
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(Programs(programs.to_vec())))
    }
}

struct Op(Valid, Signature);

impl LoadedOp for Op {
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
        }
        Ok(out)
    }
}

struct Programs(Vec<ValidProgram>);

impl LoadedPrograms for Programs {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        run_launch(&self.0, launch, &interp::Options::default()).map_err(failed)
    }
}
