use super::values::tensor;
use super::{Dispatches, Pass, bits, column, elements, float, in_rows, op, padded, shape};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Sums};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Images with several channels, convolved with filters, in floats. [`convolve`](crate::engines::image::convolve) is
/// the engine for integers, which reflects the kernel.
///
/// Input: `[images, channels, height, width, filters, filter height, filter width, stride, padding]`; the images; the
/// filters, each with the same number of channels. For each image and filter the output has
/// `(height + 2 padding - filter height) / stride + 1` lines, rounded down, and columns likewise. Output: for every
/// element a record of its line among all lines, its column and its bits.
///
/// The element is the chain `acc = fma(image[c, y, x], filter[c, v, u], acc)` over the channels, then the lines, then
/// the columns of the filter, all ascending, from +0: `y = line * stride + v - padding`, and `x` likewise. Steps with y
/// or x outside of the image are skipped. The filter is not reflected.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
    kind = composed,
    additions = FmaChain,
    sums = sums,
)]
pub fn convolution(input: &Input, size: u32) -> Plan {
    let of = Sizes::of(input);
    let mut d = Dispatches::new(|input, read| {
        let of = Sizes::of(input);
        let due = read[0].iter().take(of.results() as usize);
        in_rows(due.copied(), of.columns())
    });
    let [images, filters] = [1, 2].map(|k| d.given(column(input, k)));
    let pass = Pass {
        name: "convolution",
        items: of.results(),
        shape: &[
            of.channels,
            of.height,
            of.width,
            of.filters,
            of.filter_height,
            of.filter_width,
            of.stride,
            of.padding,
            of.lines(),
            of.columns(),
        ],
        reads: &[
            ("images", Type::F32, images),
            ("filters", Type::F32, filters),
        ],
        writes: ("result", Type::F32, d.output(of.results())),
        iterations: &[of.channels, of.filter_height, of.filter_width].map(u64::from),
    };
    pass.dispatch(&mut d, size, |k, item| {
        let of = |i: usize| item.shape[i];
        let [channels, height, width, filters] = [0, 1, 2, 3].map(of);
        let [filter_height, filter_width, stride, padding] = [4, 5, 6, 7].map(of);
        let [lines, columns] = [8, 9].map(of);
        let column = k.bind("column", item.at % columns * stride - padding);
        let line = k.bind("line", item.at / columns % lines * stride - padding);
        let plane = k.bind("plane", item.at / columns / lines);
        let image = k.bind("image", plane / filters * channels);
        let filter = k.bind("filter", plane % filters * channels);
        let sum = k.variable("sum", float(0));
        k.count("c", 0, channels, |k, c| {
            k.count("v", 0, filter_height, |k, v| {
                // An index below 0 wraps beyond every height.
                let y = k.bind("y", line + v);
                k.when(y.less(height), |k| {
                    k.count("u", 0, filter_width, |k, u| {
                        let x = k.bind("x", column + u);
                        k.when(x.less(width), |k| {
                            let from = ((image + c) * height + y) * width + x;
                            let by = ((filter + c) * filter_height + v) * filter_width + u;
                            let [a, b] = [item.read[0].at(from), item.read[1].at(by)];
                            let next = op(k, "f32::mul_add", [a, b, sum.into()]);
                            k.assign(sum, next);
                        });
                    });
                });
            });
        });
        k.store(item.target, item.at, sum);
    });
    d.finish()
}

struct Sizes {
    images: u32,
    channels: u32,
    height: u32,
    width: u32,
    filters: u32,
    filter_height: u32,
    filter_width: u32,
    stride: u32,
    padding: u32,
}

impl Sizes {
    fn of(input: &Input) -> Self {
        let [images, channels, height, width, filters, rest @ ..]: [u32; 9] = shape(input);
        let [filter_height, filter_width, stride, padding] = rest;
        elements(&[images, channels, height, width]);
        elements(&[filters, channels, filter_height, filter_width]);
        Self {
            images,
            channels,
            height,
            width,
            filters,
            filter_height,
            filter_width,
            stride,
            padding,
        }
    }

    fn lines(&self) -> u32 {
        windows(self.height, self.filter_height, self.stride, self.padding)
    }

    fn columns(&self) -> u32 {
        windows(self.width, self.filter_width, self.stride, self.padding)
    }

    fn results(&self) -> u32 {
        elements(&[self.images, self.filters, self.lines(), self.columns()])
    }
}

/// Number of windows of a length that fit into another with its padding.
///
/// # Panics
/// Panics if the stride is 0, or if the padding is longer than any tensor.
pub(super) fn windows(len: u32, window: u32, stride: u32, padding: u32) -> u32 {
    assert!(
        stride > 0,
        "windows that are 0 apart do not end: the stride is at least 1"
    );
    let whole = elements(&[len]) + 2 * elements(&[padding]);
    match whole.checked_sub(window) {
        Some(left) => left / stride + 1,
        None => 0,
    }
}

/// Loops over the definition in the arithmetic of the standard library.
fn reference(input: &Input) -> Output {
    let of = Sizes::of(input);
    let [channels, filter_height, filter_width] =
        [of.channels, of.filter_height, of.filter_width].map(|len| len as usize);
    let [height, width] = [of.height, of.width].map(|len| len as usize);
    let images = padded(input, 1, of.images * of.channels * of.height * of.width);
    let taps = of.channels * of.filter_height * of.filter_width;
    let filters = padded(input, 2, of.filters * taps);
    let mut result = vec![];
    for image in 0..of.images as usize {
        for filter in 0..of.filters as usize {
            for line in 0..of.lines() {
                for column in 0..of.columns() {
                    let mut sum = 0f32;
                    for tap in 0..taps as usize {
                        let (v, u) = (tap / filter_width % filter_height, tap % filter_width);
                        let channel = tap / filter_width / filter_height;
                        let inside = |at: u32, by: usize, len: usize| {
                            let at = (at * of.stride) as usize + by;
                            let at = at.checked_sub(of.padding as usize);
                            at.filter(|at| *at < len)
                        };
                        let place = (inside(line, v, height), inside(column, u, width));
                        if let (Some(y), Some(x)) = place {
                            let from = ((image * channels + channel) * height + y) * width + x;
                            sum = images[from].mul_add(filters[filter * taps as usize + tap], sum);
                        }
                    }
                    result.push(bits(sum));
                }
            }
        }
    }
    in_rows(result, of.columns())
}

/// Images, channels, height, width, filters, filter height, filter width, stride, padding.
const SHAPES: [[u32; 9]; 7] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 0],
    [2, 3, 5, 4, 2, 3, 2, 1, 1],
    [1, 1, 34, 18, 1, 2, 2, 1, 0],
    [1, 2, 7, 9, 3, 3, 3, 2, 1],
    [1, 1, 2, 2, 2, 3, 3, 1, 0],
    [1, 0, 3, 3, 1, 2, 2, 1, 2],
    [2, 2, 4, 6, 1, 1, 5, 3, 4],
];

/// An image for each sum, and one filter of the same size. An even number of products is split into two channels, and a
/// remaining even number into two lines.
fn sums(sums: &Sums) -> Vec<Input> {
    let half = |of: u32| if of.is_multiple_of(2) { 2 } else { 1 };
    let channels = half(sums.products);
    let height = half(sums.products / channels);
    let width = sums.products / channels / height;
    let images = sums.factors.len() as u32;
    vec![Input {
        columns: vec![
            vec![images, channels, height, width, 1, height, width, 1, 0],
            sums.factor_bits().flatten().collect(),
            vec![sums.common.to_bits(); sums.products as usize],
        ],
    }]
}

fn inputs(n: u64) -> Input {
    let of = SHAPES[n as usize % SHAPES.len()];
    Input {
        columns: vec![
            of.to_vec(),
            tensor(n, 1, of[0] * of[1] * of[2] * of[3]),
            tensor(n, 2, of[4] * of[1] * of[5] * of[6]),
        ],
    }
}

/// The operands of the published examples: 0 to 24 by a filter of ones.
fn published(stride: u32, padding: u32) -> Input {
    Input {
        columns: vec![
            vec![1, 1, 5, 5, 1, 3, 3, stride, padding],
            (0..25u8).map(|x| f32::from(x).to_bits()).collect(),
            vec![1f32.to_bits(); 9],
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
        source: "ONNX operators, Conv, example conv with padding",
        input: || published(1, 1),
        output: || {
            lines([
                [12, 21, 27, 33, 24],
                [33, 54, 63, 72, 51],
                [63, 99, 108, 117, 81],
                [93, 144, 153, 162, 111],
                [72, 111, 117, 123, 84],
            ])
        },
    },
    CorpusCase {
        source: "ONNX operators, Conv, example conv without padding",
        input: || published(1, 0),
        output: || lines([[54, 63, 72], [99, 108, 117], [144, 153, 162]]),
    },
];
