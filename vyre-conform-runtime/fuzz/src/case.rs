//! A program with everything that a dispatch of it takes.

use std::fmt::Write;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::{Invalid, Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Library, Program};

/// A program, how many workgroups of it run, and what its buffers hold before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// The words of every buffer the program binds, ascending by binding.
    pub buffers: Vec<Vec<u32>>,
}

/// A text is not a launch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the launch: {message}")]
pub struct CaseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: &'static str,
}

impl Case {
    /// The program, validated for what every target has.
    ///
    /// # Errors
    /// Every rule it breaks.
    pub fn valid(&self, library: &dyn Library) -> Result<ValidProgram, Vec<Invalid>> {
        validate_program(self.program.clone(), library, &Limits::WEBGPU)
    }

    /// The launch.
    pub fn launch(&self, program: &ValidProgram) -> Launch {
        let contents = self.buffers.iter().cloned().map(Contents::Words);
        Launch::single(program, self.workgroups, contents.collect())
    }

    /// Workgroups and words as text: `workgroups 2 1 1`, then a line of words in hexadecimal for each
    /// buffer.
    pub fn launch_text(&self) -> String {
        let [x, y, z] = self.workgroups;
        let mut text = format!("workgroups {x} {y} {z}\n");
        for buffer in &self.buffers {
            let words: Vec<_> = buffer.iter().map(|word| format!("{word:x}")).collect();
            let _ = writeln!(text, "words {}", words.join(" "));
        }
        text
    }

    /// The case of a program and the text of its launch.
    ///
    /// # Errors
    /// The first line that is not as [`launch_text`](Self::launch_text) writes it.
    pub fn parse(program: Program, text: &str) -> Result<Self, CaseError> {
        let mut case = Self {
            program,
            workgroups: [0; 3],
            buffers: vec![],
        };
        for (k, line) in text.lines().enumerate() {
            let error = |message| CaseError {
                line: k + 1,
                message,
            };
            let mut parts = line.split(' ').filter(|part| !part.is_empty());
            match (k, parts.next()) {
                (0, Some("workgroups")) => {
                    let counts: Result<Vec<u32>, _> = parts.map(str::parse).collect();
                    case.workgroups = counts
                        .ok()
                        .and_then(|counts| counts.try_into().ok())
                        .ok_or_else(|| error("write `workgroups X Y Z`"))?;
                }
                (1.., Some("words")) => {
                    let words = parts.map(|word| u32::from_str_radix(word, 16));
                    let words: Result<Vec<u32>, _> = words.collect();
                    let words = words.map_err(|_| error("write words in hexadecimal"))?;
                    case.buffers.push(words);
                }
                _ => {
                    return Err(error(
                        "write `workgroups` first, then a line `words` a buffer",
                    ));
                }
            }
        }
        Ok(case)
    }
}
