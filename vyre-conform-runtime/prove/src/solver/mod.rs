//! Solvers beside this program: subprocesses found on the PATH, none of them trusted.

mod cadical;
mod process;
mod smt;
mod z3;

pub use cadical::{Answer, Cadical};
pub use process::{Budget, SolverError};
pub use smt::script;
pub use z3::{Said, Z3};

use std::path::Path;

/// The solvers that are there.
#[derive(Clone, Debug, Default)]
pub struct Solvers {
    /// A SAT solver that writes DRAT.
    pub cadical: Option<Cadical>,
    /// A solver of bit-vectors.
    pub z3: Option<Z3>,
}

impl Solvers {
    /// Those on the PATH that say their version.
    pub fn on_path() -> Self {
        Self {
            cadical: Cadical::open(Path::new("cadical")).ok(),
            z3: Z3::open(Path::new("z3")).ok(),
        }
    }

    /// Name and version of each.
    pub fn names(&self) -> Vec<String> {
        let cadical = self.cadical.as_ref().map(|c| c.name().to_owned());
        let z3 = self.z3.as_ref().map(|z| z.name().to_owned());
        cadical.into_iter().chain(z3).collect()
    }

    /// What is missing, and how to get it.
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing = vec![];
        if self.cadical.is_none() {
            missing.push(
                "cadical (Debian: apt-get install cadical), which proves what needs SAT and lemmas",
            );
        }
        if self.z3.is_none() {
            missing.push(
                "z3 (Debian: apt-get install z3), which finds counterexamples and seconds lemmas",
            );
        }
        missing
    }
}
