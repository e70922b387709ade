//! Attention in one pass, as states of rows after each block.

use super::sizes::sizes;
use super::stream::BLOCK;
use crate::engines::network::{bits, in_rows, padded};
use crate::float::ops::binary32::max;
use crate::float::ops::elementary::exp;
use vyre_conform_runtime::engine::{Input, Output};

/// State of a row after some blocks.
struct State {
    greatest: f32,
    sum: f32,
    elements: Vec<f32>,
}

impl State {
    /// The state after one more block of scores, with the value of each.
    fn after(before: Option<Self>, scores: &[f32], values: &[&[f32]]) -> Self {
        let of_block = scores.iter().copied().reduce(max).unwrap_or(0.0);
        let (greatest, [sum, less]) = match &before {
            None => (of_block, [0.0, 1.0]),
            Some(state) => {
                let greatest = max(state.greatest, of_block);
                let less = exp(state.greatest - greatest);
                (greatest, [state.sum * less, less])
            }
        };
        let mut elements = match before {
            None => vec![0.0; values[0].len()],
            Some(state) => state.elements.iter().map(|x| x * less).collect(),
        };
        let powers: Vec<f32> = scores.iter().map(|s| exp(s - greatest)).collect();
        for (power, value) in powers.iter().zip(values) {
            for (element, x) in elements.iter_mut().zip(*value) {
                *element = power.mul_add(*x, *element);
            }
        }
        Self {
            greatest,
            sum: sum + powers.iter().fold(0.0, |sum, power| sum + power),
            elements,
        }
    }
}

/// States over whole vectors, by CORE-MATH and the arithmetic of the standard library.
pub(super) fn reference(input: &Input) -> Output {
    let (sequences, of) = sizes(input);
    let width = of.width as usize;
    let queries = padded(input, 1, sequences * of.queries * of.heads * of.width);
    let [keys, values] =
        [2, 3].map(|k| padded(input, k, sequences * of.keys * of.key_heads * of.width));
    let mut result = vec![];
    for row in 0..sequences * of.queries * of.heads {
        let (head, place) = (row % of.heads, row / of.heads);
        let (query, sequence) = (place % of.queries, place / of.queries);
        let seen = of.before.saturating_add(query + 1).min(of.keys);
        let query = &queries[row as usize * width..][..width];
        let vector = |key: u32| {
            let at = (sequence * of.keys + key) * of.key_heads + head / of.group;
            at as usize * width..(at as usize + 1) * width
        };
        let score = |key: u32| {
            let pairs = query.iter().zip(&keys[vector(key)]);
            let sum = pairs.fold(0f32, |sum, (a, b)| a.mul_add(*b, sum));
            sum * f32::from_bits(of.scale)
        };
        let all: Vec<u32> = (0..seen).collect();
        let state = all.chunks(BLOCK as usize).fold(None, |state, block| {
            let scores: Vec<f32> = block.iter().map(|key| score(*key)).collect();
            let values: Vec<&[f32]> = block.iter().map(|key| &values[vector(*key)]).collect();
            Some(State::after(state, &scores, &values))
        });
        match state {
            None => result.extend(vec![0; width]),
            Some(state) => result.extend(state.elements.iter().map(|x| bits(x / state.sum))),
        }
    }
    in_rows(result, of.width)
}
