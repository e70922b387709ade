//! Certificates with a matching digest and false evidence.

use vyre_conform_certificate::certificate::{Certificate, Evidence, OutcomeName, Part, derive};
use vyre_conform_runtime::spec::Level;
use vyre_conform_suite::plan::PartKind;
use vyre_conform_tests::sandbox::Sandbox;

/// Oracle: the suite's contents, the parts, and the backend.
#[test]
#[ignore = "a long run: seconds"]
fn a_forger_who_computes_the_digest_is_found() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let result = sandbox.certify("u32::bit_not::", "a.json", &["--cases", "20000"]);
    assert_eq!(result.code, Some(0), "{}", result.stderr);
    let forged = |name: &str, edit: &dyn Fn(&mut Evidence), word: &str| {
        let mut certificate: Certificate = sandbox.read("a.json");
        edit(&mut certificate.evidence);
        let certificate = Certificate::seal(certificate.evidence, certificate.run);
        std::fs::write(sandbox.path(name), certificate.text()).expect("written");
        let output = sandbox.run(&["verify", name]);
        assert_eq!(output.code, Some(1), "{name}: {}", output.stdout);
        assert!(output.stderr.contains(word), "{name}: {}", output.stderr);
    };
    fn witnessed_part(e: &mut Evidence) -> &mut Part {
        let parts = e.ops[0].parts.iter_mut();
        let mut actual = parts.filter(|p| p.domain.map(|entry| entry.name()) == Some("witnessed"));
        actual.next().expect("a witnessed part")
    }
    forged(
        "level",
        &|e| e.ops[0].level = Some(Level::L2),
        "u32::bit_not: its level is \"L2\", its parts give null",
    );
    forged(
        "levels",
        &|e| e.levels[0].established = true,
        "it states the level",
    );
    forged(
        "grade",
        &|e| e.ops[0].laws[0].grade = "proved".into(),
        "u32::bit_not: its laws[0].grade is \"proved\"",
    );
    forged(
        "removed",
        &|e| drop(e.ops[0].parts.remove(3)),
        "that is missing",
    );
    forged(
        "removed and derived",
        &|e| {
            e.ops[0].parts.remove(3);
            derive(e);
        },
        "that is missing",
    );
    forged(
        "doubled",
        &|e| {
            let part = e.ops[0].parts[0].clone();
            e.ops[0].parts.push(part);
        },
        "occurs twice",
    );
    forged("unskipped", &|e| drop(e.skipped.pop()), "that is missing");
    forged(
        "more cases",
        &|e| witnessed_part(e).cases = 1_000_000,
        "not those of its shard",
    );
    forged(
        "more due",
        &|e| {
            let part = witnessed_part(e);
            part.due = Some(1_000_000);
            part.cases = 1_000_000;
            part.range = Some([0, 1_000_000]);
            derive(e);
        },
        "that is missing",
    );
    forged(
        "more witnesses",
        &|e| e.settings.witnesses = 1_000_000,
        "that is missing",
    );
    forged(
        "failures",
        &|e| witnessed_part(e).failures = 1,
        "passed with failures",
    );
    forged(
        "registry",
        &|e| e.registry_digest = e.spec_digest.clone(),
        "registry digest",
    );
    forged(
        "spec",
        &|e| e.spec_digest = e.registry_digest.clone(),
        "spec digest",
    );
    forged(
        "suite",
        &|e| e.suite_version = "9.9.9".into(),
        "suite version",
    );
    forged("track", &|e| e.track = "approximate".into(), "track");
    forged("shard", &|e| e.shards.have = vec![3], "are not shards");
    forged(
        "engine",
        &|e| e.skipped.retain(|s| !s.id.starts_with("u32::add")),
        "its registry digest is",
    );
}

/// Oracle: the backend and the reference, which run again.
#[test]
#[ignore = "a long run: seconds"]
fn rerun_detects_fabricated_results() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify("u32::bit_not::", "a.json", &["--cases", "20000"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let second = sandbox.run(&["verify", "a.json", "--rerun", "20%", "--seed", "7"]);
    assert_eq!(second.code, Some(0), "{}", second.stderr);
    assert!(second.stdout.contains("--seed 0x7"), "{}", second.stdout);
    let same = sandbox.run(&["verify", "a.json", "--rerun", "20%", "--seed", "7"]);
    assert_eq!(same.stdout, second.stdout, "the seed decides what is run");
    // A part that claims a failure, with a false counterexample.
    let mut certificate = sandbox.read("a.json");
    let parts = &mut certificate.evidence.ops[0].parts;
    let table = parts
        .iter_mut()
        .find(|p| p.part == PartKind::Gates)
        .expect("gates");
    table.outcome = OutcomeName::Failed;
    table.reason = Some("it failed".into());
    derive(&mut certificate.evidence);
    std::fs::write(
        sandbox.path("forged.json"),
        Certificate::seal(certificate.evidence, certificate.run).text(),
    )
    .expect("written");
    assert_eq!(
        sandbox.run(&["verify", "forged.json"]).code,
        Some(0),
        "it agrees with itself"
    );
    let result = sandbox.run(&["verify", "forged.json", "--rerun", "100%"]);
    assert_eq!(result.code, Some(1), "{}", result.stdout);
    assert!(result.stderr.contains("it passes now"), "{}", result.stderr);
}
