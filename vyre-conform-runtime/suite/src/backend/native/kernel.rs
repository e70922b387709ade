//! Hand-written kernels in the profile of native floats.

use super::super::{BackendError, Identity};
use super::callees::{NativeCall, calls_the_library, native_calls};
use super::expression::{ExpressionText, correct_native_calls};
use vyre_conform_ir::NativeExpression;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_runtime::kernel_text::{HandWrittenKernel, declared, kernels_among};
use vyre_conform_spec::{Capabilities, TextTarget};

/// The hand-written kernel for a program on a backend for this language in the profile of native floats: its feature
/// must be present, and its workgroup memory within this limit in bytes.
///
/// A program has one if the ops that it calls are those of the library, and if the backend has earned the native text
/// of each that has one, because the kernel uses the same instructions.
pub fn hand_written_kernel(
    program: &ValidProgram,
    target: TextTarget,
    (backend, memory): (&Identity, u32),
    earned: &[NativeCall],
) -> Option<HandWrittenKernel> {
    // Most programs have none; texts are generated last, because they are long.
    let declared = declared(&program.program().name).filter(|declared| {
        let has_feature = declared.hardware.is_none_or(|feature| backend.has(feature));
        declared.target == target && has_feature
    });
    let mut declared = declared.peekable();
    declared.peek()?;
    let is_earned = |call: &NativeCall| earned.iter().any(|known| known.callee == call.callee);
    if !native_calls(program).iter().all(is_earned) || !calls_the_library(program) {
        return None;
    }
    let known = kernels_among(program.program(), declared).into_iter();
    let mut fitting = known.filter(|(_, kernel)| kernel.memory <= memory);
    fitting.next().map(|(_, kernel)| kernel)
}

/// The texts for a list of programs on a backend of the C family: hand-written kernels, and lowerings with native
/// expressions for the others.
#[derive(Debug)]
pub struct ChosenTexts<'a> {
    programs: &'a [ValidProgram],
    calls: Vec<Vec<NativeCall>>,
    hand_written: Vec<Option<HandWrittenKernel>>,
}

impl<'a> ChosenTexts<'a> {
    /// Chooses the texts for a backend with this language and this many bytes of workgroup memory. If `native` is
    /// `None`, outside of the profile of native floats, all are lowered.
    ///
    /// # Errors
    ///
    /// As for [`correct_native_calls`].
    pub fn new(
        native: Option<&impl ExpressionText>,
        programs: &'a [ValidProgram],
        target: TextTarget,
        backend: (&Identity, u32),
    ) -> Result<Self, BackendError> {
        let calls = correct_native_calls(native, programs)?;
        let both = programs.iter().zip(&calls);
        let hand_written = both.map(|(program, calls)| {
            native?;
            hand_written_kernel(program, target, backend, calls)
        });
        Ok(Self {
            programs,
            hand_written: hand_written.collect(),
            calls,
        })
    }

    /// The lowered programs, in order, with native expressions.
    pub fn lowered(&self) -> impl Iterator<Item = (&'a ValidProgram, Vec<NativeExpression<'_>>)> {
        let calls = self.calls.iter().zip(&self.hand_written);
        let all = self.programs.iter().zip(calls);
        all.filter(|(_, (_, hand_written))| hand_written.is_none())
            .map(|(program, (calls, _))| (program, NativeCall::expressions(calls)))
    }

    /// All programs, in order, each with its hand-written kernel if it has one; the others are lowered.
    pub fn into_each(self) -> impl Iterator<Item = (&'a ValidProgram, Option<HandWrittenKernel>)> {
        self.programs.iter().zip(self.hand_written)
    }
}
