//! Engines whose results are pure arithmetic: distances in a band, exact ranks and random words.

use super::decoders::{ALL, relabel};
use super::edit::change;
use super::{check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_runtime::ir::{BinaryOp, Expr, ExprKind, Node};
use vyre_conform_suite::invariants::ClaimOutcome;

const BANDED_DISTANCE: &str = "engine::edit_distance_within";
const RANKS: &str = "engine::page_rank_exact";
const FILL: &str = "engine::threefry4_fill";

type PlanOf = fn(&Input, u32) -> Plan;

/// The engine with one literal replaced by another everywhere.
fn with_literal(id: &str, input: &Input, size: u32, (from, to): (u64, u64)) -> Plan {
    let mut plan = plan_of(id, input, size);
    let changed: Vec<bool> = plan
        .programs
        .iter_mut()
        .map(|program| relabel(&mut program.entry.body, (from, to), ALL))
        .collect();
    assert!(changed.contains(&true), "{id}: no {from:x}");
    plan
}

/// Narrows the band to the width that the lengths require, plus a quarter of the usual rest.
fn narrow_band(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(BANDED_DISTANCE, input, size);
    let mut narrowed = 0;
    change(&mut plan.programs[0].entry.body, &mut |node| {
        if let Node::Let { value, .. } = node
            && let ExprKind::Binary(BinaryOp::Shr, _, amount) = &mut value.kind
            && let ExprKind::Literal(bits @ 1) = &mut amount.kind
        {
            *bits = 3;
            narrowed += 1;
        }
    });
    assert_eq!(narrowed, 1, "half of what is left is taken once");
    plan
}

/// The engine for a bound that is smaller by one.
fn lesser_bound(input: &Input, size: u32) -> Plan {
    let mut other = input.clone();
    other.columns[4][0] = other.columns[4][0].saturating_sub(1);
    plan_of(BANDED_DISTANCE, &other, size)
}

/// Additions to the words of a counter lose the carry.
fn without_carries(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of(FILL, input, size);
    let mut lost = 0;
    change(&mut plan.programs[0].entry.body, &mut |node| {
        if let Node::Let { value, .. } = node
            && matches!(value.kind, ExprKind::Cast(..))
        {
            *value = Expr::u32(0);
            lost += 1;
        }
    });
    assert_eq!(lost, 4, "every word of the counter has a carry");
    plan
}

/// Oracle: the planted faults: a band too narrow, a bound too low, a table that continues with zeros outside of the
/// band; sums rounded one by one, limbs that lose a bit; a rotation and the parity of another generator, lost carries.
#[test]
fn faulty_arithmetic_is_detected() {
    let planted: [(&str, PlanOf); 8] = [
        (BANDED_DISTANCE, narrow_band),
        (BANDED_DISTANCE, lesser_bound),
        (BANDED_DISTANCE, |i, s| {
            with_literal(BANDED_DISTANCE, i, s, (1 << 31, 0))
        }),
        (RANKS, |i, s| plan_of("engine::page_rank", i, s)),
        (RANKS, |i, s| with_literal(RANKS, i, s, (0xFFFF, 0x7FFF))),
        (FILL, |i, s| with_literal(FILL, i, s, (26, 27))),
        (FILL, |i, s| with_literal(FILL, i, s, (0x1BD1_1BDA, 0))),
        (FILL, without_carries),
    ];
    for (case, (id, plan)) in planted.into_iter().enumerate() {
        let observed = matches!(
            check_plan(id, plan, Check::Reference),
            ClaimOutcome::Broken(_)
        );
        assert!(observed, "{case}: {id}");
    }
}

/// Oracle: the definition of exact sums: every order of a row's edges gives the same bits.
#[test]
fn exact_ranks_have_no_order() {
    let def = original(RANKS);
    let mut rotated = 0;
    for n in 0..12 {
        let input = (def.inputs)(n);
        let mut other = input.clone();
        for ends in input.columns[1].windows(2) {
            other.columns[2][ends[0] as usize..ends[1] as usize].reverse();
        }
        rotated += u32::from(other != input);
        let expected = run(&plan_of(RANKS, &input, 64), &input);
        assert_eq!(run(&plan_of(RANKS, &other, 64), &other), expected, "{n}");
    }
    assert!(rotated > 2, "{rotated} graphs have rows to turn");
}

/// Oracle: the distances without a bound, and the bound: both agree on every pair up to the bound.
#[test]
fn band_agrees_up_to_its_bound() {
    let def = original("engine::edit_distance");
    for n in [4, 6, 9] {
        let input = (def.inputs)(n);
        let all = run(&plan_of(def.id, &input, 64), &input);
        for bound in [0, 1, 3, 7, 200] {
            let mut bounded = input.clone();
            bounded.columns.push(vec![bound]);
            let actual = run(&plan_of(BANDED_DISTANCE, &bounded, 64), &bounded);
            let expected: Vec<Vec<u32>> = all
                .iter()
                .map(|record| vec![record[0], record[1].min(bound + 1)])
                .collect();
            assert_eq!(actual, expected, "{n} within {bound}");
        }
    }
}
