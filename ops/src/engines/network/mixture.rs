use super::argmax::{descending, numbers};
use super::top_k_rows::choose;
use super::values::tensor;
use super::{Dispatches, Pass, bits, column, elements, float, in_rows, op, padded, shape};
use crate::float::ops::elementary::exp;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// A mixture of experts: for every row the outputs of the k experts with the greatest gates, weighted by their softmax.
///
/// Input: `[rows, experts, k, width]`; the gates, one for each expert per row; the outputs, a vector of `width` for
/// each expert per row. Output: for every element a record of its row, its column and its bits.
///
/// The experts are selected as by `engine::top_k_rows`; there are fewer than k if fewer gates are numbers, and a row
/// without any is +0. `g` is the gate of the first selected expert. The weight of a selected expert is `exp(gate - g)`
/// divided by the sum of these from the first to the last. The element is the chain `acc = fma(weight, output, acc)`
/// from the first selected expert to the last, from +0.
///
/// (Shazeer et al., Outrageously Large Neural Networks, <https://arxiv.org/abs/1701.06538>, equations 1, 3 and 5,
/// without noise)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn mixture(input: &Input, size: u32) -> Plan {
    let [rows, experts, most, width] = shape(input);
    elements(&[rows, experts, width]);
    let chosen = elements(&[rows, most]);
    let due = elements(&[rows, width]);
    let mut d = Dispatches::new(|input, read| {
        let [rows, _, _, width] = shape(input);
        let due = elements(&[rows, width]) as usize;
        in_rows(read[0].iter().take(due).copied(), width)
    });
    let [gates, outputs] = [1, 2].map(|k| d.given(column(input, k)));
    let [places, weights] = [(); 2].map(|()| d.scratch(chosen));
    let result = d.output(due);
    choose(&mut d, size, [rows, experts, most], [gates, places]);
    let pass = Pass {
        name: "mixture_weights",
        items: rows,
        shape: &[experts, most],
        reads: &[("gates", Type::F32, gates), ("places", Type::U32, places)],
        writes: ("weights", Type::F32, weights),
        iterations: &[most.into(); 2],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [experts, most] = [0, 1].map(|i| item.shape[i]);
        let row = k.bind("row", item.at * experts);
        let begin = k.bind("begin", item.at * most);
        let first = item.read[0].at(row + item.read[1].at(begin));
        let first = k.bind("first", first);
        let sum = k.variable("sum", float(0));
        k.count("rank", 0, most, |k, rank| {
            let place = k.bind("place", item.read[1].at(begin + rank));
            k.when(place.less(experts), |k| {
                let below = op(k, "f32::sub", [item.read[0].at(row + place), first.into()]);
                let power = op(k, "f32::exp", [below.into()]);
                k.store(item.target, begin + rank, power);
                // A power has no sign, so adding the first one to +0 gives the first one.
                let next = op(k, "f32::add", [sum, power].map(Expr::from));
                k.assign(sum, next);
            });
        });
        k.count("rank", 0, most, |k, rank| {
            let place = k.bind("place", item.read[1].at(begin + rank));
            k.when(place.less(experts), |k| {
                let part = [item.target.at(begin + rank), sum.into()];
                let part = op(k, "f32::div", part);
                k.store(item.target, begin + rank, part);
            });
        });
    });
    let pass = Pass {
        name: "mixture_values",
        items: due,
        shape: &[experts, most, width],
        reads: &[
            ("weights", Type::F32, weights),
            ("places", Type::U32, places),
            ("outputs", Type::F32, outputs),
        ],
        writes: ("result", Type::F32, result),
        iterations: &[most.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [experts, most, width] = [0, 1, 2].map(|i| item.shape[i]);
        let row = k.bind("row", item.at / width);
        let column = k.bind("column", item.at % width);
        let sum = k.variable("sum", float(0));
        k.count("rank", 0, most, |k, rank| {
            let at = k.bind("at", row * most + rank);
            let place = k.bind("place", item.read[1].at(at));
            k.when(place.less(experts), |k| {
                let output = item.read[2].at((row * experts + place) * width + column);
                let operands = [item.read[0].at(at), output, sum.into()];
                let next = op(k, "f32::mul_add", operands);
                k.assign(sum, next);
            });
        });
        k.store(item.target, item.at, sum);
    });
    d.finish()
}

/// A stable sort, CORE-MATH and the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    let [rows, experts, most, width] = shape(input);
    let gates = padded(input, 1, elements(&[rows, experts]));
    let outputs = padded(input, 2, elements(&[rows, experts, width]));
    let mut result = vec![];
    for row in 0..rows as usize {
        let gates = &gates[row * experts as usize..][..experts as usize];
        let mut places = descending(gates);
        places.truncate(most as usize);
        let powers = places
            .iter()
            .map(|place| exp(gates[*place] - gates[places[0]]));
        let powers: Vec<f32> = powers.collect();
        let sum = powers.iter().fold(0.0, |sum, power| sum + power);
        let element = |column: usize| {
            let chosen = places.iter().zip(&powers);
            chosen.fold(0f32, |acc, (place, power)| {
                let at = (row * experts as usize + place) * width as usize + column;
                (power / sum).mul_add(outputs[at], acc)
            })
        };
        result.extend((0..width as usize).map(element).map(bits));
    }
    in_rows(result, width)
}

/// Rows, experts, k, width.
const SHAPES: [[u32; 4]; 7] = [
    [1, 1, 1, 1],
    [3, 8, 2, 5],
    [530, 2, 1, 1],
    [0, 3, 2, 2],
    [2, 0, 2, 3],
    [5, 4, 6, 17],
    [9, 16, 4, 0],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [rows, experts, _, width] = of;
    Input {
        columns: vec![
            of.to_vec(),
            numbers(n, rows * experts),
            tensor(n, 2, rows * experts * width),
        ],
    }
}

/// Examples computed from the definition in exact numbers.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Shazeer et al., Outrageously Large Neural Networks, 2017, equations 1, 3 and 5: of three experts the two with \
        equal gates, whose outputs are 1 and 3",
    input: || Input {
        columns: vec![
            vec![1, 3, 2, 1],
            [5f32, -1.0, 5.0].map(f32::to_bits).to_vec(),
            [1f32, 100.0, 3.0].map(f32::to_bits).to_vec(),
        ],
    },
    output: || in_rows([2f32.to_bits()], 1),
}];
