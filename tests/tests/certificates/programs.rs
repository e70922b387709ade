//! Random programs are part of L3: a run executes and counts them, and `verify` checks claims about them against known
//! facts.

use super::forged::{part, refused, unsupported};
use super::issued::{Device, ENGINE, RIGHT, catalog, issued, right_certificate, verifier};
use std::sync::OnceLock;
use vyre_conform_certificate::certificate::{
    Certificate, Counterexample, Evidence, ProgramsEvidence, level,
};
use vyre_conform_fuzz::{self as fuzz, GENERATOR};
use vyre_conform_harness::regressions;
use vyre_conform_harness::{Context, Settings, execute, summary};
use vyre_conform_runtime::spec::Level;
use vyre_conform_runtime::spec::evidence::PROGRAMS_REQUIRED;
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::record::Outcome;

/// A device that is right about ops and engines, and wrong about programs with the word 0x8000_0000.
const FAULTY: Device = Device { lowest: 0, ..RIGHT };

pub(super) fn faulty_certificate() -> &'static Certificate {
    static ISSUED: OnceLock<Certificate> = OnceLock::new();
    ISSUED.get_or_init(|| issued(FAULTY, 3000, None))
}

fn programs(evidence: &mut Evidence) -> &mut ProgramsEvidence {
    evidence.programs.as_mut().expect("random programs")
}

fn example(evidence: &mut Evidence) -> &mut Counterexample {
    let part = part(evidence, "stand::random");
    part.counterexample.as_mut().expect("a counterexample")
}

fn settings(programs: u64) -> Settings {
    let mut settings = Settings::default();
    settings.plan.programs = programs;
    settings
}

/// A run of random programs on a device.
fn context(device: Device, settings: Settings) -> (tempfile::TempDir, Context) {
    let folder = tempfile::tempdir().expect("a folder");
    let backends = vec![device.into_backend()];
    let context = Context::new(catalog(), settings, backends, None, folder.path());
    (folder, context.expect("a runnable plan"))
}

/// Oracle: the planted fault: only programs with this word in their output show it.
#[test]
#[ignore = "a long run: seconds"]
fn fault_in_programs_alone_prevents_l3() {
    let missing = |c: &Certificate| -> Vec<String> {
        let l3 = level(&c.evidence, Level::L3).expect("the level of engines");
        l3.missing.clone()
    };
    let programs = |c: &Certificate| c.evidence.programs.clone().expect("random programs");
    let good = programs(right_certificate());
    assert_eq!(
        (good.count, good.agreed, &*good.seed),
        (PROGRAMS_REQUIRED, PROGRAMS_REQUIRED, "0x5eed")
    );
    assert_eq!(good.level, Some(Level::L3));
    assert!(
        !missing(right_certificate())
            .iter()
            .any(|line| line == "programs")
    );

    let bad = programs(faulty_certificate());
    assert!(bad.agreed < bad.count && bad.agreed > 0, "{}", bad.agreed);
    assert_eq!(bad.level, None);
    assert!(
        missing(faulty_certificate())
            .iter()
            .any(|line| line == "programs")
    );
    let engine = &faulty_certificate().evidence.engines[0];
    assert_eq!((&*engine.id, engine.level), (ENGINE, Some(Level::L3)));
    let verified = verifier().verified(faulty_certificate().text().as_bytes());
    verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    let word = &bad.parts[0].counterexample.as_ref().unwrap().program;
    let word = word.as_ref().unwrap().word.as_ref().unwrap();
    assert_eq!(
        (&*word.expected, &*word.found),
        ("0x80000000", "0x00000000")
    );
}

/// Oracle: the planted fault, and the documentation of the files and the output of a failing trial.
#[test]
fn failing_trial_reports_saves_and_replays() {
    let (folder, context_of) = context(FAULTY, settings(PROGRAMS_REQUIRED));
    let plan = context_of.plan().obligations().iter();
    let obligations: Vec<_> = plan.filter(|o| o.part == Part::Programs).collect();
    let [obligation] = obligations[..] else {
        panic!("one obligation a backend: {obligations:?}");
    };
    assert_eq!(obligation.id, "programs::stand::random");
    let record = execute(&context_of, obligation);
    context_of.record(record.clone());
    let Outcome::Failed(failure) = &record.outcome else {
        panic!("{:?}", record.outcome);
    };
    let seed = failure.case.program().expect("a program").seed;
    let replay = format!("VYRE_CASE='{seed:#x}' cargo test");
    assert!(failure.report.contains(&replay), "{}", failure.report);
    assert_eq!(record.cases, PROGRAMS_REQUIRED);
    let text = summary(&context_of);
    let agreed = PROGRAMS_REQUIRED - failure.failing;
    let line = format!("random programs: {agreed} of 256 give");
    assert!(text.contains(&line), "{text}");

    // The saved program is smaller, and still fails.
    let saved = regressions::programs(&folder.path().join("regressions/programs"));
    let saved = saved.expect("a folder");
    let [(_, case)] = &saved[..] else {
        panic!("one program is saved: {}", saved.len());
    };
    let on = FAULTY.into_backend();
    let second = |on| fuzz::agreement(case, context_of.catalog(), on);
    assert!(second(on).is_err());
    assert_eq!(second(RIGHT.into_backend()), Ok(None));

    // The seed alone runs this program.
    let mut one = settings(PROGRAMS_REQUIRED);
    one.case = Some(format!("{seed:#x}"));
    let (_folder, narrowed) = context(FAULTY, one);
    let record = execute(&narrowed, obligation);
    assert!(matches!(record.outcome, Outcome::Failed(_)) && record.cases == 1);
}

/// Oracle: the number of programs that L3 requires.
#[test]
#[ignore = "a long run: seconds"]
fn too_few_programs_prevent_l3() {
    for (count, expected) in [(0, None), (10, Some("10 random programs were run"))] {
        let (_folder, context) = context(RIGHT, settings(count));
        let certificate = vyre_conform_cli::certified(&context, "stand", None);
        let certificate = certificate.expect("a certificate");
        let verified = verifier().verified(certificate.text().as_bytes());
        verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
        let l3 = level(&certificate.evidence, Level::L3).expect("a level");
        assert!(!l3.established, "{l3}");
        match (expected, &certificate.evidence.programs) {
            (None, None) => {
                assert!(l3.missing.iter().any(|l| l == "no random program was run"));
            }
            (Some(expected), Some(programs)) => {
                assert_eq!((programs.agreed, &programs.level), (count, &None));
                assert!(
                    programs.missing[0].contains(expected),
                    "{:?}",
                    programs.missing
                );
            }
            other => panic!("{other:?}"),
        }
        // A claim of L3 contradicts the parts.
        let mut evidence = certificate.evidence.clone();
        let l3 = evidence.levels.iter_mut().find(|l| l.level == Level::L3);
        let l3 = l3.expect("a level");
        (l3.established, l3.missing) = (true, vec![]);
        let forged = Certificate::seal(evidence, certificate.run.clone());
        assert!(verifier().verified(forged.text().as_bytes()).is_err());
    }
}

/// Oracle: the settings, the interpreter, and the documentation of the fields.
#[test]
#[ignore = "a long run: seconds"]
fn claims_about_programs_are_checked() {
    let r = right_certificate();
    refused(r, "count", |e| programs(e).count = 300, "programs");
    refused(r, "seed", |e| programs(e).seed = "0x1".into(), "programs");
    let later = |e: &mut Evidence| programs(e).generator = GENERATOR + 1;
    refused(r, "later", later, "knows generators up to");
    let none = |e: &mut Evidence| programs(e).generator = 0;
    refused(r, "none", none, "knows generators up to");
    refused(r, "no part", |e| programs(e).parts.clear(), "random");
    refused(r, "none", |e| e.programs = None, "programs");
    refused(
        r,
        "fewer",
        |e| part(e, "stand::random").cases = 100,
        "cases are not",
    );
    refused(
        r,
        "unsupported",
        |e| unsupported(part(e, "stand::random"), "whole programs"),
        "neither the op nor",
    );
    let skip = |e: &mut Evidence| {
        let part = part(e, "stand::random");
        part.cases -= 1;
        part.skipped = vec![("too hard", 1).into()];
    };
    refused(r, "skipped", skip, "leaves out programs");
    let f = faulty_certificate();
    refused(
        f,
        "no example",
        |e| part(e, "stand::random").counterexample = None,
        "none of them",
    );
    refused(
        f,
        "expected",
        |e| {
            let program = example(e).program.as_mut().unwrap();
            program.word.as_mut().unwrap().expected = "0x00000001".into();
        },
        "the interpreter gives",
    );
    refused(
        f,
        "same",
        |e| {
            let program = example(e).program.as_mut().unwrap();
            program.word.as_mut().unwrap().found = "0x80000000".into();
        },
        "equals the expected one",
    );
    refused(
        f,
        "another seed",
        |e| {
            example(e).program.as_mut().unwrap().seed = "0x7".into();
        },
        "is made from the seed",
    );
    refused(
        f,
        "another case",
        |e| example(e).case = Some(100_000),
        "that ran",
    );
    // A claim that the faulty device passed contradicts no known fact; `verify` refuses the level because of a failed
    // part.
    let mut evidence = f.evidence.clone();
    programs(&mut evidence).level = Some(Level::L3);
    let forged = Certificate::seal(evidence, f.run.clone());
    assert!(verifier().verified(forged.text().as_bytes()).is_err());
}

/// Oracle: the documentation of the field: a certificate without it is from the first generator, whose programs cannot
/// be generated again.
#[test]
fn programs_of_an_earlier_generator_are_accepted() {
    for item in [right_certificate(), faulty_certificate()] {
        assert!(item.text().contains("\"generator\""));
        let mut evidence = item.evidence.clone();
        programs(&mut evidence).generator = 1;
        if let Some(example) = &mut part(&mut evidence, "stand::random").counterexample {
            let word = example
                .program
                .as_mut()
                .and_then(|program| program.word.as_mut());
            word.expect("a word").expected = "0x00000001".into();
        }
        let earlier = Certificate::seal(evidence, item.run.clone());
        assert!(!earlier.text().contains("\"generator\""));
        let verified = verifier().verified(earlier.text().as_bytes());
        verified.unwrap_or_else(|refusal| panic!("{}", refusal.lines().join("\n")));
    }
}
