//! Rows that are normalised: consequences of the definitions, and faults that the references detect.

use super::{check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Check, Input, Output, Plan};
use vyre_conform_suite::invariants::ClaimOutcome;

const SOFTMAX: &str = "engine::softmax";
const RMS_NORM: &str = "engine::rms_norm";
const LAYER_NORM: &str = "engine::layer_norm";

const SOFTMAX_LANES: &str = "engine::softmax_lanes_256";
const RMS_NORM_LANES: &str = "engine::rms_norm_lanes_256";
const LAYER_NORM_LANES: &str = "engine::layer_norm_lanes_256";

const ENGINES: [&str; 6] = [
    SOFTMAX,
    RMS_NORM,
    LAYER_NORM,
    SOFTMAX_LANES,
    RMS_NORM_LANES,
    LAYER_NORM_LANES,
];

type PlanOf = fn(&Input, u32) -> Plan;

fn output(id: &str, input: &Input) -> Output {
    run(&plan_of(id, input, 64), input)
}

/// The inputs among the first twelve with several rows of several elements.
fn inputs_of_several_rows(id: &str) -> impl Iterator<Item = Input> {
    let inputs = (0..12).map((original(id)).inputs);
    inputs.filter(|input| input.columns[0][0] > 1 && input.columns[0][1] > 1)
}

/// Oracle: the definition: rows are independent of one another.
#[test]
fn row_alone_equals_row_among_others() {
    for id in ENGINES {
        let mut asked = 0;
        for input in inputs_of_several_rows(id) {
            let whole = output(id, &input);
            let [rows, len] = [0, 1].map(|k| input.columns[0][k] as usize);
            for row in [0, rows / 2, rows - 1] {
                let mut alone = input.clone();
                alone.columns[0][0] = 1;
                alone.columns[1] = input.columns[1][row * len..][..len].to_vec();
                let expected = whole[row * len..][..len].iter();
                let expected: Output = expected.map(|r| vec![0, r[1], r[2]]).collect();
                assert_eq!(output(id, &alone), expected, "{id}: row {row} of {rows}");
                asked += 1;
            }
        }
        assert!(asked >= 12, "{id}: {asked}");
    }
}

/// A row as one input.
fn row(elements: &[f32]) -> Input {
    Input {
        columns: vec![
            vec![1, elements.len() as u32, 0],
            elements.iter().map(|x| x.to_bits()).collect(),
            vec![1f32.to_bits(); elements.len()],
            vec![0; elements.len()],
        ],
    }
}

fn floats(id: &str, elements: &[f32]) -> Vec<f32> {
    let output = output(id, &row(elements));
    output.iter().map(|r| f32::from_bits(r[2])).collect()
}

/// Oracle: arithmetic by hand: exp(0) is 1, and sums of small integers are exact.
#[test]
fn rows_agree_with_hand_computed_values() {
    for id in [SOFTMAX, SOFTMAX_LANES] {
        assert_eq!(floats(id, &[7.5; 4]), [0.25; 4]);
        assert_eq!(floats(id, &[3.0, f32::NEG_INFINITY, 3.0]), [0.5, 0.0, 0.5]);
        // e^1000 overflows; after subtraction of the maximum it does not.
        assert_eq!(floats(id, &[1000.0, 1000.0]), [0.5, 0.5]);
        let none = floats(id, &[f32::NEG_INFINITY; 2]);
        assert!(none.iter().all(|x| x.is_nan()));
    }
    for id in [RMS_NORM, RMS_NORM_LANES] {
        assert_eq!(floats(id, &[3.0, -3.0, 3.0, 3.0]), [1.0, -1.0, 1.0, 1.0]);
    }
    for id in [LAYER_NORM, LAYER_NORM_LANES] {
        assert_eq!(floats(id, &[1.0, 3.0, 1.0, 3.0]), [-1.0, 1.0, -1.0, 1.0]);
    }
    // 2^24 + 1 rounds to 2^24, and 2^24 + 2 is exact: from left to right every one is lost; by lanes only the one that
    // is added to the large number first.
    let mut ones = [1.0; 256];
    ones[0] = 4096.0;
    let [left, lanes] = [RMS_NORM, RMS_NORM_LANES].map(|id| floats(id, &ones)[0]);
    assert_eq!(left, 16.0);
    assert_eq!(lanes, 4096.0 / (((1 << 24) + 254) as f32 / 256.0).sqrt());
    assert_ne!(left, lanes);
}

/// Sums from right to left.
fn backwards(id: &str, input: &Input, size: u32) -> Plan {
    let len = input.columns[0][1] as usize;
    let mut rotated = input.clone();
    for row in rotated.columns[1].chunks_mut(len.max(1)) {
        row.reverse();
    }
    rotated.columns[2].reverse();
    rotated.columns[3].reverse();
    let mut plan = plan_of(id, &rotated, size);
    plan.decode = |input, read| {
        let len = input.columns[0][1];
        let elements = (input.columns[0][0] * len) as usize;
        let rotated = |position: u32| position / len * len + (len - 1 - position % len);
        let records = (0..elements as u32).map(|position| {
            let bits = read[0]
                .get(rotated(position) as usize)
                .copied()
                .unwrap_or(0);
            vec![position / len, position % len, bits]
        });
        records.collect()
    };
    plan
}

/// Includes the last element of the previous row.
fn leaking(id: &str, input: &Input, size: u32) -> Plan {
    let [rows, len] = [0, 1].map(|k| input.columns[0][k] as usize);
    let mut leaked = input.clone();
    if rows > 1 && len > 1 {
        leaked.columns[1][len] = input.columns[1][len - 1];
    }
    plan_of(id, &leaked, size)
}

/// Adds nothing to the mean square.
fn bare(id: &str, input: &Input, size: u32) -> Plan {
    let mut without = input.clone();
    without.columns[0][2] = 0;
    plan_of(id, &without, size)
}

fn differs(id: &str, plan: PlanOf) -> bool {
    matches!(
        check_plan(id, plan, Check::Reference),
        ClaimOutcome::Broken(_)
    )
}

/// Oracle: the mutants' documentation.
#[test]
#[ignore = "a long run: seconds"]
fn faulty_rows_are_detected() {
    for (id, plan) in [
        (SOFTMAX, (|i, s| backwards(SOFTMAX, i, s)) as PlanOf),
        (RMS_NORM, |i, s| backwards(RMS_NORM, i, s)),
        (LAYER_NORM, |i, s| backwards(LAYER_NORM, i, s)),
        (SOFTMAX, |i, s| leaking(SOFTMAX, i, s)),
        (RMS_NORM, |i, s| leaking(RMS_NORM, i, s)),
        (LAYER_NORM, |i, s| leaking(LAYER_NORM, i, s)),
        (RMS_NORM, |i, s| bare(RMS_NORM, i, s)),
        (LAYER_NORM, |i, s| bare(LAYER_NORM, i, s)),
        (RMS_NORM, |i, s| plan_of(LAYER_NORM, i, s)),
        // The other order of the same sum.
        (SOFTMAX_LANES, |i, s| plan_of(SOFTMAX, i, s)),
        (RMS_NORM_LANES, |i, s| plan_of(RMS_NORM, i, s)),
        (LAYER_NORM_LANES, |i, s| plan_of(LAYER_NORM, i, s)),
        (SOFTMAX_LANES, |i, s| leaking(SOFTMAX_LANES, i, s)),
        (RMS_NORM_LANES, |i, s| bare(RMS_NORM_LANES, i, s)),
        (LAYER_NORM_LANES, |i, s| bare(LAYER_NORM_LANES, i, s)),
    ] {
        assert!(differs(id, plan), "{id}");
        assert!(!differs(id, original(id).plan), "{id}");
    }
}
