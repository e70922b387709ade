//! Reductions of floats at lengths and workgroup sizes beyond those of the suite, most of them odd, on the interpreter
//! and on every adapter that supports workgroups of that size.

use super::folds::{backwards, split_upwards};
use super::{STRICT, TREE, catalog, original};
use vyre_conform_runtime::engine::{Input, InputSource, Plan};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::invariants::{EngineSession, MissingCase, Runner};
use vyre_conform_tests::changed;

const SIZES: [u32; 12] = [1, 3, 33, 100, 255, 257, 333, 511, 512, 777, 1023, 1024];
const LENGTHS: [u32; 9] = [1, 255, 511, 513, 1000, 1023, 1025, 2047, 4099];

/// splitmix64 (Steele, Lea and Flood 2014) of a counter.
fn random(n: u64) -> u64 {
    let z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The length and the op of input `n`: a sum three times in four.
fn shape(n: u64) -> (u32, u32) {
    let length = LENGTHS[n as usize % LENGTHS.len()];
    match n / LENGTHS.len() as u64 {
        k if k % 4 == 3 => (length, 1 + (k / 4 % 3) as u32),
        _ => (length, 0),
    }
}

/// Finite floats of both signs, near 1 and of many magnitudes; for products near 1 alone.
fn floats(n: u64) -> Vec<u32> {
    let (length, op) = shape(n);
    let element = |i: u64| {
        let r = random(n << 32 | i);
        let exponent = match op {
            1 => 126 + (r >> 40) % 2,
            _ => 100 + (r >> 40) % 48,
        };
        r as u32 & 0x807f_ffff | (exponent as u32) << 23
    };
    (0..length.into()).map(element).collect()
}

/// One row, and the same elements in rows of 7.
fn rows(n: u64) -> Input {
    let (length, op) = shape(n);
    let ends = match n % 2 {
        0 => vec![length],
        _ => (1..=length.div_ceil(7))
            .map(|k| length.min(7 * k))
            .collect(),
    };
    Input {
        columns: vec![vec![op], ends, floats(n)],
    }
}

fn whole(n: u64) -> Input {
    Input {
        columns: vec![vec![shape(n).1], floats(n)],
    }
}

fn both(op: u32, a: f32, b: f32) -> f32 {
    let min = a < b || a == b && a.is_sign_negative();
    match op {
        0 => a + b,
        1 => a * b,
        2 if min => a,
        3 if !min => a,
        _ => b,
    }
}

/// The definition of the tree.
fn tree(op: u32, all: &[f32]) -> f32 {
    match all.split_at(all.len() / 2) {
        ([], [one]) => *one,
        (left, right) => both(op, tree(op, left), tree(op, right)),
    }
}

/// The expected records of input `n`, by the host's arithmetic.
fn expected_records(id: &str, n: u64) -> Vec<Vec<u32>> {
    let op = shape(n).1;
    let all: Vec<f32> = floats(n).into_iter().map(f32::from_bits).collect();
    if id == TREE {
        return vec![vec![0, tree(op, &all).to_bits()]];
    }
    let mut begin = 0;
    let mut records = vec![];
    for (row, end) in (0..).zip(&rows(n).columns[1]) {
        let folded = all[begin..*end as usize].iter().copied();
        let folded = folded
            .reduce(|a, b| both(op, a, b))
            .expect("no row is empty");
        records.push(vec![row, 0, folded.to_bits()]);
        begin = *end as usize;
    }
    records
}

/// The number of cases that ran, and the first with an unexpected result.
fn run(id: &str, plan: fn(&Input, u32) -> Plan, runner: Runner<'_>) -> (u32, Option<String>) {
    let inputs = if id == TREE { whole } else { rows };
    let def = changed!(*original(id), plan: plan, inputs: inputs);
    let bench = EngineSession::new(&def, runner);
    let mut cases = 0;
    for (k, size) in (0..).zip(SIZES) {
        // Every length at every size would take minutes on the interpreter, so each size has five lengths.
        for n in (0..5).map(|i| 5 * k + i) {
            let case = match bench.case(catalog(), InputSource::Generated(n), size) {
                Ok(case) => case,
                Err(MissingCase::Skipped(_)) => continue,
                Err(miss) => panic!("{id} at {size} on {}: {miss:?}", runner.name()),
            };
            cases += 1;
            for run in &case.runs {
                if run.output != expected_records(id, n) {
                    let (length, op) = shape(n);
                    let text = format!("{length} elements, op {op}, workgroups of {size}");
                    return (cases, Some(text));
                }
            }
        }
    }
    (cases, None)
}

/// Oracle: the host's arithmetic in the declared shape.
#[test]
#[ignore = "a long run: seconds"]
fn large_and_odd_workgroups_fold_in_the_same_shape() {
    for id in [STRICT, TREE] {
        let actual = run(id, original(id).plan, Runner::Interpreter);
        assert_eq!(actual, (60, None), "{id}");
    }
    for device in vyre_conform_wgpu::selected().expect("the selection of adapters is valid") {
        let limits = device.limits();
        let max = limits.workgroup_invocations.min(limits.workgroup_size[0]);
        let fit = SIZES.iter().filter(|size| **size <= max).count() as u32;
        for id in [STRICT, TREE] {
            let actual = run(id, original(id).plan, Runner::Backend(device));
            assert_eq!(
                actual,
                (5 * fit, None),
                "{id} on {}",
                device.identity().slug
            );
        }
    }
}

/// Oracle: the mutants' documentation: another shape gives other bits.
#[test]
fn another_shape_changes_bits_at_these_lengths() {
    for (id, mutant) in [
        (STRICT, backwards as fn(&Input, u32) -> Plan),
        (TREE, split_upwards),
    ] {
        let (_, actual) = run(id, mutant, Runner::Interpreter);
        assert!(actual.is_some(), "{id}");
    }
}
