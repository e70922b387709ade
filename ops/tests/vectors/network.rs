//! References of engines of networks, compared with their definitions in binary64, by other formulas.
//!
//! The references specify the order of their steps; these tests check only that the results are near the mathematical
//! values, which an error in a definition would prevent.

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Input;

/// Tolerance of a result, relative to the greatest number that contributes to it.
const TOLERANCE: f64 = 1e-5;

/// The result of an engine's reference for a shape and tensors of floats: the last word of every record.
pub(super) fn reference_result(id: &str, shape: &[u32], tensors: &[&[f32]]) -> Vec<u32> {
    let words = tensors.iter().map(|tensor| bits(tensor));
    reference_result_of_words(id, shape, words.collect())
}

fn reference_result_of_words(id: &str, shape: &[u32], words: Vec<Vec<u32>>) -> Vec<u32> {
    let catalog = Catalog::linked().expect("the library");
    let def = catalog.find_engine(id).expect("an engine of the library");
    let columns = [shape.to_vec()].into_iter().chain(words).collect();
    let output = (def.reference.expect("it has one"))(&Input { columns });
    let last = output.iter().map(|record| record.last().expect("a word"));
    last.copied().collect()
}

fn bits(tensor: &[f32]) -> Vec<u32> {
    tensor.iter().map(|x| x.to_bits()).collect()
}

/// Numbers from -4 to 4.
pub(super) fn random(seed: u32, len: u32) -> Vec<f32> {
    let one = |i: u32| {
        let x = (seed ^ i.wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B);
        let x = (x ^ (x >> 15)).wrapping_mul(0xC2B2_AE35);
        ((x ^ (x >> 16)) >> 8) as f32 / 2_097_152.0 - 4.0
    };
    (0..len).map(one).collect()
}

pub(super) fn assert_near(id: &str, actual: &[u32], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len(), "{id}");
    for (k, (bits, expected_bits)) in actual.iter().zip(expected).enumerate() {
        let actual = f64::from(f32::from_bits(*bits));
        let off = (actual - expected_bits).abs();
        assert!(
            off <= TOLERANCE * expected_bits.abs().max(1.0),
            "{id} {k}: {actual} instead of {expected_bits}"
        );
    }
}

/// Oracle: the definition in binary64, with a mask of -infinity over a whole matrix of scores.
#[test]
fn attention_is_near_its_definition() {
    let [sequences, queries, keys, heads, key_heads, width, before] = [2, 5, 9, 4, 2, 6, 3];
    let scale = 0.25f32;
    let shape = [
        sequences,
        queries,
        keys,
        heads,
        key_heads,
        width,
        before,
        scale.to_bits(),
    ];
    let query = random(1, sequences * queries * heads * width);
    let [key, value] = [2, 3].map(|seed| random(seed, sequences * keys * key_heads * width));
    let position = |values: &[f32], [s, t, h, i]: [u32; 4], [places, heads]: [u32; 2]| {
        f64::from(values[(((s * places + t) * heads + h) * width + i) as usize])
    };
    let mut expected: Vec<f64> = vec![];
    for (s, t, h) in (0..sequences)
        .flat_map(|s| (0..queries).flat_map(move |t| (0..heads).map(move |h| (s, t, h))))
    {
        let of_key =
            |values: &[f32], j: u32, i: u32| position(values, [s, j, h / 2, i], [keys, key_heads]);
        let score = |j: u32| {
            if j > before + t {
                f64::NEG_INFINITY
            } else {
                let q = |i| position(&query, [s, t, h, i], [queries, heads]);
                f64::from(scale) * (0..width).map(|i| q(i) * of_key(&key, j, i)).sum::<f64>()
            }
        };
        let powers: Vec<f64> = (0..keys).map(|j| score(j).exp()).collect();
        let sum: f64 = powers.iter().sum();
        for i in 0..width {
            let weighed = (0..keys).map(|j| powers[j as usize] / sum * of_key(&value, j, i));
            expected.push(weighed.sum());
        }
    }
    for id in [
        "engine::attention",
        "engine::attention_lanes_256",
        "engine::attention_stream_8",
    ] {
        let actual = reference_result(id, &shape, &[&query, &key, &value]);
        assert_near(id, &actual, &expected);
    }
}

/// Oracle: products of complex numbers by powers of e.
#[test]
fn rotary_turns_complex_numbers() {
    let [rows, heads, pairs, positions] = [7, 3, 4, 7];
    let vectors = random(4, rows * heads * pairs * 2);
    let angle = |index: u32| f64::from(index / pairs) / 10f64.powi((index % pairs) as i32);
    let table = |f: fn(f64) -> f64| -> Vec<u32> {
        (0..positions * pairs)
            .map(|index| (f(angle(index)) as f32).to_bits())
            .collect()
    };
    let words = vec![
        bits(&vectors),
        (0..rows).rev().collect(),
        table(f64::cos),
        table(f64::sin),
    ];
    let actual =
        reference_result_of_words("engine::rotary", &[rows, heads, pairs, positions], words);
    let expected = vectors.chunks(2).zip(0u32..).flat_map(|(pair, index)| {
        let position = rows - 1 - index / pairs / heads;
        let [x, y] = [0, 1].map(|k| f64::from(pair[k]));
        let (size, turn) = (
            x.hypot(y),
            y.atan2(x) + angle(position * pairs + index % pairs),
        );
        [size * turn.cos(), size * turn.sin()]
    });
    assert_near("engine::rotary", &actual, &expected.collect::<Vec<f64>>());
}

/// Oracle: the formulas in binary64, GELU with its hyperbolic tangent.
#[test]
fn activations_are_near_their_definitions() {
    let [x, y] = [5, 6].map(|seed| random(seed, 500));
    let silu = |x: f64| x / (1.0 + (-x).exp());
    let gelu = |x: f64| {
        let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3));
        0.5 * x * (1.0 + u.tanh())
    };
    let of = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        let pairs = x.iter().zip(&y);
        pairs
            .map(|(x, y)| f(f64::from(*x), f64::from(*y)))
            .collect()
    };
    for (id, expected) in [
        ("engine::silu", of(&|x, _| silu(x))),
        ("engine::silu_gate", of(&|x, y| silu(x) * y)),
        ("engine::gelu_tanh", of(&|x, _| gelu(x))),
        ("engine::elements_add", of(&|x, y| x + y)),
        ("engine::elements_mul", of(&|x, y| x * y)),
    ] {
        assert_near(id, &reference_result(id, &[500], &[&x, &y]), &expected);
    }
}

/// Oracle: the formulas in binary64, without subtracting the greatest element.
#[test]
fn losses_are_near_their_definitions() {
    let (rows, len) = (6, 40);
    let x = random(7, rows * len);
    let classes: Vec<u32> = (0..rows).map(|row| row * 7 % len).collect();
    let logs: Vec<f64> = x
        .chunks(len as usize)
        .flat_map(|row| {
            let sum: f64 = row.iter().map(|x| f64::from(*x).exp()).sum();
            row.iter().map(move |x| f64::from(*x) - sum.ln())
        })
        .collect();
    let matches = reference_result("engine::log_softmax", &[rows, len], &[&x]);
    assert_near("engine::log_softmax", &matches, &logs);
    let matches = reference_result_of_words(
        "engine::cross_entropy",
        &[rows, len],
        vec![bits(&x), classes.clone()],
    );
    let losses = (0..rows).zip(classes);
    let losses = losses.map(|(row, class)| -logs[(row * len + class) as usize]);
    assert_near(
        "engine::cross_entropy",
        &matches,
        &losses.collect::<Vec<f64>>(),
    );
}

/// Oracle: the definition in binary64, with all gates except the two greatest at -infinity.
#[test]
fn mixtures_are_near_their_definition() {
    let (rows, experts, width) = (9, 5, 3);
    let gates = random(11, rows * experts);
    let outputs = random(12, rows * experts * width);
    let shape = [rows, experts, 2, width];
    let actual = reference_result("engine::mixture", &shape, &[&gates, &outputs]);
    let mut expected: Vec<f64> = vec![];
    for (row, gates) in gates.chunks(experts as usize).enumerate() {
        let greater = |gate: f32| gates.iter().filter(|other| **other > gate).count();
        let powers = gates.iter().map(|gate| match greater(*gate) {
            0 | 1 => f64::from(*gate).exp(),
            _ => 0.0,
        });
        let powers: Vec<f64> = powers.collect();
        let sum: f64 = powers.iter().sum();
        for column in 0..width as usize {
            let weighed = powers.iter().enumerate().map(|(expert, power)| {
                let position = (row * experts as usize + expert) * width as usize + column;
                power / sum * f64::from(outputs[position])
            });
            expected.push(weighed.sum());
        }
    }
    assert_near("engine::mixture", &actual, &expected);
}

/// Oracle: images padded with zeros, and every filter moved over them in binary64.
#[test]
fn convolutions_are_near_their_definition() {
    let [
        images,
        channels,
        height,
        width,
        filters,
        v,
        u,
        stride,
        padding,
    ] = [2, 3, 7, 6, 2, 3, 2, 2, 1];
    let shape = [
        images, channels, height, width, filters, v, u, stride, padding,
    ];
    let image = random(8, images * channels * height * width);
    let filter = random(9, filters * channels * v * u);
    let actual = reference_result("engine::convolution", &shape, &[&image, &filter]);
    let [high, wide] = [height, width].map(|len| len + 2 * padding);
    let mut padded = vec![0f64; (images * channels * high * wide) as usize];
    for (index, x) in (0..).zip(&image) {
        let (line, column) = (index / width % height + padding, index % width + padding);
        let plane = index / width / height;
        padded[((plane * high + line) * wide + column) as usize] = f64::from(*x);
    }
    let mut expected: Vec<f64> = vec![];
    for index in 0..images * filters {
        let (image, filter_of) = (index / filters, index % filters);
        for line in (0..=high - v).step_by(stride as usize) {
            for column in (0..=wide - u).step_by(stride as usize) {
                let taps = (0..channels * v * u).map(|tap| {
                    let (c, y, x) = (tap / u / v, tap / u % v, tap % u);
                    let plane = image * channels + c;
                    let from = (plane * high + line + y) * wide + column + x;
                    padded[from as usize]
                        * f64::from(filter[(filter_of * channels * v * u + tap) as usize])
                });
                expected.push(taps.sum());
            }
        }
    }
    assert_near("engine::convolution", &actual, &expected);
}

/// Oracle: rounding leaves at most half a step, and whole steps are preserved.
#[test]
fn integers_of_8_bits_are_half_a_step_off_at_most() {
    let (len, scale, zero) = (1000, 0.0625f32, -7i32);
    let x = random(10, len);
    let shape = [len, scale.to_bits(), zero as u32];
    let quantized = reference_result("engine::quantize_i8", &shape, &[&x]);
    let back = reference_result_of_words("engine::dequantize_i8", &shape, vec![quantized.clone()]);
    for (x, back) in x.iter().zip(&back) {
        assert!((x - f32::from_bits(*back)).abs() <= scale / 2.0, "{x}");
    }
    let back: Vec<f32> = back.iter().map(|word| f32::from_bits(*word)).collect();
    assert_eq!(
        reference_result("engine::quantize_i8", &shape, &[&back]),
        quantized
    );
}
