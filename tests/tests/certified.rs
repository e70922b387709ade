//! Certificates of catalogs made for this test: ops of every shape, and levels of a whole catalog.

use crate::harness::support::{InterpreterBackend, catalog, context_with};
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, OpEvidence, OutcomeName, Part, PartDomain, derive, level, parse,
};
use vyre_conform_certificate::verify::verified;
use vyre_conform_cli::certified;
use vyre_conform_harness::{Context, Settings, execute, summary};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{self, OpDef};
use vyre_conform_runtime::spec::Level;
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode};
use vyre_conform_suite::plan::{PartKind, Tracks};
use vyre_conform_tests::changed;

const VERSION_2: &str = include_str!("certificates/version-2.json");

const MILLION: u64 = 1_000_000;

/// Settings of a certificate with few witnesses.
fn sparse_settings() -> Settings {
    let mut settings = Settings::default();
    settings.plan.witnesses = 64;
    // The device of these tests runs no programs.
    settings.plan.programs = 0;
    settings.plan.tracks = Tracks::Strict;
    settings
}

/// The op with this id and some of its declarations omitted.
fn shape(base: &'static OpDef, number: usize) -> &'static OpDef {
    let contains = |bit: usize| number & 1 << bit != 0;
    fn some<T>(all: &'static [T], contains: bool) -> &'static [T] {
        if contains { all } else { &[] }
    }
    Box::leak(Box::new(
        changed!(*base, id: format!("{}_{number}", base.id).leak(), // Its first law names no other op.
        laws: some(&base.laws[..1], contains(0)), rows: some(base.rows, contains(1)), classes: some(base.classes, contains(2)), boundaries: some(base.boundaries, contains(3)), alternates: some(base.alternates, contains(4))),
    ))
}

/// Oracle: the checks of `verify`, which derive from the registry and not from the run.
#[test]
#[ignore = "a long run: seconds"]
fn an_op_of_every_shape_is_certified_and_verified() {
    let ops = registry::ops();
    let base = ops.iter().find(|op| op.id == "u32::bit_not").expect("it");
    let lists = [base.rows.len(), base.classes.len(), base.boundaries.len()];
    assert!(lists.iter().all(|n| *n > 0) && !base.alternates.is_empty());
    let shapes: Vec<&'static OpDef> = (0..32).map(|number| shape(base, number)).collect();
    let catalog = || Catalog::of(shapes.clone(), registry::helpers()).expect("distinct ids");
    // It accepts no WGSL, so that the parts of alternates fail.
    let backend = InterpreterBackend::right();
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = Context::new(
        catalog(),
        sparse_settings(),
        vec![backend],
        None,
        root.path(),
    );
    let certificate = certified(&context.expect("a plan"), &backend.identity().slug, None);
    let certificate = certificate.expect("the backend");
    let failed = |p: &&Part| p.outcome != OutcomeName::Passed && !p.id.contains("::alternate::");
    let failed: Vec<&str> = certificate.parts().filter(failed).map(|p| &*p.id).collect();
    assert_eq!(failed, [""; 0]);
    let empty = |p: &&Part| p.outcome == OutcomeName::Passed && p.cases == 0;
    let empty: Vec<&str> = certificate.parts().filter(empty).map(|p| &*p.id).collect();
    assert_eq!(empty, [""; 0], "no part passes without a case");
    let verified = verified(certificate.text().as_bytes(), &catalog());
    assert_eq!(
        verified.map(|v| v.certificate.digest),
        Ok(certificate.digest)
    );
}

/// Oracle: the classes of the op (no input hits one of them), and the parts that a wrong backend and false claims
/// refute.
#[test]
#[ignore = "a long run: seconds"]
fn failing_parts_have_cases_and_coverage_is_counted() {
    let wrong = InterpreterBackend::leak("wrong", |_, word| Ok(word ^ 1));
    let ids = ["toy::unhit_class", "toy::good_add"];
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context_with(sparse_settings(), &ids, vec![wrong], root.path());
    let certificate = certified(&context, "wrong", None).expect("the backend");
    let failed = || {
        certificate
            .parts()
            .filter(|p| p.outcome == OutcomeName::Failed)
    };
    let count = |part: PartKind| failed().filter(|p| p.part == part).count();
    assert!(
        count(PartKind::Table) > 0
            && count(PartKind::Parity) > 0
            && count(PartKind::Law) > 0
            && count(PartKind::Coverage) == 1
    );
    for part in failed() {
        assert!(part.cases >= part.failures.max(1), "{part:?}");
    }
    let op = certificate.evidence.ops.iter().find(|op| op.id == ids[0]);
    let classes = op.expect("the op").classes;
    assert_eq!((classes.hit, classes.total), (1, 2));
    let result = verified(certificate.text().as_bytes(), &catalog(&ids));
    assert_eq!(
        result.map(|v| v.certificate.digest),
        Ok(certificate.digest.clone())
    );
    // The counter must agree with the declaration.
    let mut evidence = certificate.evidence;
    let coverage = |p: &&mut Part| p.part == PartKind::Coverage && p.outcome == OutcomeName::Failed;
    let mut parts = evidence.ops.iter_mut().flat_map(|op| &mut op.parts);
    let part = parts.find(coverage).expect("the failing one");
    part.covered.as_mut().expect("counted").classes = 2;
    derive(&mut evidence);
    let forged = Certificate::seal(evidence, certificate.run);
    let refused = verified(forged.text().as_bytes(), &catalog(&ids));
    let refused = format!("{:?}", refused.map(|v| v.certificate.digest));
    assert!(refused.contains("hit inputs are impossible"), "{refused}");
}

/// A backend that lacks every op.
struct Lacking(Identity);

impl Backend for Lacking {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn missing_support(&self, _: &OpCode<'_>) -> Option<String> {
        Some("any ops".into())
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Err(BackendError::UnsupportedByBackend {
            op: op.id.into(),
            backend: self.0.slug.clone(),
            hardware: "any ops".into(),
        })
    }
}

/// Oracle: the rule that without evidence nothing is established, in the certificate as in the summary.
#[test]
fn a_backend_that_lacks_every_op_reaches_no_level() {
    let backend: &'static dyn Backend = Box::leak(Box::new(Lacking(Identity::named("lacking"))));
    let root = tempfile::tempdir().expect("a temporary folder");
    let ids = ["toy::good_add", "toy::good_xor"];
    // As many witnesses as a level requires, so that only the backend's part is missing.
    let mut settings = sparse_settings();
    settings.plan.witnesses = MILLION;
    let context = context_with(settings, &ids, vec![backend], root.path());
    let certificate = certified(&context, "lacking", None).expect("the backend");
    let levels: Vec<String> = certificate
        .evidence
        .levels
        .iter()
        .map(|l| l.to_string())
        .collect();
    assert_eq!(
        levels[..2],
        [
            "L1 not established: 0 of 2; 2 unsupported",
            "L2 not established: 0 of 2; 2 unsupported"
        ]
    );
    assert!(certificate.evidence.levels.iter().all(|l| !l.established));
    for obligation in context.plan().obligations() {
        let record = execute(&context, obligation);
        context.record(record);
    }
    let text = summary(&context);
    for level in &levels[..2] {
        assert!(text.contains(&format!("lacking: {level}")), "{text}");
    }
    // The catalog has ops alone, and L3 is a level of engines as well.
    let l3 = "lacking: L3 not applicable: no engine is linked";
    assert!(text.contains(l3), "{text}");
}

/// The evidence of ops that reach L2, copied from the kept certificate, with these ids.
fn evidence(ids: &[&str]) -> Evidence {
    let mut evidence = parse(VERSION_2.as_bytes()).expect("a certificate").evidence;
    let right = evidence.ops.pop().expect("an op");
    let op = |id: &&str| {
        let mut op: OpEvidence = right.clone();
        for part in &mut op.parts {
            part.id = part.id.replacen(&op.id, id, 1);
            if part.domain.map(PartDomain::name) == Some("witnessed") {
                // As many cases as a level requires; the file has fewer.
                (part.cases, part.due, part.range) = (MILLION, Some(MILLION), Some([0, MILLION]));
            }
        }
        op.id = (*id).into();
        op
    };
    evidence.ops = ids.iter().map(op).collect();
    evidence.skipped.clear();
    evidence
}

/// The first two levels after derivation, as lines.
fn level_lines(evidence: &mut Evidence) -> Vec<String> {
    derive(evidence);
    evidence
        .levels
        .iter()
        .take(2)
        .map(|l| l.to_string())
        .collect()
}

fn unsupported(op: &mut OpEvidence) {
    for part in op.parts.iter_mut().filter(|part| part.on_backend()) {
        part.outcome = OutcomeName::Unsupported;
        part.reason = Some("shader-f16".into());
        (part.cases, part.range) = (0, None);
    }
}

/// Oracle: the definition of a level: every op of the track, except for Category C ops whose feature is absent.
#[test]
fn a_level_is_partial_where_an_op_is_unsupported() {
    let mut all = evidence(&["a::x", "b::x", "c::x"]);
    assert_eq!(
        level_lines(&mut all),
        ["L1 established: 3 of 3", "L2 established: 3 of 3"]
    );
    unsupported(&mut all.ops[1]);
    let expected = "L1 partial: 2 of 3; 1 unsupported";
    assert_eq!(level_lines(&mut all)[0], expected);
    let l1 = level(&all, Level::L1).expect("L1");
    assert_eq!(
        (l1.established, l1.reached, l1.of, l1.unsupported),
        (false, 2, 3, 1)
    );
    assert_eq!(l1.missing, ["b::x: the backend lacks shader-f16"]);
    // The op's predicate reports the feature as absent: nothing is expected.
    let hardware = |present| {
        let feature = "shader-f16".into();
        Some(vyre_conform_certificate::certificate::Hardware { feature, present })
    };
    all.ops[1].hardware = hardware(false);
    let expected = "L1 established: 2 of 3; 1 without their hardware feature";
    assert_eq!(level_lines(&mut all)[0], expected);
    // The feature is present, and the backend reports the op as lacking all the same.
    all.ops[1].hardware = hardware(true);
    assert_eq!(
        level_lines(&mut all)[0],
        "L1 partial: 2 of 3; 1 unsupported"
    );
    // A failure on the reference is not a matter of hardware.
    all.ops[1].hardware = hardware(false);
    let gates = all.ops[1]
        .parts
        .iter_mut()
        .find(|p| p.part == PartKind::Gates);
    let gates = gates.expect("gates");
    (gates.outcome, gates.reason) = (OutcomeName::Failed, Some("it failed".into()));
    assert_eq!(
        level_lines(&mut all)[0],
        "L1 partial: 2 of 3; 1 short of it"
    );
}
