//! Attention by loops over its definition.

use super::sizes::sizes;
use crate::engines::network::{bits, in_rows, padded};
use crate::float::ops::binary32::max;
use crate::float::ops::elementary::exp;
use vyre_conform_runtime::engine::{Input, Output};

/// CORE-MATH and the arithmetic of the standard library.
pub(super) fn reference(input: &Input) -> Output {
    attended(input, |scores| {
        let greatest = scores.iter().copied().reduce(max).unwrap_or(0.0);
        let powers: Vec<f32> = scores.iter().map(|s| exp(s - greatest)).collect();
        let sum = powers.iter().fold(0.0, |sum, power| sum + power);
        powers.iter().map(|power| power / sum).collect()
    })
}

/// Attention with this function from the scores of a row to its weights.
pub(super) fn attended(input: &Input, weights: impl Fn(&[f32]) -> Vec<f32>) -> Output {
    let (sequences, of) = sizes(input);
    let width = of.width as usize;
    let queries = padded(input, 1, sequences * of.queries * of.heads * of.width);
    let [keys, values] =
        [2, 3].map(|k| padded(input, k, sequences * of.keys * of.key_heads * of.width));
    let mut result = vec![];
    for sequence in 0..sequences {
        for query in 0..of.queries {
            let seen = (of.before.saturating_add(query + 1)).min(of.keys);
            for head in 0..of.heads {
                let row = ((sequence * of.queries + query) * of.heads + head) as usize;
                let vector = |of_all: &[f32], key: u32| {
                    let head = head / of.group;
                    let at = (sequence * of.keys + key) * of.key_heads + head;
                    of_all[at as usize * width..][..width].to_vec()
                };
                let query = &queries[row * width..][..width];
                let score = |key: u32| {
                    let pairs = query.iter().zip(vector(&keys, key));
                    let sum = pairs.fold(0.0, |sum: f32, (a, b)| a.mul_add(b, sum));
                    sum * f32::from_bits(of.scale)
                };
                let scores: Vec<f32> = (0..seen).map(score).collect();
                let mut sums = vec![0f32; width];
                for (key, weight) in (0..).zip(weights(&scores)) {
                    for (sum, value) in sums.iter_mut().zip(vector(&values, key)) {
                        *sum = weight.mul_add(value, *sum);
                    }
                }
                result.extend(sums.into_iter().map(bits));
            }
        }
    }
    in_rows(result, of.width)
}
