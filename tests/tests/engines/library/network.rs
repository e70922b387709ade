//! Engines of networks: consequences of the definitions, and faults that the references detect.

use super::attention::{ATTENTION, STREAM};
use super::edit::change;
use super::{INPUTS, check_plan, original, plan_of, run};
use vyre_conform_runtime::engine::{Check, Input, Output, Plan};
use vyre_conform_runtime::ir::Node;
use vyre_conform_suite::additions::{Additions, SumObservations, Tree, probes};
use vyre_conform_suite::invariants::ClaimOutcome;

const SCAN: &str = "engine::selective_scan";
const ROTARY: &str = "engine::rotary";

type PlanOf = fn(&Input, u32) -> Plan;

pub(super) fn output(id: &str, input: &Input) -> Output {
    run(&plan_of(id, input, 64), input)
}

/// The bits of an output.
pub(super) fn bits(output: &Output) -> Vec<u32> {
    let last = output.iter().map(|record| record.last().copied());
    last.map(|word| word.unwrap_or(0)).collect()
}

fn words(floats: &[f32]) -> Vec<u32> {
    floats.iter().map(|x| x.to_bits()).collect()
}

fn columns(columns: &[&[u32]]) -> Input {
    Input {
        columns: columns.iter().map(|column| column.to_vec()).collect(),
    }
}

/// Oracle: the declared order, as a tree built independently of the engine.
#[test]
fn a_convolution_adds_over_channels_lines_and_columns() {
    for [channels, height, width] in [[1, 1, 2], [2, 2, 3], [3, 1, 4], [1, 4, 4]] {
        let taps = channels * height * width;
        let sums = probes(taps).map(|asked| {
            let images = asked.factors.len() as u32;
            let shape = [images, channels, height, width, 1, height, width, 1, 0];
            let filter = vec![asked.common.to_bits(); taps as usize];
            let input = columns(&[&shape, &words(&asked.factors.concat()), &filter]);
            bits(&output("engine::convolution", &input))
        });
        let actual = SumObservations::of(taps, [&sums[0], &sums[1]]).expect("a sum each");
        let expected = Additions::Ordered {
            tree: Tree::chain(0..taps).expect("products"),
            from_zero: true,
        };
        let difference = actual.difference(&SumObservations::due(taps, &expected));
        assert_eq!(difference, None, "{channels} {height} {width}");
    }
}

/// Oracle: arithmetic by hand: exp(0) is 1, exp of a large number overflows, and -infinity times 0 is NaN.
#[test]
fn activations_agree_with_hand_computed_values() {
    let x = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, 100.0, -1000.0];
    for id in ["engine::silu", "engine::gelu_tanh"] {
        let output = bits(&output(id, &columns(&[&[6], &words(&x)])));
        let expected = words(&[0.0, -0.0, f32::INFINITY, f32::NAN, 100.0, -0.0]);
        assert_eq!(output, expected, "{id}");
    }
}

/// Oracle: the definitions: zeros are equal, NaN is skipped, and a row of NaN alone has no place.
#[test]
fn argmax_of_ties_and_of_nan_rows() {
    let row = words(&[f32::NAN, -0.0, 0.0, -1.0, f32::NAN]);
    let nothing = words(&[f32::NAN; 5]);
    let input = columns(&[&[2, 5, 4], &[row, nothing].concat()]);
    assert_eq!(bits(&output("engine::argmax", &input)), [1, 5]);
    let actual = bits(&output("engine::top_k_rows", &input));
    assert_eq!(actual, [1, 2, 3, 5, 5, 5, 5, 5]);
}

/// A plan for an input with one changed word of the shape.
fn with_shape(id: &str, input: &Input, size: u32, k: usize, by: u32) -> Plan {
    let mut other = input.clone();
    other.columns[0][k] = other.columns[0][k].wrapping_add(by);
    plan_of(id, &other, size)
}

/// A plan for an input with a changed column.
fn with_column(
    id: &str,
    input: &Input,
    size: u32,
    k: usize,
    change: impl Fn(&mut Vec<u32>, &[u32]),
) -> Plan {
    let mut other = input.clone();
    change(&mut other.columns[k], &input.columns[0]);
    plan_of(id, &other, size)
}

/// Reverses the parts of a column.
fn reversed(words: &mut Vec<u32>, len: u32) {
    let parts = words.chunks(len.max(1) as usize).rev();
    *words = parts.flatten().copied().collect();
}

/// Reorders the vectors of a place, so that head `h` has the key head `h % key heads` where each has two.
#[allow(
    clippy::ptr_arg,
    reason = "edits are one table, and some change the length"
)]
fn interleaved(words: &mut Vec<u32>, shape: &[u32]) {
    if let [_, _, _, 4, 2, width, ..] = shape {
        for place in words.chunks_mut(2 * *width as usize) {
            place.rotate_left(*width as usize);
        }
    }
}

/// Pairs an element of the first half with one of the second.
#[allow(
    clippy::ptr_arg,
    reason = "edits are one table, and some change the length"
)]
fn in_halves(words: &mut Vec<u32>, shape: &[u32]) {
    let pairs = shape[2] as usize;
    for vector in words.chunks_mut((2 * pairs).max(1)) {
        let half = |k: usize| k / 2 + k % 2 * pairs;
        let rotated: Vec<u32> = (0..vector.len()).map(|k| vector[half(k)]).collect();
        vector.copy_from_slice(&rotated);
    }
}

fn differs(id: &str, plan: PlanOf) -> bool {
    matches!(
        check_plan(id, plan, Check::Reference),
        ClaimOutcome::Broken(_)
    )
}

/// Oracle: the planted faults: a mask off by one key, keys without order, other heads, another scale; pairs as halves,
/// positions off by one; operands exchanged; a row too few; the last of equal elements; the first of equal rows; a
/// reversed filter; an expert too many; another zero; another block, another order of two passes; exchanged factors,
/// and those of the previous step; codes below the normal ones flushed, and midpoints of codes off by one float.
#[test]
#[ignore = "a long run: seconds"]
fn faulty_engines_are_detected() {
    let planted: [(&str, PlanOf); 30] = [
        (ATTENTION, |i, s| with_shape(ATTENTION, i, s, 6, 1)),
        (ATTENTION, |i, s| with_shape(ATTENTION, i, s, 7, 1)),
        (ATTENTION, |i, s| {
            with_column(ATTENTION, i, s, 2, interleaved)
        }),
        (ATTENTION, |i, s| {
            with_column(ATTENTION, i, s, 3, interleaved)
        }),
        (ATTENTION, |i, s| {
            with_column(ATTENTION, i, s, 3, |words, shape| {
                reversed(words, shape[4] * shape[5])
            })
        }),
        (STREAM, |i, s| with_shape(STREAM, i, s, 6, 1)),
        (STREAM, |i, s| plan_of(ATTENTION, i, s)),
        (STREAM, |i, s| {
            with_column(STREAM, i, s, 3, |words, shape| {
                reversed(words, shape[4] * shape[5])
            })
        }),
        (SCAN, |i, s| {
            let mut other = i.clone();
            other.columns.swap(2, 3);
            plan_of(SCAN, &other, s)
        }),
        (SCAN, |i, s| {
            with_column(SCAN, i, s, 2, |words, shape| {
                let one = (shape[2] * shape[3]) as usize;
                let len = words.len();
                words.rotate_right(one.min(len));
            })
        }),
        ("engine::quantize_f8e4m3", |i, s| {
            with_shape("engine::quantize_f8e4m3", i, s, 1, 1)
        }),
        ("engine::quantize_f8e4m3", |i, s| {
            let mut plan = plan_of("engine::quantize_f8e4m3", i, s);
            plan.decode = |input, read| {
                let plan = plan_of("engine::quantize_f8e4m3", input, 64);
                let mut output = (plan.decode)(input, read);
                for record in &mut output {
                    if record[0] == 1 && record[2] & 0x78 == 0 {
                        record[2] &= 0x80;
                    }
                }
                output
            };
            plan
        }),
        ("engine::quantize_nf4", |i, s| {
            with_shape("engine::quantize_nf4", i, s, 1, 1)
        }),
        ("engine::quantize_nf4", |i, s| {
            let mut plan = plan_of("engine::quantize_nf4", i, s);
            let programs = plan.programs.iter_mut();
            let tables = programs.flat_map(|program| &mut program.entry.tables);
            tables
                .flat_map(|table| &mut table.data)
                .for_each(|bits| *bits ^= 1);
            plan
        }),
        ("engine::dequantize_f8e4m3", |i, s| {
            with_shape("engine::dequantize_f8e4m3", i, s, 1, 1)
        }),
        ("engine::dequantize_nf4", |i, s| {
            with_shape("engine::dequantize_nf4", i, s, 1, 1)
        }),
        (ROTARY, |i, s| with_column(ROTARY, i, s, 1, in_halves)),
        (ROTARY, |i, s| {
            with_column(ROTARY, i, s, 2, |words, _| {
                words
                    .iter_mut()
                    .for_each(|word| *word = word.wrapping_add(1));
            })
        }),
        ("engine::silu_gate", |i, s| {
            let mut other = i.clone();
            other.columns.swap(1, 2);
            plan_of("engine::silu_gate", &other, s)
        }),
        ("engine::silu", |i, s| plan_of("engine::gelu_tanh", i, s)),
        ("engine::elements_add", |i, s| {
            plan_of("engine::elements_mul", i, s)
        }),
        ("engine::argmax", |i, s| {
            let mut plan = with_column("engine::argmax", i, s, 1, |words, shape| {
                for row in words.chunks_mut(shape[1].max(1) as usize) {
                    row.reverse();
                }
            });
            plan.decode = |input, read| {
                let shape = &input.columns[0];
                let places = (0..).zip(read[0].iter().take(shape[0] as usize));
                // A place counted from the end; an absent one stays absent.
                let rotated = |place: u32| {
                    if place < shape[1] {
                        shape[1] - 1 - place
                    } else {
                        shape[1]
                    }
                };
                places
                    .map(|(row, place)| vec![row, rotated(*place)])
                    .collect()
            };
            plan
        }),
        ("engine::top_k_rows", |i, s| {
            let zero = |word: &mut u32| {
                if *word == 0x8000_0000 {
                    *word = 0x8000_0001;
                }
            };
            with_column("engine::top_k_rows", i, s, 1, |words, _| {
                words.iter_mut().for_each(zero)
            })
        }),
        ("engine::scatter_rows", |i, s| {
            let mut other = i.clone();
            other.columns[1].reverse();
            reversed(&mut other.columns[3], i.columns[0][2]);
            plan_of("engine::scatter_rows", &other, s)
        }),
        ("engine::gather_rows", |i, s| {
            with_shape("engine::gather_rows", i, s, 1, u32::MAX)
        }),
        ("engine::convolution", |i, s| {
            with_column("engine::convolution", i, s, 2, |words, shape| {
                for filter in words.chunks_mut((shape[5] * shape[6]).max(1) as usize) {
                    filter.reverse();
                }
            })
        }),
        ("engine::mixture", |i, s| {
            with_shape("engine::mixture", i, s, 2, 1)
        }),
        ("engine::cross_entropy", |i, s| {
            with_column("engine::cross_entropy", i, s, 2, |words, shape| {
                let len = shape[1].max(1);
                words
                    .iter_mut()
                    .for_each(|class| *class = (*class + 1) % len);
            })
        }),
        ("engine::quantize_i8", |i, s| {
            with_shape("engine::quantize_i8", i, s, 2, 1)
        }),
        ("engine::dequantize_i8", |i, s| {
            with_shape("engine::dequantize_i8", i, s, 1, 1)
        }),
    ];
    for (id, plan) in planted {
        assert!(differs(id, plan), "{id}");
        assert!(!differs(id, original(id).plan), "{id}");
    }
}

/// Every engine whose kernels loop over more than their items.
const LOOPING: [&str; 13] = [
    ATTENTION,
    STREAM,
    SCAN,
    "engine::quantize_f8e4m3",
    "engine::quantize_nf4",
    "engine::argmax",
    "engine::convolution",
    "engine::cross_entropy",
    "engine::log_softmax",
    "engine::max_pool",
    "engine::mixture",
    "engine::scatter_rows",
    "engine::top_k_rows",
];

/// Skips the first iteration of loop `index` of a plan, in the order of its programs; returns the number of loops.
pub(super) fn shortened(plan: &mut Plan, index: usize) -> usize {
    let mut loops = 0;
    for program in &mut plan.programs {
        change(&mut program.entry.body, &mut |node| {
            if let Node::Loop { from, .. } = node {
                if loops == index {
                    *from = from.clone() + 1;
                }
                loops += 1;
            }
        });
    }
    loops
}

/// Oracle: the references; every iteration of every loop contributes to some output.
#[test]
fn omitted_step_is_detected() {
    for id in LOOPING {
        let def = original(id);
        let reference = def.reference.expect("every engine has one");
        let mut first = plan_of(id, &(def.inputs)(1), 64);
        let loops = shortened(&mut first, usize::MAX);
        assert!(loops > first.programs.len(), "{id}: {loops}");
        for which in 0..loops {
            let is_seen = (0..INPUTS).any(|n| {
                let input = (def.inputs)(n);
                let mut plan = plan_of(id, &input, 64);
                shortened(&mut plan, which);
                run(&plan, &input) != reference(&input)
            });
            assert!(is_seen, "{id}: loop {which}");
        }
    }
}
