//! Certificates of the approximate track.

use vyre_conform_certificate::certificate::{Certificate, Evidence, FloatProfile, Subject};
use vyre_conform_runtime::spec::{Level, Track};
use vyre_conform_suite::plan::PartKind;
use vyre_conform_tests::sandbox::Sandbox;

/// Oracle: the rules of tracks: one level, one tolerance per op, no law on the backend, nothing strict.
#[test]
#[ignore = "a long run: seconds"]
fn approximate_certificate_cannot_claim_another_track() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let requested = ["--track", "approximate", "--level", "L1a"];
    let result = sandbox.certify("", "all.json", &requested);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    assert!(
        result.stdout.contains("L1a established: "),
        "{}",
        result.stdout
    );
    let small_run = sandbox.certify(
        "",
        "few.json",
        &[&requested[..], &["--cases", "10"]].concat(),
    );
    assert_eq!(small_run.code, Some(1), "{}", small_run.stdout);
    assert!(
        small_run.stdout.contains("L1a not established: 0 of "),
        "{}",
        small_run.stdout
    );
    let result = sandbox.certify("f32::rcp_approx::", "a.json", &requested[..2]);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    assert!(
        result.stdout.contains("L1a partial: 1 of 1; "),
        "{}",
        result.stdout
    );
    let evidence = sandbox.read("a.json").evidence;
    assert_eq!(
        (&*evidence.track, evidence.profile.floats.name()),
        ("approximate", "approximate")
    );
    let [op] = &evidence.ops[..] else {
        panic!("one op: {}", evidence.ops.len())
    };
    assert_eq!(
        (op.track, op.level, op.ulps),
        (Track::Approximate, Some(Level::L1a), Some(1))
    );
    let levels: Vec<Level> = evidence.levels.iter().map(|l| l.level).collect();
    assert_eq!((levels, evidence.engines.len()), (vec![Level::L1a], 0));
    let laws = op.parts.iter().filter(|p| p.part == PartKind::Law);
    assert!(laws.clone().count() > 0 && laws.clone().all(|p| p.subject == Subject::Reference));
    let verified = sandbox.run(&["verify", "a.json"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    let report = sandbox.run(&["report", "a.json", "-o", "a.html"]);
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let page = std::fs::read_to_string(sandbox.path("a.html")).expect("a page");
    assert!(
        page.contains("track approximate within 1 ulp"),
        "the page tells the tolerance"
    );
    let forged = |name: &str, edit: &dyn Fn(&mut Evidence)| {
        let mut certificate: Certificate = sandbox.read("a.json");
        edit(&mut certificate.evidence);
        let certificate = Certificate::seal(certificate.evidence, certificate.run);
        sandbox.write(name, &certificate);
        let output = sandbox.run(&["verify", name]);
        assert_eq!(output.code, Some(1), "{name}: {}", output.stdout);
    };
    forged("strict", &|e| e.track = "strict".into());
    forged("profile", &|e| e.profile.floats = FloatProfile::Strict);
    forged("a wider tolerance", &|e| e.ops[0].ulps = Some(3));
    forged("no tolerance", &|e| e.ops[0].ulps = None);
    forged("float op", &|e| e.ops[0].track = Track::Float);
    forged("all tracks", &|e| e.settings.track = None);
    forged("digests", &|e| e.ops[0].parts[0].by_digest = Some(1));
    forged("what digests show", &|e| {
        e.profile.digests.bits = 256;
    });
}

/// Oracle: the rule that strict and approximate ops are never in one certificate.
#[test]
#[ignore = "a long run: seconds"]
fn strict_certificates_have_no_approximate_op() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let refused = sandbox.certify("f32::rcp_approx::", "a.json", &[]);
    assert_eq!(refused.code, Some(3), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("--track approximate"),
        "{}",
        refused.stderr
    );
    let output = sandbox.certify("::gates", "b.json", &[]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let evidence = sandbox.read("b.json").evidence;
    assert_eq!(evidence.track, "strict");
    let tracks = |e: &Evidence| -> Vec<String> {
        let mut tracks: Vec<String> = e.ops.iter().map(|op| op.track.to_string()).collect();
        tracks.sort();
        tracks.dedup();
        tracks
    };
    assert_eq!(tracks(&evidence), ["float", "integer"]);
    let output = sandbox.certify("::gates", "c.json", &["--track", "approximate"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(tracks(&sandbox.read("c.json").evidence), ["approximate"]);
    // Shards of both do not merge either.
    let first = sandbox.certify("::gates", "1.json", &["--shard", "1/2"]);
    let other = ["--shard", "2/2", "--track", "approximate"];
    let second = sandbox.certify("::gates", "2.json", &other);
    assert_eq!(
        (first.code, second.code),
        (Some(0), Some(0)),
        "{}",
        second.stderr
    );
    let merged = sandbox.run(&["merge", "1.json", "2.json", "-o", "m.json"]);
    assert_eq!(merged.code, Some(1), "{}", merged.stdout);
    assert!(merged.stderr.contains("its track is"), "{}", merged.stderr);
}
