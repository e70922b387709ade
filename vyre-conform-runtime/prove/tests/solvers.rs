//! Solvers that are wrong, each as a script: what they say is never more than what is checked.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use vyre_conform_prove::claim::Declared;
use vyre_conform_prove::engine::{Engine, Outcome, Settings, decide};
use vyre_conform_prove::solver::{Cadical, Solvers, Z3};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::vyre_op;

/// The sum, or the largest number where that is too large: its law takes a solver.
#[vyre_op(laws(Associative), boundaries((1, 2)))]
pub const fn limited(a: u32, b: u32) -> u32 {
    let sum = a.wrapping_add(b);
    if sum < a { u32::MAX } else { sum }
}

/// Commutative but for one pair of all.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub const fn almost(a: u32, b: u32) -> u32 {
    if a == 0x1357_9bdf && b == 0x0246_8ace {
        7
    } else {
        a.wrapping_add(b)
    }
}

/// The product, and the exclusive or: what needs no solver.
#[vyre_op(laws(Commutative, Not(Associative, witness = (1, 2, 3))), boundaries((1, 2)))]
pub const fn mixed(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b) ^ 0x55
}

/// A law of few inputs.
#[vyre_op(laws(Involution), boundaries((true)))]
pub const fn inverted(a: bool) -> bool {
    !a
}

/// One test at a time: a file that another thread's child still has open for writing cannot be run.
static ONE: Mutex<()> = Mutex::new(());

/// A folder with scripts.
struct Scripts(
    tempfile::TempDir,
    #[allow(dead_code, reason = "it is held")] MutexGuard<'static, ()>,
);

impl Scripts {
    fn new() -> Self {
        let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self(tempfile::tempdir().expect("a folder"), guard)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A program that says a version, and otherwise does this.
    fn script(&self, name: &str, version: &str, does: &str) -> PathBuf {
        let path = self.path(name);
        let text = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{version}'; exit 0; fi\n{does}\n"
        );
        std::fs::write(&path, text).expect("a script");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("a program");
        path
    }

    fn cadical(&self, does: &str) -> Solvers {
        let path = self.script("cadical", "1.5.3", does);
        Solvers {
            cadical: Some(Cadical::open(&path).expect("a version")),
            z3: None,
        }
    }

    fn z3(&self, does: &str) -> Solvers {
        let path = self.script("z3", "Z3 version 4.8.12 - 64 bit", does);
        Solvers {
            cadical: None,
            z3: Some(Z3::open(&path).expect("a version")),
        }
    }
}

/// What becomes of the only law of an op.
fn law(op: &str, solvers: &Solvers, time: Duration) -> Outcome {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let declared = Declared::new(&catalog, op, &op.def.laws[0]).expect("a law");
    let settings = Settings {
        solvers,
        time,
        keep: None,
    };
    decide(&declared, &settings)
}

const TIME: Duration = Duration::from_secs(20);

/// Why the law of `limited` is not decided with a SAT solver that does this.
fn undecided(does: &str, time: Duration) -> String {
    let scripts = Scripts::new();
    match law("limited", &scripts.cadical(does), time) {
        Outcome::Undecided(why) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

/// Oracle: the documentation of the command: normal forms and small domains need no solver, and what does says which.
#[test]
fn without_a_solver_the_rest_is_proved() {
    let none = Solvers::default();
    let engine = |op| match law(op, &none, TIME) {
        Outcome::Proved(proof) => proof.engine,
        other => panic!("{other:?}"),
    };
    assert_eq!(engine("mixed"), Engine::NormalForm);
    assert_eq!(engine("inverted"), Engine::NormalForm);
    let Outcome::Undecided(why) = law("limited", &none, TIME) else {
        panic!("nobody decides it")
    };
    assert!(why.to_string().contains("apt-get install cadical"), "{why}");
    assert_eq!(none.missing().len(), 2);
}

/// Oracle: what the scripts do.
#[test]
fn what_is_no_answer_decides_nothing() {
    let why = undecided("echo hello there", TIME);
    assert!(
        why.contains("says what is not an answer: hello there"),
        "{why}"
    );
    let why = undecided("exit 20", TIME);
    assert!(why.contains("it says nothing"), "{why}");
    let why = undecided("echo 's SATISFIABLE'; echo 'v 1 2'; exit 10", TIME);
    assert!(why.contains("not an answer"), "{why}");
    let why = undecided("kill -9 $$", TIME);
    assert!(why.contains("without an answer"), "{why}");
    let why = undecided("echo 's UNSATISFIABLE'; exit 1", TIME);
    assert!(why.contains("without an answer"), "{why}");
}

/// Oracle: the process that the script started, which is gone.
#[test]
fn who_hangs_is_ended_with_everything_it_started() {
    let scripts = Scripts::new();
    let note = scripts.path("child");
    let does = format!("sleep 1000 &\necho $! > '{}'\nwait", note.display());
    let begin = Instant::now();
    let found = law("limited", &scripts.cadical(&does), Duration::from_secs(2));
    assert!(begin.elapsed() < Duration::from_secs(60));
    let Outcome::Undecided(why) = found else {
        panic!("{found:?}")
    };
    assert!(why.to_string().contains("had no answer in time"), "{why}");
    let child = std::fs::read_to_string(&note).expect("it began");
    let stat = Path::new("/proc").join(child.trim()).join("stat");
    // One that was ended and that nobody waited for is a zombie.
    let gone = || match std::fs::read_to_string(&stat) {
        Ok(stat) => stat.contains(") Z "),
        Err(_) => true,
    };
    let end = Instant::now() + Duration::from_secs(10);
    while !gone() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(gone());
}

/// Oracle: the checker of proofs: a proof that is empty, of another formula or no proof proves nothing.
#[test]
fn who_lies_is_refused() {
    let says = "echo 's UNSATISFIABLE'; exit 20";
    for (proof, due) in [
        ("", "ends without a contradiction"),
        ("a\\000", "does not follow"),
        // Of the formula over x with the clauses x and not x.
        ("a\\002\\000a\\000", "does not follow"),
        ("p cnf 1 2", "not binary DRAT"),
        ("a\\002", "cut off"),
        ("a\\377\\377\\377\\377\\177\\000", "none of the formula's"),
    ] {
        let why = undecided(&format!("printf '{proof}' > \"$3\"; {says}"), TIME);
        assert!(
            why.contains("its proof is refused") && why.contains(due),
            "{why}"
        );
    }
    let why = undecided(says, TIME);
    assert!(why.contains("its proof is refused"), "{why}");
}

/// Oracle: two that must agree and do not are a failure of the run, whoever is wrong.
#[test]
fn a_solution_that_is_none_is_a_contradiction() {
    let scripts = Scripts::new();
    let does = "echo 's SATISFIABLE'; echo 'v -1 0'; exit 10";
    let found = law("limited", &scripts.cadical(does), TIME);
    assert!(
        matches!(&found, Outcome::Contradiction(said) if said.contains("cadical")),
        "{found:?}"
    );
    let solvers = scripts.z3("echo sat; echo '((i0 #x00000001) (i1 #x00000002) (i2 #x00000003))'");
    let found = law("limited", &solvers, TIME);
    assert!(
        matches!(&found, Outcome::Contradiction(said) if said.contains("z3")),
        "{found:?}"
    );
}

/// Oracle: `docs/proofs.md`: that a solver says so is not a grade.
#[test]
fn who_says_that_a_law_holds_has_not_proved_it() {
    let scripts = Scripts::new();
    for (op, does) in [("limited", "echo unsat"), ("almost", "echo unsat")] {
        let found = law(op, &scripts.z3(does), TIME);
        let Outcome::Undecided(why) = found else {
            panic!("{found:?}")
        };
        assert!(
            why.to_string()
                .contains("without a proof that can be checked"),
            "{why}"
        );
    }
    let found = law("almost", &scripts.z3("echo '(error)'"), TIME);
    assert!(matches!(&found, Outcome::Undecided(why) if why.to_string().contains("not an answer")));
}

/// Oracle: the one pair of operands that breaks the law, which a solver names and the compiled functions confirm.
#[test]
fn a_counterexample_counts_when_the_functions_confirm_it() {
    let scripts = Scripts::new();
    let solvers = scripts.z3("echo sat; echo '((i0 #x13579bdf) (i1 #x02468ace))'");
    let found = law("almost", &solvers, TIME);
    let Outcome::Refuted { inputs, .. } = found else {
        panic!("{found:?}")
    };
    assert_eq!(inputs[0].words(), [0x1357_9bdf]);
    assert_eq!(inputs[1].words(), [0x0246_8ace]);
}
