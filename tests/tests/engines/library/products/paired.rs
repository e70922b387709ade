//! Pairs of rows of bytes: consequences of the definition, and faults that the reference detects.

use super::{check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_suite::invariants::ClaimOutcome;

const ID: &str = "engine::dot_rows_i8";

/// Oracle: the definition: `engine::matmul_i8` of each pair, as matrices of one row and one column.
#[test]
fn a_pair_is_a_product_of_a_row_and_a_column() {
    for n in 0..11 {
        let input = (original(ID).inputs)(n);
        let [rows, len] = [0, 1].map(|k| input.columns[0][k]);
        let mut batch = input.clone();
        batch.columns[0] = vec![rows, 1, 1, len];
        let expected = run(&plan_of("engine::matmul_i8", &batch, 64), &batch);
        let expected: Vec<Vec<u32>> = expected.iter().map(|r| vec![r[0], r[3]]).collect();
        assert_eq!(run(&plan_of(ID, &input, 64), &input), expected, "input {n}");
    }
}

fn changed(input: &Input, size: u32, change: impl Fn(&mut Vec<Vec<u32>>)) -> Plan {
    let mut other = input.clone();
    change(&mut other.columns);
    plan_of(ID, &other, size)
}

/// Includes the bytes past the length.
fn unmasked(input: &Input, size: u32) -> Plan {
    changed(input, size, |columns| {
        columns[0][1] = columns[0][1].next_multiple_of(4);
    })
}

/// Flips the sign bit of every byte of A.
fn offset(input: &Input, size: u32) -> Plan {
    changed(input, size, |columns| {
        columns[1].iter_mut().for_each(|word| *word ^= 0x8080_8080);
    })
}

/// Rotates the rows of B, so that the last row of A meets the first.
fn turned(input: &Input, size: u32) -> Plan {
    changed(input, size, |columns| {
        let words = columns[0][1].div_ceil(4) as usize;
        let by = words.min(columns[2].len());
        columns[2].rotate_left(by);
    })
}

/// Oracle: the faults; without any of them the engine holds.
#[test]
fn mistaken_pairs_are_caught_by_the_reference() {
    let right = |input: &Input, size: u32| plan_of(ID, input, size);
    let verdict = check_plan(ID, right, Check::Reference);
    assert!(matches!(verdict, ClaimOutcome::Holds { .. }), "{verdict:?}");
    for (predicate, plan) in [
        ("unmasked", unmasked as fn(&Input, u32) -> Plan),
        ("turned", turned),
        ("offset", offset),
    ] {
        let verdict = check_plan(ID, plan, Check::Reference);
        assert!(
            matches!(verdict, ClaimOutcome::Broken(_)),
            "{predicate}: {verdict:?}"
        );
    }
}
