use super::convolution::windows;
use super::values::tensor;
use super::{
    CANONICAL_NAN, Dispatches, Pass, bits, column, elements, float, in_rows, op, padded, shape,
};
use crate::float::ops::binary32::max;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// The greatest element of every window of images.
///
/// Input: `[planes, height, width, window height, window width, stride, padding]`; the planes, each a channel of an
/// image. For each plane the output has `(height + 2 padding - window height) / stride + 1` lines of windows, rounded
/// down, and columns likewise. Output: for every window a record of its line among all lines, its column and its bits.
///
/// The element is the `f32::max`, from left to right and from the first line to the last, of the elements within the
/// plane. NaN is ignored; a window without numbers is NaN.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
)]
pub fn max_pool(input: &Input, size: u32) -> Plan {
    let of: [u32; 7] = shape(input);
    let [
        planes,
        height,
        width,
        window_height,
        window_width,
        stride,
        padding,
    ] = of;
    elements(&[planes, height, width]);
    let [lines, columns] = lines_and_columns(of);
    let due = elements(&[planes, lines, columns]);
    let mut d = Dispatches::new(|input, read| {
        let of: [u32; 7] = shape(input);
        let [lines, columns] = lines_and_columns(of);
        let due = elements(&[of[0], lines, columns]) as usize;
        in_rows(read[0].iter().take(due).copied(), columns)
    });
    let source = d.given(column(input, 1));
    let pass = Pass {
        name: "max_pool",
        items: due,
        shape: &[
            height,
            width,
            window_height,
            window_width,
            stride,
            padding,
            lines,
            columns,
        ],
        reads: &[("source", Type::F32, source)],
        writes: ("result", Type::F32, d.output(due)),
        iterations: &[window_height, window_width].map(u64::from),
    };
    pass.dispatch(&mut d, size, |k, item| {
        let of = |i: usize| item.shape[i];
        let [height, width, window_height, window_width] = [0, 1, 2, 3].map(of);
        let [stride, padding, lines, columns] = [4, 5, 6, 7].map(of);
        let column = k.bind("column", item.at % columns * stride - padding);
        let line = k.bind("line", item.at / columns % lines * stride - padding);
        let plane = k.bind("plane", item.at / columns / lines * height);
        let greatest = k.variable("greatest", float(CANONICAL_NAN.into()));
        k.count("v", 0, window_height, |k, v| {
            // An index below 0 wraps beyond every height.
            let y = k.bind("y", line + v);
            k.when(y.less(height), |k| {
                k.count("u", 0, window_width, |k, u| {
                    let x = k.bind("x", column + u);
                    k.when(x.less(width), |k| {
                        let value = item.read[0].at((plane + y) * width + x);
                        let next = op(k, "f32::max", [greatest.into(), value]);
                        k.assign(greatest, next);
                    });
                });
            });
        });
        k.store(item.target, item.at, greatest);
    });
    d.finish()
}

fn lines_and_columns(
    [_, height, width, of_height, of_width, stride, padding]: [u32; 7],
) -> [u32; 2] {
    [(height, of_height), (width, of_width)]
        .map(|(len, window)| windows(len, window, stride, padding))
}

/// Iterators over the lines of every window.
fn reference(input: &Input) -> Output {
    let of: [u32; 7] = shape(input);
    let [
        planes,
        height,
        width,
        window_height,
        window_width,
        stride,
        padding,
    ] = of;
    let all = padded(input, 1, planes * height * width);
    let [lines, columns] = lines_and_columns(of);
    let inside = |at: u32, window: u32, len: u32| {
        let begin = (at * stride).saturating_sub(padding).min(len);
        let end = (at * stride + window).saturating_sub(padding).min(len);
        begin as usize..end as usize
    };
    let mut result = vec![];
    for plane in 0..planes {
        for line in 0..lines {
            for column in 0..columns {
                let window = inside(line, window_height, height).flat_map(|y| {
                    let begin = ((plane * height) as usize + y) * width as usize;
                    let row = &all[begin..][..width as usize];
                    row[inside(column, window_width, width)].iter().copied()
                });
                result.push(bits(window.reduce(max).unwrap_or(f32::NAN)));
            }
        }
    }
    in_rows(result, columns)
}

/// Planes, height, width, window height, window width, stride, padding.
const SHAPES: [[u32; 7]; 7] = [
    [1, 1, 1, 1, 1, 1, 0],
    [3, 5, 4, 3, 2, 1, 1],
    [1, 34, 18, 2, 2, 1, 0],
    [2, 7, 9, 3, 3, 2, 1],
    [1, 2, 2, 3, 3, 1, 0],
    [1, 3, 3, 2, 2, 1, 2],
    [2, 0, 6, 1, 5, 3, 4],
];

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    Input {
        columns: vec![of.to_vec(), tensor(n, 1, of[0] * of[1] * of[2])],
    }
}

/// 1 to 25 in a square, and windows of it.
fn published(window: u32, stride: u32, padding: u32) -> Input {
    Input {
        columns: vec![
            vec![1, 5, 5, window, window, stride, padding],
            (1..26u8).map(|x| f32::from(x).to_bits()).collect(),
        ],
    }
}

fn lines<const N: usize>(of: [[u8; N]; N]) -> Output {
    let words = of.into_iter().flatten();
    in_rows(words.map(|x| f32::from(x).to_bits()), N as u32)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "ONNX operators, MaxPool, example maxpool_2d_precomputed_pads",
        input: || published(5, 1, 2),
        output: || {
            lines([
                [13, 14, 15, 15, 15],
                [18, 19, 20, 20, 20],
                [23, 24, 25, 25, 25],
                [23, 24, 25, 25, 25],
                [23, 24, 25, 25, 25],
            ])
        },
    },
    CorpusCase {
        source: "ONNX operators, MaxPool, example maxpool_2d_precomputed_strides",
        input: || published(2, 2, 0),
        output: || lines([[7, 9], [17, 19]]),
    },
];
