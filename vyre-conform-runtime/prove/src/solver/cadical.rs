//! CaDiCaL: takes formulas in DIMACS; returns proofs in LRAT, or in binary DRAT from older versions.

use super::Budget;
use super::process::{SolverError, beginning, run};
use crate::cnf::{Cnf, Literal};
use crate::lrat::WrittenProof;
use std::path::{Path, PathBuf};

/// The answer of a SAT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, by these literals.
    Solution(Vec<Literal>),
    /// Unsatisfiable, with this unchecked proof.
    None(WrittenProof),
}

/// The solver.
#[derive(Clone, Debug)]
pub struct Cadical {
    program: PathBuf,
    name: String,
    /// True if it writes LRAT.
    has_lrat: bool,
}

impl Cadical {
    /// The program at this path, or of this name on the PATH.
    ///
    /// # Errors
    /// The program does not report a version.
    pub fn open(program: &Path) -> Result<Self, SolverError> {
        let budget = Budget::of(std::time::Duration::from_secs(5));
        let exit = run(program, &["--version"], String::new(), budget)?;
        let version = exit.output.lines().next().unwrap_or("").trim();
        if exit.status.success() && !version.is_empty() {
            Ok(Self {
                program: program.to_owned(),
                name: format!("cadical {}", beginning(version)),
                has_lrat: has_lrat(version),
            })
        } else {
            Err(SolverError::Nonsense {
                program: program.display().to_string(),
                output: beginning(&exit.output),
            })
        }
    }

    /// Name and version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Solves a formula.
    ///
    /// # Errors
    /// The reason why it returns no answer.
    pub fn solve(&self, cnf: &Cnf, budget: Budget) -> Result<Answer, SolverError> {
        let program = || self.program.display().to_string();
        let files = |error| SolverError::Files {
            program: program(),
            error,
        };
        let folder = tempfile::Builder::new().prefix("vyre-prove-").tempdir();
        let folder = folder.map_err(files)?;
        let (formula, proof) = (
            folder.path().join("formula.cnf"),
            folder.path().join("proof"),
        );
        std::fs::write(&formula, cnf.dimacs()).map_err(files)?;
        let [formula, named] = [&formula, &proof].map(|path| path.to_string_lossy().into_owned());
        let mut arguments = vec!["-q", &formula, &named];
        if self.has_lrat {
            // After the files, whose positions are then the same for every version.
            arguments.extend(["--lrat", "--no-binary"]);
        }
        let exit = run(&self.program, &arguments, String::new(), budget)?;
        let output = || beginning(&exit.output);
        let line = exit.output.lines().find_map(|line| line.strip_prefix("s "));
        match (exit.status.code(), line) {
            (Some(10), Some("SATISFIABLE")) => {
                let solution = solution(&exit.output, cnf.variables);
                solution
                    .map(Answer::Solution)
                    .ok_or_else(|| SolverError::Nonsense {
                        program: program(),
                        output: output(),
                    })
            }
            (Some(20), Some("UNSATISFIABLE")) => {
                let bytes = match std::fs::read(&proof) {
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => vec![],
                    read => read.map_err(files)?,
                };
                Ok(Answer::None(if self.has_lrat {
                    // Bytes that are not text are not numbers, and the parser rejects them.
                    WrittenProof::Lrat(String::from_utf8_lossy(&bytes).into_owned())
                } else {
                    WrittenProof::Drat(bytes)
                }))
            }
            (Some(0), None) if exit.output.trim().is_empty() => Err(SolverError::GaveUp(program())),
            (Some(0 | 10 | 20), _) => Err(SolverError::Nonsense {
                program: program(),
                output: output(),
            }),
            _ => Err(SolverError::Died {
                program: program(),
                status: exit.status.to_string(),
                output: output(),
            }),
        }
    }
}

/// True if a version writes LRAT: the options are unchanged since 1.9 ([its
/// history](https://github.com/arminbiere/cadical/blob/master/NEWS.md)). Another format, such as
/// `sc2021`, is an older version.
fn has_lrat(version: &str) -> bool {
    let mut numbers = version.split('.').map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= (1, 9),
        _ => false,
    }
}

/// The literals in lines that begin with `v`, if they belong to this many variables.
fn solution(output: &str, variables: u32) -> Option<Vec<Literal>> {
    let lines = output.lines().filter_map(|line| line.strip_prefix("v "));
    let words = lines.flat_map(str::split_whitespace);
    let mut solution = vec![];
    for word in words {
        let literal: Literal = word.parse().ok()?;
        match literal.unsigned_abs() {
            0 => return Some(solution),
            variable if variable <= variables => solution.push(literal),
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the program's history, and the version string of Debian's 1.5.3.
    #[test]
    fn lrat_support_follows_from_the_version() {
        for version in ["1.9.0", "1.9.5", "1.10", "2.0.0-rc.5", "2.2.0", "3.0.0"] {
            assert!(has_lrat(version), "{version}");
        }
        for version in ["sc2021", "1.5.3", "1.8.0", "0.9", "2", "", "1.x.9"] {
            assert!(!has_lrat(version), "{version}");
        }
    }
}
