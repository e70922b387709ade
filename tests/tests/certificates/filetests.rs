//! Files of programs with hand-written words are part of L3.

use super::forged::{part, refused};
use super::issued::{Device, RIGHT, catalog, right_certificate, verifier};
use super::programs::faulty_certificate;
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, FailedFiletest, OutcomeName, Part, derive, level,
};
use vyre_conform_certificate::verify::Verification;
use vyre_conform_harness::{Context, Settings, execute, summary};
use vyre_conform_runtime::spec::Level;
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode, larger_limits,
};
use vyre_conform_suite::filetests;
use vyre_conform_suite::plan::{Obligation, Oracle, Part as Planned};
use vyre_conform_suite::record::Outcome;

const ID: &str = "stand::filetests";

fn filetests_part(certificate: &Certificate) -> Part {
    let mut evidence = certificate.evidence.clone();
    part(&mut evidence, ID).clone()
}

fn example(evidence: &mut Evidence) -> &mut FailedFiletest {
    let filetest = part(evidence, ID).counterexample.as_mut();
    let actual = filetest.expect("a counterexample").filetest.as_mut();
    actual.expect("a case of a file")
}

fn verified(certificate: &Certificate) -> Verification {
    let result = verifier().verified(certificate.text().as_bytes());
    result.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")))
}

/// Oracle: the folder of files, and the documentation of the part.
#[test]
fn every_file_is_run_and_listed() {
    let part = filetests_part(right_certificate());
    assert_eq!(part.id, "programs::stand::filetests");
    assert_eq!(part.oracle, Oracle::SpecTable);
    let names = filetests::names();
    let expected = filetests::cases(&names).expect("files");
    assert!(expected > 40, "{expected}");
    assert_eq!((part.outcome, part.cases), (OutcomeName::Passed, expected));
    let settings = &right_certificate().evidence.settings;
    let listed = settings.filetests.as_ref().expect("files");
    assert_eq!(listed.files, names);
    assert!(verified(right_certificate()).absent_filetests.is_empty());
}

/// Oracle: the fault of the device, which returns 0 for the word 0x8000_0000. Several files contain it; the failure
/// names the first of them by name.
#[test]
fn wrong_word_is_named_and_prevents_l3() {
    let part = filetests_part(faulty_certificate());
    assert_eq!(part.outcome, OutcomeName::Failed);
    let mut evidence = faulty_certificate().evidence.clone();
    let case = example(&mut evidence).clone();
    let file = filetests::Filetest::find(&case.file).expect("a file");
    let line = file.text.lines().nth(case.line as usize - 1);
    let line = line.expect("a line");
    assert!(line.starts_with("; "), "{line}");
    let word = case.word.expect("a word");
    assert_eq!(
        (&*word.expected, &*word.found),
        ("0x80000000", "0x00000000")
    );
    let reason = part.reason.expect("a reason");
    assert!(
        reason.contains(&format!("{}:{}", case.file, case.line)),
        "{reason}"
    );
    let programs = evidence.programs.as_ref().expect("programs");
    assert_eq!(programs.level, None);
    assert!(programs.missing.contains(&reason), "{:?}", programs.missing);
    verified(faulty_certificate());
}

/// Oracle: the documentation of the output of a failing trial.
#[test]
fn failing_trial_names_file_word_and_replay() {
    let device = Device { lowest: 0, ..RIGHT };
    let run = |case: Option<String>| {
        let settings = Settings {
            case,
            ..Settings::default()
        };
        ran(device.into_backend(), settings)
    };
    let (message, outcome, cases) = run(None);
    let Outcome::Failed(failure) = &outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(Some(cases), filetests::cases(&filetests::names()));
    let actual = failure.case.filetest().expect("a case of a file");
    let word = actual.word.expect("a word");
    for part in [
        format!("file      {}, line {}", actual.file, actual.line),
        format!("word      {} of buffer {}", word.word, word.buffer),
        "expected  0x80000000   (the spec table)".to_owned(),
        "found     0x00000000".to_owned(),
        format!("VYRE_CASE='{}:{}' cargo test", actual.file, actual.line),
    ] {
        assert!(
            failure.report.contains(&part),
            "no `{part}` in {}",
            failure.report
        );
    }
    let agreed = cases - failure.failing;
    let line = format!("filetests: {agreed} of {cases} give the words of their files");
    assert!(message.contains(&line), "{message}");
    let (_, outcome, cases) = run(Some(format!("{}:{}", actual.file, actual.line)));
    assert!(
        matches!(outcome, Outcome::Failed(_)) && cases == 1,
        "{outcome:?}"
    );
    let (_, outcome, _) = run(Some("loops.vir:1".into()));
    assert!(matches!(&outcome, Outcome::Failed(of) if of.headline.contains("is not a filetest")));
}

/// Result of the trial of files on a backend: the summary, the outcome, and the number of cases that ran.
fn ran(backend: &'static dyn Backend, settings: Settings) -> (String, Outcome, u64) {
    let (folder, context) = context(backend, settings);
    let all = context.plan().obligations().iter();
    let obligations: Vec<&Obligation> = all.filter(|o| o.part == Planned::Filetests).collect();
    let [expected] = obligations[..] else {
        panic!("one obligation a backend: {obligations:?}");
    };
    let record = execute(&context, expected);
    context.record(record.clone());
    let text = summary(&context);
    drop(folder);
    (text, record.outcome, record.cases)
}

fn context(backend: &'static dyn Backend, settings: Settings) -> (tempfile::TempDir, Context) {
    let folder = tempfile::tempdir().expect("a folder");
    let context = Context::new(catalog(), settings, vec![backend], None, folder.path());
    (folder, context.expect("a runnable plan"))
}

/// A device with at most four buffers.
struct FourBufferDevice(&'static dyn Backend);

impl Backend for FourBufferDevice {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        self.0.load(op)
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let many = |program: &ValidProgram| program.program().bound().len() > 4;
        if programs.iter().any(many) {
            Err(BackendError::UnsupportedByBackend {
                op: "a program".into(),
                backend: "stand".into(),
                hardware: larger_limits("five buffers"),
            })
        } else {
            self.0.load_programs(programs)
        }
    }
}

/// Oracle: the device, which rejects programs with five buffers: no level depends on cases that it did not run.
#[test]
fn files_beyond_the_limits_are_skipped_and_prevent_l3() {
    let small: &'static FourBufferDevice =
        Box::leak(Box::new(FourBufferDevice(RIGHT.into_backend())));
    let mut settings = Settings::default();
    settings.plan.witnesses = 3000;
    settings.plan.engine_inputs = 2;
    let (_folder, context) = context(small, settings);
    let certificate = vyre_conform_cli::certified(&context, "stand", Some("programs::"));
    let certificate = certificate.expect("a certificate");
    let part = filetests_part(&certificate);
    let skipped: u64 = part.skipped.iter().map(|item| item.cases).sum();
    assert!(
        skipped > 0 && part.outcome == OutcomeName::Passed,
        "{part:?}"
    );
    assert_eq!(Some(part.cases + skipped), part.due);
    let programs = certificate.evidence.programs.as_ref().expect("programs");
    let beyond = |line: &String| line.starts_with(&part.id) && line.contains("beyond its limits");
    assert!(
        programs.missing.iter().any(beyond),
        "{:?}",
        programs.missing
    );
    assert_eq!(programs.level, None);
}

/// Oracle: the files, and the documentation of the fields.
#[test]
fn claims_about_files_are_checked_against_the_files() {
    let r = right_certificate();
    refused(
        r,
        "a digest",
        |e| {
            let files = e.settings.filetests.as_mut().expect("files");
            files.digest = another_digest();
        },
        "the digest of its filetests",
    );
    refused(
        r,
        "an unknown file",
        |e| {
            let files = e.settings.filetests.as_mut().expect("files");
            files.files.push("zzz.vir".into());
        },
        "does not have",
    );
    refused(
        r,
        "fewer files",
        |e| {
            let files = e.settings.filetests.as_mut().expect("files");
            files.files.pop();
        },
        "the digest of its filetests",
    );
    refused(
        r,
        "fewer cases",
        |e| part(e, ID).cases -= 1,
        "cases are not",
    );
    refused(
        r,
        "no part",
        |e| {
            let programs = e.programs.as_mut().expect("programs");
            programs.parts.retain(|part| !part.id.ends_with(ID));
        },
        ID,
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
        |e| example(e).file = "wide.vir".into(),
        "the case is that of",
    );
    refused(
        f,
        "another line",
        |e| example(e).line += 1,
        "the case is that of",
    );
    refused(
        f,
        "another word",
        |e| example(e).word.as_mut().expect("a word").expected = "0x00000001".into(),
        "and the file has",
    );
    refused(
        f,
        "the same word",
        |e| example(e).word.as_mut().expect("a word").found = "0x80000000".into(),
        "equals the expected one",
    );
}

/// A digest of some other text.
fn another_digest() -> String {
    right_certificate().evidence.spec_digest.clone()
}

/// Oracle: docs/spec/certificates.md#filetests: without the setting the previous rule applies, and its levels are
/// distinct from the current ones.
#[test]
fn certificates_without_files_follow_the_older_rule() {
    let mut evidence = right_certificate().evidence.clone();
    evidence.settings.filetests = None;
    let programs = evidence.programs.as_mut().expect("programs");
    programs.parts.retain(|part| !part.id.ends_with(ID));
    derive(&mut evidence);
    let l3 = level(&evidence, Level::L3).expect("a level");
    assert!(!l3.missing.iter().any(|line| line == "programs"), "{l3}");
    let old = Certificate::seal(evidence, right_certificate().run.clone());
    assert!(!old.text().contains("filetests"));
    let found = verified(&old);
    assert_eq!(found.absent_filetests, filetests::names());
    // Each is part of the library that the level does not cover.
    let missing = filetests::names().len() as u64;
    assert_eq!(found.absent_from(Level::L3), missing);
    assert_eq!(found.absent_from(Level::L1), 0);
    assert!(!found.establishes(Level::L3));
    let first = found
        .absent
        .iter()
        .find(|of| of.id.starts_with("filetest "));
    assert_eq!(
        first.map(|of| &of.id[9..]),
        filetests::names().first().map(String::as_str)
    );
    // With some of the files, the digest covers these, and the missing files are named.
    let mut settings = Settings::default();
    settings.plan.witnesses = 3000;
    settings.plan.engine_inputs = 2;
    settings.plan.filetests = vec!["loops.vir".into(), "shared.vir".into()];
    let (_folder, context) = context(RIGHT.into_backend(), settings);
    let sample = vyre_conform_cli::certified(&context, "stand", None).expect("a certificate");
    assert_eq!(filetests_part(&sample).cases, 4);
    let result = verified(&sample);
    assert_eq!(result.absent_filetests.len() + 2, filetests::ALL.len());
}
