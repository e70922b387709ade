use super::values::{element, tensor, word};
use super::{Dispatches, Pass, bits, column, elements, in_rows, op, padded, padded_words, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Rotary embedding: rotates the pairs of every vector by the angles of the vector's position.
///
/// Input: `[rows, heads, pairs, positions]`; the rows, each of `heads` vectors of `2 * pairs`; the position of each
/// row; the cosines, one for each pair per position; the sines. Output: for every element a record of its vector, its
/// index and its bits.
///
/// Elements `2 i` and `2 i + 1` of a vector, `x` and `y`, are a pair, and become `x * c - y * s` and `x * s + y * c`:
/// both products are rounded, then their difference or sum. The angles are given by their cosines and sines, so that no
/// table depends on a library's powers. A position outside of the tables has cosine and sine +0.
///
/// (Su et al., RoFormer, <https://arxiv.org/abs/2104.09864>, section 3.4.2)
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn rotary(input: &Input, size: u32) -> Plan {
    let [rows, heads, pairs, positions] = shape(input);
    let len = elements(&[rows, heads, pairs, 2]);
    let mut d = Dispatches::new(|input, read| {
        let [rows, heads, pairs] = shape(input);
        let len = elements(&[rows, heads, pairs, 2]) as usize;
        in_rows(read[0].iter().take(len).copied(), 2 * pairs)
    });
    let [vectors, places, cosines, sines] = [1, 2, 3, 4].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "rotary",
        items: len / 2,
        shape: &[heads, pairs, positions],
        reads: &[
            ("vectors", Type::F32, vectors),
            ("places", Type::U32, places),
            ("cosines", Type::F32, cosines),
            ("sines", Type::F32, sines),
        ],
        writes: ("result", Type::F32, d.output(len)),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [heads, pairs, positions] = [0, 1, 2].map(|i| item.shape[i]);
        let position = item.read[1].at(item.at / pairs / heads);
        let position = k.bind("position", position);
        let is_there = position.less(positions);
        let angle = is_there.select(position * pairs + item.at % pairs, u32::MAX);
        let angle = k.bind("angle", angle);
        let [c, s] = [2, 3].map(|table| k.bind("turn", item.read[table].at(angle)));
        let first = k.bind("first", item.at * 2);
        let [x, y] = [Expr::from(first), first + 1].map(|at| k.bind("part", item.read[0].at(at)));
        let mut product = |a: Var, b: Var| op(k, "f32::mul", [a, b].map(Expr::from));
        let [xc, ys, xs, yc] = [(x, c), (y, s), (x, s), (y, c)].map(|(a, b)| product(a, b));
        let turned = op(k, "f32::sub", [xc, ys].map(Expr::from));
        k.store(item.target, first, turned);
        let turned = op(k, "f32::add", [xs, yc].map(Expr::from));
        k.store(item.target, first + 1, turned);
    });
    d.finish()
}

/// The arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    let [rows, heads, pairs, positions] = shape(input);
    let vectors = padded(input, 1, rows * heads * pairs * 2);
    let places = padded_words(input, 2, rows);
    let [cosines, sines] = [3, 4].map(|k| padded(input, k, positions * pairs));
    let one = (heads * pairs) as usize;
    let turned = vectors.chunks_exact(2).enumerate().flat_map(|(at, pair)| {
        let position = places[at / one];
        let angle = position as usize * pairs as usize + at % pairs as usize;
        let [c, s] = [&cosines, &sines].map(|table| match position < positions {
            true => table[angle],
            false => 0.0,
        });
        [pair[0] * c - pair[1] * s, pair[0] * s + pair[1] * c]
    });
    in_rows(turned.map(bits), 2 * pairs)
}

/// Rows, heads, pairs, positions.
const SHAPES: [[u32; 4]; 7] = [
    [1, 1, 1, 1],
    [3, 4, 5, 4],
    [523, 1, 1, 600],
    [0, 2, 3, 1],
    [2, 3, 33, 9],
    [5, 0, 2, 3],
    [33, 2, 8, 16],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    let [rows, heads, pairs, positions] = of;
    let position = |row: u32| match word(n, 2, row) % 8 {
        0 => row.wrapping_neg(),
        _ => word(n, 5, row) % positions,
    };
    let angles = |column: u32| -> Vec<u32> {
        let angle = |at: u32| match n % 3 {
            0 => element(n, column, at),
            _ => {
                let angle = f64::from(at / pairs) / f64::from(1 + at % pairs);
                let (sine, cosine) = angle.sin_cos();
                ([cosine, sine][(column - 3) as usize] as f32).to_bits()
            }
        };
        (0..positions * pairs).map(angle).collect()
    };
    Input {
        columns: vec![
            of.to_vec(),
            tensor(n, 1, rows * heads * pairs * 2),
            (0..rows).map(position).collect(),
            angles(3),
            angles(4),
        ],
    }
}

/// Rotations by exact angles.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Su et al., RoFormer, 2021, equation 13: angles 0, a quarter of a turn and half a turn",
    input: || Input {
        columns: vec![
            vec![3, 1, 1, 3],
            [2f32, 3.0, 2.0, 3.0, 2.0, 3.0].map(f32::to_bits).to_vec(),
            vec![0, 1, 2],
            [1f32, 0.0, -1.0].map(f32::to_bits).to_vec(),
            [0f32, 1.0, 0.0].map(f32::to_bits).to_vec(),
        ],
    },
    output: || in_rows([2f32, 3.0, -3.0, 2.0, -2.0, -3.0].map(f32::to_bits), 2),
}];
