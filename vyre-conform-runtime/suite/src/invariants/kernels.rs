//! Kernels by hand in the place of an engine's programs: which text a backend runs, and whether it compiles.

use super::author::call;
use crate::backend::{Backend, BackendError};
use vyre_conform_ir::Library;
use vyre_conform_ir::valid::{ValidProgram, validate_program};
use vyre_conform_runtime::engine::{EngineDef, InputSource, SIZES};
use vyre_conform_runtime::kernel_text::{KernelByHand, declared};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Generated inputs whose plans are looked at: those whose programs are part of an engine's identity.
const PLANNED: u64 = 4;

/// A program of an engine for whose name a person declared a kernel, and what a backend runs in its place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct KernelChoice {
    /// The program.
    pub program: ValidProgram,
    /// The kernel by hand; none where what is lowered from the program runs.
    pub kernel: Option<KernelByHand>,
}

/// Which texts a backend runs for the programs of an engine's first plans for whose names kernels are declared, each
/// program once. Programs beyond the limits of the backend are left out.
///
/// # Errors
/// Whatever the backend reports where it measures the ops that a program calls.
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

/// The first kernel by hand that does not compile where it would run: the name of its program, and what the compiler
/// says.
pub fn uncompiled_kernel(choices: &[KernelChoice], backend: &dyn Backend) -> Option<[String; 2]> {
    let mut by_hand = choices.iter().filter(|choice| choice.kernel.is_some());
    by_hand.find_map(|choice| {
        let program = std::slice::from_ref(&choice.program);
        let error = match backend.load_programs(program).err()? {
            error @ (BackendError::Compile { .. } | BackendError::Validation(_)) => error,
            // What the backend lacks, or that it is gone, says nothing of the text.
            _ => return None,
        };
        let name = choice.program.program().name.clone();
        Some([name, error.to_string()])
    })
}
