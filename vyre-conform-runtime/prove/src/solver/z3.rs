//! Z3, asked in SMT-LIB 2. It gives no proof that is checked here, so that what it says is never one.

use super::process::{Budget, SolverError, beginning, run};
use super::smt::script;
use crate::term::{TermId, Terms};
use std::path::{Path, PathBuf};

/// What a solver of bit-vectors says of a term of one bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It is 1 for these values of the inputs of the graph.
    Can(Vec<u128>),
    /// It is never 1.
    Never,
    /// It does not know.
    Unknown,
}

/// The solver.
#[derive(Clone, Debug)]
pub struct Z3 {
    program: PathBuf,
    name: String,
}

impl Z3 {
    /// The program at this path, or of this name on the PATH.
    ///
    /// # Errors
    /// It does not say its version.
    pub fn open(program: &Path) -> Result<Self, SolverError> {
        let budget = Budget::of(std::time::Duration::from_secs(5));
        let ended = run(program, &["--version"], String::new(), budget)?;
        let words: Vec<&str> = ended.said.split_whitespace().collect();
        match words.as_slice() {
            ["Z3", "version", version, ..] => Ok(Self {
                program: program.to_owned(),
                name: format!("z3 {}", beginning(version)),
            }),
            _ => Err(SolverError::Nonsense {
                program: program.display().to_string(),
                said: beginning(&ended.said),
            }),
        }
    }

    /// Name and version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a term of one bit can be 1.
    ///
    /// # Errors
    /// Why it says nothing.
    pub fn ask(&self, terms: &Terms, goal: TermId, budget: Budget) -> Result<Said, SolverError> {
        let ended = run(
            &self.program,
            &["-smt2", "-in"],
            script(terms, goal),
            budget,
        )?;
        let (first, rest) = ended.said.split_once('\n').unwrap_or((&ended.said, ""));
        let values = || values(rest, terms.inputs().len());
        match first.trim() {
            "unsat" => Ok(Said::Never),
            "unknown" => Ok(Said::Unknown),
            "sat" => values()
                .map(Said::Can)
                .ok_or_else(|| SolverError::Nonsense {
                    program: self.program.display().to_string(),
                    said: beginning(rest),
                }),
            _ => Err(SolverError::Nonsense {
                program: self.program.display().to_string(),
                said: beginning(&ended.said),
            }),
        }
    }
}

/// The values in an answer such as `((i0 #x0000002a) (i1 #b1))`; inputs that are not named are 0.
fn values(text: &str, count: usize) -> Option<Vec<u128>> {
    let mut values = vec![0; count];
    let plain = text.replace(['(', ')'], " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    for pair in words.chunks(2) {
        let [name, bits] = pair else {
            return None;
        };
        let number: usize = name.strip_prefix('i')?.parse().ok()?;
        let value = match (bits.strip_prefix("#x"), bits.strip_prefix("#b")) {
            (Some(digits), _) => u128::from_str_radix(digits, 16).ok()?,
            (_, Some(digits)) => u128::from_str_radix(digits, 2).ok()?,
            _ => return None,
        };
        *values.get_mut(number)? = value;
    }
    Some(values)
}
