//! Shaders with hand-written words are part of certificates, but of no level.

use super::forged::{part, refused, unsupported};
use super::issued::{Device, RIGHT, catalog, issued, right_certificate, verifier};
use super::programs::faulty_certificate;
use std::sync::OnceLock;
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, FailedFiletest, OutcomeName, Part, SkippedCases, derive, diff,
};
use vyre_conform_certificate::verify::Verification;
use vyre_conform_harness::{Context, Settings, execute, summary};
use vyre_conform_runtime::spec::Level;
use vyre_conform_suite::backend::WGSL_TEXTS;
use vyre_conform_suite::plan::{Obligation, Oracle, Part as Planned, PartKind};
use vyre_conform_suite::record::Outcome;
use vyre_conform_suite::wgsl::{self, ALL, KNOWN, WgslTest};

/// A shader with the word 0x8000_0000, for which a faulty device returns 0.
const ID: &str = "wgsl::shifts";

/// A backend that accepts no WGSL.
const OTHER: Device = Device {
    kind: "mine",
    features: &[],
    ..RIGHT
};

fn certificate_of_other_backend() -> &'static Certificate {
    static ISSUED: OnceLock<Certificate> = OnceLock::new();
    ISSUED.get_or_init(|| issued(OTHER, 3000, None))
}

fn shaders(certificate: &Certificate) -> Vec<Part> {
    let parts = certificate
        .parts()
        .filter(|part| part.part == PartKind::Wgsl);
    parts.cloned().collect()
}

fn verified(certificate: &Certificate) -> Verification {
    let result = verifier().verified(certificate.text().as_bytes());
    result.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")))
}

fn example(evidence: &mut Evidence) -> &mut FailedFiletest {
    let actual = part(evidence, ID).counterexample.as_mut();
    let actual = actual.expect("a counterexample").filetest.as_mut();
    actual.expect("a row of a shader")
}

/// Oracle: the folder of shaders, and the documentation of the part.
#[test]
fn every_shader_is_run_and_listed() {
    let parts = shaders(right_certificate());
    let ids = ALL
        .iter()
        .map(|test| format!("programs::stand::wgsl::{}", test.name));
    assert!(parts.iter().map(|part| part.id.clone()).eq(ids));
    for (part, test) in parts.iter().zip(ALL) {
        assert_eq!(part.oracle, Oracle::SpecTable);
        assert_eq!(
            (part.outcome, part.cases),
            (OutcomeName::Passed, test.cases())
        );
    }
    let settings = &right_certificate().evidence.settings;
    assert_eq!(
        settings.wgsl.as_ref().expect("shaders").names,
        wgsl::names()
    );
    let counts = |c: &Certificate| {
        let programs = c.evidence.programs.as_ref().expect("programs");
        programs.shaders.clone().expect("shaders")
    };
    let all = ALL.len() as u64;
    assert_eq!(
        (
            counts(right_certificate()).agreed,
            counts(right_certificate()).of
        ),
        (all, all)
    );
    let failed = counts(faulty_certificate());
    assert_eq!(failed.agreed + failed.failed.len() as u64, all);
    assert!(
        failed.failed.iter().any(|line| line.contains(ID)),
        "{failed:?}"
    );
    verified(right_certificate());
}

/// Oracle: the rule that no level depends on shaders: the levels equal those of the same certificate without shaders.
#[test]
fn no_level_rests_on_shaders() {
    let programs = |c: &Certificate| c.evidence.programs.clone().expect("programs");
    let mut evidence = right_certificate().evidence.clone();
    for test in ALL {
        let part = part(&mut evidence, &format!("wgsl::{}", test.name));
        part.outcome = OutcomeName::Failed;
        part.reason = Some("it failed".into());
    }
    derive(&mut evidence);
    assert_eq!(evidence.levels, right_certificate().evidence.levels);
    let run_programs = evidence.programs.expect("programs");
    assert_eq!(run_programs.level, programs(right_certificate()).level);
    assert_eq!(run_programs.level, Some(Level::L3));
    // A backend that accepts no WGSL reaches the same levels as one that does.
    let parts = shaders(certificate_of_other_backend());
    assert_eq!(parts.len(), ALL.len());
    for part in parts {
        assert_eq!(part.outcome, OutcomeName::Unsupported, "{}", part.id);
        assert_eq!(part.reason.as_deref(), Some(WGSL_TEXTS));
    }
    assert_eq!(
        programs(certificate_of_other_backend()).level,
        Some(Level::L3)
    );
    assert_eq!(programs(certificate_of_other_backend()).unsupported, None);
    verified(certificate_of_other_backend());
}

/// Oracle: docs/spec/certificates.md#shaders: certificates without the setting verify and have the same levels.
#[test]
fn certificates_without_shaders_verify() {
    let mut evidence = right_certificate().evidence.clone();
    evidence.settings.wgsl = None;
    let programs = evidence.programs.as_mut().expect("programs");
    programs.parts.retain(|part| part.part != PartKind::Wgsl);
    derive(&mut evidence);
    assert_eq!(evidence.levels, right_certificate().evidence.levels);
    let old = Certificate::seal(evidence, right_certificate().run.clone());
    assert!(!old.text().contains("wgsl::"));
    verified(&old);
    let lines = diff(&old, right_certificate());
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("shaders: none -> ")),
        "{lines:?}"
    );
}

/// Oracle: the fault of the device, which returns 0 for 0x8000_0000.
#[test]
fn failing_trial_names_file_word_and_replay() {
    let device = Device { lowest: 0, ..RIGHT };
    let test = WgslTest::find("shifts").expect("a shader");
    let ran = |case: Option<String>| {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = Settings {
            case,
            ..Settings::default()
        };
        let backends = vec![device.into_backend()];
        let context = Context::new(catalog(), settings, backends, None, folder.path());
        let context = context.expect("a runnable plan");
        let mut all = context.plan().obligations().iter();
        let part: &Obligation = all
            .find(|o| o.part == Planned::Wgsl("shifts"))
            .expect("one");
        let record = execute(&context, part);
        context.record(record.clone());
        (summary(&context), record.outcome, record.cases)
    };
    let (message, outcome, cases) = ran(None);
    let Outcome::Failed(failure) = &outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(cases, test.cases());
    let actual = failure.case.filetest().expect("a row");
    let row = test
        .text
        .lines()
        .nth(actual.line as usize - 1)
        .expect("a line");
    assert_eq!(row, "//= 1 31 -> 0x80000000 0 0");
    for part in [
        format!("file      shifts.wgsl, line {}", actual.line),
        "word      0 of buffer 0".to_owned(),
        "expected  0x80000000   (the spec table)".to_owned(),
        "found     0x00000000".to_owned(),
        format!("VYRE_CASE='shifts.wgsl:{}' cargo test", actual.line),
    ] {
        assert!(
            failure.report.contains(&part),
            "no `{part}` in {}",
            failure.report
        );
    }
    let line = "shaders in WGSL: 0 of 1 give the words of their files";
    assert!(message.contains(line), "{message}");
    let (_, outcome, cases) = ran(Some(format!("shifts.wgsl:{}", actual.line)));
    assert!(
        matches!(outcome, Outcome::Failed(_)) && cases == 1,
        "{outcome:?}"
    );
    let (_, outcome, _) = ran(Some("shifts.wgsl:1".into()));
    assert!(matches!(&outcome, Outcome::Failed(of) if of.headline.contains("is not a row")));
}

/// Oracle: the files, and the documentation of the fields.
#[test]
fn claims_about_shaders_are_checked_against_the_files() {
    let r = right_certificate();
    let refuses = |name, edit: super::forged::Edit, word| refused(r, name, edit, word);
    refuses(
        "a digest",
        |e| {
            let digest = e.spec_digest.clone();
            e.settings.wgsl.as_mut().expect("shaders").digest = digest;
        },
        "the digest of its shaders",
    );
    refuses(
        "an unknown shader",
        |e| {
            e.settings
                .wgsl
                .as_mut()
                .expect("shaders")
                .names
                .push("zzz".into())
        },
        "does not have",
    );
    refuses(
        "fewer shaders",
        |e| _ = e.settings.wgsl.as_mut().expect("shaders").names.pop(),
        "the digest of its shaders",
    );
    refuses("no setting", |e| e.settings.wgsl = None, ID);
    refuses("fewer rows", |e| part(e, ID).cases -= 1, "cases are not");
    refuses(
        "no part",
        |e| {
            let programs = e.programs.as_mut().expect("programs");
            programs.parts.retain(|part| !part.id.ends_with(ID));
        },
        ID,
    );
    refuses(
        "an adapter without WGSL",
        |e| unsupported(part(e, ID), WGSL_TEXTS),
        "it is reported as unsupported",
    );
    let left_out = |e: &mut Evidence| {
        let part = part(e, "wgsl::declarations_in_loops");
        part.cases -= 2;
        part.skipped = vec![SkippedCases::from((KNOWN[0].reason(), 2))];
    };
    refuses(
        "a difference of others",
        left_out,
        "for another reason than a known",
    );
    let f = faulty_certificate();
    refused(
        f,
        "no example",
        |e| part(e, ID).counterexample = None,
        "describes none",
    );
    refused(
        f,
        "another file",
        |e| example(e).file = "dot4.wgsl".into(),
        "the case is that of",
    );
    refused(
        f,
        "another line",
        |e| example(e).line += 1,
        "the case is that of",
    );
    let word = |e: &mut Evidence| {
        example(e).word.as_mut().expect("a word").expected = "0x00000001".into();
    };
    refused(f, "another word", word, "and the file has");
    let same = |e: &mut Evidence| {
        example(e).word.as_mut().expect("a word").found = "0x80000000".into();
    };
    refused(f, "the same word", same, "equals the expected one");
}
