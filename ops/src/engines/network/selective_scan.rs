use super::values::tensor;
use super::{Dispatches, Pass, bits, column, elements, float, in_rows, op, padded, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// A selective scan: the outputs of a recurrence with separate factors for every step.
///
/// Input: `[sequences, steps, channels, states]`; x, a number for each channel per sequence and step; a, a factor for
/// each state per sequence, step and channel; b, like a; c, a factor for each state per sequence and step, shared by
/// the channels. Output: for every element of y a record of its row (a step of a sequence), its channel and its bits.
///
/// A channel of a sequence has a state `h[n]` for each n, +0 before the first step. In step t
///
/// - `h[n]` becomes `a[t, n] * h[n] + b[t, n] * x[t]`. Both products are rounded, then their sum, with the product of
///   the state on the left. The first step multiplies too, so that an infinite factor in it gives NaN.
/// - `y[t]` is the sum of the rounded products `c[t, n] * h[n]`, from left to right, starting with the first one; +0 if
///   there are no states.
///
/// The steps run one after another, in the order of the recurrence and not of a parallel scan. Factors are inputs:
/// computing them from a step size (`exp(delta * A)` and `delta * B` in the publication) is not part of this engine.
///
/// (Gu and Dao, Mamba: Linear-Time Sequence Modeling with Selective State Spaces, <https://arxiv.org/abs/2312.00752>,
/// equations 2a and 2b and algorithm 2)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn selective_scan(input: &Input, size: u32) -> Plan {
    let [sequences, steps, channels, states] = shape(input);
    elements(&[sequences, steps, channels, states]);
    elements(&[sequences, steps, states]);
    elements(&[states]);
    let due = elements(&[sequences, steps, channels]);
    let mut d = Dispatches::new(|input, read| {
        let [sequences, steps, channels] = shape(input);
        let due = elements(&[sequences, steps, channels]) as usize;
        in_rows(read[0].iter().take(due).copied(), channels)
    });
    let [x, a, b, c] = [1, 2, 3, 4].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "selective_scan",
        items: elements(&[sequences, channels]),
        shape: &[steps, channels, states],
        reads: &[
            ("x", Type::F32, x),
            ("a", Type::F32, a),
            ("b", Type::F32, b),
            ("c", Type::F32, c),
        ],
        writes: ("y", Type::F32, d.output(due)),
        iterations: &[states.into(), steps.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [steps, channels, states] = [0, 1, 2].map(|i| item.shape[i]);
        let first = k.bind("first", item.at / channels * steps);
        let channel = k.bind("channel", item.at % channels);
        // A state depends on no other, and the sums of y grow with the states.
        k.count("n", 0, states, |k, n| {
            let state = k.variable("state", float(0));
            k.count("t", 0, steps, |k, t| {
                let step = k.bind("step", first + t);
                let at = k.bind("at", step * channels + channel);
                let factor = k.bind("factor", at * states + n);
                let kept = op(k, "f32::mul", [item.read[1].at(factor), state.into()]);
                let added = op(
                    k,
                    "f32::mul",
                    [item.read[2].at(factor), item.read[0].at(at)],
                );
                let next = op(k, "f32::add", [kept, added].map(Expr::from));
                k.assign(state, next);
                let part = op(
                    k,
                    "f32::mul",
                    [item.read[3].at(step * states + n), next.into()],
                );
                let sum = op(k, "f32::add", [item.target.at(at), part.into()]);
                k.store(item.target, at, n.equals(0).select(part, sum));
            });
        });
    });
    d.finish()
}

/// The arithmetic of the standard library, all states of a step together.
fn reference(input: &Input) -> Output {
    let [sequences, steps, channels, states] = shape(input);
    if elements(&[sequences, steps, channels]) == 0 {
        return vec![];
    }
    let rows = sequences * steps;
    let x = padded(input, 1, rows * channels);
    let [a, b] = [2, 3].map(|k| padded(input, k, rows * channels * states));
    let c = padded(input, 4, rows * states);
    let count = states as usize;
    let mut y = vec![];
    for sequence in 0..sequences {
        let mut all = vec![vec![0f32; count]; channels as usize];
        for row in sequence * steps..(sequence + 1) * steps {
            let read = &c[row as usize * count..][..count];
            for (channel, h) in (0..).zip(&mut all) {
                let at: u32 = row * channels + channel;
                let at = at as usize;
                let factors = a[at * count..][..count]
                    .iter()
                    .zip(&b[at * count..][..count]);
                for (h, (a, b)) in h.iter_mut().zip(factors) {
                    *h = a * *h + b * x[at];
                }
                let parts = read.iter().zip(h.iter()).map(|(c, h)| c * h);
                y.push(bits(parts.reduce(|sum, part| sum + part).unwrap_or(0.0)));
            }
        }
    }
    in_rows(y, channels)
}

/// Sequences, steps, channels, states: one of each, more channels than two workgroups of 256 take in one iteration,
/// none, and ragged ones.
const SHAPES: [[u32; 4]; 11] = [
    [1, 1, 1, 1],
    [2, 3, 5, 4],
    [130, 2, 4, 2],
    [1, 0, 3, 2],
    [1, 65, 2, 3],
    [3, 7, 31, 1],
    [0, 2, 2, 2],
    [2, 4, 3, 0],
    [1, 3, 530, 2],
    [2, 2, 0, 3],
    [1, 33, 3, 16],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [sequences, steps, channels, states] = of;
    let rows = sequences * steps;
    Input {
        columns: vec![
            of.to_vec(),
            tensor(n, 1, rows * channels),
            tensor(n, 2, rows * channels * states),
            tensor(n, 3, rows * channels * states),
            tensor(n, 4, rows * states),
        ],
    }
}

/// One channel.
fn one_channel(states: u32, columns: [&[f32]; 4]) -> Input {
    let words = columns.map(|column| column.iter().map(|x| x.to_bits()).collect());
    let shape = vec![1, columns[0].len() as u32, 1, states];
    Input {
        columns: [shape].into_iter().chain(words).collect(),
    }
}

fn steps(of: &[f32]) -> Output {
    in_rows(of.iter().map(|x| x.to_bits()), 1)
}

/// Examples computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "By hand, of Gu and Dao, Mamba, 2023, equations 2a and 2b: with factors of 1 the states are sums, \
            1, 1 + 2, 3 + 3 and 6 + 4",
        input: || one_channel(1, [&[1.0, 2.0, 3.0, 4.0], &[1.0; 4], &[1.0; 4], &[1.0; 4]]),
        output: || steps(&[1.0, 3.0, 6.0, 10.0]),
    },
    CorpusCase {
        source: "By hand, the same: two states, h = 8, 4 and 2 of a half, and h = 8, 0 and 0 of 0; y = h + 3 * h, 2 * h and h",
        input: || {
            let a = [0.5, 0.0, 0.5, 0.0, 0.5, 0.0];
            let c = [1.0, 3.0, 2.0, 1.0, 1.0, 5.0];
            one_channel(2, [&[8.0, 0.0, 0.0], &a, &[1.0; 6], &c])
        },
        output: || steps(&[32.0, 8.0, 2.0]),
    },
    CorpusCase {
        source: "By hand: the product of the second step is (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, a tie that rounds to \
            1 + 2^-11; less 1 + 2^-11 this is 0, where a fused step would leave 2^-24",
        input: || {
            let x = 1.0 + 1.0 / 4096.0;
            one_channel(
                1,
                [&[x, 1.0 + 1.0 / 2048.0], &[1.0, x], &[1.0, -1.0], &[1.0; 2]],
            )
        },
        output: || steps(&[1.0 + 1.0 / 4096.0, 0.0]),
    },
];
