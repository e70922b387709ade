use super::super::dispatches::Dispatches;
use super::super::pass::Pass;
use super::super::{numbered, shapes};
use super::{Size, decoded, lines, pixels, width};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Elements of the kernel that one dispatch adds: it bounds the work of an invocation per pixel for kernels of any
/// size.
const TAPS: u32 = 1024;

/// Input: two words, the width of the image and that of the kernel; the pixels; and the kernel, line by line, with the
/// last line padded with zeros like that of the image. Output: for every pixel a record of its number and the sum,
/// modulo 2^32, of `kernel[v, u] * image[y + height / 2 - v, x + width / 2 - u]` over the whole kernel, with halves
/// rounded down. Outside of the image pixels are 0.
///
/// Signed numbers are their bits. The kernel is reflected, as in the mathematical
/// [convolution](https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.convolve.html). The
/// [`convolution`](crate::engines::network::convolution) of networks works on floats, with channels, strides and
/// padding, and reflects nothing.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn convolve(input: &Input, size: u32) -> Plan {
    let (of, kernel) = sizes(input);
    let mut d = Dispatches::new(decoded);
    let [image, weights] = [1, 2].map(|column| d.given(&input.columns[column]));
    let target = d.output(of.pixels());
    // At least one, even for a kernel without elements.
    for part in 0..kernel.pixels().div_ceil(TAPS).max(1) {
        let from = part * TAPS;
        let to = kernel.pixels().min(from + TAPS);
        let pass = Pass {
            name: "convolve",
            items: of.pixels(),
            shape: &[of.width, of.height, kernel.width, kernel.height, from, to],
            reads: &[("image", Type::U32, image), ("weights", Type::U32, weights)],
            writes: ("sums", Type::U32, target),
            iterations: &[u64::from(to - from)],
        };
        pass.dispatch(&mut d, size, |k, item| {
            let [width, height, across, down] = [0, 1, 2, 3].map(|i| item.shape[i]);
            let (image, weights) = (item.read[0], item.read[1]);
            let right = k.bind("right", item.at % width + (across >> 1));
            let bottom = k.bind("bottom", item.at / width + (down >> 1));
            let sum = k.variable("sum", item.target.at(item.at));
            k.count("tap", item.shape[4], item.shape[5], |k, tap| {
                // An index below 0 wraps beyond every width and height.
                let x = k.bind("x", right - tap % across);
                let y = k.bind("y", bottom - tap / across);
                k.when(x.less(width) & y.less(height), |k| {
                    k.assign(sum, sum + weights.at(tap) * image.at(y * width + x));
                });
            });
            k.store(item.target, item.at, sum);
        });
    }
    d.finish()
}

/// The sizes of the image and of the kernel.
fn sizes(input: &Input) -> (Size, Size) {
    let kernel = Size::of(input.columns[0][1], &input.columns[2]);
    (Size::of_input(input), kernel)
}

/// Every element of the kernel adds the whole image, shifted.
fn reference(input: &Input) -> Output {
    let (of, kernel) = sizes(input);
    let image = lines(of, &input.columns[1]);
    let mut sums = vec![vec![0_u32; of.width as usize]; of.height as usize];
    for (v, weights) in lines(kernel, &input.columns[2]).into_iter().enumerate() {
        for (u, weight) in weights.into_iter().enumerate() {
            let down = v as i64 - i64::from(kernel.height / 2);
            let along = u as i64 - i64::from(kernel.width / 2);
            for (y, line) in image.iter().enumerate() {
                let target = usize::try_from(y as i64 + down).ok();
                let Some(target) = target.and_then(|y| sums.get_mut(y)) else {
                    continue;
                };
                for (x, pixel) in line.iter().enumerate() {
                    let sum = usize::try_from(x as i64 + along).ok();
                    if let Some(sum) = sum.and_then(|x| target.get_mut(x)) {
                        *sum = sum.wrapping_add(weight.wrapping_mul(*pixel));
                    }
                }
            }
        }
    }
    numbered(sums.concat())
}

/// Kernels of one element, of none, of odd and even sizes, and of more elements than a dispatch adds.
fn inputs(n: u64) -> Input {
    let (across, taps) = [
        (3, 9),
        (1, 1),
        (2, 4),
        (u32::MAX, 5),
        (0, 4),
        (5, 22),
        (4, 0),
        (33, 1100),
    ][(n % 8) as usize];
    let mut pixels = pixels(n);
    if taps > TAPS {
        pixels.truncate(600);
    }
    let weight = |i: u32| shapes::random(n, i ^ 0x4000_0000);
    Input {
        columns: vec![
            vec![width(n), across],
            pixels,
            (0..taps).map(weight).collect(),
        ],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "SciPy documentation, scipy.ndimage.convolve, first example: mode='constant', cval=0.0",
    input: || Input {
        columns: vec![
            vec![4, 3],
            vec![1, 2, 0, 0, 5, 3, 0, 4, 0, 0, 0, 7, 9, 3, 0, 0],
            vec![1, 1, 1, 1, 1, 0, 1, 0, 0],
        ],
    },
    output: || numbered([11, 10, 7, 4, 10, 3, 11, 11, 15, 12, 14, 7, 12, 3, 7, 0]),
}];
