//! Laws that composition theorems carry, and engines beyond their reach.

use super::proofs::{Edit, filtered, proof, proofs, refusal, stated};
use vyre_conform_certificate::certificate::{Certificate, Evidence, ProofEvidence, derive};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ProofMethod;
use vyre_conform_suite::plan::Oracle;
use vyre_conform_suite::prover::{ProverAnswer, TheoremUse};

/// A theorem carries a law of the second from one of the first.
const COMPOSED: [&str; 2] = ["cert::less", "cert::more"];

/// The parts that are run: the law has three variables, of which the other parts try millions of values.
const PROVED: Option<&str> = Some("::proved");

/// The theorem that does.
const EXCHANGED: &str = "operands of a transitive relation exchanged";

/// The law of one op, by composition from that of another.
fn resting(op: &Op, law: usize) -> ProverAnswer {
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

/// The edited certificate with everything derived anew.
fn edited(certificate: &Certificate, edit: Edit) -> Certificate {
    let mut evidence = certificate.evidence.clone();
    edit(&mut evidence);
    derive(&mut evidence);
    Certificate::seal(evidence, certificate.run.clone())
}

/// Oracle: docs/spec/oracles.md#order-of-oracles, the fifth; and what a composed law rests on, which has to be proved.
#[test]
fn a_law_by_composition_rests_on_what_is_proved() {
    let laws = [(COMPOSED[1], 0)];
    let certificate = filtered(&COMPOSED, Some(resting), &laws, PROVED);
    assert_eq!(refusal(&certificate, &COMPOSED), "");
    let others = proofs(&certificate).into_iter();
    let others = others.filter(|part| part.oracle == Oracle::CompositionTheorem);
    let ids: Vec<&str> = others.map(|part| &*part.id).collect();
    assert_eq!(ids, ["cert::more::law::transitive::proved"]);
    // The planner has to have known of it.
    let unplanned = filtered(&COMPOSED, Some(resting), &[], PROVED);
    assert!(refusal(&unplanned, &COMPOSED).contains("its oracle is another"));
    // A component that is refuted, or undecided, takes the conclusion away, whatever the proof says.
    let open: fn(&Op, usize) -> ProverAnswer = |op, law| match op.def.id {
        "cert::less" => ProverAnswer::Undecided("too hard".into()),
        _ => resting(op, law),
    };
    let undecided = filtered(&COMPOSED, Some(open), &laws, PROVED);
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
        let said = refusal(&edited(&certificate, edit), &COMPOSED);
        assert!(said.contains(word), "{word}: {said}");
    }
}

/// Oracle: docs/spec/proofs.md#in-a-certificate: all inputs are tried up to 2^20, and gates are simulated up to 32
/// inputs; the law of the op is about 96 bits, and no normal form decides it.
#[test]
fn an_engine_decides_only_what_is_within_its_reach() {
    let certificate = filtered(&COMPOSED, Some(resting), &[(COMPOSED[1], 0)], PROVED);
    let edits: [(Edit, &str); 3] = [
        (
            |e| without_formula(e, ProofMethod::Small),
            "depends on 96 bits of inputs",
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
        let said = refusal(&edited(&certificate, edit), &COMPOSED);
        assert!(said.contains(word), "{word}: {said}");
        assert!(said.contains("cert::less::law::transitive"), "{said}");
    }
    // The same of a law outside of the certificate on which a theorem rests: the filter takes the conclusion alone.
    let outside = filtered(
        &COMPOSED,
        Some(resting),
        &[(COMPOSED[1], 0)],
        Some("cert::more::law::transitive::proved"),
    );
    assert_eq!(refusal(&outside, &COMPOSED), "");
    let edits: [(Edit, &str); 4] = [
        (
            |e| composed(e).components[0].engine = ProofMethod::Small,
            "depends on 96 bits of inputs",
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
        let said = refusal(&edited(&outside, edit), &COMPOSED);
        assert!(said.contains(word), "{word}: {said}");
        assert!(
            said.contains("it rests on `cert::less::law::transitive::proved`"),
            "{said}"
        );
    }
}

/// Says that an engine which makes no formula decided the law of the first op.
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
