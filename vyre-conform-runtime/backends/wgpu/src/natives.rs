//! Programs in the profile of native floats: which of the ops that they call run their native text.
//!
//! A text stands in for the body of an op where the op is registered, its body is the one that the program was linked
//! with, and the adapter has earned the text, as for the op alone. Every other op keeps its body, which is in integers
//! and right on any adapter.

use super::WgpuBackend;
use super::profile::Floats;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_lower::{self as lower, NativeCallee};
use vyre_conform_suite::backend::{BackendError, OpCode, native_calls};

impl WgpuBackend {
    /// The WGSL of a program, as this profile runs it: an op whose native text stands in it is a function whose name
    /// begins with `native_`.
    ///
    /// # Errors
    /// [`BackendError::Programs`] in plain WGSL, and where the adapter cannot be held to strict floats; whatever goes
    /// wrong with a measurement.
    pub fn program_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let mut texts = self.texts(std::slice::from_ref(program))?;
        Ok(texts.pop().unwrap_or_default())
    }

    /// The texts of programs; [`BackendError::Programs`] also of none.
    pub(super) fn texts(&self, programs: &[ValidProgram]) -> Result<Vec<String>, BackendError> {
        match &self.profile {
            Floats::Portable => Ok(programs.iter().map(lower::program).collect()),
            Floats::Native(Ok(_)) => {
                let texts = programs.iter().map(|program| self.native_text(program));
                texts.collect()
            }
            Floats::Native(Err(_)) | Floats::Wgsl => Err(BackendError::Programs {
                backend: self.identity.slug.clone(),
            }),
        }
    }

    /// The text of a program with the native implementations of those ops that it calls and the adapter has earned.
    fn native_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let mut earned = vec![];
        for call in native_calls(program) {
            if self.has_earned(&call.code)? {
                earned.push((format!("native_{}", call.code.name), call));
            }
        }
        let natives = earned.iter().filter_map(|(name, call)| {
            let native = call.code.native?;
            Some(NativeCallee {
                callee: call.callee,
                signature: &call.op.def.op.signature,
                name,
                text: native.wgsl,
                correction: native.correction,
            })
        });
        let natives: Vec<NativeCallee<'_>> = natives.collect();
        Ok(lower::program_with(program, &natives))
    }

    /// Whether the adapter gives what the reference does, measured by the first who asks.
    fn has_earned(&self, code: &OpCode<'_>) -> Result<bool, BackendError> {
        match self.native(code) {
            Ok(text) => Ok(text.is_some()),
            Err(BackendError::UnsupportedByBackend { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
