//! Proofs of SAT solvers: missing, of other formulas, and faulty.

use super::*;

/// Oracle: the documentation of the command: normal forms and small domains need no solver, and other
/// laws name the missing one.
#[test]
fn without_a_solver_the_rest_is_proved() {
    let none = Solvers::default();
    let method = |op| match law(op, &none, TIME) {
        LawOutcome::Proved(proof) => proof.method,
        other => panic!("{other:?}"),
    };
    assert_eq!(method("mixed"), ProofMethod::NormalForm);
    assert_eq!(method("inverted"), ProofMethod::NormalForm);
    let LawOutcome::Undecided(reason) = law("limited", &none, TIME) else {
        panic!("nobody decides it")
    };
    assert!(
        reason.to_string().contains("apt-get install cadical"),
        "{reason}"
    );
    assert_eq!(none.missing().len(), 2);
}

/// Oracle: the behaviour of the scripts.
#[test]
fn invalid_answers_decide_nothing() {
    let reason = undecided("echo hello there", TIME);
    assert!(
        reason.contains("printed an invalid answer: hello there"),
        "{reason}"
    );
    let reason = undecided("exit 20", TIME);
    assert!(reason.contains("it says nothing"), "{reason}");
    let reason = undecided("echo 's SATISFIABLE'; echo 'v 1 2'; exit 10", TIME);
    assert!(reason.contains("printed an invalid answer"), "{reason}");
    let reason = undecided("kill -9 $$", TIME);
    assert!(reason.contains("without an answer"), "{reason}");
    let reason = undecided("echo 's UNSATISFIABLE'; exit 1", TIME);
    assert!(reason.contains("without an answer"), "{reason}");
}

/// Oracle: the process that the script started, which no longer exists.
#[test]
fn hanging_solvers_are_killed_with_their_children() {
    hangs_with_a_child(|note| format!("sleep 1000 &\necho $! > '{note}'\nwait"));
}

/// Oracle: as above. The child has a session of its own, and the second is orphaned.
#[test]
#[cfg(target_os = "linux")]
fn a_child_in_another_session_is_ended_as_well() {
    hangs_with_a_child(|note| format!("setsid sleep 1000 &\necho $! > '{note}'\nwait"));
    hangs_with_a_child(|note| {
        format!("(setsid sh -c 'echo $$ > {note}; exec sleep 1000' &)\nsleep 1000")
    });
}

/// A solver that does this hangs and is killed, together with the child whose id it writes.
fn hangs_with_a_child(script: fn(&str) -> String) {
    let scripts = Scripts::new();
    let note = scripts.path("child");
    let script = script(&note.display().to_string());
    let begin = Instant::now();
    let outcome = law("limited", &scripts.cadical(&script), Duration::from_secs(2));
    assert!(begin.elapsed() < Duration::from_secs(60));
    let LawOutcome::Undecided(reason) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(
        reason.to_string().contains("had no answer in time"),
        "{reason}"
    );
    let child = std::fs::read_to_string(&note).expect("it began");
    let stat = Path::new("/proc").join(child.trim()).join("stat");
    // A killed process that nobody waited for is a zombie.
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

/// Oracle: the proof checker: an empty proof, a proof of another formula, or an invalid one proves
/// nothing.
#[test]
fn wrong_proofs_are_refused() {
    let says = "echo 's UNSATISFIABLE'; exit 20";
    for (proof, expected) in [
        ("", "ends without a contradiction"),
        ("a\\000", "does not follow"),
        // A proof of the formula with the clauses x and not x.
        ("a\\002\\000a\\000", "does not follow"),
        ("p cnf 1 2", "not binary DRAT"),
        ("a\\002", "cut off"),
        ("a\\377\\377\\377\\377\\177\\000", "outside of the formula"),
    ] {
        let reason = undecided(&format!("printf '{proof}' > \"$3\"; {says}"), TIME);
        assert!(
            reason.contains("its proof is refused") && reason.contains(expected),
            "{reason}"
        );
    }
    let reason = undecided(says, TIME);
    assert!(reason.contains("its proof is refused"), "{reason}");
}

/// Oracle: the output of CaDiCaL 2.2.0 for this formula with `--lrat --no-binary`, including a
/// deletion.
#[test]
fn proofs_of_newer_solvers_are_read() {
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
    let script = "printf '%s\\n' LINES > \"$3\"; echo 's UNSATISFIABLE'; exit 20";
    let quoted: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    let solvers = scripts.newer(&script.replace("LINES", &quoted.join(" ")));
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

/// Oracle: the rules of LRAT: an invalid proof, or one of another formula, is rejected with its reason.
#[test]
fn wrong_lrat_proofs_are_refused() {
    let says = "echo 's UNSATISFIABLE'; exit 20";
    for (proof, expected) in [
        ("", "does not end with the empty clause"),
        ("900000 1 0 1", "cut off"),
        ("a\\002\\000", "cut off"),
        ("p cnf 1 2\\n", "`p` is not a valid number"),
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
            "outside of the formula",
        ),
        ("1 0 1 0\\n", "taken or out of order"),
    ] {
        let scripts = Scripts::new();
        let solvers = scripts.newer(&format!("printf '{proof}' > \"$3\"; {says}"));
        let LawOutcome::Undecided(reason) = law("limited", &solvers, TIME) else {
            panic!("{proof} is a lie")
        };
        let reason = reason.to_string();
        assert!(
            reason.contains("its proof is refused") && reason.contains(expected),
            "{proof}: {reason}"
        );
    }
}
