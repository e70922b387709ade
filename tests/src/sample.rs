//! Certificates for tests, derived from a stored one.

use vyre_conform_certificate::certificate::{
    Certificate, Counterexample, Evidence, OpEvidence, OutcomeName, Part, PartDomain, Settings,
    SkipKind, SkippedPart, Subject, ValueText, derive, parse,
};
use vyre_conform_runtime::generate::Set;
use vyre_conform_runtime::value::Value;

const VERSION_2: &str = include_str!("../tests/certificates/version-2.json");

const MILLION: u64 = 1_000_000;

/// The stored certificate: of two ops, the last of them `u32::bit_not`.
pub fn first() -> Certificate {
    parse(VERSION_2.as_bytes()).expect("I15: old certificates stay readable")
}

/// The stored certificate's op under another id.
pub fn op(id: &str) -> OpEvidence {
    let mut op = first().evidence.ops.pop().expect("an op");
    for part in &mut op.parts {
        part.id = part.id.replacen(&op.id, id, 1);
        if part.domain.map(PartDomain::name) == Some("witnessed") {
            // The number that a level needs; the file has fewer.
            (part.cases, part.due, part.range) = (MILLION, Some(MILLION), Some([0, MILLION]));
        }
    }
    op.id = id.into();
    op
}

/// A certificate of these ops.
pub fn certificate(ops: Vec<OpEvidence>) -> Certificate {
    let first = first();
    let mut evidence = Evidence {
        settings: Settings {
            witnesses: MILLION,
            filter: None,
            ..first.evidence.settings
        },
        ops,
        engines: vec![],
        programs: None,
        skipped: vec![],
        regressions: vec![],
        ..first.evidence
    };
    derive(&mut evidence);
    Certificate::seal(evidence, first.run)
}

/// A certificate of this many ops in four families: every tenth refuted, every seventh short of witnesses.
pub fn sample_certificate(count: usize) -> Certificate {
    let family = |k: usize| ["u32", "i32", "u64", "cast"][k % 4];
    let ops = (0..count).map(|k| {
        let mut op = op(&format!("{}::op_{k}", family(k)));
        if k % 10 == 0 {
            refute(witnessed(&mut op), "it differs here");
        } else if k % 7 == 0 {
            let part = witnessed(&mut op);
            (part.cases, part.due, part.range) = (1000, Some(1000), Some([0, 1000]));
        }
        op
    });
    certificate(ops.collect())
}

/// The witnessed parity of an op on its backend.
pub fn witnessed(op: &mut OpEvidence) -> &mut Part {
    let mut parts = op.parts.iter_mut();
    let selects = |p: &&mut Part| {
        p.subject == Subject::Lowering && p.domain == Some(PartDomain::Inputs(Set::Witnessed))
    };
    parts.find(selects).expect("every op has one")
}

/// Makes a part fail.
pub fn refute(part: &mut Part, reason: &str) {
    part.outcome = OutcomeName::Failed;
    part.reason = Some(reason.into());
    part.failures = 3;
    part.counterexample = Some(Box::new(Counterexample {
        case: Some(41),
        inputs: vec![ValueText::of(&Value::of(7u32))],
        expected: Some(ValueText::of(&Value::of(0xffff_fff8u32))),
        found: Some(vec!["0x00000000".into()]),
        engine: None,
        program: None,
        filetest: None,
    }));
}

const SCRIPT: &str = "<script>alert(1)</script>";
const IMAGE: &str = "\"><img src=x onerror=alert(1)>";
const CLOSING: &str = "</title></style></script><b id=maps>";

/// A certificate with hostile contents in every text.
pub fn hostile() -> Certificate {
    let mut evil = op(&format!("u32::{SCRIPT}"));
    refute(witnessed(&mut evil), IMAGE);
    evil.laws[0].text = format!("{CLOSING}{SCRIPT}");
    evil.operands = vec![SCRIPT.into()];
    let mut evidence = certificate(vec![evil]).evidence;
    evidence.track = "approximate".into();
    evidence.backend.device = CLOSING.into();
    evidence.backend.driver = IMAGE.into();
    evidence.backend.features = vec![SCRIPT.into()];
    evidence.backend.limits.insert(IMAGE.into(), 1);
    evidence.settings.filter = Some(SCRIPT.into());
    evidence.skipped.push(SkippedPart {
        id: IMAGE.into(),
        kind: SkipKind::Unsupported,
        reason: CLOSING.into(),
    });
    let mut run = sample_certificate(1).run;
    run.host = SCRIPT.into();
    Certificate::seal(evidence, run)
}
