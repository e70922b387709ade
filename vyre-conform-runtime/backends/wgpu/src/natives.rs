//! Programs in the profile of native floats, with native texts of the ops that they call.
//!
//! A native text replaces the body of an op if the op is registered, its body is the one that the program was linked
//! with, and the adapter has earned the text, as for the op alone. Every other op keeps its body, which is in integers
//! and correct on any adapter. If the program has a hand-written kernel, and every native text that it would use is
//! earned, the kernel replaces the program, followed by the native texts of the ops.

use super::WgpuBackend;
use super::profile::{Floats, NativeText};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_lower::{self as lower, NativeCallee};
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::{
    BackendError, NativeCall, OpCode, hand_written_kernel, has_hardware, native_calls,
};

impl WgpuBackend {
    /// The WGSL of a program in this profile: an op with its native text is a function with the prefix `native_`.
    ///
    /// # Errors
    ///
    /// [`BackendError::Programs`] in plain WGSL, and if the adapter has no strict floats; errors of a measurement.
    pub fn program_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let mut texts = self.texts(std::slice::from_ref(program))?;
        Ok(texts.pop().unwrap_or_default())
    }

    /// The compute pipeline of a program in this profile, on [`device`](Self::device), over a layout whose entries are
    /// the program's declared buffers, visible only to compute shaders, without dynamic offsets and minimal sizes.
    /// Other layouts are replaced by this one.
    ///
    /// # Errors
    ///
    /// The errors of [`program_text`](Self::program_text) and of the device.
    pub fn pipeline(
        &self,
        program: &ValidProgram,
        layout: &wgpu::BindGroupLayout,
    ) -> Result<wgpu::ComputePipeline, BackendError> {
        has_hardware(program, &self.identity, Some(TextTarget::Wgsl))?;
        let text = self.program_text(program)?;
        let program = program.program();
        let bound = program.bound().into_iter();
        let bindings: Vec<u32> = bound.map(|(_, decl)| decl.binding).collect();
        self.gpu()?
            .program_pipeline(&program.name, &text, layout, &bindings)
    }

    /// The device of this profile and its queue, for callers with buffers of their own.
    ///
    /// # Errors
    ///
    /// If the adapter provides no device.
    pub fn device(&self) -> Result<(wgpu::Device, wgpu::Queue), BackendError> {
        let gpu = self.gpu()?;
        Ok((gpu.device.clone(), gpu.queue.clone()))
    }

    /// The texts of programs; [`BackendError::Programs`] also for an empty list.
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

    /// The hand-written kernel in place of each program, if any.
    pub(super) fn in_place_of(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<HandWrittenKernel>>, BackendError> {
        let bounds_of = |program: &ValidProgram| {
            if !matches!(self.profile, Floats::Native(Ok(_))) {
                return Ok(None);
            }
            Ok(self.declared(program, &self.earned_calls(program)?))
        };
        programs.iter().map(bounds_of).collect()
    }

    /// The native ops that a program calls and the adapter has earned.
    fn earned_calls(&self, program: &ValidProgram) -> Result<Vec<NativeCall>, BackendError> {
        let mut earned = vec![];
        for call in native_calls(program) {
            if self.has_earned(&call.code)? {
                earned.push(call);
            }
        }
        Ok(earned)
    }

    /// The text of a program with the earned native implementations of the ops that it calls.
    fn native_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let calls = self.earned_calls(program)?;
        if let Some(text) = self.hand_written(program, &calls) {
            return Ok(text);
        }
        let name = |call: &NativeCall| format!("native_{}", call.code.name);
        let names: Vec<String> = calls.iter().map(name).collect();
        let natives = calls.iter().zip(&names).filter_map(|(call, name)| {
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

    /// The hand-written kernel for a program, given its earned native ops.
    fn declared(&self, program: &ValidProgram, earned: &[NativeCall]) -> Option<HandWrittenKernel> {
        // A text declares its own memory.
        hand_written_kernel(program, TextTarget::Wgsl, (&self.identity, 0), earned)
    }

    /// Its text, followed by those of the native ops.
    fn hand_written(&self, program: &ValidProgram, earned: &[NativeCall]) -> Option<String> {
        let hand = self.declared(program, earned)?;
        let strict = earned
            .iter()
            .filter_map(|call| Some(NativeText::new(&call.code, true)?.text));
        let parts: Vec<String> = [hand.text].into_iter().chain(strict).collect();
        Some(parts.join("\n"))
    }

    /// The hand-written kernel for a program, even if the adapter computes its instructions wrongly: tests run it where
    /// no operand exposes that.
    #[doc(hidden)]
    pub fn unearned_kernel(&self, program: &ValidProgram) -> Option<String> {
        self.hand_written(program, &native_calls(program))
    }

    /// True if the adapter's results equal the reference's, measured by the first caller.
    fn has_earned(&self, code: &OpCode<'_>) -> Result<bool, BackendError> {
        match self.native(code) {
            Ok(text) => Ok(text.is_some()),
            Err(BackendError::UnsupportedByBackend { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
