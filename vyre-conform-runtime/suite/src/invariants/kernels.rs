//! Hand-written kernels in place of an engine's programs: their selection on a backend, and their compilation.

use super::author::call;
use crate::backend::{Backend, BackendError};
use vyre_conform_ir::Library;
use vyre_conform_ir::valid::{ValidProgram, validate_program};
use vyre_conform_runtime::engine::{EngineDef, InputSource, SIZES};
use vyre_conform_runtime::kernel_text::{KernelByHand, declared};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Number of generated inputs whose plans are examined: those in an engine's identity.
const PLANNED: u64 = 4;

/// A program of an engine with declared kernels for its name, and the backend's choice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KernelChoice {
    /// The program.
    pub program: ValidProgram,
    /// The hand-written kernel; `None` if the lowered program runs.
    pub kernel: Option<KernelByHand>,
}

/// The backend's choices for the programs of an engine's first plans that have declared kernels, each program once.
/// Programs beyond the limits of the backend are omitted.
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
    for n in 0..PLANNED {
        let source = InputSource::Generated(n);
        let input = call(def.id, EngineFunction::Inputs, source, None, || {
            (def.inputs)(n)
        });
        let Ok(input) = input else { continue };
        for size in SIZES {
            let plan = call(def.id, EngineFunction::Plan, source, Some(size), || {
                (def.plan)(&input, size)
            });
            let planned = plan.into_iter().flat_map(|plan| plan.programs);
            for program in planned.filter(|of| declared(&of.name).next().is_some()) {
                if programs.iter().any(|known| *known.program() == program) {
                    continue;
                }
                programs.extend(validate_program(program, library, &limits).ok());
            }
        }
    }
    let kernels = backend.kernels_by_hand(&programs)?;
    let pairs = programs.into_iter().zip(kernels);
    let choice = |(program, kernel)| KernelChoice { program, kernel };
    Ok(pairs.map(choice).collect())
}

/// The first hand-written kernel that does not compile on its backend: the name of its program, and the compiler's
/// message.
pub fn uncompiled_kernel(choices: &[KernelChoice], backend: &dyn Backend) -> Option<[String; 2]> {
    let mut by_hand = choices.iter().filter(|choice| choice.kernel.is_some());
    by_hand.find_map(|choice| {
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
