//! The order of additions of every contract, found by probing on the interpreter and on every adapter.

use super::{
    CONTRACTS, EXACT, FMA_CHAIN, Product, SPLIT_K, STRICT, TREE_BINARY, original, plan_of,
};
use crate::engines::support::catalog;
use vyre_conform_runtime::engine::{Input, InputSource, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type, Var};
use vyre_conform_suite::additions::{Additions, SumObservations, Tree, probes};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::invariants::{EngineSession, Runner, SavedInput};
use vyre_conform_tests::changed;

type PlanOf = fn(&Input, u32) -> Plan;

/// S of the split products.
const PARTS: u32 = 3;

/// The declaration of a contract for K of at least 1.
fn declared(id: &str, inner: u32) -> Additions {
    let tree = match id {
        EXACT => return Additions::Exact,
        FMA_CHAIN => Tree::chain(0..inner),
        STRICT => Tree::left_to_right((0..inner).map(Tree::product)),
        TREE_BINARY => Tree::halves(0..inner),
        _ => {
            let part = inner.div_ceil(PARTS);
            let begins = (0..inner).step_by(part as usize);
            let parts = begins.map(|from| Tree::chain(from..inner.min(from + part)));
            Tree::left_to_right(parts.flatten())
        }
    };
    Additions::Ordered {
        tree: tree.expect("products"),
        from_zero: [FMA_CHAIN, SPLIT_K].contains(&id),
    }
}

/// Observations of an engine with this plan on a runner: a row of A for each sum, and B with one column.
fn observed(id: &str, plan: PlanOf, runner: Runner<'_>, inner: u32) -> SumObservations {
    let def = changed!(*original(id), plan: plan, reference: None);
    let sums = probes(inner).map(|asked| {
        let product = Product {
            shape: [asked.factors.len() as u32, 1, inner, PARTS],
            a: asked
                .factors
                .concat()
                .into_iter()
                .map(f32::to_bits)
                .collect(),
            b: vec![asked.common.to_bits(); inner as usize],
        };
        let saved = SavedInput {
            input: product.input(),
            expected: None,
            cited: false,
        };
        let bench = EngineSession::of_given(&def, runner, saved);
        let case = bench.case(catalog(), InputSource::Saved(1), 64);
        let case = case.unwrap_or_else(|miss| panic!("{id} on {}: {miss:?}", runner.name()));
        let output = &case.first().output;
        output.iter().map(|record| record[2]).collect::<Vec<u32>>()
    });
    SumObservations::of(inner, [&sums[0], &sums[1]]).expect("a sum each")
}

/// The difference between the observations and the declaration of a contract, if any.
fn difference(id: &str, plan: PlanOf, runner: Runner<'_>, inner: u32) -> Option<String> {
    let outcome = observed(id, plan, runner, inner);
    outcome.difference(&SumObservations::due(inner, &declared(id, inner)))
}

/// Oracle: the declared orders, as trees built independently of the engines.
#[test]
fn every_contract_adds_in_its_order_on_the_interpreter() {
    for id in CONTRACTS {
        for inner in [1, 2, 3, 4, 5, 8, 13, 16] {
            let outcome = difference(id, original(id).plan, Runner::Interpreter, inner);
            assert_eq!(outcome, None, "{id}, K = {inner}");
        }
    }
}

/// Oracle: the declared orders, as trees built independently of the engines.
#[test]
fn every_contract_adds_in_its_order_on_every_adapter() {
    for device in vyre_conform_wgpu::selected().expect("the selection of adapters is valid") {
        for id in CONTRACTS {
            for inner in [2, 7, 33, 257] {
                let outcome = difference(id, original(id).plan, Runner::Backend(device), inner);
                assert_eq!(
                    outcome,
                    None,
                    "{id}, K = {inner} on {}",
                    device.identity().slug
                );
            }
        }
    }
}

/// Oracle: the definition of the tree, written out.
#[test]
fn the_order_is_found_as_a_tree() {
    let text = |id: &str, inner| {
        let actual = observed(id, original(id).plan, Runner::Interpreter, inner);
        actual.tree().map(|tree| tree.to_string())
    };
    assert_eq!(
        text(FMA_CHAIN, 4).as_deref(),
        Some("(((0 + *1) + *2) + *3)")
    );
    assert_eq!(text(STRICT, 4).as_deref(), Some("(((0 + 1) + 2) + 3)"));
    assert_eq!(
        text(TREE_BINARY, 5).as_deref(),
        Some("((0 + 1) + (2 + (3 + 4)))")
    );
    assert_eq!(
        text(SPLIT_K, 6).as_deref(),
        Some("(((0 + *1) + (2 + *3)) + (4 + *5))")
    );
    assert_eq!(text(EXACT, 4), None);
}

/// Cuts K into two parts.
fn split(input: &Input, size: u32) -> Plan {
    let mut product = Product::of(input);
    product.shape[3] = 2;
    plan_of(SPLIT_K, &product.input(), size)
}

/// Exchanges steps 3 and 4.
fn swapped(input: &Input, size: u32) -> Plan {
    let product = Product::of(input);
    let mut order: Vec<u32> = (0..product.shape[2]).collect();
    order.swap(3, 4);
    plan_of(FMA_CHAIN, &product.along(&order, 0).input(), size)
}

/// Computes one step of a chain, or of a strict sum, by the other contract.
fn with_one_step(input: &Input, size: u32, fused: bool) -> Plan {
    let mut plan = plan_of(if fused { STRICT } else { FMA_CHAIN }, input, size);
    let mut k = Kernel::new("one_step", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 6);
    let a = k.read_only("a", Type::F32);
    let b = k.read_only("b", Type::F32);
    let product = k.read_write("product", Type::F32);
    let inner = k.bind("inner", params.at(4));
    k.count("turn", 0, params.at(2), |k, turn| {
        let row = k.bind("row", turn * params.at(1) + Expr::invocation_id(Axis::X));
        k.when(row.less(params.at(0)), |k| {
            let zero = Expr::literal(Type::F32, 0);
            let first = k.call("f32::mul", vec![a.at(row * inner), b.at(0)], Type::F32);
            let from_zero = k.call("f32::add", vec![first.into(), zero], Type::F32);
            let sum: Var = k.variable("sum", if fused { first } else { from_zero });
            k.count("i", 1, inner, |k, i| {
                let step = i.equals(5);
                let as_usual = if fused { !step } else { step };
                k.when_else(
                    as_usual,
                    |k| {
                        let rounded =
                            k.call("f32::mul", vec![a.at(row * inner + i), b.at(i)], Type::F32);
                        let next = k.call("f32::add", vec![sum.into(), rounded.into()], Type::F32);
                        k.assign(sum, next);
                    },
                    |k| {
                        let operands = vec![a.at(row * inner + i), b.at(i), sum.into()];
                        let next = k.call("f32::mul_add", operands, Type::F32);
                        k.assign(sum, next);
                    },
                );
            });
            k.store(product, row, sum);
        });
    });
    plan.programs = vec![k.finish()];
    plan.max_steps *= 4;
    plan
}

fn one_unfused_step(input: &Input, size: u32) -> Plan {
    with_one_step(input, size, false)
}

fn one_fused_step(input: &Input, size: u32) -> Plan {
    with_one_step(input, size, true)
}

/// Uses an accumulator that loses nothing.
fn wide(input: &Input, size: u32) -> Plan {
    plan_of(EXACT, input, size)
}

/// Oracle: the mutants' documentation: probing finds the tree of each.
#[test]
fn probing_finds_the_tree_of_each_planted_order() {
    let chain = "((((((0 + *1) + *2) + *3) + *4) + *5) + *6)";
    let strict = "((((((0 + 1) + 2) + 3) + 4) + 5) + 6)";
    for (id, plan, outcome, declared) in [
        (
            FMA_CHAIN,
            split as PlanOf,
            "((((0 + *1) + *2) + *3) + ((4 + *5) + *6))",
            chain,
        ),
        (
            FMA_CHAIN,
            swapped,
            "((((((0 + *1) + *2) + *4) + *3) + *5) + *6)",
            chain,
        ),
        (
            FMA_CHAIN,
            one_unfused_step,
            "((((((0 + *1) + *2) + *3) + *4) + 5) + *6)",
            chain,
        ),
        (
            STRICT,
            one_fused_step,
            "((((((0 + 1) + 2) + 3) + 4) + *5) + 6)",
            strict,
        ),
    ] {
        let message = format!("the additions are {outcome}; declared are {declared}");
        assert_eq!(
            difference(id, plan, Runner::Interpreter, 7),
            Some(message),
            "{id}"
        );
        if let Some(device) = vyre_conform_wgpu::selected().expect("adapters").first() {
            assert!(
                difference(id, plan, Runner::Backend(*device), 7).is_some(),
                "{id}"
            );
        }
        assert_eq!(
            difference(id, original(id).plan, Runner::Interpreter, 7),
            None,
            "{id}"
        );
    }
    let outcome = difference(FMA_CHAIN, wide, Runner::Interpreter, 7);
    assert!(outcome.is_some_and(|message| message.contains("sums begin with the first product")));
    let outcome = difference(TREE_BINARY, wide, Runner::Interpreter, 7);
    assert!(
        outcome
            .is_some_and(|expected| expected.starts_with("of 7 products 5 of the other products"))
    );
    let unstarted = difference(
        FMA_CHAIN,
        |i, s| plan_of(STRICT, i, s),
        Runner::Interpreter,
        1,
    );
    assert!(unstarted.is_some_and(|expected| expected.contains("begin with the first product")));
}
