//! Answers: solutions, contradictions, truncated answers, and bit-vector solvers.

use super::*;

/// Oracle: a contradiction between two methods is a failure of the run, whichever is wrong.
#[test]
fn false_solution_is_a_contradiction() {
    let scripts = Scripts::new();
    let script = "echo 's SATISFIABLE'; echo 'v -1 0'; exit 10";
    let outcome = law("limited", &scripts.cadical(script), TIME);
    assert!(
        matches!(&outcome, LawOutcome::Contradiction(message) if message.contains("cadical")),
        "{outcome:?}"
    );
    for solver in WORDS {
        let script = "echo sat; echo '((i0 #x00000001) (i1 #x00000002) (i2 #x00000003))'";
        let outcome = law("limited", &scripts.words(solver, script), TIME);
        assert!(
            matches!(&outcome, LawOutcome::Contradiction(message) if message.contains(solver.0)),
            "{outcome:?}"
        );
    }
}

/// Oracle: `docs/spec/proofs.md`: a solver's word earns no grade.
#[test]
fn answers_without_proof_are_not_proofs() {
    let scripts = Scripts::new();
    for (op, solver) in ["limited", "almost"]
        .iter()
        .flat_map(|op| WORDS.map(|solver| (*op, solver)))
    {
        let outcome = law(op, &scripts.words(solver, "echo unsat"), TIME);
        let LawOutcome::Undecided(reason) = outcome else {
            panic!("{outcome:?}")
        };
        let expected = format!("{} ", solver.0);
        assert!(
            reason
                .to_string()
                .contains("without a proof that can be checked")
                && reason.to_string().contains(&expected),
            "{reason}"
        );
    }
}

/// Oracle: the behaviour of the scripts.
#[test]
#[ignore = "a long run: seconds"]
fn word_solvers_without_an_answer_decide_nothing() {
    let scripts = Scripts::new();
    for solver in WORDS {
        for (script, expected) in [
            ("echo '(error)'", "not an answer"),
            ("echo hello there", "not an answer: hello there"),
            ("true", "it says nothing"),
            ("kill -9 $$", "it says nothing"),
            ("echo sat; echo '((i0 #q1))'", "not an answer"),
            ("echo sat; echo '((i9 #b1))'", "not an answer"),
            ("echo unknown", "does not know"),
        ] {
            let outcome = law("almost", &scripts.words(solver, script), TIME);
            let LawOutcome::Undecided(reason) = outcome else {
                panic!("{solver:?} {script}: {outcome:?}")
            };
            assert!(
                reason.to_string().contains(expected),
                "{solver:?} {script}: {reason}"
            );
        }
        let begin = Instant::now();
        let hung = scripts.words(solver, "sleep 1000");
        let outcome = law("almost", &hung, Duration::from_secs(2));
        assert!(begin.elapsed() < Duration::from_secs(60));
        let LawOutcome::Undecided(reason) = outcome else {
            panic!("{outcome:?}")
        };
        assert!(
            reason.to_string().contains("had no answer in time"),
            "{reason}"
        );
    }
}

/// Oracle: the manuals of the three: the arguments with which each reads its standard input, and the
/// output of a script that checks them.
#[test]
fn each_word_solver_is_called_by_its_manual() {
    let scripts = Scripts::new();
    for (solver, arguments) in [
        (Z3, "-smt2 -in"),
        (CVC5, "--lang=smt2"),
        (BITWUZLA, "--lang smt2"),
    ] {
        let script = format!(
            "[ \"$*\" = '{arguments}' ] || exit 1\ngrep -q 'set-logic QF_BV' || exit 1\necho sat\necho '((i0 \
             #x13579bdf) (i1 #x02468ace))'"
        );
        let outcome = law("almost", &scripts.words(solver, &script), TIME);
        assert!(matches!(outcome, LawOutcome::Refuted { .. }), "{outcome:?}");
    }
    let wrong = scripts.script("bitwuzla", "usage: bitwuzla", "echo sat");
    assert!(WordSolver::open(&wrong).is_err());
    let other = scripts.script("yices", "Yices 2.6.4", "echo sat");
    assert!(WordSolver::open(&other).is_err());
}

/// Oracle: the pair that breaks the law: solvers that hang, crash or lie before it is found do not
/// affect the result.
#[test]
fn next_solver_runs_after_an_undecided_one() {
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
    let outcome = law("almost", &solvers, Duration::from_secs(6));
    let LawOutcome::Refuted { message, .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert!(
        message.contains("cvc5 1.0.3 said that the law holds, which is wrong"),
        "{message}"
    );
}

/// Oracle: the settings: a law with less than its time says so, and the time of a solver is that of its
/// pause.
#[test]
fn shortened_attempts_report_it() {
    let scripts = Scripts::new();
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find("limited").expect("an op");
    let declared = DeclaredLaw::new(&catalog, op, &op.def.laws[0]).expect("a law");
    let solvers = scripts.cadical("sleep 1000");
    let meter = Meter::default();
    let settings = ProverSettings {
        deadline: Some(Budget::of(Duration::from_secs(3))),
        meter: Some(&meter),
        ..ProverSettings::with(&solvers, Duration::from_secs(600))
    };
    let begin = Instant::now();
    let LawOutcome::Undecided(reason) = decide(&declared, &settings) else {
        panic!("the solver has no answer")
    };
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert!(reason.is_timed_out, "{reason}");
    assert!(
        reason.to_string().contains("it was cut short, with "),
        "{reason}"
    );
    assert!(reason.to_string().contains(" of its 600.0 s"), "{reason}");
    let spent = meter.spent();
    assert!(
        !spent.solving.is_zero() && spent.checking.is_zero(),
        "{spent:?}"
    );
    let quick = scripts.cadical("exit 20");
    let settings = ProverSettings {
        deadline: Some(Budget::of(Duration::from_secs(600))),
        ..ProverSettings::with(&quick, TIME)
    };
    let LawOutcome::Undecided(reason) = decide(&declared, &settings) else {
        panic!("the solver has no answer")
    };
    assert!(!reason.is_timed_out, "{reason}");
}

/// Oracle: the one pair of operands that breaks the law, which a solver finds and the compiled
/// functions confirm.
#[test]
fn counterexample_is_confirmed_by_the_functions() {
    let scripts = Scripts::new();
    for solver in WORDS {
        // In the layouts of the three: on one line, on several, in binary.
        let script = match solver {
            BITWUZLA => {
                "echo sat; echo '('; echo '(i0 #b00010011010101111001101111011111)'; echo '(i1 \
                 #b00000010010001101000101011001110)'; echo ')'"
            }
            _ => "echo sat; echo '((i0 #x13579bdf) (i1 #x02468ace))'",
        };
        let counterexample = law("almost", &scripts.words(solver, script), TIME);
        let LawOutcome::Refuted { inputs, .. } = counterexample else {
            panic!("{counterexample:?}")
        };
        assert_eq!(inputs[0].words(), [0x1357_9bdf]);
        assert_eq!(inputs[1].words(), [0x0246_8ace]);
    }
}
