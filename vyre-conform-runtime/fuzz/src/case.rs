//! A program with its launch.

use std::fmt::Write;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::parse::{self, ParseError};
use vyre_conform_ir::valid::{Invalid, Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Library, Program, print};

/// A program, its number of workgroups, and the initial contents of its buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// The words of every buffer that the program binds, ascending by binding.
    pub buffers: Vec<Vec<u32>>,
}

/// The reason why a text is not a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The program does not parse.
    #[error("{0}")]
    Program(ParseError),
    /// A line of its launch is invalid.
    #[error("line {line}: {message}")]
    Launch {
        /// The line, from 1.
        line: usize,
        /// The fault.
        message: &'static str,
    },
}

impl Case {
    /// The program, validated against the limits that every target has.
    ///
    /// # Errors
    /// Every violated rule.
    pub fn valid(&self, library: &dyn Library) -> Result<ValidProgram, Vec<Invalid>> {
        validate_program(self.program.clone(), library, &Limits::WEBGPU)
    }

    /// The launch.
    pub fn launch(&self, program: &ValidProgram) -> Launch {
        let contents = self.buffers.iter().cloned().map(Contents::Words);
        Launch::single(program, self.workgroups, contents.collect())
    }

    /// The case as text: the program in its [text form](vyre_conform_ir::parse), followed by the launch
    /// in comments: `; workgroups 2 1 1`, and for each buffer `; words` and its words in hexadecimal.
    pub fn text(&self) -> String {
        format!("{}\n{}", print::program(&self.program), self.launch_text())
    }

    fn launch_text(&self) -> String {
        let [x, y, z] = self.workgroups;
        let mut text = format!("; workgroups {x} {y} {z}\n");
        for buffer in &self.buffers {
            text.push_str("; words");
            for word in buffer {
                let _ = write!(text, " {word:x}");
            }
            text.push('\n');
        }
        text
    }

    /// Parses the format of [`text`](Self::text).
    ///
    /// # Errors
    /// The first syntax error of the program, or the first invalid line of the launch.
    pub fn parse(text: &str) -> Result<Self, CaseError> {
        let mut case = Self {
            program: parse::program(text).map_err(CaseError::Program)?,
            workgroups: [0; 3],
            buffers: vec![],
        };
        let mut prefix = false;
        for (k, line) in text.lines().enumerate() {
            let Some(line) = line.trim_start().strip_prefix(';') else {
                continue;
            };
            let error = |message| CaseError::Launch {
                line: k + 1,
                message,
            };
            let mut parts = line.split_ascii_whitespace();
            match (prefix, parts.next()) {
                (false, Some("workgroups")) => {
                    let counts: Result<Vec<u32>, _> = parts.map(str::parse).collect();
                    case.workgroups = counts
                        .ok()
                        .and_then(|counts| counts.try_into().ok())
                        .ok_or_else(|| error("write `; workgroups X Y Z`"))?;
                    prefix = true;
                }
                (true, Some("words")) => {
                    let words = parts.map(|word| u32::from_str_radix(word, 16));
                    let words: Result<Vec<u32>, _> = words.collect();
                    let words = words.map_err(|_| error("write words in hexadecimal"))?;
                    case.buffers.push(words);
                }
                _ => {
                    return Err(error(
                        "write `; workgroups` once, then a line `; words` a buffer; other comments begin with `//`",
                    ));
                }
            }
        }
        if prefix {
            Ok(case)
        } else {
            Err(CaseError::Launch {
                line: 1 + text.lines().count(),
                message: "the launch is missing: write `; workgroups X Y Z`, then a line `; words` a buffer",
            })
        }
    }
}
