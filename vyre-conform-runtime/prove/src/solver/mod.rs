//! External solvers: untrusted subprocesses found on the PATH.

mod budget;
mod cadical;
mod descendants;
mod process;
mod smt;
mod word;

pub use budget::Budget;
pub use cadical::{Answer, Cadical};
pub use process::SolverError;
pub(crate) use process::timed;
pub use smt::script;
pub use word::{WordAnswer, WordSolver};

use std::path::Path;

/// The available solvers.
#[derive(Clone, Debug, Default)]
pub struct Solvers {
    /// A SAT solver that writes proofs.
    pub cadical: Option<Cadical>,
    /// Bit-vector solvers, in the order of use.
    pub words: Vec<WordSolver>,
}

impl Solvers {
    /// The solvers on the PATH that report a version.
    pub fn on_path() -> Self {
        Self {
            cadical: Cadical::open(Path::new("cadical")).ok(),
            words: WordSolver::on_path(),
        }
    }

    /// Name and version of each.
    pub fn names(&self) -> Vec<String> {
        let cadical = self.cadical.as_ref().map(|c| c.name().to_owned());
        let words = self.words.iter().map(|solver| solver.name().to_owned());
        cadical.into_iter().chain(words).collect()
    }

    /// The missing solvers, with instructions to install them.
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing = vec![];
        if self.cadical.is_none() {
            missing.push(
                "cadical (Debian: apt-get install cadical), which proves what needs SAT and lemmas",
            );
        }
        if self.words.is_empty() {
            missing.push(
                "z3 (Debian: apt-get install z3), cvc5 or bitwuzla, which find counterexamples and second lemmas",
            );
        }
        missing
    }
}
