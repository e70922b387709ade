//! Proved laws in certificates; a prover with fixed results replaces the real one.

use crate::harness::support::{InterpreterBackend, catalog, context_with, folder};
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, OutcomeName, Part, ProofEvidence, ValueText, derive, parse,
};
use vyre_conform_certificate::verify::verified;
use vyre_conform_cli::certified;
use vyre_conform_harness::Settings;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::Polarity;
use vyre_conform_runtime::value::Value;
use vyre_conform_spec::{Evidence as Kind, ProofMethod};
use vyre_conform_suite::plan::Tracks;
use vyre_conform_suite::prover::{LawProof, Prover, ProverAnswer};

const IDS: [&str; 2] = ["toy::good_wide", "toy::good_xor"];

/// A prover with this function's result for each law.
#[derive(Debug)]
struct FixedProver(fn(&Op, usize) -> ProverAnswer);

impl Prover for FixedProver {
    fn decide(&self, _: &Catalog, op: &Op, law: usize) -> ProverAnswer {
        (self.0)(op, law)
    }
}

pub(super) fn proof(engine: ProofMethod) -> LawProof {
    let digest = engine.has_formula().then(|| "0".repeat(64));
    let solvers = if engine.has_formula() {
        vec!["a solver".into()]
    } else {
        vec![]
    };
    let elapsed = Duration::from_millis(7);
    LawProof::new(engine, [digest.clone(), digest], solvers, elapsed)
}

fn proof_by_law(op: &Op, law: usize) -> ProverAnswer {
    let engine = match (op.def.laws[law].polarity, law) {
        (Polarity::Refuted { .. }, _) => ProofMethod::Witness,
        (_, 0) => ProofMethod::NormalForm,
        _ => ProofMethod::Sat,
    };
    ProverAnswer::Proved(proof(engine))
}

/// The certificate of a run on these ops with this prover.
fn certificate_with_prover(
    ids: &[&str],
    answer: Option<fn(&Op, usize) -> ProverAnswer>,
) -> Certificate {
    certificate_with_plan(ids, answer, &[])
}

/// The certificate of a run whose plan has composition theorems for these laws.
fn certificate_with_plan(
    ids: &[&str],
    answer: Option<fn(&Op, usize) -> ProverAnswer>,
    composed: &[(&str, usize)],
) -> Certificate {
    filtered(ids, answer, composed, None)
}

/// The certificate of the parts that a filter selects.
pub(super) fn filtered(
    ids: &[&str],
    answer: Option<fn(&Op, usize) -> ProverAnswer>,
    composed: &[(&str, usize)],
    filter: Option<&str>,
) -> Certificate {
    let mut settings = Settings::default();
    settings.plan.witnesses = 64;
    settings.plan.programs = 0;
    settings.plan.tracks = Tracks::Strict;
    if let Some(answer) = answer {
        settings.plan.prove = true;
        settings.prover = Some(Arc::new(FixedProver(answer)));
        let composed = composed.iter().map(|(op, law)| ((*op).to_owned(), *law));
        settings.plan.composed = composed.collect();
    }
    let root = folder();
    let context = context_with(
        settings,
        ids,
        vec![InterpreterBackend::right()],
        root.path(),
    );
    certified(&context, "right", filter).expect("a certificate")
}

pub(super) fn proofs(certificate: &Certificate) -> Vec<&Part> {
    certificate.parts().filter(|part| part.is_proof()).collect()
}

/// The reason for which `verify` refuses a certificate of these ops; empty if it verifies.
pub(super) fn refusal(certificate: &Certificate, ids: &[&str]) -> String {
    match verified(certificate.text().as_bytes(), &catalog(ids)) {
        Ok(_) => String::new(),
        Err(refusal) => refusal.to_string(),
    }
}

/// Oracle: the declarations of the two ops: three laws, all of which the prover proves.
#[test]
#[ignore = "a long run: seconds"]
fn a_proved_law_is_a_part_of_the_certificate() {
    let certificate = certificate_with_prover(&IDS, Some(proof_by_law));
    assert_eq!(refusal(&certificate, &IDS), "");
    assert_eq!(
        parse(certificate.text().as_bytes()).as_ref(),
        Ok(&certificate)
    );
    let parts = proofs(&certificate);
    let ids: Vec<&str> = parts.iter().map(|part| &*part.id).collect();
    let expected = [
        "toy::good_wide::law::commutative::proved",
        "toy::good_xor::law::commutative::proved",
        "toy::good_xor::law::identity_0::proved",
    ];
    assert_eq!(ids, expected);
    assert!(parts.iter().all(|part| part.proof.is_some()));
    assert_eq!(certificate.run.proofs.len(), expected.len());
    assert!(certificate.run.proofs.values().all(|elapsed| *elapsed == 7));
    for law in certificate.evidence.ops.iter().flat_map(|op| &op.laws) {
        // Nothing is proved about the backend: the law has the weaker grade.
        assert!(law.reference.contains(&Kind::Proved.name().to_owned()));
        assert!(!law.backend.contains(&Kind::Proved.name().to_owned()));
        assert_eq!(law.grade, "combined (u8)");
    }
    let without = certificate_with_prover(&IDS, None);
    assert_eq!(proofs(&without), [] as [&Part; 0]);
    assert!(!without.text().contains("prove"), "nothing is said of it");
}

/// Oracle: docs/spec/proofs.md: an undecided law keeps its evidence and lowers nothing.
#[test]
#[ignore = "a long run: seconds"]
fn undecided_law_lowers_no_level() {
    let answer: fn(&Op, usize) -> ProverAnswer = |_, _| ProverAnswer::Undecided("too hard".into());
    let certificate = certificate_with_prover(&IDS, Some(answer));
    assert_eq!(refusal(&certificate, &IDS), "");
    for part in proofs(&certificate) {
        assert_eq!(part.outcome, OutcomeName::NotRun);
        assert_eq!(part.reason.as_deref(), Some("undecided: too hard"));
    }
    let without = certificate_with_prover(&IDS, None).evidence;
    for (with, without) in certificate.evidence.ops.iter().zip(&without.ops) {
        assert_eq!(
            (with.level, &with.missing),
            (without.level, &without.missing)
        );
        assert_eq!((&with.laws, &with.grade), (&without.laws, &without.grade));
    }
    // No other reason is accepted.
    let mut evidence = certificate.evidence.clone();
    for part in evidence.parts_mut().filter(|part| part.is_proof()) {
        part.reason = Some("I did not feel like it".into());
    }
    derive(&mut evidence);
    let forged = Certificate::seal(evidence, certificate.run);
    assert!(refusal(&forged, &IDS).contains("nothing left it out, but it was not run"));
}

/// Oracle: subtraction, which does not commute: 5 - 3 is not 3 - 5; 4 - 4 is 4 - 4.
#[test]
fn a_refuted_law_has_its_counterexample() {
    let ids = ["toy::false_law"];
    let message: fn(&Op, usize) -> ProverAnswer = |op, law| match op.def.laws[law].text {
        "Commutative" => ProverAnswer::Refuted(vec![Value::of(5u32), Value::of(3u32)]),
        _ => proof_by_law(op, law),
    };
    let certificate = certificate_with_prover(&ids, Some(message));
    assert_eq!(refusal(&certificate, &ids), "");
    let part = proofs(&certificate)[0];
    assert_eq!((part.outcome, part.failures), (OutcomeName::Failed, 1));
    assert!(part.counterexample.is_some());
    let op = &certificate.evidence.ops[0];
    assert!(
        op.missing
            .iter()
            .any(|reason| reason.contains("law::commutative::proved"))
    );
    let mut evidence = certificate.evidence.clone();
    let mut parts = evidence.parts_mut().filter(|part| part.is_proof());
    let part = parts.next().expect("the law that is refuted");
    let case = part.counterexample.as_deref_mut().expect("a case");
    case.inputs = vec![ValueText::of(&Value::of(4u32)); 2];
    drop(parts);
    derive(&mut evidence);
    let forged = Certificate::seal(evidence, certificate.run);
    let message = refusal(&forged, &ids);
    assert!(
        message.contains("the reference obeys the law on it"),
        "{message}"
    );
}

/// Oracle: docs/spec/proofs.md: two methods that must agree and do not show nothing, and are a failure.
#[test]
fn a_contradiction_fails() {
    let answer: fn(&Op, usize) -> ProverAnswer =
        |_, _| ProverAnswer::Contradiction("one is wrong".into());
    let certificate = certificate_with_prover(&IDS, Some(answer));
    assert_eq!(refusal(&certificate, &IDS), "");
    for part in proofs(&certificate) {
        assert_eq!(part.outcome, OutcomeName::Failed);
        assert!(
            part.reason
                .as_ref()
                .is_some_and(|reason| reason.contains("one is wrong"))
        );
    }
}

pub(super) type Edit = fn(&mut Evidence);

/// The part of the evidence whose id has this suffix.
fn part<'e>(evidence: &'e mut Evidence, end: &str) -> &'e mut Part {
    let part = evidence.parts_mut().find(|part| part.id.ends_with(end));
    part.unwrap_or_else(|| panic!("no part ends with {end}"))
}

pub(super) fn stated<'e>(evidence: &'e mut Evidence, end: &str) -> &'e mut ProofEvidence {
    part(evidence, end).proof.as_deref_mut().expect("a proof")
}

/// Oracle: the meaning of each field: the registry lists the laws, and the methods determine the evidence of a proof.
#[test]
fn forged_proofs_are_refused() {
    let certificate = certificate_with_prover(&IDS, Some(proof_by_law));
    let edits: [(&str, Edit, &str); 11] = [
        (
            "no proof",
            |e| part(e, "good_xor::law::commutative::proved").proof = None,
            "it is proved, but names no method",
        ),
        (
            "a proof of what was tried",
            |e| {
                let proof = part(e, "good_xor::law::commutative::proved").proof.clone();
                part(e, "good_xor::law::commutative::witnessed").proof = proof;
            },
            "is not a proved law",
        ),
        (
            "an engine of negative laws",
            |e| stated(e, "good_xor::law::commutative::proved").engine = ProofMethod::Witness,
            "declared to hold",
        ),
        (
            "an engine without its formula",
            |e| stated(e, "good_xor::law::commutative::proved").engine = ProofMethod::Sat,
            "has the digest of a formula",
        ),
        (
            "a formula of an engine without one",
            |e| stated(e, "good_xor::law::identity_0::proved").engine = ProofMethod::Small,
            "has no formula",
        ),
        (
            "a digest of another form",
            |e| stated(e, "good_xor::law::identity_0::proved").lrat = Some("sha256:00".into()),
            "is not written as one",
        ),
        (
            "nobody found it",
            |e| {
                stated(e, "good_xor::law::identity_0::proved")
                    .solvers
                    .clear()
            },
            "names its solver",
        ),
        (
            "a part that is gone",
            |e| {
                e.ops[0]
                    .parts
                    .retain(|p| !p.id.ends_with("commutative::proved"))
            },
            "that is missing",
        ),
        (
            "nothing was to be proved",
            |e| e.settings.prove = false,
            "that the suite does not have",
        ),
        (
            "another law",
            |e| part(e, "good_xor::law::commutative::proved").law = Some(1),
            "that is missing",
        ),
        (
            "two cases",
            |e| part(e, "good_xor::law::commutative::proved").cases = 2,
            "it states 2 cases, but the suite runs 1",
        ),
    ];
    for (name, edit, word) in edits {
        let mut evidence = certificate.evidence.clone();
        edit(&mut evidence);
        derive(&mut evidence);
        let forged = Certificate::seal(evidence, certificate.run.clone());
        let message = refusal(&forged, &IDS);
        assert!(message.contains(word), "{name}: {message}");
    }
    let mut run = certificate.run.clone();
    run.proofs.insert("toy::good_xor::gates".into(), 1);
    let forged = Certificate::seal(certificate.evidence, run);
    let message = refusal(&forged, &IDS);
    assert!(message.contains("not a proved law"), "{message}");
}
