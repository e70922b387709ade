//! Lost requests: a run survives them, reports them, and does not pass if there are too many.

use super::open;
use crate::harness::support::{context, context_with, folder, run};
use vyre_conform_certificate::certificate::{Certificate, LossEvidence, derive};
use vyre_conform_certificate::verify::verified;
use vyre_conform_cli::certified;
use vyre_conform_harness::{Context, Settings, lossy, summary};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::record::Outcome;
use vyre_conform_tests::lies::HONEST;

/// Ways of losing requests; each answer arrives on the second request.
const LOSSY_MODES: [&str; 3] = [
    "ends at every 7th run",
    "drops a word of every 10th run",
    "adds a word to every 10th run",
];

fn leaked_backend(arguments: &[&str]) -> &'static dyn Backend {
    Box::leak(Box::new(open(arguments).expect("it opens")))
}

fn run_of(backend: &'static dyn Backend, root: &std::path::Path) -> Context {
    let context = context(&["toy::burning"], vec![backend], root);
    let outcomes = run(&context, "toy::burning");
    let failed = outcomes
        .iter()
        .filter(|(_, outcome)| matches!(outcome, Outcome::Failed(_)));
    assert_eq!(failed.count(), 0, "{outcomes:?}");
    context
}

/// Oracle: the programs, which lose far more than one request in 10,000; every answer that arrives is right.
#[test]
fn losses_are_counted_and_limited() {
    let root = folder();
    for lie in LOSSY_MODES {
        let context = run_of(leaked_backend(&["lie", lie]), root.path());
        let losses = context.losses("process-broken").expect("it counts");
        assert!(
            losses.lost > 0 && losses.lost < losses.requests,
            "{lie}: {losses}"
        );
        let expected = format!("process-broken: {losses}\n");
        assert!(
            summary(&context).contains(&expected),
            "{lie}: {}",
            summary(&context)
        );
        let refused = lossy(&context);
        assert_eq!(refused.len(), 1, "{lie}");
        let message = format!("process-broken: {losses}; at most one in 10000 may be");
        assert!(refused[0].starts_with(&message), "{lie}: {refused:?}");
    }
    let right = run_of(leaked_backend(&["right"]), root.path());
    assert_eq!(
        right.losses("process-broken").map(|losses| losses.lost),
        Some(0)
    );
    assert!(lossy(&right).is_empty() && !summary(&right).contains("lost"));
}

/// Oracle: the setting in docs/settings.md.
#[test]
fn the_share_is_a_setting() {
    let root = folder();
    let mut settings = Settings::default();
    settings.plan.witnesses = 64;
    settings.requests_per_loss = Some(2);
    let backend = leaked_backend(&["lie", LOSSY_MODES[0]]);
    let context = context_with(settings, &["toy::burning"], vec![backend], root.path());
    run(&context, "toy::burning");
    assert!(
        context
            .losses("process-broken")
            .is_some_and(|losses| losses.lost > 0)
    );
    assert!(lossy(&context).is_empty());
}

fn certificate(arguments: &[&str]) -> (Catalog, Certificate) {
    let root = folder();
    let mut settings = Settings::default();
    settings.plan.witnesses = 64;
    settings.plan.programs = 8;
    let backend = leaked_backend(arguments);
    let context = context_with(settings, &["toy::burning"], vec![backend], root.path());
    let issued_certificate = certified(&context, "process-broken", None).expect("the backend");
    (
        crate::harness::support::catalog(&["toy::burning"]),
        issued_certificate,
    )
}

/// Oracle: docs/spec/certificates.md#losses.
#[test]
fn certificate_lists_losses_and_establishes_no_level() {
    let (catalog, honest) = certificate(&["lie", HONEST]);
    assert_eq!(honest.evidence.losses, None);
    assert_eq!(certificate(&["lie", HONEST]).1.digest, honest.digest);
    let (_, lossy) = certificate(&["lie", LOSSY_MODES[0]]);
    let losses = lossy.evidence.losses.expect("it lost some");
    assert!(losses.lost > 0 && losses.requests > losses.lost);
    assert_eq!(honest.evidence.backend, lossy.evidence.backend);
    assert_ne!(honest.digest, lossy.digest);
    let message = format!("the backend is unreliable: {}", losses.losses());
    for level in &lossy.evidence.levels {
        assert!(!level.established);
        assert!(
            level
                .missing
                .iter()
                .any(|reason| reason.starts_with(&message)),
            "{level}"
        );
        assert!(level.to_string().contains(&message), "{level}");
    }
    let verifies = |certificate: Certificate| {
        let sealed = Certificate::seal(certificate.evidence, certificate.run);
        verified(sealed.text().as_bytes(), &catalog)
    };
    assert!(verifies(lossy.clone()).is_ok());
    // `verify` refuses a certificate whose levels ignore the losses, or whose losses are impossible.
    let mut edited = lossy.clone();
    edited.evidence.losses = None;
    derive(&mut edited.evidence);
    edited.evidence.losses = Some(losses);
    let refusal = verifies(edited)
        .expect_err("the levels are others")
        .to_string();
    assert!(refusal.contains("it states the level"), "{refusal}");
    for (requests, lost) in [(5, 6), (5, 0), (0, 0)] {
        let mut edited = lossy.clone();
        edited.evidence.losses = Some(LossEvidence { requests, lost });
        derive(&mut edited.evidence);
        let refusal = verifies(edited)
            .expect_err("there are none such")
            .to_string();
        assert!(refusal.contains("lost requests of"), "{refusal}");
    }
}

/// Oracle: docs/spec/protocol.md: `unsupported` is a listed outcome, for an engine as for an op, with a full sentence.
#[test]
fn engine_answered_with_unsupported_is_listed() {
    let engine = crate::engines::catalog().find_engine("engine::hex_decode");
    let engines = engine.into_iter().collect();
    let catalog = Catalog::with_engines(vec![], registry::helpers(), engines).expect("an engine");
    let backend = leaked_backend(&[
        "lie",
        "answers `unsupported` to a program that it does not lack",
    ]);
    let mut settings = Settings::default();
    settings.plan.programs = 2;
    let root = folder();
    let context = Context::new(catalog, settings, vec![backend], None, root.path());
    let context = context.expect("a plan");
    let outcomes = run(&context, "::process-broken");
    let of_engine = outcomes
        .iter()
        .filter(|(id, _)| id.starts_with("engine::hex_decode"));
    let mut observed = 0;
    for (id, outcome) in of_engine {
        let Outcome::UnsupportedByBackend { hardware } = outcome else {
            panic!("{id}: {outcome:?}");
        };
        let expected = "support for this request (its program says: this case is lacking)";
        assert_eq!(hardware, expected, "{id}");
        observed += 1;
    }
    assert!(observed > 2);
}
