//! Programs with results that plain Rust computes independently.

mod memory;
mod parallel;
mod values;
mod views;

use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};

/// A program, one launch of it, and the words of every `ReadWrite` buffer afterwards.
pub struct Sample {
    /// The program.
    pub program: Program,
    /// Workgroups.
    pub workgroups: [u32; 3],
    /// A buffer for each binding, ascending.
    pub buffers: Vec<Contents>,
    /// The `ReadWrite` buffers after the launch, ascending by binding.
    pub expected: Vec<Vec<u32>>,
}

impl Sample {
    /// The program, validated for the limits of every adapter.
    ///
    /// # Panics
    ///
    /// If the program is not valid.
    pub fn valid(&self) -> ValidProgram {
        match validate_program(self.program.clone(), &(), &Limits::WEBGPU) {
            Ok(valid) => valid,
            Err(errors) => panic!("`{}` is not valid: {errors:#?}", self.program.name),
        }
    }

    /// The launch.
    pub fn launch(&self) -> Launch {
        Launch::single(&self.valid(), self.workgroups, self.buffers.clone())
    }
}

/// All samples.
pub fn samples() -> Vec<Sample> {
    let mut all = memory::samples();
    all.extend(parallel::samples());
    all.extend(values::samples());
    all.extend(views::samples());
    all
}

fn words(words: impl IntoIterator<Item = u32>) -> Contents {
    Contents::Words(words.into_iter().collect())
}
