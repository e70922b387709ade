//! Level L4: an op of this test and an engine of the library on a device that claims to be hardware, and forgeries of
//! its certificate.

use super::fixed_prover::FixedProver;
use std::sync::{Arc, OnceLock};
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, LevelEvidence, RunFacts, derive, level,
};
use vyre_conform_certificate::verify::{Refusal, verified};
use vyre_conform_cli::certified;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_interp::{self as interp, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::engine::engines;
use vyre_conform_runtime::registry::{self, OpRef, Signature};
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_runtime::value::MAX_WORDS;
use vyre_conform_runtime::vyre_op;
use vyre_conform_spec::Level;
use vyre_conform_suite::backend::{
    Backend, BackendError, INPUT_GENERATION, Identity, LoadedOp, LoadedPrograms, OpCode, Operand,
    RateExclusion, SpeedComparison, SpeedMeasurement,
};
use vyre_conform_suite::plan::Tracks;
use vyre_ops as _;

const OP: &str = "u32::apart";
const ENGINE: &str = "engine::reduce";

/// The absolute difference of two numbers: an op that calls no other, and whose laws name none.
#[vyre_op(
    laws(Commutative, Identity(0), SelfInverse(0), Not(Associative, witness = (2, 1, 1))),
    boundaries((0, u32::MAX)),
    table((1, 3) => 2, "the right one is larger", (7, 3) => 4, "the left one is larger"),
    alternates(
        extremes: wgsl = "fn apart(a: u32, b: u32) -> u32 { return max(a, b) - min(a, b); }",
        sign_mask: wgsl = "fn apart(a: u32, b: u32) -> u32 { let m = 0u - u32(a < b); return ((a - b) ^ m) - m; }",
    ),
)]
pub const fn apart(a: u32, b: u32) -> u32 {
    if a < b {
        b.wrapping_sub(a)
    } else {
        a.wrapping_sub(b)
    }
}

/// A device that evaluates references and interprets programs. In a race an op takes the first number of microseconds,
/// an engine the second, and each baseline a thousand.
pub(super) struct Device {
    identity: Identity,
    took: [u64; 2],
    software: bool,
}

impl Device {
    pub(super) fn leaked(elapsed: [u64; 2], software: bool) -> &'static dyn Backend {
        let mut identity = Identity::named("stand");
        if !software {
            identity.features.push(INPUT_GENERATION.into());
        }
        Box::leak(Box::new(Self {
            identity,
            took: elapsed,
            software,
        }))
    }
}

impl Backend for Device {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let def = registry::ops().into_iter().find(|def| def.id == op.id);
        Ok(Box::new(ReferenceOp(def.expect("a registered op").op)))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(InterpreterPrograms(programs.to_vec())))
    }

    fn rate_exclusion(&self) -> Option<RateExclusion> {
        self.software.then_some(RateExclusion::Software)
    }

    fn race(
        &self,
        race: &SpeedComparison<'_>,
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        let (elapsed, words) = match race {
            SpeedComparison::Launches { launch, .. } => {
                (self.took[1], vec![vec![sum(launch), 0, 0, 0, 0]])
            }
            _ => (self.took[0], vec![]),
        };
        let times = vec![[1000 * elapsed, 1_000_000]; turns];
        Ok(SpeedMeasurement::new(times, true, words))
    }
}

/// The output of the engine: the sum of its longest buffer, followed by guarded words.
fn sum(launch: &Launch) -> u32 {
    let buffers = launch.buffers.iter().map(|contents| match contents {
        Contents::Words(words) => &words[..],
        Contents::Zeros(_) => &[],
    });
    let longest = buffers.max_by_key(|words| words.len()).unwrap_or_default();
    longest.iter().copied().fold(0, u32::wrapping_add)
}

struct ReferenceOp(OpRef);

impl LoadedOp for ReferenceOp {
    fn signature(&self) -> Signature {
        self.0.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let signature = self.0.signature;
        let mut out = vec![];
        for case in 0..cases {
            let pairs = operands.iter().zip(signature.operands);
            let operand_words = pairs.flat_map(|(operand, ty)| operand.words(case, *ty));
            let operand_words: Vec<u32> = operand_words.copied().collect();
            let mut result = [0; MAX_WORDS];
            (self.0.scalar)(&operand_words, &mut result);
            out.extend_from_slice(&result[..signature.result.words()]);
        }
        Ok(out)
    }
}

struct InterpreterPrograms(Vec<ValidProgram>);

impl LoadedPrograms for InterpreterPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.0, launch, &interp::Options::default());
        words.map_err(|error| BackendError::Other(error.to_string()))
    }
}

fn catalog() -> Catalog {
    catalog_with(ENGINE)
}

/// The op and this engine.
pub(super) fn catalog_with(engine: &str) -> Catalog {
    let ops = registry::ops().into_iter().filter(|def| def.id == OP);
    let engines = engines().into_iter().filter(|def| def.id == engine);
    Catalog::with_engines(ops.collect(), registry::helpers(), engines.collect())
        .expect("an op and an engine")
}

/// The certificate of a run on a device.
fn certificate_on(device: &'static dyn Backend, prove: bool) -> Certificate {
    certificate_over(catalog(), device, prove)
}

/// The certificate of a run over a catalog.
pub(super) fn certificate_over(
    catalog: Catalog,
    device: &'static dyn Backend,
    prove: bool,
) -> Certificate {
    let mut settings = Settings::default();
    settings.plan.tracks = Tracks::Strict;
    settings.plan.baselines = true;
    settings.plan.prove = prove;
    settings.prover = Some(Arc::new(FixedProver));
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = Context::new(catalog, settings, vec![device], None, root.path());
    certified(&context.expect("a plan"), "stand", None).expect("the backend")
}

/// The certificate of a device on which everything is exactly as fast as required.
fn full() -> &'static Certificate {
    static FULL: OnceLock<Certificate> = OnceLock::new();
    FULL.get_or_init(|| certificate_on(Device::leaked([1111, 1200], false), true))
}

fn fourth(certificate: &Certificate) -> &LevelEvidence {
    level(&certificate.evidence, Level::L4).expect("it is about L4")
}

fn problems(certificate: &Certificate) -> Vec<String> {
    match verified(certificate.text().as_bytes(), &catalog()) {
        Ok(_) => vec![],
        Err(refusal) => refusal.lines(),
    }
}

/// Oracle: docs/spec/conformance.md#levels and its section on baselines: 1000 of 1111 ns is a rate of 0.900, and 1000
/// of 1200 ns one of 0.833.
#[test]
#[ignore = "a long run: seconds"]
fn l4_is_established_by_complete_evidence() {
    let full = full();
    let fourth = fourth(full);
    assert_eq!(
        fourth.to_string(),
        "L4 established: 3 of 3",
        "{:?}",
        fourth.missing
    );
    let rates: Vec<(&str, u64)> = full
        .run
        .baselines
        .iter()
        .map(|(key, report)| (key.as_str(), report.rate))
        .collect();
    let [engine, extremes, mask] = rates.as_slice() else {
        panic!("{rates:?}")
    };
    assert!(
        engine
            .0
            .starts_with("engine::reduce against pipeline blake3:")
            && engine.1 == 833
    );
    assert_eq!(*extremes, ("u32::apart against alternate extremes", 900));
    assert_eq!(*mask, ("u32::apart against alternate sign_mask", 900));
    assert_eq!(problems(full), [""; 0]);
    let verified = verified(full.text().as_bytes(), &catalog()).expect("it verifies");
    assert_eq!(verified.short_of(Level::L4), None);
}

/// Oracle: the missing parts of the level on each of these devices, by its definition.
#[test]
#[ignore = "a long run: seconds"]
fn l4_lists_its_missing_parts() {
    let cases = [
        (
            certificate_on(Device::leaked([1000, 1000], true), true),
            vec!["3 baselines: a software adapter establishes no baseline"],
        ),
        (
            certificate_on(Device::leaked([1112, 1000], false), true),
            vec![
                "u32::apart: at least 0.900 of the rate of alternate extremes: slower than that",
                "u32::apart: at least 0.900 of the rate of alternate sign_mask: slower than that",
            ],
        ),
        (
            certificate_on(Device::leaked([1000, 1202], false), true),
            vec!["engine::reduce: at least 0.833 of the rate of pipeline"],
        ),
        (
            certificate_on(Device::leaked([1000, 1000], false), false),
            vec!["u32::apart: law `commutative` is not proved"],
        ),
    ];
    for (certificate, expected) in cases {
        let fourth = fourth(&certificate);
        assert!(!fourth.established);
        for (report, expected) in fourth.missing.iter().zip(&expected) {
            assert!(report.starts_with(expected), "{report}, and not {expected}");
        }
        assert!(fourth.missing.len() >= expected.len());
        assert_eq!(problems(&certificate), [""; 0]);
        let verified = verified(certificate.text().as_bytes(), &catalog()).expect("it verifies");
        let short = verified.short_of(Level::L4).expect("it is short of L4");
        let expected = format!("L4 is required but not established: {}", expected[0]);
        assert!(short.starts_with(&expected), "{short}");
        // The lower levels are not affected.
        let before = |item| level(&certificate.evidence, item).is_some_and(|item| item.established);
        assert!(before(Level::L2) && before(Level::L3));
    }
}

/// Oracle: impossible results of a run, each planted in the certificate, which is sealed again.
#[test]
#[ignore = "a long run: seconds"]
fn forged_l4_evidence_is_refused() {
    type Edit = fn(&mut Evidence, &mut RunFacts);
    let key = "u32::apart against alternate extremes";
    let edits: [(Edit, &str); 12] = [
        // A claimed level without its evidence.
        (
            |e, _| e.settings.baselines = false,
            "its baselines are not those that are expected: none",
        ),
        (
            |e, _| e.ops[0].baselines.clear(),
            "not those that are expected: alternate extremes, alternate sign_mask",
        ),
        (
            |e, _| e.engines[0].baselines.clear(),
            "not those that are expected: pipeline",
        ),
        (
            |e, _| e.ops[0].baselines.truncate(1),
            "not those that are expected",
        ),
        (
            |e, _| e.ops[0].baselines[0].least = 100,
            "not those that are expected",
        ),
        (
            |e, _| e.ops[0].baselines[0].against = "copy".into(),
            "not those that are expected",
        ),
        // A rate or an outcome that contradicts its turns.
        (
            |_, run| {
                run.baselines
                    .get_mut("u32::apart against alternate extremes")
                    .expect("it")
                    .rate = 950
            },
            "states a rate of 950, which is not the median of its turns",
        ),
        (
            |_, run| {
                let result = run
                    .baselines
                    .get_mut("u32::apart against alternate extremes")
                    .expect("it");
                (result.turns, result.rate) = (vec![[1112, 1000]; 7], 899);
            },
            "has a rate of 899 where 900 is expected, which is `slower than that`, but it states `reached`",
        ),
        (
            |_, run| run.baselines.clear(),
            "has an outcome, but no turns",
        ),
        (
            |_, run| {
                run.baselines
                    .values_mut()
                    .for_each(|result| result.turns.truncate(5))
            },
            "has 5 turns; a rate is the median of 7",
        ),
        (
            |_, run| {
                let result = run.baselines.values().next().cloned().expect("one");
                run.baselines.insert("u32::add against copy".into(), result);
            },
            "turns of `u32::add against copy`, which is not a baseline of the certificate",
        ),
        (
            |e, _| e.backend.features.clear(),
            "a software adapter establishes no baseline, but it has a rate",
        ),
    ];
    assert!(full().run.baselines.contains_key(key));
    for (k, (edit, expected)) in edits.iter().enumerate() {
        let (mut evidence, mut run) = (full().evidence.clone(), full().run.clone());
        edit(&mut evidence, &mut run);
        derive(&mut evidence);
        let forged = Certificate::seal(evidence, run);
        let result = problems(&forged).join("\n");
        assert!(result.contains(expected), "edit {k}: {result}");
    }
    // A level that contradicts the rest.
    let slow = certificate_on(Device::leaked([1112, 1000], false), true);
    let mut evidence = slow.evidence.clone();
    let mut levels = evidence.levels.iter_mut();
    let claimed = levels.find(|item| item.level == Level::L4).expect("it");
    (claimed.established, claimed.reached) = (true, claimed.of);
    claimed.missing.clear();
    let forged = Certificate::seal(evidence, slow.run.clone());
    let result = problems(&forged).join("\n");
    assert!(
        result.contains("it states the level `L4 established: 3 of 3`"),
        "{result}"
    );
    // A ratio, or a verdict, edited in the file alone: a checksum protects the one, the digest the other.
    for (result, edited) in [
        ("\"rate\":900", "\"rate\":999"),
        ("\"outcome\":\"reached\"", "\"outcome\":\"missed\""),
    ] {
        let spaced = |text: &str| text.replace(':', ": ");
        let text = full().text().replace(result, edited);
        let text = text.replace(&spaced(result), &spaced(edited));
        assert_ne!(text, full().text(), "{result}");
        let result = verified(text.as_bytes(), &catalog());
        assert!(matches!(result, Err(Refusal::Unreadable(_))), "{result:?}");
    }
}
