//! Launches, with results that were worked out by hand.

mod barriers;
mod values;

use super::{Options, ProgramFault, run_launch};
use crate::dispatch::{Contents, Launch};
use crate::ir::{Kernel, Library};
use crate::valid::{Limits, ValidProgram, validate_program};

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

/// Runs one dispatch; the words of every writable buffer.
fn run(
    program: &ValidProgram,
    workgroups: [u32; 3],
    buffers: Vec<Contents>,
    options: &Options,
) -> Result<Vec<Vec<u32>>, ProgramFault> {
    let launch = Launch::single(program, workgroups, buffers);
    run_launch(std::slice::from_ref(program), &launch, options)
}

/// As [`run`] as the specification says, of a program without faults.
fn results(kernel: Kernel, workgroups: [u32; 3], buffers: Vec<Contents>) -> Vec<Vec<u32>> {
    let found = run(&valid(kernel), workgroups, buffers, &Options::default());
    found.unwrap_or_else(|fault| panic!("{fault}"))
}
