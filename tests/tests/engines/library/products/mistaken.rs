//! Faults of products that the references detect.

use super::{
    CONTRACTS, EXACT, FMA_CHAIN, Product, SPLIT_K, STRICT, TREE_BINARY, check_plan, plan_of,
};
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_suite::invariants::ClaimOutcome;

/// True if a check finds that the engine with this plan gives other elements than its reference.
fn differs(id: &str, plan: fn(&Input, u32) -> Plan) -> bool {
    matches!(
        check_plan(id, plan, Check::Reference),
        ClaimOutcome::Broken(_)
    )
}

fn chain(input: &Input, size: u32) -> Plan {
    plan_of(FMA_CHAIN, input, size)
}

fn strict(input: &Input, size: u32) -> Plan {
    plan_of(STRICT, input, size)
}

fn tree(input: &Input, size: u32) -> Plan {
    plan_of(TREE_BINARY, input, size)
}

fn exact(input: &Input, size: u32) -> Plan {
    plan_of(EXACT, input, size)
}

/// Cuts K into two parts.
fn split(input: &Input, size: u32) -> Plan {
    let mut product = Product::of(input);
    product.shape[3] = 2;
    plan_of(SPLIT_K, &product.input(), size)
}

/// Oracle: the references: each contract has elements that no other gives.
#[test]
fn every_contract_is_distinguished_from_every_other() {
    let plans = [chain as fn(&Input, u32) -> Plan, strict, tree, split, exact];
    for id in CONTRACTS {
        for (other, plan) in CONTRACTS.into_iter().zip(plans) {
            // Three in four inputs of a split product are not cut into two parts.
            let same = id == other && id != SPLIT_K;
            assert_eq!(differs(id, plan), !same, "{id} as {other}");
        }
    }
}

/// Flushes subnormal results to zero.
fn flushing<const CONTRACT: usize>(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(CONTRACTS[CONTRACT], input, size);
    plan.decode = |input, read| {
        let columns = input.columns[0][1];
        let elements = read[0]
            .iter()
            .take((input.columns[0][0] * columns) as usize);
        let flushed = elements.map(|bits| match bits & 0x7f80_0000 {
            0 => bits & 1 << 31,
            _ => *bits,
        });
        (0..)
            .zip(flushed)
            .map(|(at, bits)| vec![at / columns, at % columns, bits])
            .collect()
    };
    plan
}

/// Omits the last product where K is odd.
fn ragged<const CONTRACT: usize>(input: &Input, size: u32) -> Plan {
    let product = Product::of(input);
    let even: Vec<u32> = (0..product.shape[2] & !1).collect();
    plan_of(CONTRACTS[CONTRACT], &product.along(&even, 0).input(), size)
}

/// Oracle: the mutants' documentation.
#[test]
fn flushed_results_and_lost_products_are_detected() {
    let flushing = [
        flushing::<0> as fn(&Input, u32) -> Plan,
        flushing::<1>,
        flushing::<2>,
        flushing::<3>,
        flushing::<4>,
    ];
    let ragged = [
        ragged::<0> as fn(&Input, u32) -> Plan,
        ragged::<1>,
        ragged::<2>,
        ragged::<3>,
        ragged::<4>,
    ];
    for (k, id) in CONTRACTS.into_iter().enumerate() {
        assert!(differs(id, flushing[k]), "{id}: flushed");
        assert!(differs(id, ragged[k]), "{id}: ragged");
    }
}
