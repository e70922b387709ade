//! Hand-written kernels in place of an engine's programs: their selection on a backend, and their compilation.

use super::hardware::for_each_plan;
use crate::backend::{Backend, BackendError};
use vyre_conform_ir::Library;
use vyre_conform_ir::valid::{ValidProgram, validate_program};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::kernel_text::{HandWrittenKernel, declared};

/// A program of an engine with declared kernels for its name, and the backend's choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KernelChoice {
    /// The program.
    pub program: ValidProgram,
    /// The hand-written kernel; `None` if the lowered program runs.
    pub kernel: Option<HandWrittenKernel>,
}

/// The backend's choices for the programs of an engine that have declared kernels, each program once. The programs are
/// those of the inputs in the engine's identity. Programs beyond the limits of the backend are omitted.
///
/// # Errors
///
/// Errors of the backend while it measures the ops that a program calls.
pub fn kernel_choices(
    def: &EngineDef,
    library: &dyn Library,
    backend: &dyn Backend,
) -> Result<Vec<KernelChoice>, BackendError> {
    let limits = backend.limits();
    let mut programs: Vec<ValidProgram> = vec![];
    for_each_plan(def, |plan| {
        for program in plan
            .programs
            .into_iter()
            .filter(|of| declared(&of.name).next().is_some())
        {
            if programs.iter().any(|known| *known.program() == program) {
                continue;
            }
            programs.extend(validate_program(program, library, &limits).ok());
        }
    });
    let kernels = backend.hand_written_kernels(&programs)?;
    let pairs = programs.into_iter().zip(kernels);
    let choice = |(program, kernel)| KernelChoice { program, kernel };
    Ok(pairs.map(choice).collect())
}

/// The first hand-written kernel that does not compile on its backend: the name of its program, and the compiler's
/// message.
pub fn uncompiled_kernel(choices: &[KernelChoice], backend: &dyn Backend) -> Option<[String; 2]> {
    let mut hand_written = choices.iter().filter(|choice| choice.kernel.is_some());
    hand_written.find_map(|choice| {
        let program = std::slice::from_ref(&choice.program);
        let error = match backend.load_programs(program).err()? {
            error @ (BackendError::Compile { .. } | BackendError::Validation(_)) => error,
            // A lack or loss of the backend is not a fault of the text.
            _ => return None,
        };
        let name = choice.program.program().name.clone();
        Some([name, error.to_string()])
    })
}
