//! Programs in the profile of native floats: which of the ops that they call run their native text.
//!
//! A text stands in for the body of an op where the op is registered, its body is the one that the program was linked
//! with, and the adapter has earned the text, as for the op alone. Every other op keeps its body, which is in integers
//! and right on any adapter. Where a person wrote a kernel for the program, and every native text that the program
//! would have is earned, the kernel is the text, with those of the ops behind it.

use super::WgpuBackend;
use super::profile::{Floats, NativeText};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_lower::{self as lower, NativeCallee};
use vyre_conform_runtime::kernel_text::KernelByHand;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::{
    BackendError, NativeCall, OpCode, has_hardware, kernel_by_hand, native_calls,
};

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

    /// The compute pipeline of a program as this profile runs it, on [`device`](Self::device) and over a layout whose
    /// entries are the buffers that the program declares, visible to compute shaders alone, without dynamic offsets and
    /// least sizes: another layout has the pipeline of this one.
    ///
    /// # Errors
    /// As [`program_text`](Self::program_text), and what the device says.
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

    /// The device that this profile runs on, and its queue, for whoever keeps buffers of their own there.
    ///
    /// # Errors
    /// Where the adapter gives no device.
    pub fn device(&self) -> Result<(wgpu::Device, wgpu::Queue), BackendError> {
        let gpu = self.gpu()?;
        Ok((gpu.device.clone(), gpu.queue.clone()))
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

    /// The kernel by hand in the place of each program, if any.
    pub(super) fn in_place_of(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<KernelByHand>>, BackendError> {
        let of = |program: &ValidProgram| {
            if !matches!(self.profile, Floats::Native(Ok(_))) {
                return Ok(None);
            }
            Ok(self.declared(program, &self.earned_calls(program)?))
        };
        programs.iter().map(of).collect()
    }

    /// The native ops that a program calls and that the adapter has earned.
    fn earned_calls(&self, program: &ValidProgram) -> Result<Vec<NativeCall>, BackendError> {
        let mut earned = vec![];
        for call in native_calls(program) {
            if self.has_earned(&call.code)? {
                earned.push(call);
            }
        }
        Ok(earned)
    }

    /// The text of a program with the native implementations of those ops that it calls and the adapter has earned.
    fn native_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let calls = self.earned_calls(program)?;
        if let Some(text) = self.by_hand(program, &calls) {
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

    /// The kernel by hand that stands for a program of which these native ops are earned.
    fn declared(&self, program: &ValidProgram, earned: &[NativeCall]) -> Option<KernelByHand> {
        // What a text takes of memory it declares itself.
        kernel_by_hand(program, TextTarget::Wgsl, (&self.identity, 0), earned)
    }

    /// Its text, with those of the native ops behind it.
    fn by_hand(&self, program: &ValidProgram, earned: &[NativeCall]) -> Option<String> {
        let hand = self.declared(program, earned)?;
        let strict = earned
            .iter()
            .filter_map(|call| Some(NativeText::of(&call.code, true)?.text));
        let parts: Vec<String> = [hand.text].into_iter().chain(strict).collect();
        Some(parts.join("\n"))
    }

    /// The kernel by hand that stands for a program, whether or not the adapter does the instructions right that it
    /// computes with: tests run it where no operand lets them be wrong.
    #[doc(hidden)]
    pub fn unearned_kernel(&self, program: &ValidProgram) -> Option<String> {
        self.by_hand(program, &native_calls(program))
    }

    /// True if the adapter gives what the reference does, measured by the first who asks.
    fn has_earned(&self, code: &OpCode<'_>) -> Result<bool, BackendError> {
        match self.native(code) {
            Ok(text) => Ok(text.is_some()),
            Err(BackendError::UnsupportedByBackend { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
