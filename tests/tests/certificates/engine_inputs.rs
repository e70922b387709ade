//! A level of an engine needs a number of generated inputs.

use super::issued::{ENGINE, RIGHT, catalog, verifier};
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_cli::certified;
use vyre_conform_harness::{Context, Settings, execute, summary};
use vyre_conform_runtime::spec::Level;
use vyre_conform_suite::plan::numbers::ENGINE_INPUTS_REQUIRED;

fn context(inputs: u64) -> (tempfile::TempDir, Context) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = Settings::default();
    settings.plan.engine_inputs = inputs;
    let backends = vec![RIGHT.into_backend()];
    let context = Context::new(catalog(), settings, backends, None, folder.path());
    (folder, context.expect("a runnable plan"))
}

fn certificate(inputs: u64) -> Certificate {
    let (_folder, context) = context(inputs);
    certified(&context, "stand", Some("engine::hex_decode::")).expect("a certificate")
}

/// Oracle: docs/spec/conformance.md#levels: 16 generated inputs.
#[test]
fn an_engine_with_few_inputs_has_no_level() {
    let verifies = |certificate: &Certificate| {
        let found = verifier().verified(certificate.text().as_bytes());
        found.map_err(|refusal| refusal.lines().join("\n"))
    };
    let whole = certificate(ENGINE_INPUTS_REQUIRED);
    assert_eq!(whole.evidence.engines[0].level, Some(Level::L3));
    verifies(&whole).expect("verified");

    let few = certificate(ENGINE_INPUTS_REQUIRED - 1);
    let engine = &few.evidence.engines[0];
    assert_eq!((&*engine.id, engine.level), (ENGINE, None));
    let due = "engine::hex_decode: each check ran 15 generated inputs; a level needs 16";
    assert_eq!(engine.missing, [due]);
    verifies(&few).expect("verified");

    let mut evidence = few.evidence.clone();
    evidence.engines[0].level = Some(Level::L3);
    evidence.engines[0].missing.clear();
    let forged = Certificate::seal(evidence, few.run);
    let refusal = verifies(&forged).map(|_| ()).expect_err("a level too high");
    assert!(refusal.contains(ENGINE), "{refusal}");
}

/// Oracle: the rule of certificates.
#[test]
fn the_summary_of_a_run_follows_the_same_rule() {
    let (_folder, context) = context(ENGINE_INPUTS_REQUIRED - 1);
    let mine = context.plan().obligations().iter();
    for obligation in mine.filter(|o| o.op == ENGINE) {
        context.record(execute(&context, obligation));
    }
    let text = summary(&context);
    assert!(
        text.contains("each check ran 15 generated inputs"),
        "{text}"
    );
}
