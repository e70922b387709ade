//! Faulty solvers, as scripts: their answers never count for more than is checked.
#![cfg(unix)]

mod answers;
mod proofs;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::cnf::Cnf;
use vyre_conform_prove::method::{LawOutcome, Meter, ProofMethod, ProverSettings, decide};
use vyre_conform_prove::solver::{Answer, Budget, Cadical, Solvers, WordSolver};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::vyre_op;

/// The saturating sum, whose law needs a solver.
#[vyre_op(laws(Associative), boundaries((1, 2)))]
pub const fn limited(a: u32, b: u32) -> u32 {
    let sum = a.wrapping_add(b);
    if sum < a { u32::MAX } else { sum }
}

/// Commutative except for one pair.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub const fn almost(a: u32, b: u32) -> u32 {
    if a == 0x1357_9bdf && b == 0x0246_8ace {
        7
    } else {
        a.wrapping_add(b)
    }
}

/// The exclusive or of a product and a constant, which needs no solver.
#[vyre_op(laws(Commutative, Not(Associative, witness = (1, 2, 3))), boundaries((1, 2)))]
pub const fn mixed(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b) ^ 0x55
}

/// An op with few inputs.
#[vyre_op(laws(Involution), boundaries((true)))]
pub const fn inverted(a: bool) -> bool {
    !a
}

/// A folder of scripts.
struct Scripts(tempfile::TempDir);

impl Scripts {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A program that reports a version, and otherwise does this.
    fn script(&self, name: &str, version: &str, behaviour: &str) -> PathBuf {
        let path = self.path(name);
        let text = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{version}'; exit 0; fi\n{behaviour}\n"
        );
        vyre_conform_scripts::executable(&path, &text);
        path
    }

    fn cadical(&self, script: &str) -> Solvers {
        let path = self.script("cadical", "1.5.3", script);
        Solvers {
            cadical: Some(Cadical::open(&path).expect("a version")),
            words: vec![],
        }
    }

    /// A solver that reports a version with LRAT, and does this if LRAT is requested.
    fn newer(&self, script: &str) -> Solvers {
        let script = format!("[ \"$4 $5\" = '--lrat --no-binary' ] || exit 1\n{script}");
        let path = self.script("cadical", "2.1.3", &script);
        Solvers {
            cadical: Some(Cadical::open(&path).expect("a version")),
            words: vec![],
        }
    }

    /// A bit-vector solver of this name.
    fn word(&self, (name, version): (&str, &str), script: &str) -> WordSolver {
        let path = self.script(name, version, script);
        WordSolver::open(&path).expect("a version")
    }

    fn words(&self, solver: (&str, &str), script: &str) -> Solvers {
        Solvers {
            cadical: None,
            words: vec![self.word(solver, script)],
        }
    }
}

const Z3: (&str, &str) = ("z3", "Z3 version 4.8.12 - 64 bit");
const CVC5: (&str, &str) = ("cvc5", "This is cvc5 version 1.0.3");
const BITWUZLA: (&str, &str) = ("bitwuzla", "0.8.2");

/// The bit-vector solvers, each with its version output.
const WORDS: [(&str, &str); 3] = [Z3, CVC5, BITWUZLA];

/// The outcome of the only law of an op.
fn law(op: &str, solvers: &Solvers, time: Duration) -> LawOutcome {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let declared = DeclaredLaw::new(&catalog, op, &op.def.laws[0]).expect("a law");
    decide(&declared, &ProverSettings::with(solvers, time))
}

const TIME: Duration = Duration::from_secs(20);

/// The reason why the law of `limited` is undecided with a SAT solver that does this.
fn undecided(script: &str, time: Duration) -> String {
    let scripts = Scripts::new();
    match law("limited", &scripts.cadical(script), time) {
        LawOutcome::Undecided(reason) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}
