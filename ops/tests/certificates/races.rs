//! Races of the library on an adapter: the baselines of ops and engines give the same results.

use std::sync::Arc;
use vyre_conform_certificate::certificate::{BaselineOutcome, Competitor};
use vyre_conform_runtime::baseline::{BaselineKind, baselines};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::valid::{ValidProgram, validate_program};
use vyre_conform_spec::{Level, Track, ValueType};
use vyre_conform_suite::backend::{Backend, SpeedComparison, availability};
use vyre_conform_tests::sandbox::Sandbox;
use vyre_ops as _;

/// Oracle: the engines, which the suite compares with their references; a software adapter has races, but no baselines.
#[test]
#[ignore = "a long run: a minute"]
fn hand_written_pipelines_agree_with_their_engines() {
    let catalog = Catalog::linked().expect("the library");
    let device = vyre_conform_wgpu::required()[0];
    let mut measured = 0;
    for declared in baselines() {
        let BaselineKind::Pipeline(pipeline) = &declared.kind else {
            continue;
        };
        let def = catalog
            .find_engine(declared.subject)
            .expect(declared.subject);
        let plan = (def.plan)(&(pipeline.input)(), pipeline.size);
        let limits = device.limits();
        let valid = plan
            .programs
            .iter()
            .map(|program| validate_program(program.clone(), &catalog, &limits));
        let programs: Vec<ValidProgram> = valid.map(|item| item.expect("valid")).collect();
        let race = |texts: Vec<&'static str>| SpeedComparison::Launches {
            programs: &programs,
            texts: Some(texts),
            launch: &plan.launch,
            order_dependent: &plan.order_dependent,
        };
        let turns = device
            .race(&race(pipeline.texts.to_vec()), 1)
            .expect("turns");
        assert!(
            turns.agree && turns.nanoseconds.len() == 1,
            "{}",
            declared.subject
        );
        // A fault planted in the last text is detected.
        let last = pipeline.texts.last().expect("a text");
        let faulty: &'static str = last.replacen("params.x", "(params.x - 8u)", 2).leak();
        let mut texts = pipeline.texts.to_vec();
        *texts.last_mut().expect("a text") = faulty;
        let turns = device.race(&race(texts), 1).expect("turns");
        assert!(!turns.agree, "{}", declared.subject);
        measured += 1;
    }
    assert!(measured >= 19, "{measured} engines have pipelines by hand");
}

/// Oracle: parity, which compares the engines with their references: one in ten of those that race against a copy, on
/// small inputs.
#[test]
#[ignore = "a long run: seconds"]
fn engines_take_turns_with_a_copy() {
    let catalog = Catalog::linked().expect("the library");
    let device = vyre_conform_wgpu::required()[0];
    let copied = baselines().into_iter();
    let copied = copied.filter(|declared| matches!(declared.kind, BaselineKind::Copy(_)));
    let mut actual = 0;
    for declared in copied.step_by(10) {
        let def = catalog
            .find_engine(declared.subject)
            .expect(declared.subject);
        let input = (def.inputs)(7);
        let plan = (def.plan)(&input, 64);
        let limits = device.limits();
        let valid = plan
            .programs
            .iter()
            .map(|program| validate_program(program.clone(), &catalog, &limits));
        let programs: Vec<ValidProgram> = valid.map(|item| item.expect("valid")).collect();
        let race = SpeedComparison::Launches {
            programs: &programs,
            texts: None,
            launch: &plan.launch,
            order_dependent: &plan.order_dependent,
        };
        let turns = device.race(&race, 3).expect("turns");
        assert!(
            turns.agree && turns.nanoseconds.len() == 3,
            "{}",
            declared.subject
        );
        let output = def.compared(&(plan.decode)(&input, &turns.words));
        let reference = def.reference.expect("a reference");
        assert_eq!(
            output,
            def.compared(&reference(&input)),
            "{}",
            declared.subject
        );
        actual += 1;
    }
    assert!(actual >= 5, "{actual}");
}

/// Oracle: parity compares the alternates with the same references; both shaders of a race run here, in vectors and
/// with one value per invocation.
#[test]
#[ignore = "a long run: a minute"]
fn every_op_races_against_its_baseline() {
    let catalog = Catalog::linked().expect("the library");
    let device = vyre_conform_wgpu::required()[0];
    let mut kinds = [0; 2];
    for op in catalog
        .ops()
        .iter()
        .filter(|op| op.def.op.track() == Track::Integer)
    {
        let Ok(ours) = availability(op, None, device) else {
            continue;
        };
        let operands = op.def.op.signature.operands.iter().zip(1u32..);
        let operands: Vec<Arc<[u32]>> = operands
            .map(|(ty, salt)| {
                let mask = if *ty == ValueType::Bool { 1 } else { u32::MAX };
                let words = (0..1024 * ty.words() as u32)
                    .map(|i| (i ^ salt << 29).wrapping_mul(0x9e37_79b1).rotate_left(13) & mask);
                words.collect()
            })
            .collect();
        for against in Competitor::of_op(op.def) {
            let theirs = match against {
                Competitor::Alternate(alternate) => {
                    let theirs = availability(op, Some(alternate), device);
                    Some(theirs.unwrap_or_else(|reason| panic!("{}: {reason:?}", op.def.id)))
                }
                _ => None,
            };
            kinds[usize::from(theirs.is_some())] += 1;
            let race = SpeedComparison::Ops {
                op: ours.code().clone(),
                other: theirs.map(|item| item.code().clone()),
                operands: operands.clone(),
            };
            let turns = device.race(&race, 1);
            let turns = turns.unwrap_or_else(|error| panic!("{}: {error}", op.def.id));
            assert!(turns.agree, "{}: {}", op.def.id, against.name());
        }
    }
    assert!(
        kinds[0] > 5 && kinds[1] > 50,
        "copies and alternates: {kinds:?}"
    );
}

/// Oracle: docs/spec/certificates.md: the commands, on a software adapter.
#[test]
fn commands_report_missing_baselines_of_a_software_adapter() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let filter = "u32::abs_diff::table,engine::reduce::gates";
    let output = sandbox.certify(filter, "a.json", &["--baselines"]);
    let baselines = output.stdout + &output.stderr;
    assert!(
        baselines.contains("baselines: 0 of 3 reached"),
        "{baselines}"
    );
    assert!(
        baselines.contains("missing: 3 baselines: a software adapter establishes no baseline"),
        "{baselines}"
    );
    let evidence = sandbox.read("a.json").evidence;
    let baselines = evidence.ops.iter().flat_map(|op| &op.baselines);
    assert!(
        baselines.clone().count() == 2 && { baselines }
            .all(|baselines| baselines.outcome == BaselineOutcome::Software)
    );
    let output = sandbox.run(&["verify", "a.json", "--level", "L4"]);
    let baselines = output.stdout + &output.stderr;
    assert_eq!(output.code, Some(1), "{baselines}");
    let expected = "L4 is required but not established: 3 baselines: a software adapter establishes no baseline";
    assert!(baselines.contains(expected), "{baselines}");
    for (wrong, expected) in [
        (
            &["--level", "L4", "--track", "float"][..],
            "ops of integers",
        ),
        (&["--baselines", "--shard", "1/2"], "need an undivided run"),
    ] {
        let output = sandbox.run(&[&["certify", "-o", "b.json"], wrong].concat());
        assert_eq!(output.code, Some(2), "{wrong:?}: {}", output.stderr);
        assert!(
            output.stderr.contains(expected),
            "{wrong:?}: {}",
            output.stderr
        );
    }
}

/// Oracle: docs/spec/conformance.md#baselines: an op of floats races against a copy at the rate declared for it, and
/// establishes nothing of L4.
#[test]
fn float_ops_race_against_a_copy() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let filter = "f32::div::table,engine::elements_add::gates";
    let output = sandbox.certify(filter, "a.json", &["--baselines"]);
    let baselines = output.stdout + &output.stderr;
    let expected = "baselines: 0 of 2 reached: of 2, a software adapter establishes no baseline";
    assert!(baselines.contains(expected), "{baselines}");
    let evidence = sandbox.read("a.json").evidence;
    let fourth = evidence.levels.iter().find(|item| item.level == Level::L4);
    let is_of_none =
        fourth.is_some_and(|item| item.of == 0 && item.reached == 0 && !item.established);
    assert!(is_of_none, "{fourth:?}");
    let of_op = &evidence.ops[0].baselines;
    let of_engine = &evidence.engines[0].baselines;
    let against = [of_op, of_engine].map(|item| {
        item.iter()
            .map(|baselines| &*baselines.against)
            .collect::<Vec<_>>()
    });
    assert_eq!(against, [vec!["copy"], vec!["buffer copy"]]);
    assert!(of_op[0].least < 800 && of_op[0].outcome == BaselineOutcome::Software);
    assert_eq!(sandbox.run(&["verify", "a.json"]).code, Some(0));
}
