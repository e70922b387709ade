//! Certificates of laws that a solver decided, and that a normal form decides today.

use super::laws::{SatSolver, settings};
use std::collections::BTreeSet;
use vyre_conform_certificate::certificate::{Certificate, derive};
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::method::{LawOutcome, ProofMethod, ProverSettings, decide};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_tests::sandbox::Sandbox;

/// Each bit of a Gray code is a sum modulo 2.
const OP: &str = "u32::gray_encode";
const LAW: &str = "Homomorphism(bit_xor, bit_xor)";

/// Oracle: docs/spec/proofs.md#in-a-certificate: the same method decides a law again, and a kept formula remains that
/// of its law.
pub(crate) fn verification_decides_solved_laws_by_a_solver_again(solver: SatSolver) {
    let sandbox = Sandbox::bare(crate::BINARY);
    let filter = format!("{OP}::law::homomorphism_bit_xor_bit_xor::proved");
    let options = ["--adapter", "c11", "--prove", "--keep-proofs", "kept"];
    let arguments = [&["certify", &*filter, "-o", "now.json"], &options[..]];
    let result = sandbox.run(&arguments.concat());
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    let now = sandbox.read("now.json");

    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(OP).expect("an op");
    let law = op.def.laws.iter().position(|def| def.text == LAW);
    let law = law.expect("a law");
    let declared = DeclaredLaw::new(&catalog, op, &op.def.laws[law]).expect("it fits");
    let names = BTreeSet::from([declared.name()]);
    let stored_path = sandbox.path("kept");
    let searching = ProverSettings {
        keep: Some(&stored_path),
        searched: Some(&names),
        ..settings(&solver.0)
    };
    let LawOutcome::Proved(by_solver) = decide(&declared, &searching) else {
        panic!("{} is proved", declared.name())
    };
    assert_eq!(by_solver.method, ProofMethod::Sat);

    let mut evidence = now.evidence.clone();
    let mut parts = evidence.parts_mut();
    let part = parts.find(|part| part.is_proof() && part.law == Some(law as u64));
    let proof = part.and_then(|part| part.proof.as_deref_mut());
    let proof = proof.expect("a proof");
    assert_eq!(proof.engine, ProofMethod::NormalForm);
    let digest = |digits: &Option<String>| digits.as_ref().map(|d| format!("blake3:{d}"));
    proof.engine = by_solver.method;
    (proof.cnf, proof.lrat) = (digest(&by_solver.cnf), digest(&by_solver.lrat));
    proof.solvers.clone_from(&by_solver.solvers);
    drop(parts);
    derive(&mut evidence);
    sandbox.write("before.json", &Certificate::seal(evidence, now.run.clone()));
    for file in ["now.json", "before.json"] {
        for more in [
            &["--proofs", "kept"][..],
            &["--rerun", "100%", "--seed", "1"],
        ] {
            let output = sandbox.run(&[&["verify", file], more].concat());
            assert_eq!(
                output.code,
                Some(0),
                "{file}: {}{}",
                output.stdout,
                output.stderr
            );
        }
    }
}
