//! Kernels by hand in the profile of native floats.

use super::super::Identity;
use super::called::{NativeCall, calls_the_library, native_calls};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_runtime::kernel_text::{KernelByHand, kernels};
use vyre_conform_spec::{Capabilities, TextTarget};

/// The kernel by hand that stands for a program on a backend in the profile of native floats which compiles this language:
/// one whose feature the backend has, and which asks for no more bytes of memory of a workgroup than these.
///
/// A program has one where the ops that it calls are those of the library, and where the backend has earned the native text of
/// each that has one: the kernel computes with the same instructions.
pub fn kernel_by_hand(
    program: &ValidProgram,
    target: TextTarget,
    (backend, memory): (&Identity, u32),
    earned: &[NativeCall],
) -> Option<KernelByHand> {
    let mut known = kernels(program.program())
        .into_iter()
        .filter(|(of, kernel)| {
            let has_feature = of.hardware.is_none_or(|feature| backend.has(feature));
            of.target == target && has_feature && kernel.memory <= memory
        });
    let (_, kernel) = known.next()?;
    let is_earned = |call: &NativeCall| earned.iter().any(|known| known.callee == call.callee);
    let all_earned = native_calls(program).iter().all(is_earned);
    (calls_the_library(program) && all_earned).then_some(kernel)
}
