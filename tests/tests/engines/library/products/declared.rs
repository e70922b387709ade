//! A wrong order of additions that no other check detects: engine and reference share an order that is not the declared
//! one.

use super::{FMA_CHAIN, Product, original, plan_of};
use crate::engines::library::edit::change;
use crate::engines::support::Programs;
use vyre_conform_certificate::{
    EngineStanding, EngineStatus, Member, MemberStatus, engine_standings, library_levels,
};
use vyre_conform_harness::regressions::{RegressionStore, SavedClaim};
use vyre_conform_harness::{Context, Settings, execute};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Accumulation, EngineDef, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Node, Type};
use vyre_conform_runtime::registry;
use vyre_conform_runtime::spec::{AdditionOrder, Level, Track};
use vyre_conform_suite::plan::Tracks;
use vyre_conform_tests::changed;

/// Exchanges products 3 and 4.
fn swapped(input: &Input) -> Input {
    let product = Product::of(input);
    let mut order: Vec<u32> = (0..product.shape[2]).collect();
    if order.len() > 4 {
        order.swap(3, 4);
    }
    product.along(&order, 0).input()
}

fn with_swapped_steps(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(FMA_CHAIN, &swapped(input), size);
    plan.decode = |input, words| (plan_of(FMA_CHAIN, input, 64).decode)(input, words);
    plan
}

fn reference_with_swapped_steps(input: &Input) -> Output {
    let reference = original(FMA_CHAIN).reference.expect("a reference");
    reference(&swapped(input))
}

/// The engine for these tests; its cited cases have the declared order.
fn engine(plan: fn(&Input, u32) -> Plan, reference: fn(&Input) -> Output) -> &'static EngineDef {
    let def = changed!(*original(FMA_CHAIN), plan: plan, reference: Some(reference), corpus: &[]);
    Box::leak(Box::new(def))
}

fn context(def: &'static EngineDef, root: &std::path::Path) -> Context {
    let (ops, helpers) = (registry::ops(), registry::helpers());
    let catalog = Catalog::with_engines(ops, helpers, vec![def]).expect("the library's ops");
    let mut settings = Settings::default();
    settings.plan.tracks = Tracks::Only(Track::Float);
    let backend = Programs::leak("right", Some(|_, _| {}), 256);
    Context::new(catalog, settings, vec![backend], None, root).expect("a plan")
}

/// Standing of the engine after all its obligations.
fn engine_standing(context: &Context) -> EngineStanding {
    let requested = context.plan().obligations().iter();
    for obligation in requested.filter(|o| o.op == FMA_CHAIN) {
        context.record(execute(context, obligation));
    }
    let (slugs, records) = (context.slugs(), context.records());
    let mut all = engine_standings(
        context.catalog(),
        context.plan(),
        &slugs,
        &records,
        &context.settings().plan,
    );
    assert_eq!(all.len(), 1, "one engine on one backend");
    all.remove(0)
}

/// Oracle: docs/spec/conformance.md#kinds-of-engines: the declared order is a separate obligation, without which there
/// is no L3f.
#[test]
fn order_shared_by_engine_and_reference_is_found_by_probing_alone() {
    let root = tempfile::tempdir().expect("a folder");
    let wrong = engine(with_swapped_steps, reference_with_swapped_steps);
    let problems = engine_standing(&context(wrong, root.path()));
    let EngineStatus::NotEstablished { missing } = &problems.status else {
        panic!("{:?}", problems.status);
    };
    let expected = ["interpreter", "right"].map(|runner| {
        let on = match runner {
            "interpreter" => format!("the interpreter on `{FMA_CHAIN}`"),
            other => format!("the lowering of `{FMA_CHAIN}` on {other}"),
        };
        format!("{FMA_CHAIN}::accumulation_order::{runner}: accumulation_order fails on {on}")
    });
    assert_eq!(missing, &expected);
    assert_eq!(
        problems.holding.len(),
        problems.declared,
        "every invariant holds"
    );
    let op = Member {
        id: "f32::mul_add",
        status: MemberStatus::Algebraic,
    };
    let level = |standing: &EngineStanding, level: Level| {
        let all = library_levels(Track::Float, &[op], &[standing.member()], None, 0);
        let mut all = all.into_iter();
        all.find(|reach| reach.level == level)
            .expect("a level of the track")
    };
    let l3f = level(&problems, Level::L3f);
    assert_eq!(
        (l3f.is_established(), &l3f.missing[..]),
        (false, &[FMA_CHAIN.to_owned()][..])
    );
    // The failure is saved, and fails again until the engine adds in the declared order.
    let saved = RegressionStore::of_crate(root.path())
        .load(FMA_CHAIN)
        .expect("readable");
    assert!(!saved.is_empty());
    let input = saved[0].engine.as_ref().map(|case| case.input.as_str());
    assert_eq!(
        saved[0].claim,
        SavedClaim::Engine("accumulation_order".into())
    );
    assert_eq!(
        input,
        Some("sums:5"),
        "the shortest sum that has these steps"
    );
    let again = context(wrong, root.path());
    let replays = |context: &Context| -> Vec<bool> {
        let all = context.plan().obligations().iter();
        let all = all.filter(|o| o.id.contains("::regressions::"));
        all.map(|o| execute(context, o).outcome.passed()).collect()
    };
    assert_eq!(replays(&again), [false, false]);
    let reference = original(FMA_CHAIN).reference.expect("a reference");
    let right = engine(original(FMA_CHAIN).plan, reference);
    let mended = context(right, root.path());
    assert_eq!(replays(&mended), [true, true]);
    let problems = engine_standing(&mended);
    assert_eq!(problems.status, EngineStatus::Holds);
    assert!(level(&problems, Level::L3f).is_established());
    // Without this part the level has no evidence.
    let mut fewer = mended.records();
    fewer.retain(|r| !r.obligation.id.contains("accumulation_order::right"));
    let slugs = mended.slugs();
    let found = engine_standings(
        mended.catalog(),
        mended.plan(),
        &slugs,
        &fewer,
        &mended.settings().plan,
    );
    let l3f = level(&found[0], Level::L3f);
    assert_eq!(
        (l3f.is_established(), &l3f.missing[..]),
        (false, &[FMA_CHAIN.to_owned()][..])
    );
}

/// An accumulator that keeps 11 of the 24 bits of a sum after every step, in kernel and reference alike.
const PRECISION_MASK: u32 = 0xffff_e000;

fn with_a_narrow_sum(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(FMA_CHAIN, input, size);
    let narrowed = &mut 0;
    for program in &mut plan.programs {
        change(&mut program.entry.body, &mut |node| {
            let Node::Assign { value, .. } = node else {
                return;
            };
            if value.ty == Type::F32 {
                let bits = Expr::cast(Type::U32, value.clone()) & PRECISION_MASK;
                *value = Expr::cast(Type::F32, bits);
                *narrowed += 1;
            }
        });
    }
    assert_eq!(
        *narrowed, 2,
        "the sum of the chain, in blocks and behind them"
    );
    plan.max_steps *= 2;
    plan
}

fn reference_with_a_narrow_sum(input: &Input) -> Output {
    let product = Product::of(input);
    let [rows, columns, inner, _] = product.shape;
    let position = |values: &[u32], place: u32| {
        f32::from_bits(values.get(place as usize).copied().unwrap_or(0))
    };
    let element = |i: u32, j: u32| {
        let sum = (0..inner).fold(0.0_f32, |sum, k| {
            let [a, b] = [
                position(&product.a, i * inner + k),
                position(&product.b, k * columns + j),
            ];
            f32::from_bits(canonical(a.mul_add(b, sum)) & PRECISION_MASK)
        });
        vec![i, j, sum.to_bits()]
    };
    (0..rows)
        .flat_map(|i| (0..columns).map(move |j| (i, j)))
        .map(|(i, j)| element(i, j))
        .collect()
}

fn canonical(sum: f32) -> u32 {
    if sum.is_nan() {
        0x7fc0_0000
    } else {
        sum.to_bits()
    }
}

/// Oracle: the documentation of the mutant: the order is the declared one, but the sum is another number.
#[test]
fn narrow_accumulator_is_found_by_its_sums() {
    let root = tempfile::tempdir().expect("a folder");
    let context = context(
        engine(with_a_narrow_sum, reference_with_a_narrow_sum),
        root.path(),
    );
    let actual = engine_standing(&context);
    let EngineStatus::NotEstablished { missing } = &actual.status else {
        panic!("{:?}", actual.status);
    };
    assert_eq!(missing.len(), 2, "{missing:?}");
    for message in missing {
        assert!(message.contains("accumulation_order fails"), "{message}");
    }
    assert_eq!(
        actual.holding.len(),
        actual.declared,
        "every invariant holds"
    );
}

/// Oracle: the text of the report, reviewed once: it names the trees and the command that runs the probe again.
#[test]
fn report_shows_the_observed_order() {
    let root = tempfile::tempdir().expect("a folder");
    let wrong = engine(with_swapped_steps, reference_with_swapped_steps);
    let context = context(wrong, root.path());
    let mut all = context.plan().obligations().iter();
    let of = |o: &&vyre_conform_suite::plan::Obligation| {
        o.id.ends_with("accumulation_order::interpreter")
    };
    let record = execute(&context, all.find(of).expect("it is planned"));
    let vyre_conform_suite::record::Outcome::Failed(failure) = record.outcome else {
        panic!("it holds");
    };
    for part in [
        "claim     floats are added in the declared order",
        "case      input sums:5, workgroup size 1",
        "the additions are ((((0 + *1) + *2) + *4) + *3); declared are ((((0 + *1) + *2) + *3) + *4)",
        "(the declared order of additions)",
        "(the sums that it gives)",
        "sums:5@1",
        "saved",
    ] {
        assert!(
            failure.report.contains(part),
            "no `{part}` in {}",
            failure.report
        );
    }
}

/// Oracle: the declaration: an engine that returns sums other than the requested ones cannot be judged.
#[test]
fn unrequested_sums_are_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let def = *original(FMA_CHAIN);
    let half = |sums: &vyre_conform_runtime::engine::Sums| {
        let ask = original(FMA_CHAIN).accumulation.expect("declared").inputs;
        let mut fewer = sums.clone();
        fewer.factors.truncate(sums.factors.len() / 2);
        ask(&fewer)
    };
    let order = AdditionOrder::FmaChain;
    let def = changed!(def, accumulation: Some(Accumulation::new(order, half)));
    let context = context(Box::leak(Box::new(def)), root.path());
    let mut all = context.plan().obligations().iter();
    let of = |o: &&vyre_conform_suite::plan::Obligation| {
        o.id.ends_with("accumulation_order::interpreter")
    };
    let record = execute(&context, all.find(of).expect("it is planned"));
    let message = format!("{:?}", record.outcome);
    assert!(message.contains("were requested"), "{message}");
}
