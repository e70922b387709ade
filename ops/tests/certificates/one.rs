//! One verification: every command that shows a certificate refuses what `verify` refuses, and so does the library.

use vyre_conform_certificate::certificate::{
    Certificate, ComponentEvidence, Evidence, KillScore, Part, ProofEvidence, RunFacts, SuiteTexts,
    derive, parse,
};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::{Level, ProofMethod};
use vyre_conform_tests::sandbox::Sandbox;

/// The filter of certified parts: a law by a theorem from another part, and one whose theorem has no premise.
const FILTER: &str = "u32::gt::law::left_absorbing_0::proved,u32::lt::law::right_absorbing_0::proved,\
    u32::min::law::idempotent::proved";

/// The settings of the certificates.
const SETTINGS: [&str; 4] = ["--adapter", "cpu+kernel-rust", "--prove", "--mutate"];

/// The part that a theorem proves.
const COMPOSED: &str = "u32::gt::law::left_absorbing_0::proved";

type Edit = fn(&mut Evidence, &mut RunFacts);

fn proof<'e>(evidence: &'e mut Evidence, id: &str) -> &'e mut ProofEvidence {
    let mut parts = evidence.parts_mut();
    let part = parts.find(|part| part.id == id);
    let proof = part.and_then(|part| part.proof.as_deref_mut());
    proof.expect("a proof")
}

fn composed(evidence: &mut Evidence) -> &mut ProofEvidence {
    proof(evidence, COMPOSED)
}

fn score(evidence: &mut Evidence) -> &mut KillScore {
    evidence.ops[0].kills.as_mut().expect("a score")
}

/// Forgeries that only the bodies or the facts of the run reveal.
const FORGERIES: [(&str, Edit); 7] = [
    ("the theorem is `", |e, _| {
        composed(e).theorem = Some("God said so".into());
    }),
    ("the theorem rests on u32::lt", |e, _| {
        composed(e).components.clear();
    }),
    ("the theorem rests on u32::lt", |e, _| {
        composed(e).components.push(ComponentEvidence {
            part: "u32::min::law::idempotent::proved".into(),
            engine: ProofMethod::Composition,
        });
    }),
    ("mutants, but the kill score covers ", |e, _| {
        score(e).killed += 1;
    }),
    ("the kill score leaves them out", |e, _| {
        *score(e) = KillScore::left_out("it is too large");
    }),
    ("runs of this suite are between", |_, run| {
        (run.started, run.finished) =
            ("9999-01-01T00:00:00Z".into(), "9999-01-01T00:00:01Z".into());
    }),
    ("runs of this suite are between", |_, run| {
        run.started = "1970-01-01T00:00:00Z".into();
        run.finished.clone_from(&run.started);
    }),
];

/// The edited certificate with all conclusions derived again.
fn forged(from: &Certificate, edit: impl Fn(&mut Evidence, &mut RunFacts)) -> Certificate {
    let (mut evidence, mut run) = (from.evidence.clone(), from.run.clone());
    edit(&mut evidence, &mut run);
    derive(&mut evidence);
    Certificate::seal(evidence, run)
}

/// Fails if a command accepts a forged certificate. Among the files, `b.json` is forged, and so is one of the shards
/// `s1.json` and `s2.json`; `a.json` is issued. The text is the reason of `verify`.
type Refuses = fn(&Sandbox, &str);

/// Every command that reads certificates.
pub(super) const COMMANDS: [(&str, Refuses); 6] = [
    ("verify", |sandbox, expected| {
        let (code, text) = command_output(sandbox, &["verify", "b.json"]);
        assert!(
            code == Some(1) && text.contains(expected),
            "{expected}: {text}"
        );
    }),
    ("report", |sandbox, expected| {
        let (code, text) =
            command_output(sandbox, &["report", "b.json", "-o", "b.html", "--force"]);
        assert!(
            code == Some(1) && text.contains(expected),
            "{expected}: {text}"
        );
        let page = std::fs::read_to_string(sandbox.path("b.html")).expect("a page");
        assert!(page.contains("verified: no"), "{expected}: a green card");
        assert!(!page.contains("verified: yes"), "{expected}: a green card");
    }),
    ("merge", |sandbox, expected| {
        let (code, text) =
            command_output(sandbox, &["merge", "s1.json", "s2.json", "-o", "m.json"]);
        // Shards declare the same kill scores, so that a shard with another one is refused for that.
        let is_known = text.contains("not merged") && text.contains(expected);
        let is_refused = is_known || text.contains("they have different kill scores");
        assert!(code == Some(1) && is_refused, "{expected}: {text}");
        assert!(
            !sandbox.path("m.json").exists(),
            "{expected}: it was merged"
        );
    }),
    ("diff", |sandbox, expected| {
        let (code, text) = command_output(sandbox, &["diff", "a.json", "b.json"]);
        let is_named = text.contains("not verified: b.json: ");
        let is_compared = code.is_some_and(|code| code < 2);
        assert!(is_compared && is_named, "{expected}: {text}");
    }),
    ("emit", |sandbox, expected| {
        let emit = ["emit", "u32::gt", "--target", "c", "--evidence", "b.json"];
        let (code, text) = command_output(sandbox, &emit);
        let is_named = text.contains("shows no level");
        assert!(code == Some(1) && is_named, "{expected}: {text}");
    }),
    ("certify", |sandbox, expected| {
        // A resumed run finds its certificate, which another process may have written.
        let certify = ["certify", FILTER, "-o", "b.json", "--resume-if-any"];
        let (code, text) = command_output(sandbox, &[&certify[..], &SETTINGS].concat());
        let is_refused = text.contains("does not verify") && text.contains(expected);
        assert!(code != Some(0) && is_refused, "{expected}: {text}");
    }),
];

fn command_output(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, String) {
    let output = sandbox.run(arguments);
    (output.code, output.stdout + &output.stderr)
}

/// Oracle: the refusals of `verify`: theorems that the bodies contradict, wrong numbers of mutants, impossible times of
/// a run.
#[test]
#[ignore = "a long run: minutes"]
fn every_command_refuses_what_verify_refuses() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let certify = |file: &str, more: &[&str]| {
        let output = sandbox.run(&[&["certify", FILTER, "-o", file][..], &SETTINGS, more].concat());
        assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
        sandbox.read(file)
    };
    let right = certify("a.json", &[]);
    let shards = [
        ("s1.json", certify("s1.json", &["--shard", "1/2"])),
        ("s2.json", certify("s2.json", &["--shard", "2/2"])),
    ];
    let is_composed = |part: &Part| part.id == COMPOSED && part.proof.is_some();
    let mut with_proof = shards
        .iter()
        .filter(|(_, item)| item.parts().any(is_composed));
    let (file, shard) = with_proof.next().expect("a shard that ran the proof");
    let catalog = Catalog::linked().expect("a catalog");
    let verifier = Verifier::new(&catalog);
    verifier.content(right.clone()).expect("what was issued");
    for (due, edit) in FORGERIES {
        let wrong = forged(&right, edit);
        let refusal = verifier.verified(wrong.text().as_bytes());
        let message = refusal.expect_err(due).to_string();
        assert!(message.contains(due), "{due}: {message}");
        sandbox.write("b.json", &wrong);
        sandbox.write(file, &forged(shard, edit));
        COMMANDS
            .iter()
            .for_each(|(_, refuses)| refuses(&sandbox, due));
    }
}

/// The kept certificate of this name.
pub(super) fn kept_certificate(name: &str) -> Certificate {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates");
    let bytes = std::fs::read(folder.join(name)).expect("readable");
    parse(&bytes).expect("a certificate")
}

/// The library's refusal of a forged certificate.
fn refused(verifier: &Verifier<'_>, from: &Certificate, edit: Edit) -> String {
    let refusal = verifier.content(forged(from, edit));
    refusal
        .err()
        .map(|reason| reason.to_string())
        .unwrap_or_default()
}

/// Claims that a method without a formula decided a law.
fn without_formula(evidence: &mut Evidence, id: &str, engine: ProofMethod) {
    let actual = proof(evidence, id);
    *actual = ProofEvidence {
        engine,
        cnf: None,
        lrat: None,
        solvers: vec![],
        ..actual.clone()
    };
}

/// Oracle: docs/spec/proofs.md#in-a-certificate and docs/spec/certificates.md#baselines, applied to an H200's results.
#[test]
fn claims_that_no_run_can_make_are_refused() {
    let catalog = Catalog::linked().expect("a catalog");
    let verifier = Verifier::new(&catalog);
    let proved = kept_certificate("c11-gcc-12.2.0.proofs.json.zst");
    let measured = kept_certificate("nvidia-h200-580.159.04.integer-baselines.json.zst");
    let of_proofs: [(&str, Edit); 3] = [
        ("its claim depends on 64 input bits", |e, _| {
            without_formula(e, "u32::gt::law::antisymmetric::proved", ProofMethod::Small);
        }),
        ("depend on more than 32 inputs", |e, _| {
            let id = "u32::max::law::associative::proved";
            without_formula(e, id, ProofMethod::Simulation);
        }),
        ("mutants, but the kill score covers", |e, _| {
            score(e).undecided += 1
        }),
    ];
    let of_baselines: [(&str, Edit); 3] = [
        ("has 5 turns; a rate is the median of 7", |_, run| {
            let all = run.baselines.values_mut();
            all.for_each(|actual| actual.turns.truncate(5));
        }),
        ("a turn took less than a microsecond", |_, run| {
            let all = run.baselines.values_mut();
            all.for_each(|actual| (actual.turns, actual.rate) = (vec![[1, 1]; 7], 1000));
        }),
        ("its baselines took 6", |_, run| {
            let max = (vec![[1000, u64::MAX]; 7], u64::MAX);
            let all = run.baselines.values_mut();
            all.for_each(|actual| (actual.turns, actual.rate) = max.clone());
        }),
    ];
    let of_proofs = of_proofs.into_iter().map(|edit| (&proved, edit));
    let of_baselines = of_baselines.into_iter().map(|edit| (&measured, edit));
    for (whole, (expected, edit)) in of_proofs.chain(of_baselines) {
        let message = refused(&verifier, whole, edit);
        assert!(message.contains(expected), "{expected}: {message}");
    }
    let every = kept_certificate("nvidia-h200-580.159.04.float-every-input.json.zst");
    let expected = "its number of cases compared by digest is not possible";
    let message = refused(&verifier, &every, |e, _| {
        let mut parts = e.parts_mut();
        let digested = parts.find(|part| part.by_digest.is_some());
        digested.expect("a part").by_digest = Some(0);
    });
    assert!(message.contains(expected), "{message}");
}

/// Oracle: the library: the certificate has at most ten of its integer ops and engines.
#[test]
fn a_level_of_ten_ops_is_partial_in_every_command() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let catalog = Catalog::linked().expect("a catalog");
    let whole = kept_certificate("nvidia-h200-580.159.04.integer-baselines.json.zst");
    let engine = "engine::reduce";
    let ids = [
        "u32::add", "u32::min", "u32::max", "u32::lt", "u32::gt", engine,
    ];
    let texts = SuiteTexts::new(&catalog);
    let digests = texts.digests(|id| ids.contains(&id));
    let mut small = whole.evidence.clone();
    small.ops.retain(|op| ids.contains(&op.id.as_str()));
    small.engines.retain(|item| item.id == engine);
    (small.registry_digest, small.spec_digest) = (digests.registry, digests.spec);
    derive(&mut small);
    let level = small.levels.iter().find(|level| level.level == Level::L2);
    assert!(
        level.is_some_and(|level| level.established),
        "{:?}",
        small.levels
    );
    let mut run = whole.run.clone();
    let is_kept = |key: &String| ids.iter().any(|id| key.starts_with(&format!("{id} ")));
    run.baselines.retain(|key, _| is_kept(key));
    let parts: Vec<&str> = small.parts().map(|part| part.id.as_str()).collect();
    run.proofs.retain(|key, _| parts.contains(&key.as_str()));
    let small = Certificate::seal(small, run);
    let verified = Verifier::new(&catalog).content(small.clone());
    let verified = verified.unwrap_or_else(|refusal| panic!("{refusal}"));
    let absent = verified.absent_from(Level::L2);
    assert!(absent > 300 && !verified.establishes(Level::L2), "{absent}");
    sandbox.write("few.json", &small);
    // The binary has fewer ops than this test.
    let partial = |text: &str| {
        let rest = text
            .split_once("L2 partial: 5 of 5; ")
            .map(|(_, rest)| rest);
        rest.is_some_and(|rest| rest.contains(" of this library absent"))
    };
    let output = sandbox.run(&["verify", "few.json"]);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    assert!(partial(&output.stdout), "{}", output.stdout);
    assert!(!output.stdout.contains(" established"), "{}", output.stdout);
    let requested = sandbox.run(&["verify", "few.json", "--level", "L2"]);
    assert_eq!(requested.code, Some(1), "{}", requested.stdout);
    let printed = sandbox.run(&["verify", "few.json", "--json"]);
    let printed: serde_json::Value = serde_json::from_str(&printed.stdout).expect("JSON");
    let levels = printed["files"][0]["certificate"]["levels"].as_array();
    let levels = levels.expect("levels");
    assert!(
        levels.iter().all(|level| level["established"] == false),
        "{levels:?}"
    );
    assert!(
        levels
            .iter()
            .all(|level| level["absent"].as_u64() > Some(300)),
        "{levels:?}"
    );
    sandbox.write("whole.json", &whole);
    let differs = sandbox.run(&["diff", "whole.json", "few.json"]);
    assert!(partial(&differs.stdout), "{}", differs.stdout);
    let report = sandbox.run(&["report", "few.json", "-o", "few.html"]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let page = std::fs::read_to_string(sandbox.path("few.html")).expect("a page");
    assert!(partial(&page), "the list of certificates");
    assert!(page.contains("<span>partial</span>"), "the card");
    assert!(!page.contains("<span>established</span>"), "a green card");
    assert!(
        !page.contains("Everything that was expected was run."),
        "it was not"
    );
}
