//! Hand-written kernels in certificates: which kernel ran, and that gates compile it.

use super::forged::engine;
use super::issued::{Device, ENGINE, RIGHT, catalog, issued, verifier};
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, KernelEvidence, OutcomeName, derive, digest,
};
use vyre_conform_harness::{Context, Settings, execute};
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::kernel_text;
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_suite::record::Outcome;
use vyre_conform_tests::sandbox::Sandbox;

const TEXT: &str = "a text by hand";

/// A hand-written kernel for 64 invocations; other sizes run the lowered program.
fn right_text(program: &Program) -> Option<HandWrittenKernel> {
    let is_mine = program.workgroup_size == [64, 1, 1];
    is_mine.then(|| HandWrittenKernel::new(TEXT.into()))
}

fn wrong_text(_: &Program) -> Option<HandWrittenKernel> {
    Some(HandWrittenKernel::new("a syntax error".into()))
}

const fn no_text(_: &Program) -> Option<HandWrittenKernel> {
    None
}

// Features that no other test device has.
kernel_text!("hex_decode", c, hardware = "made-by-hand", of = right_text);
kernel_text!("hex_decode", c, hardware = "made-wrongly", of = wrong_text);
kernel_text!("hex_decode", c, hardware = "made-in-vain", of = no_text);

/// The certificate of the engine on a device in a profile of native floats with these features.
fn certificate_with_features(features: &'static [&'static str]) -> Certificate {
    let device = Device {
        kind: "mine+native",
        features,
        ..RIGHT
    };
    issued(device, 300, Some(ENGINE))
}

fn kernels(certificate: &Certificate) -> &[KernelEvidence] {
    &certificate.evidence.engines[0].kernels
}

/// Oracle: the declarations above: one kernel replaces the programs of 64 invocations, the other replaces none.
#[test]
fn certificate_names_the_text_that_ran() {
    let hand_written = certificate_with_features(&["made-by-hand"]);
    let [found] = kernels(&hand_written) else {
        panic!("{:?}", kernels(&hand_written))
    };
    assert_eq!(found.program, "hex_decode");
    let text = format!("blake3:{}", blake3::hash(TEXT.as_bytes()).to_hex());
    assert_eq!((&found.by_hand[..], found.lowered), (&[text][..], true));
    let verified = verifier().content(hand_written.clone()).expect("verified");
    assert_eq!(verified.unlisted_kernels, [""; 0]);
    // A declared kernel that replaces no program is recorded as well.
    let lowered = certificate_with_features(&["made-in-vain"]);
    let [found] = kernels(&lowered) else {
        panic!("{:?}", kernels(&lowered))
    };
    assert_eq!((found.by_hand.len(), found.lowered), (0, true));
    // Outside of the profile nothing is recorded.
    let outside = issued(RIGHT, 300, Some(ENGINE));
    assert_eq!(kernels(&outside), []);
    let verified = verifier().content(outside).expect("verified");
    assert_eq!(verified.unlisted_kernels, [""; 0]);
    // An older certificate records nothing, and `verify` names the gap.
    let mut silent = hand_written.evidence.clone();
    engine(&mut silent).kernels.clear();
    let silent = Certificate::seal(silent, hand_written.run);
    let verified = verifier().content(silent).expect("verified");
    assert_eq!(verified.unlisted_kernels, [ENGINE]);
}

/// Oracle: the declarations above: the results of a text are compared, and nothing else of it.
#[test]
fn a_report_names_what_is_shown_by_the_twin_alone() {
    let sandbox = Sandbox::bare(env!("CARGO_BIN_EXE_vyre-defective"));
    let expected = "A hand-written text is compared by its results. Determinism and termination are shown only for the \
               program that it replaces.";
    for (feature, notes) in [("made-by-hand", 1), ("made-in-vain", 0)] {
        let features: &'static [&'static str] = Box::leak(Box::new([feature]));
        sandbox.write("a.json", &certificate_with_features(features));
        sandbox.run(&["report", "a.json", "-o", "page.html", "--force"]);
        let page = std::fs::read_to_string(sandbox.path("page.html")).expect("a page");
        assert!(page.contains("Ran: hex_decode"), "{feature}");
        assert_eq!(page.matches(expected).count(), notes, "{feature}");
    }
}

/// Oracle: the meaning of each field.
#[test]
fn forged_kernels_are_refused() {
    let certificate = certificate_with_features(&["made-by-hand"]);
    type Edit = fn(&mut Evidence);
    let edits: [(&str, Edit); 5] = [
        ("none is declared", |e| {
            engine(e).kernels[0].program = "another".into();
        }),
        ("is not a text of this engine", |e| {
            engine(e).kernels[0].by_hand = vec![digest(&"x".into())];
        }),
        ("no text, or one twice", |e| {
            let kernel = &mut engine(e).kernels[0];
            (kernel.lowered, kernel.by_hand) = (false, vec![]);
        }),
        ("not sorted by program", |e| {
            let kernel = engine(e).kernels[0].clone();
            engine(e).kernels.push(kernel);
        }),
        ("profiles of native floats alone", |e| {
            let kernels = engine(e).kernels.clone();
            *e = issued(RIGHT, 300, Some(ENGINE)).evidence;
            engine(e).kernels = kernels;
        }),
    ];
    for (due, edit) in edits {
        let mut evidence = certificate.evidence.clone();
        edit(&mut evidence);
        derive(&mut evidence);
        let forged = Certificate::seal(evidence, certificate.run.clone());
        let message = verifier().content(forged).expect_err(due).to_string();
        assert!(message.contains(due), "{due}: {message}");
    }
}

/// Oracle: the device, which rejects the kernel by its first line.
#[test]
fn gates_compile_hand_written_texts() {
    let wrong = certificate_with_features(&["made-wrongly"]);
    let mut parts = wrong.parts();
    let gates = parts.find(|part| part.id.ends_with("hex_decode::gates"));
    let gates = gates.expect("gates");
    assert_eq!(gates.outcome, OutcomeName::Failed);
    let reason = gates.reason.as_deref().unwrap_or_default();
    assert!(
        reason
            .contains("the hand-written kernel for `hex_decode` does not compile on stand+native"),
        "{reason}"
    );
    let right = certificate_with_features(&["made-by-hand"]);
    assert!(
        right
            .parts()
            .all(|part| part.outcome != OutcomeName::Failed)
    );
}

/// Oracle: the device, which rejects the kernel: one failure, which names it, and no other trial of the engine runs
/// there.
#[test]
fn uncompilable_hand_written_text_is_one_failure() {
    let device = Device {
        kind: "mine+native",
        features: &["made-wrongly"],
        ..RIGHT
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut settings = Settings::default();
    settings.plan.engine_inputs = 2;
    let backends = vec![device.into_backend()];
    let context = Context::new(catalog(), settings, backends, None, folder.path());
    let context = context.expect("a runnable plan");
    let mut on_device = 0;
    for obligation in context.plan().obligations() {
        if obligation.op != ENGINE {
            continue;
        }
        let record = execute(&context, obligation);
        let id = &obligation.id;
        match (&record.outcome, obligation.backend()) {
            (Outcome::Failed(_), None) => assert!(id.ends_with("::gates"), "{id}"),
            (Outcome::Passed, None) => assert!(!id.ends_with("::gates"), "{id}"),
            (Outcome::NotRun(reason), Some(_)) => {
                let expected = "not run, because the hand-written kernel for `hex_decode` does not compile on \
                           stand+native: see `engine::hex_decode::gates`";
                assert_eq!(reason.to_string(), expected, "{id}");
                on_device += 1;
            }
            (outcome, _) => panic!("{id}: {outcome:?}"),
        }
        context.record(record);
    }
    assert!(on_device > 4, "{on_device} trials");
    let failures = context.records();
    let failures = failures
        .iter()
        .filter(|item| matches!(item.outcome, Outcome::Failed(_)));
    assert_eq!(failures.count(), 1);
}
