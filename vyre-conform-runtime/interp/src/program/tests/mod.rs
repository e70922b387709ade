//! Launches, with results worked out by hand.

mod atomics;
mod barriers;
mod control;
mod declarations;
mod launches;
mod mixed;
mod values;

use super::memory::Cells;
use super::workgroup::{HaltReason, Workgroups};
use super::world::World;
use super::{BarrierModel, Options, ProgramFault, run_launch};
use crate::frames::FrameLayouts;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Kernel, Library, Type};

/// The program, valid for the interpreter.
fn valid(kernel: Kernel) -> ValidProgram {
    linked(kernel, &())
}

fn linked(kernel: Kernel, library: &dyn Library) -> ValidProgram {
    validate_program(kernel.finish(), library, &Limits::INTERPRETER)
        .unwrap_or_else(|e| panic!("{e:#?}"))
}

fn words(words: &[u32]) -> Contents {
    Contents::Words(words.to_vec())
}

/// Runs one dispatch and returns the words of every writable buffer.
fn run(
    program: &ValidProgram,
    workgroups: [u32; 3],
    buffers: Vec<Contents>,
    options: &Options,
) -> Result<Vec<Vec<u32>>, ProgramFault> {
    let launch = Launch::single(program, workgroups, buffers);
    run_launch(std::slice::from_ref(program), &launch, options)
}

/// Like [`run`] with the specified behaviour, for a program without faults.
fn results(kernel: Kernel, workgroups: [u32; 3], buffers: Vec<Contents>) -> Vec<Vec<u32>> {
    let actual = run(&valid(kernel), workgroups, buffers, &Options::default());
    actual.unwrap_or_else(|fault| panic!("{fault}"))
}

/// Runs one workgroup of a kernel, along x, without validation, and returns the words of every buffer.
fn workgroup(
    kernel: Kernel,
    buffers: Vec<(&[u32], Type)>,
    invocations: u32,
) -> Result<Vec<Vec<u32>>, HaltReason> {
    let module = kernel.finish().link(&());
    let cells = buffers.into_iter();
    let cells: Vec<_> = cells
        .map(|(words, ty)| Cells::new(words.to_vec(), ty.words()))
        .collect();
    let limited = Options {
        steps: 1000,
        ..Options::default()
    };
    let mut world = World::new(cells, &limited, None);
    world.bound = (0..world.cells.len()).collect();
    world.workgroup_size = [invocations, 1, 1];
    let mut workgroups = Workgroups {
        code: &FrameLayouts::new(&module),
        world: &mut world,
        barriers: BarrierModel::Full,
        draws: None,
        interleaved: false,
        spare: vec![],
    };
    workgroups.run(invocations)?;
    let cells = world.cells.into_iter();
    Ok(cells.map(|cells| cells.into_parts().0).collect())
}
