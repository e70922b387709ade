//! Baselines of the library: every op and engine has one, and its launches fit every adapter.

use super::baselines::{Device, catalog_with, certificate_over};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{BaselineOutcome, Competitor, misfits};
use vyre_conform_certificate::verify::verified;
use vyre_conform_runtime::baseline::{Baseline, BaselineKind, baselines};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_spec::{Category, Level, Track};
use vyre_ops as _;

/// The limit in bytes for a buffer: the largest binding on every WebGPU adapter.
const MAX_BUFFER_BYTES: usize = 128 << 20;

/// An engine with a copy as its baseline, which returns the sum of its words.
const COPIED: &str = "engine::barrier_visibility";

/// The limit in bytes for all buffers of a launch: two of the largest, and a few words of parameters.
const MAX_LAUNCH_BYTES: usize = 2 * MAX_BUFFER_BYTES + (64 << 10);

/// The input of every engine's baseline, and the workgroup size of its plan.
fn baseline_inputs() -> BTreeMap<&'static str, (Input, u32)> {
    let declared = baselines().into_iter();
    let input = declared.filter_map(|declared| match &declared.kind {
        BaselineKind::Pipeline(of) => Some((declared.subject, ((of.input)(), of.size))),
        BaselineKind::Copy(of) => Some((declared.subject, ((of.input)(), of.size))),
        _ => None,
    });
    input.collect()
}

/// Oracle: docs/spec/conformance.md#levels: L4 requires a baseline for every engine of integers; engines of floats have
/// one too.
#[test]
fn every_engine_has_a_baseline() {
    let catalog = Catalog::linked().expect("the library");
    let (with, without): (Vec<&EngineDef>, _) = catalog
        .engines()
        .iter()
        .partition(|def| Competitor::of_engine(def).len() == 1);
    let without: Vec<&str> = without.iter().map(|def: &&EngineDef| def.id).collect();
    assert_eq!(without, [""; 0], "of these there is none, or are several");
    assert!(with.len() > 130, "{}", with.len());
}

/// Oracle: docs/spec/conformance.md#baselines: an op of Category C is a hand-written function and its own baseline; an
/// op of floats has a copy with its own rate, while the rate for ops of integers is 0.8.
#[test]
fn every_op_has_a_baseline() {
    let catalog = Catalog::linked().expect("the library");
    let mut copies = 0;
    for op in catalog.ops() {
        let against = Competitor::of_op(op.def);
        let is_hardware = matches!(op.def.category, Category::C { .. });
        assert!(is_hardware || !against.is_empty(), "{}", op.def.id);
        let copy = against.iter().find_map(|against| match against {
            Competitor::Copy(min) => Some(*min),
            _ => None,
        });
        if op.def.op.track() == Track::Integer {
            assert!(copy.is_none_or(|min| min == 800), "{}", op.def.id);
        } else {
            assert!(
                matches!(against[..], [Competitor::Copy(1..)]),
                "{}: {against:?}",
                op.def.id
            );
            copies += 1;
        }
    }
    assert!(copies > 120, "{copies}");
}

/// Oracle: docs/spec/conformance.md#baselines; the library has none of these mistakes.
#[test]
fn unmatched_declarations_are_reported() {
    let catalog = Catalog::linked().expect("the library");
    assert_eq!(misfits(&baselines(), &catalog), [""; 0]);
    let input: fn() -> Input = Input::default;
    let (twice, engine) = (
        Baseline::copy_of_operands("f32::div", 5),
        Baseline::copy("engine::reduce", (input, 64), 5),
    );
    let wrong = [
        Baseline::copy_of_operands("f32::divide", 5),
        Baseline::copy_of_operands("engine::reduce", 5),
        Baseline::copy("u32::add", (input, 64), 5),
        Baseline::copy_of_operands("u32::add", 5),
        twice,
        twice,
        engine,
    ];
    let wrong: Vec<&Baseline> = wrong.iter().collect();
    let expected = [
        "`f32::divide`: no linked op or engine has this id",
        "`engine::reduce`: an engine is measured on a launch: add its `input` and `size`",
        "`u32::add`: an op has no launch",
        "`u32::add`: an op of integers is compared with a copy by default",
        "`f32::div`: it is declared twice",
    ];
    let problems = misfits(&wrong, &catalog);
    assert_eq!(problems.len(), expected.len(), "{problems:#?}");
    for (problems, expected) in problems.iter().zip(expected) {
        assert!(problems.contains(expected), "{problems}");
    }
}

/// Oracle: the limits of WebGPU; a copy reads and writes the same number of bytes in two buffers.
#[test]
#[ignore = "a long run: seconds"]
fn launches_of_baselines_fit_every_adapter() {
    let catalog = Catalog::linked().expect("the library");
    for (id, (input, size)) in baseline_inputs() {
        let def = catalog.find_engine(id).expect(id);
        let plan = (def.plan)(&input, size);
        let valid = plan
            .programs
            .iter()
            .map(|program| validate_program(program.clone(), &catalog, &Limits::WEBGPU));
        let programs: Vec<ValidProgram> = valid.map(|buffer| buffer.expect(id)).collect();
        plan.launch.check(&programs).expect(id);
        let bytes: Vec<usize> = plan
            .launch
            .buffers
            .iter()
            .map(|buffer| 4 * buffer.len())
            .collect();
        let (largest, all) = (bytes.iter().max(), bytes.iter().sum::<usize>());
        assert!(largest <= Some(&MAX_BUFFER_BYTES), "{id}: {largest:?}");
        assert!(all <= MAX_LAUNCH_BYTES, "{id}: {all}");
        assert!(all >= 3 << 20, "{id}: {all} bytes take a device no time");
    }
}

/// Oracle: docs/spec/conformance.md#baselines: an engine without hand-written programs races against a copy, at the
/// declared rate.
#[test]
#[ignore = "a long run: seconds"]
fn engine_without_programs_races_against_a_copy() {
    let catalog = || catalog_with(COPIED);
    let against = Competitor::of_engine(catalog().find_engine(COPIED).expect("an engine"));
    let slowest = 1_000_000 / against[0].min_rate();
    for (elapsed, outcome) in [
        (slowest, BaselineOutcome::Reached),
        (slowest + 1, BaselineOutcome::Missed),
    ] {
        let device = Device::leaked([1000, elapsed], false);
        let certificate = certificate_over(catalog(), device, true);
        let baselines = &certificate.evidence.engines[0].baselines;
        assert_eq!(
            (baselines.len(), baselines[0].outcome),
            (1, outcome),
            "{elapsed} ns"
        );
        assert_eq!(baselines[0].against, "buffer copy");
        let key = format!("{COPIED} against buffer copy");
        assert!(certificate.run.baselines.contains_key(&key));
        let verified = verified(certificate.text().as_bytes(), &catalog());
        let short = verified.expect("it verifies").short_of(Level::L4);
        let words = "of the rate of a copy of as many bytes as its buffers hold: slower than that";
        let is_slow = outcome == BaselineOutcome::Missed;
        assert_eq!(short.is_some_and(|reason| reason.contains(words)), is_slow);
    }
}

/// Oracle: the duration of the references in `certify --baselines`; the number of records, because an invalid input
/// gives a single one. Run it with `--release`.
#[test]
#[ignore = "measures: run it alone, with --nocapture"]
fn references_of_baselines_end_soon() {
    let catalog = Catalog::linked().expect("the library");
    let mut slow = vec![];
    for (id, (input, _)) in baseline_inputs() {
        let def = catalog.find_engine(id).expect(id);
        let begin = Instant::now();
        let records = (def.reference.expect(id))(&input).len();
        let elapsed = begin.elapsed();
        println!("{id}: {records} records in {} ms", elapsed.as_millis());
        let one = [
            "engine::reduce",
            "engine::freduce_tree_binary",
            "engine::utf8_validate",
            "engine::word_count",
        ];
        let is_sum = one.contains(&id) || id.contains("::barrier_");
        assert!(records > 100 || is_sum, "{id}: {records} records");
        if elapsed > Duration::from_secs(3) {
            slow.push(id);
        }
    }
    assert_eq!(slow, [""; 0]);
}
