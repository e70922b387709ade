//! Laws that composition theorems prove, and methods of proof beyond their reach.

use super::proofs::{Edit, filtered, proof, proofs, refusal, stated};
use vyre_conform_certificate::certificate::{Certificate, Evidence, ProofEvidence, derive};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ProofMethod;
use vyre_conform_suite::plan::Oracle;
use vyre_conform_suite::prover::{ProverAnswer, TheoremUse};

/// A theorem derives a law of the second op from one of the first.
const COMPOSED: [&str; 2] = ["cert::less", "cert::more"];

/// The filter of parts to run: the law has three variables, for which the other parts try millions of values.
const PROVED_FILTER: Option<&str> = Some("::proved");

/// The theorem for this.
const EXCHANGED: &str = "operands of a transitive relation exchanged";

/// Proves the law of one op by composition from that of another.
fn composition_proof(op: &Op, law: usize) -> ProverAnswer {
    if op.def.id != COMPOSED[1] {
        return ProverAnswer::Proved(proof(ProofMethod::Sat));
    }
    let on = "cert::less::law::transitive::proved".to_owned();
    let mut proof = proof(ProofMethod::Composition);
    let used = TheoremUse::new(EXCHANGED, vec![(on, ProofMethod::Sat)]);
    proof.by_theorem = Some(used);
    assert_eq!(law, 0, "it declares one");
    ProverAnswer::Proved(proof)
}

fn composed(evidence: &mut Evidence) -> &mut ProofEvidence {
    stated(evidence, "more::law::transitive::proved")
}

/// The edited certificate with all conclusions derived again.
fn edited(certificate: &Certificate, edit: Edit) -> Certificate {
    let mut evidence = certificate.evidence.clone();
    edit(&mut evidence);
    derive(&mut evidence);
    Certificate::seal(evidence, certificate.run.clone())
}

/// Oracle: docs/spec/oracles.md#order-of-oracles, the fifth; the components of a composed law have to be proved.
#[test]
fn composed_law_requires_proved_components() {
    let laws = [(COMPOSED[1], 0)];
    let certificate = filtered(&COMPOSED, Some(composition_proof), &laws, PROVED_FILTER);
    assert_eq!(refusal(&certificate, &COMPOSED), "");
    let others = proofs(&certificate).into_iter();
    let others = others.filter(|part| part.oracle == Oracle::CompositionTheorem);
    let ids: Vec<&str> = others.map(|part| &*part.id).collect();
    assert_eq!(ids, ["cert::more::law::transitive::proved"]);
    // The plan has to contain the composition.
    let unplanned = filtered(&COMPOSED, Some(composition_proof), &[], PROVED_FILTER);
    assert!(refusal(&unplanned, &COMPOSED).contains("its oracle is another"));
    // A refuted or undecided component invalidates the conclusion, whatever the proof contains.
    let open: fn(&Op, usize) -> ProverAnswer = |op, law| match op.def.id {
        "cert::less" => ProverAnswer::Undecided("too hard".into()),
        _ => composition_proof(op, law),
    };
    let undecided = filtered(&COMPOSED, Some(open), &laws, PROVED_FILTER);
    assert!(refusal(&undecided, &COMPOSED).contains("which is not proved"));
    let edits: [(Edit, &str); 6] = [
        (
            |e| composed(e).components[0].engine = ProofMethod::Small,
            "which another method proves",
        ),
        (|e| composed(e).theorem = None, "names its theorem"),
        (
            |e| composed(e).engine = ProofMethod::NormalForm,
            "names no theorem",
        ),
        (
            |e| composed(e).theorem = Some("God said so".into()),
            "the theorem is `operands of a transitive relation exchanged`",
        ),
        (
            |e| composed(e).components.clear(),
            "the theorem rests on cert::less::law::transitive::proved",
        ),
        (
            |e| composed(e).components[0].part = "cert::less::law::antisymmetric::proved".into(),
            "the theorem rests on cert::less::law::transitive::proved",
        ),
    ];
    for (edit, word) in edits {
        let message = refusal(&edited(&certificate, edit), &COMPOSED);
        assert!(message.contains(word), "{word}: {message}");
    }
}

/// Oracle: docs/spec/proofs.md#in-a-certificate: exhaustion tries up to 2^20 inputs and the simulation of gates up to
/// 32 bits of input; the law of the op has 96 bits, and no normal form decides it.
#[test]
fn engine_decides_only_laws_within_its_limits() {
    let certificate = filtered(
        &COMPOSED,
        Some(composition_proof),
        &[(COMPOSED[1], 0)],
        PROVED_FILTER,
    );
    let edits: [(Edit, &str); 3] = [
        (
            |e| without_formula(e, ProofMethod::Small),
            "its claim depends on 96 input bits",
        ),
        (
            |e| without_formula(e, ProofMethod::Simulation),
            "more than 32 inputs",
        ),
        (
            |e| without_formula(e, ProofMethod::NormalForm),
            "no normal form decides it",
        ),
    ];
    for (edit, word) in edits {
        let message = refusal(&edited(&certificate, edit), &COMPOSED);
        assert!(message.contains(word), "{word}: {message}");
        assert!(message.contains("cert::less::law::transitive"), "{message}");
    }
    // The same for a component law outside of the certificate: the filter selects the conclusion alone.
    let outside = filtered(
        &COMPOSED,
        Some(composition_proof),
        &[(COMPOSED[1], 0)],
        Some("cert::more::law::transitive::proved"),
    );
    assert_eq!(refusal(&outside, &COMPOSED), "");
    let edits: [(Edit, &str); 4] = [
        (
            |e| composed(e).components[0].engine = ProofMethod::Small,
            "its claim depends on 96 input bits",
        ),
        (
            |e| composed(e).components[0].engine = ProofMethod::Simulation,
            "more than 32 inputs",
        ),
        (
            |e| composed(e).components[0].engine = ProofMethod::Witness,
            "is not what decides a law that is declared so",
        ),
        (
            |e| composed(e).components[0].engine = ProofMethod::Composition,
            "no theorem has the form of its body",
        ),
    ];
    for (edit, word) in edits {
        let message = refusal(&edited(&outside, edit), &COMPOSED);
        assert!(message.contains(word), "{word}: {message}");
        assert!(
            message.contains("it rests on `cert::less::law::transitive::proved`"),
            "{message}"
        );
    }
}

/// Claims that a method without a formula decided the law of the first op.
fn without_formula(evidence: &mut Evidence, engine: ProofMethod) {
    let first = stated(evidence, "less::law::transitive::proved");
    *first = ProofEvidence {
        engine,
        cnf: None,
        lrat: None,
        solvers: vec![],
        ..first.clone()
    };
    composed(evidence).components[0].engine = engine;
}
