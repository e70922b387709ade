//! Certificates of the float track.

use vyre_conform_certificate::certificate::{Certificate, Evidence, FloatProfile};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::{Level, Track};
use vyre_conform_tests::sandbox::{Sandbox, command_output};
use vyre_ops as _;

/// Oracle: the rules of tracks: the levels are those of the track, and the profile names it.
#[test]
#[ignore = "a long run: seconds"]
fn float_certificate_cannot_claim_another_track() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let requested = ["--track", "float"];
    let result = sandbox.certify("f32::neg::", "a.json", &requested);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    let evidence = sandbox.read("a.json").evidence;
    let op = &evidence.ops[0];
    assert_eq!((op.id.as_str(), op.track), ("f32::neg", Track::Float));
    assert_eq!(op.level, Some(Level::L2f));
    assert_eq!(evidence.settings.track, Some(Track::Float));
    assert_eq!(
        (evidence.profile.floats.name(), evidence.engines.len()),
        ("strict", 0)
    );
    let levels: Vec<Level> = evidence.levels.iter().map(|l| l.level).collect();
    assert_eq!(levels, [Level::L1f, Level::L2f]);
    assert_eq!(sandbox.run(&["verify", "a.json"]).code, Some(0));
    let forged = |name: &str, edit: &dyn Fn(&mut Evidence)| {
        let mut certificate: Certificate = sandbox.read("a.json");
        edit(&mut certificate.evidence);
        let certificate = Certificate::seal(certificate.evidence, certificate.run);
        std::fs::write(sandbox.path(name), certificate.text()).expect("written");
        let output = sandbox.run(&["verify", name]);
        assert_eq!(output.code, Some(1), "{name}: {}", output.stdout);
    };
    forged("profile", &|e| e.profile.floats = FloatProfile::NotClaimed);
    forged("approximate", &|e| e.track = "approximate".into());
    forged("track", &|e| e.settings.track = Some(Track::Integer));
    forged("no track", &|e| e.settings.track = None);
    forged("track of the op", &|e| e.ops[0].track = Track::Integer);
    forged("level of the other track", &|e| {
        e.ops[0].level = Some(Level::L2)
    });
}

/// Oracle: the catalog: all of its strict float ops and no others, at the highest level of their track. The suite
/// checks the same on every adapter, trial by trial. The kept certificate is from such a run over this library alone,
/// for the float track on an H200.
#[test]
#[ignore = "needs a certificate that is not kept"]
fn every_float_op_reaches_l2f() {
    let catalog = Catalog::linked().expect("a catalog");
    let ops = catalog.ops().iter();
    let expected: Vec<(&str, Option<Level>)> = ops
        .filter(|op| op.def.op.track() == Track::Float)
        .map(|op| (op.def.id, Some(Level::L2f)))
        .collect();
    let stored_path = "certificates/nvidia-h200-580.159.04.float-exhaustive.json.zst";
    let stored_path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(stored_path);
    let bytes = std::fs::read(stored_path).expect("a kept certificate");
    let verified = Verifier::new(&catalog).verified(&bytes);
    let evidence = verified.expect("it verifies").certificate.evidence;
    let ops = evidence.ops.iter();
    let actual: Vec<_> = ops.map(|op| (&*op.id, op.level)).collect();
    assert_eq!(actual, expected);
    let levels = evidence.levels.iter();
    let levels: Vec<_> = levels.map(|l| (l.level, l.established)).collect();
    assert_eq!(levels, [(Level::L1f, true), (Level::L2f, true)]);
}

/// Oracle: the number of patterns: 2^16 of each of these, and every level of the track by the functions in `lower`,
/// without an adapter. The integer op has no such function.
#[test]
#[ignore = "a long run: seconds"]
fn the_processor_is_certified_on_every_input() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let run = |filter: &str, requested: &[&str]| {
        let fixed = ["certify", filter, "-o", "a.json", "--force"];
        sandbox.run(&[&fixed, requested, &["--adapter", "cpu+kernel-rust"]].concat())
    };
    let requested = ["--evidence", "exhaustive-full"];
    let output = run("f16::sqrt::,bf16::to_f32::,f32::atan2::", &requested);
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    let evidence = sandbox.read("a.json").evidence;
    let backend = &evidence.backend;
    assert_eq!(
        (&*backend.slug, evidence.profile.floats.name()),
        ("cpu+kernel-rust", "strict")
    );
    let cases = |id: &str| {
        let mut parts = evidence.ops.iter().flat_map(|op| &op.parts);
        parts.find(|part| part.id == id).map(|part| part.cases)
    };
    for op in ["f16::sqrt", "bf16::to_f32"] {
        let id = format!("{op}::parity::cpu+kernel-rust::exhaustive_full");
        assert_eq!(cases(&id), Some(1 << 16), "{id}");
    }
    assert_eq!(sandbox.run(&["verify", "a.json"]).code, Some(0));
    let mut command = sandbox.command(&["check", "f16::sqrt::", "--adapter", "cpu+kernel-rust"]);
    let refused = command_output(command.env("VYRE_ADAPTER", "llvmpipe").output());
    assert!(refused.code == Some(3), "{}", refused.stderr);
    let message = ["unset VYRE_ADAPTER", "VYRE_ADAPTER: no adapter matches"];
    assert!(
        message
            .iter()
            .any(|message| refused.stderr.contains(message)),
        "{}",
        refused.stderr
    );
    let output = run("u32::add::", &[]);
    let text = format!("{}{}", output.stdout, output.stderr);
    assert!(
        text.contains("L1 not established: 0 of 1; 1 unsupported"),
        "{text}"
    );
    assert!(text.contains("its body is the reference"), "{text}");
}

/// Oracle: multiplication: two variables of 16 bits have 2^32 combinations; three have 2^48, which no run covers.
#[test]
fn non_enumerable_domains_are_not_required() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let more = [
        "--adapter",
        "cpu+kernel-rust",
        "--evidence",
        "exhaustive-u16",
    ];
    let words = ["certify", "bf16::eq::law::transitive", "-o", "a.json"];
    let output = sandbox.run(&[&words[..], &more].concat());
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    let evidence = sandbox.read("a.json").evidence;
    let ids = evidence.ops.iter().flat_map(|op| &op.parts);
    let wide = ids.filter(|part| part.id.ends_with("::exhaustive_u16"));
    let wide: Vec<&str> = wide.map(|part| part.id.as_str()).collect();
    assert!(
        wide.iter().any(|id| id.contains("::commutative::")),
        "{wide:?}"
    );
    assert!(
        !wide.iter().any(|id| id.contains("::transitive::")),
        "{wide:?}"
    );
}

/// Oracle: the rules of tracks: an op belongs to one.
#[test]
fn the_integer_track_has_no_float_op() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify("f32::neg::", "a.json", &["--track", "integer"]);
    assert_ne!(output.code, Some(0), "{}", output.stdout);
    assert!(output.stderr.contains("no part"), "{}", output.stderr);
}

/// Oracle: the definition of `by_digest`: the certificate reports the number of witnesses compared by digest, never
/// more than exist, and for no other kind of part. A filter of two parts is the contrast.
#[test]
#[ignore = "a long run: seconds"]
fn witnesses_compared_by_digest_are_reported() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let filter = "f32::neg::parity, f32::abs::gates";
    let result = sandbox.certify(filter, "a.json", &["--cases", "5000"]);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    let certificate = sandbox.read("a.json");
    let output: Vec<(&str, bool)> = certificate
        .evidence
        .ops
        .iter()
        .flat_map(|op| op.parts.iter().map(|part| (&*op.id, part)))
        .filter(|(_, part)| part.reason.is_none())
        .map(|(op, part)| (op, part.id.contains("::parity::")))
        .collect();
    let parity = |output: &&(&str, bool)| **output == ("f32::neg", true);
    assert_eq!(
        output.iter().filter(|output| !parity(output)).count(),
        1,
        "{output:?}"
    );
    assert!(
        output.contains(&("f32::abs", false)) && output.len() > 4,
        "{output:?}"
    );
    assert_eq!(sandbox.run(&["verify", "a.json"]).code, Some(0));
    let message = |part: &str, by_digest: u64, code: i32| {
        let Certificate {
            mut evidence, run, ..
        } = sandbox.read("a.json");
        let op = evidence.ops.iter_mut().find(|op| op.id == "f32::neg");
        let parts = &mut op.expect("the op").parts;
        let outcome = parts
            .iter_mut()
            .find(|p| p.id.contains("::parity::") && p.id.ends_with(part));
        outcome.expect("a part").by_digest = Some(by_digest);
        let forged = Certificate::seal(evidence, run);
        std::fs::write(sandbox.path("b.json"), forged.text()).expect("written");
        let output = sandbox.run(&["verify", "b.json"]);
        assert_eq!(
            output.code,
            Some(code),
            "{part}, {by_digest}: {}{}",
            output.stdout,
            output.stderr
        );
    };
    // So few witnesses are compared word by word.
    message("::witnessed", 5000, 1);
    message("::witnessed", 5001, 1);
    message("::edges", 1, 1);
    message("::exhaustive_u8", 1, 1);
}

/// Oracle: the key of this suite's digests; no other text verifies.
#[test]
fn edited_digest_key_is_refused() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let result = sandbox.certify("f32::neg::", "a.json", &["--cases", "5000"]);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    let Certificate {
        mut evidence, run, ..
    } = sandbox.read("a.json");
    let key = &mut evidence.profile.digests.key;
    let before = std::mem::replace(key, "the seed of another run".into());
    assert!(before.ends_with("its bitwise complement"), "{before}");
    let forged = Certificate::seal(evidence, run);
    std::fs::write(sandbox.path("b.json"), forged.text()).expect("written");
    let output = sandbox.run(&["verify", "b.json"]);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    assert!(
        output.stderr.contains("its description of digests"),
        "{}",
        output.stderr
    );
}
