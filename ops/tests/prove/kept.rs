//! Kept proofs, checked against their laws again; and those of certificates.

use super::laws::{SatSolver, settings};
use std::path::Path;
use vyre_conform_certificate::certificate::{Certificate, Evidence, OutcomeName, derive};
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::lrat::RefusedProof;
use vyre_conform_prove::method::{
    KeptProofError, LawOutcome, ProofMethod, ProverSettings, decide, kept_as, recheck,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_tests::sandbox::Sandbox;

/// A law with its formula and its proof.
struct KeptProof<'c> {
    declared: DeclaredLaw<'c>,
    engine: ProofMethod,
    cnf: String,
    lrat: String,
}

fn kept_proof<'c>(
    catalog: &'c Catalog,
    solver: &SatSolver,
    (op, text, engine): (&str, &str, ProofMethod),
) -> KeptProof<'c> {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = ProverSettings {
        keep: Some(folder.path()),
        ..settings(&solver.0)
    };
    let op = catalog.find(op).expect("an op");
    let mut laws = op.def.laws.iter();
    let def = laws.find(|def| def.text == text).expect("a law");
    let declared = DeclaredLaw::new(catalog, op, def).expect("it fits");
    let LawOutcome::Proved(proof) = decide(&declared, &settings) else {
        panic!("{} is proved", declared.name())
    };
    assert_eq!(proof.method, engine);
    let [cnf, lrat] = kept_as(&declared, engine)
        .map(|name| std::fs::read_to_string(folder.path().join(name)).expect("it was kept"));
    KeptProof {
        declared,
        engine,
        cnf,
        lrat,
    }
}

impl KeptProof<'_> {
    fn check(&self, cnf: &str, lrat: &str) -> Result<(), KeptProofError> {
        recheck(&self.declared, self.engine, cnf, lrat)
    }
}

/// Oracle: the meaning of a proof: it proves its own formula, whole and unchanged, and the formula is that of the law.
pub(crate) fn kept_proof_belongs_to_a_single_law(solver: SatSolver) {
    let catalog = Catalog::linked().expect("a catalog");
    let sat = kept_proof(
        &catalog,
        &solver,
        ("u32::saturating_add", "Associative", ProofMethod::Sat),
    );
    let lemmas = kept_proof(
        &catalog,
        &solver,
        ("u32::div", "LeftMonotone", ProofMethod::Lemmas),
    );
    for (one, other) in [(&sat, &lemmas), (&lemmas, &sat)] {
        assert_eq!(one.check(&one.cnf, &one.lrat), Ok(()));
        let another = one.check(&other.cnf, &other.lrat);
        assert!(matches!(
            another,
            Err(KeptProofError::OtherFormula { line: 1 })
        ));
        // The proof of the other formula.
        let foreign = one.check(&one.cnf, &other.lrat);
        assert!(
            matches!(foreign, Err(KeptProofError::Refused(_))),
            "{foreign:?}"
        );
        // A weaker formula, and a stronger one.
        let lines: Vec<&str> = one.cnf.lines().collect();
        let shorter = lines[..lines.len() - 1].join("\n") + "\n";
        for edited in [shorter, format!("{}1 0\n", one.cnf)] {
            let solver = one.check(&edited, &one.lrat);
            let Err(KeptProofError::OtherFormula { line }) = solver else {
                panic!("{solver:?}")
            };
            assert!(line >= lines.len());
        }
        // Truncated within a line and between two.
        let half = one.lrat.len() / 2;
        let cut = one.check(&one.cnf, &one.lrat[..half]);
        assert!(
            matches!(
                cut,
                Err(KeptProofError::Unreadable(_) | KeptProofError::Refused(_))
            ),
            "{cut:?}"
        );
        let steps: Vec<&str> = one.lrat.split_inclusive('\n').collect();
        let without_last = steps[..steps.len() - 1].concat();
        assert_eq!(
            one.check(&one.cnf, &without_last),
            Err(KeptProofError::Refused(RefusedProof::NotEmpty))
        );
        assert!(one.check(&one.cnf, &steps[1..].concat()).is_err());
        // A hint that names another clause: the last hint of the last step gives the contradiction.
        let last = steps.last().expect("a step").trim_end();
        let (hints, _) = last
            .strip_suffix(" 0")
            .and_then(|h| h.rsplit_once(' '))
            .expect("hints");
        let edited = format!("{}{hints} 0\n", steps[..steps.len() - 1].concat());
        assert!(one.check(&one.cnf, &edited).is_err());
    }
    // The claim of another method.
    let wrong = recheck(&sat.declared, ProofMethod::Lemmas, &sat.cnf, &sat.lrat);
    assert!(wrong.is_err());
    let none = recheck(&sat.declared, ProofMethod::NormalForm, &sat.cnf, &sat.lrat);
    assert_eq!(
        none,
        Err(KeptProofError::NoFormula(ProofMethod::NormalForm))
    );
}

const FILTER: &str = "u32::saturating_add::law::associative::proved,u32::saturating_add::law::commutative::proved,\
    u32::div::law::left_monotone::proved,u32::mul::law::associative::proved,u32::add::law::not_left_monotone::proved";

/// The folder with the proofs of a certificate for some laws.
fn certified() -> Sandbox {
    let sandbox = Sandbox::bare(crate::BINARY);
    let output = sandbox.run(&[
        "certify",
        FILTER,
        "-o",
        "a.json",
        "--adapter",
        "c11",
        "--prove",
        "--keep-proofs",
        "kept",
    ]);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    sandbox
}

fn verify(sandbox: &Sandbox, file: &str, more: &[&str]) -> (Option<i32>, String) {
    let output = sandbox.run(&[&["verify", file], more].concat());
    (output.code, output.stdout + &output.stderr)
}

/// The only file in the folder whose name contains both texts.
pub(super) fn file(folder: &Path, law: &str, ending: &str) -> std::path::PathBuf {
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut files = files.map(|file| file.expect("a file").path());
    let matches = |path: &std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.contains(law) && name.ends_with(ending))
    };
    files.find(matches).expect("it was kept")
}

/// Oracle: the laws, which hold; and every way in which a kept file can be wrong.
pub(crate) fn certificates_have_proofs_that_are_checked(_: SatSolver) {
    let sandbox = certified();
    let certificate = sandbox.read("a.json");
    let passed = certificate.parts().filter(|part| part.proof.is_some());
    assert_eq!(passed.count(), 5);
    let (code, message) = verify(&sandbox, "a.json", &["--proofs", "kept"]);
    assert_eq!(code, Some(0), "{message}");
    assert!(message.contains("proofs: "), "{message}");
    let (code, message) = verify(&sandbox, "a.json", &[]);
    assert_eq!(code, Some(0), "{message}");
    assert!(
        message.contains("proved by the issuer's word: 5 laws"),
        "{message}"
    );
    let (code, message) = verify(&sandbox, "a.json", &["--rerun", "100%", "--seed", "1"]);
    assert_eq!(code, Some(0), "{message}");
    let (code, _) = verify(&sandbox, "a.json", &["--proofs", "nowhere"]);
    assert_eq!(code, Some(4));
    let stored_path = sandbox.path("kept");
    let (proof, formula) = (
        file(&stored_path, "Associative", "lrat"),
        file(&stored_path, "Associative", "cnf"),
    );
    let other = file(&stored_path, "div", "lrat");
    let read = |path: &Path| std::fs::read_to_string(path).expect("text");
    let (right, right_formula) = (read(&proof), read(&formula));
    let half: String = right[..right.len() / 2].into();
    let longer = format!("{right}9999999 0 1 0\n");
    let fewer = right_formula.lines().skip(1).collect::<String>();
    for (path, text, expected) in [
        (&proof, half, "proof"),
        (&proof, read(&other), "the proof is refused"),
        (&proof, longer, "but not the one that the certificate names"),
        (&formula, fewer, "the formula is not that of the law"),
    ] {
        let before = read(path);
        std::fs::write(path, text).expect("written");
        let (code, message) = verify(&sandbox, "a.json", &["--proofs", "kept"]);
        assert_eq!(code, Some(1), "{message}");
        assert!(message.contains(expected), "{expected}: {message}");
        std::fs::write(path, before).expect("written");
    }
    std::fs::remove_file(&proof).expect("removed");
    let (code, message) = verify(&sandbox, "a.json", &["--proofs", "kept"]);
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("--keep-proofs DIR` keeps it"), "{message}");
    std::fs::write(&proof, right).expect("written");
    wrong_engines(&sandbox, &certificate);
}

/// Checks that `verify` refuses certificates whose proofs name a wrong method or formula.
fn wrong_engines(sandbox: &Sandbox, certificate: &Certificate) {
    type Edit = fn(&mut Evidence);
    let edits: [(Edit, &str); 2] = [
        (
            |e| {
                let mut parts = e.parts_mut().filter_map(|part| part.proof.as_deref_mut());
                let normal = parts.find(|proof| proof.engine == ProofMethod::NormalForm);
                normal.expect("one").engine = ProofMethod::Small;
            },
            "but `normal form` decides the law",
        ),
        (
            |e| {
                let mut parts = e.parts_mut().filter_map(|part| part.proof.as_deref_mut());
                let sat = parts.find(|proof| proof.engine == ProofMethod::Sat);
                sat.expect("one").cnf = Some(format!("blake3:{}", "0".repeat(64)));
            },
            "formula",
        ),
    ];
    for (edit, expected) in edits {
        let mut evidence = certificate.evidence.clone();
        edit(&mut evidence);
        derive(&mut evidence);
        sandbox.write(
            "b.json",
            &Certificate::seal(evidence, certificate.run.clone()),
        );
        let (code, message) = verify(sandbox, "b.json", &[]);
        assert_eq!(code, Some(0), "it has the shape: {message}");
        for more in [&["--proofs", "kept"][..], &["--rerun", "100%"]] {
            let (code, message) = verify(sandbox, "b.json", more);
            assert_eq!(code, Some(1), "{more:?}: {message}");
            assert!(
                more[0] == "--rerun" || message.contains(expected),
                "{message}"
            );
        }
    }
}

/// Oracle: an empty PATH without solvers: laws that need one are undecided, and nothing fails.
pub(crate) fn without_a_solver_a_law_stays_undecided() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let arguments = [
        "certify",
        FILTER,
        "-o",
        "a.json",
        "--adapter",
        "cpu+kernel-rust",
        "--prove",
    ];
    let output = sandbox.command(&arguments).env("PATH", "").output();
    let output = vyre_conform_tests::sandbox::command_output(output);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    assert!(
        output.stderr.contains("missing: cadical"),
        "{}",
        output.stderr
    );
    let certificate = sandbox.read("a.json");
    let of = |outcome| {
        certificate.parts().filter(move |p| {
            p.outcome == outcome && p.reason.as_deref() != Some("the filter leaves it out")
        })
    };
    assert_eq!(of(OutcomeName::Passed).count(), 2);
    let open: Vec<_> = of(OutcomeName::NotRun).collect();
    assert_eq!(open.len(), 3);
    for part in open {
        assert!(part.is_undecided() && part.reason.as_ref().is_some_and(|r| r.contains("cadical")));
    }
    let second = sandbox.run(&["verify", "a.json"]);
    assert_eq!(second.code, Some(0), "{}", second.stderr);
}
