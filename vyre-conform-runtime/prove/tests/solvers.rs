//! Solvers that are wrong, each as a script: what they say is never more than what is checked.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use vyre_conform_prove::claim::Declared;
use vyre_conform_prove::cnf::Cnf;
use vyre_conform_prove::engine::{Engine, LawOutcome, Meter, ProverSettings, decide};
use vyre_conform_prove::solver::{Answer, Budget, Cadical, Solvers, WordSolver};
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
            words: vec![],
        }
    }

    /// A solver that says a version which writes LRAT, and does this where it is asked for it.
    fn newer(&self, does: &str) -> Solvers {
        let does = format!("[ \"$4 $5\" = '--lrat --no-binary' ] || exit 1\n{does}");
        let path = self.script("cadical", "2.1.3", &does);
        Solvers {
            cadical: Some(Cadical::open(&path).expect("a version")),
            words: vec![],
        }
    }

    /// A solver of bit-vectors of this name.
    fn word(&self, (name, version): (&str, &str), does: &str) -> WordSolver {
        let path = self.script(name, version, does);
        WordSolver::open(&path).expect("a version")
    }

    fn words(&self, which: (&str, &str), does: &str) -> Solvers {
        Solvers {
            cadical: None,
            words: vec![self.word(which, does)],
        }
    }
}

const Z3: (&str, &str) = ("z3", "Z3 version 4.8.12 - 64 bit");
const CVC5: (&str, &str) = ("cvc5", "This is cvc5 version 1.0.3");
const BITWUZLA: (&str, &str) = ("bitwuzla", "0.8.2");

/// The solvers of bit-vectors, with what each says of its version.
const WORDS: [(&str, &str); 3] = [Z3, CVC5, BITWUZLA];

/// What becomes of the only law of an op.
fn law(op: &str, solvers: &Solvers, time: Duration) -> LawOutcome {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let declared = Declared::new(&catalog, op, &op.def.laws[0]).expect("a law");
    decide(&declared, &ProverSettings::with(solvers, time))
}

const TIME: Duration = Duration::from_secs(20);

/// Why the law of `limited` is not decided with a SAT solver that does this.
fn undecided(does: &str, time: Duration) -> String {
    let scripts = Scripts::new();
    match law("limited", &scripts.cadical(does), time) {
        LawOutcome::Undecided(why) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

/// Oracle: the documentation of the command: normal forms and small domains need no solver, and what does says which.
#[test]
fn without_a_solver_the_rest_is_proved() {
    let none = Solvers::default();
    let engine = |op| match law(op, &none, TIME) {
        LawOutcome::Proved(proof) => proof.engine,
        other => panic!("{other:?}"),
    };
    assert_eq!(engine("mixed"), Engine::NormalForm);
    assert_eq!(engine("inverted"), Engine::NormalForm);
    let LawOutcome::Undecided(why) = law("limited", &none, TIME) else {
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
    let LawOutcome::Undecided(why) = found else {
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

/// Oracle: the file that CaDiCaL 2.2.0 writes of this formula with `--lrat --no-binary`, and a deletion as it writes them.
#[test]
fn what_a_newer_solver_writes_is_its_proof() {
    let scripts = Scripts::new();
    let steps = [
        "9 -1 -2 0 7 8 0",
        "10 -1 2 0 5 6 0",
        "11 1 -2 0 4 3 0",
        "12 1 2 0 1 2 0",
        "13 1 0 11 12 0",
        "14 0 13 9 10 0",
    ];
    let mut lines = steps.to_vec();
    lines.insert(4, "12 d 1 2 0");
    let third = |k: i32| if k & 2 == 0 { 3 } else { 4 };
    let sign = |k: i32, bit: i32| 1 - 2 * (k >> bit & 1);
    let clause = |k| vec![sign(k, 2), 2 * sign(k, 1), third(k) * sign(k, 0)];
    let cnf = Cnf {
        variables: 4,
        clauses: (0..8).map(clause).collect(),
    };
    let does = "printf '%s\\n' LINES > \"$3\"; echo 's UNSATISFIABLE'; exit 20";
    let quoted: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    let solvers = scripts.newer(&does.replace("LINES", &quoted.join(" ")));
    let solver = solvers.cadical.expect("it is there");
    let Ok(Answer::None(written)) = solver.solve(&cnf, Budget::of(TIME)) else {
        panic!("there is a proof")
    };
    let proof = written.accepted(&cnf, &|| false).expect("it is one");
    assert_eq!(proof.text(), format!("{}\n", steps.join("\n")));
    let other = Cnf {
        clauses: cnf.clauses[..7].to_vec(),
        ..cnf
    };
    assert!(written.accepted(&other, &|| false).is_err());
}

/// Oracle: the rules of LRAT: what is none, or no proof of this formula, is refused with its reason.
#[test]
fn who_lies_in_lrat_is_refused() {
    let says = "echo 's UNSATISFIABLE'; exit 20";
    for (proof, due) in [
        ("", "does not end with the empty clause"),
        ("900000 1 0 1", "cut off"),
        ("a\\002\\000", "cut off"),
        ("p cnf 1 2\\n", "`p` is not a number"),
        (
            "900000 0 800000 0\\n",
            "names clause 800000, which does not exist",
        ),
        (
            "900000 1 0 0\\n900001 0 900000 0\\n",
            "does not follow from its hints",
        ),
        ("900000 1 0 -1 2 0\\n", "(RAT)"),
        (
            "900000 700000 0 1 0\\n900001 0 900000 0\\n",
            "none of the formula",
        ),
        ("1 0 1 0\\n", "taken or out of order"),
    ] {
        let scripts = Scripts::new();
        let solvers = scripts.newer(&format!("printf '{proof}' > \"$3\"; {says}"));
        let LawOutcome::Undecided(why) = law("limited", &solvers, TIME) else {
            panic!("{proof} is a lie")
        };
        let why = why.to_string();
        assert!(
            why.contains("its proof is refused") && why.contains(due),
            "{proof}: {why}"
        );
    }
}

/// Oracle: two that must agree and do not are a failure of the run, whoever is wrong.
#[test]
fn a_solution_that_is_none_is_a_contradiction() {
    let scripts = Scripts::new();
    let does = "echo 's SATISFIABLE'; echo 'v -1 0'; exit 10";
    let found = law("limited", &scripts.cadical(does), TIME);
    assert!(
        matches!(&found, LawOutcome::Contradiction(said) if said.contains("cadical")),
        "{found:?}"
    );
    for which in WORDS {
        let does = "echo sat; echo '((i0 #x00000001) (i1 #x00000002) (i2 #x00000003))'";
        let found = law("limited", &scripts.words(which, does), TIME);
        assert!(
            matches!(&found, LawOutcome::Contradiction(said) if said.contains(which.0)),
            "{found:?}"
        );
    }
}

/// Oracle: `docs/proofs.md`: that a solver says so is not a grade.
#[test]
fn who_says_that_a_law_holds_has_not_proved_it() {
    let scripts = Scripts::new();
    for (op, which) in ["limited", "almost"]
        .iter()
        .flat_map(|op| WORDS.map(|which| (*op, which)))
    {
        let found = law(op, &scripts.words(which, "echo unsat"), TIME);
        let LawOutcome::Undecided(why) = found else {
            panic!("{found:?}")
        };
        let due = format!("{} ", which.0);
        assert!(
            why.to_string()
                .contains("without a proof that can be checked")
                && why.to_string().contains(&due),
            "{why}"
        );
    }
}

/// Oracle: what the scripts do.
#[test]
fn solvers_of_words_that_give_no_answer_decide_nothing() {
    let scripts = Scripts::new();
    for which in WORDS {
        for (does, due) in [
            ("echo '(error)'", "not an answer"),
            ("echo hello there", "not an answer: hello there"),
            ("true", "it says nothing"),
            ("kill -9 $$", "it says nothing"),
            ("echo sat; echo '((i0 #q1))'", "not an answer"),
            ("echo sat; echo '((i9 #b1))'", "not an answer"),
            ("echo unknown", "does not know"),
        ] {
            let found = law("almost", &scripts.words(which, does), TIME);
            let LawOutcome::Undecided(why) = found else {
                panic!("{which:?} {does}: {found:?}")
            };
            assert!(why.to_string().contains(due), "{which:?} {does}: {why}");
        }
        let begin = Instant::now();
        let hung = scripts.words(which, "sleep 1000");
        let found = law("almost", &hung, Duration::from_secs(2));
        assert!(begin.elapsed() < Duration::from_secs(60));
        let LawOutcome::Undecided(why) = found else {
            panic!("{found:?}")
        };
        assert!(why.to_string().contains("had no answer in time"), "{why}");
    }
}

/// Oracle: the manuals of the three: which arguments have each read its standard input, and what a script says that sees them.
#[test]
fn each_solver_of_words_is_asked_as_its_manual_says() {
    let scripts = Scripts::new();
    for (which, arguments) in [
        (Z3, "-smt2 -in"),
        (CVC5, "--lang=smt2"),
        (BITWUZLA, "--lang smt2"),
    ] {
        let does = format!(
            "[ \"$*\" = '{arguments}' ] || exit 1\ngrep -q 'set-logic QF_BV' || exit 1\necho sat\necho '((i0 #x13579bdf) (i1 #x02468ace))'"
        );
        let found = law("almost", &scripts.words(which, &does), TIME);
        assert!(matches!(found, LawOutcome::Refuted { .. }), "{found:?}");
    }
    let wrong = scripts.script("bitwuzla", "usage: bitwuzla", "echo sat");
    assert!(WordSolver::open(&wrong).is_err());
    let other = scripts.script("yices", "Yices 2.6.4", "echo sat");
    assert!(WordSolver::open(&other).is_err());
}

/// Oracle: the pair that breaks the law: whoever hangs, dies or lies before it is found takes nothing away from it.
#[test]
fn the_next_solver_is_asked_where_one_decides_nothing() {
    let scripts = Scripts::new();
    let right = "echo sat; echo '((i0 #x13579bdf) (i1 #x02468ace))'";
    let solvers = Solvers {
        cadical: None,
        words: vec![
            scripts.word(Z3, "sleep 1000"),
            scripts.word(CVC5, "echo unsat"),
            scripts.word(BITWUZLA, right),
        ],
    };
    let names: Vec<String> = solvers.names();
    assert_eq!(names, ["z3 4.8.12", "cvc5 1.0.3", "bitwuzla 0.8.2"]);
    let found = law("almost", &solvers, Duration::from_secs(6));
    let LawOutcome::Refuted { message, .. } = found else {
        panic!("{found:?}")
    };
    assert!(
        message.contains("cvc5 1.0.3 said that the law holds, which is wrong"),
        "{message}"
    );
}

/// Oracle: the settings: a law that has less than its time says so, and how long a solver took is its pause.
#[test]
fn what_is_cut_short_says_so() {
    let scripts = Scripts::new();
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find("limited").expect("an op");
    let declared = Declared::new(&catalog, op, &op.def.laws[0]).expect("a law");
    let solvers = scripts.cadical("sleep 1000");
    let meter = Meter::default();
    let settings = ProverSettings {
        until: Some(Budget::of(Duration::from_secs(3))),
        meter: Some(&meter),
        ..ProverSettings::with(&solvers, Duration::from_secs(600))
    };
    let begin = Instant::now();
    let LawOutcome::Undecided(why) = decide(&declared, &settings) else {
        panic!("the solver has no answer")
    };
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert!(why.cut, "{why}");
    assert!(why.to_string().contains("it was cut short, with "), "{why}");
    assert!(why.to_string().contains(" of its 600.0 s"), "{why}");
    let spent = meter.spent();
    assert!(
        !spent.solving.is_zero() && spent.checking.is_zero(),
        "{spent:?}"
    );
    let quick = scripts.cadical("exit 20");
    let settings = ProverSettings {
        until: Some(Budget::of(Duration::from_secs(600))),
        ..ProverSettings::with(&quick, TIME)
    };
    let LawOutcome::Undecided(why) = decide(&declared, &settings) else {
        panic!("the solver has no answer")
    };
    assert!(!why.cut, "{why}");
}

/// Oracle: the one pair of operands that breaks the law, which a solver names and the compiled functions confirm.
#[test]
fn a_counterexample_counts_when_the_functions_confirm_it() {
    let scripts = Scripts::new();
    for which in WORDS {
        // In the layouts of the three: on one line, on several, in binary.
        let does = match which {
            BITWUZLA => {
                "echo sat; echo '('; echo '(i0 #b00010011010101111001101111011111)'; echo '(i1 #b00000010010001101000101011001110)'; echo ')'"
            }
            _ => "echo sat; echo '((i0 #x13579bdf) (i1 #x02468ace))'",
        };
        let found = law("almost", &scripts.words(which, does), TIME);
        let LawOutcome::Refuted { inputs, .. } = found else {
            panic!("{found:?}")
        };
        assert_eq!(inputs[0].words(), [0x1357_9bdf]);
        assert_eq!(inputs[1].words(), [0x0246_8ace]);
    }
}
