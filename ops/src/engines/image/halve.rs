use super::super::dispatches::Dispatches;
use super::super::pass::Pass;
use super::super::{numbered, shapes};
use super::{Size, lines, pixels, width};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the width; and the pixels, each with four packed bytes. Output: for every pixel of an image of half
/// the width and half the height a record of its number and the mean of four pixels, byte by byte, rounded to the
/// nearest integer, ties up.
///
/// The sizes are those of the next mipmap level ([Vulkan specification, Image Mip Level
/// Sizing](https://registry.khronos.org/vulkan/specs/latest/html/vkspec.html#resources-image-mip-level-sizing)): halves
/// rounded down, and at least 1. The last column or line of an odd number is dropped; a single one counts twice.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn halve(input: &Input, size: u32) -> Plan {
    let of = Size::of_input(input);
    let half = halved(of);
    let mut d = Dispatches::new(|input, read| {
        let len = halved(Size::of_input(input)).pixels() as usize;
        numbered(read[0].iter().take(len).copied())
    });
    let pass = Pass {
        name: "halve",
        items: half.pixels(),
        shape: &[of.width, of.height, half.width],
        reads: &[("image", Type::U32, d.given(&input.columns[1]))],
        writes: ("half", Type::U32, d.output(half.pixels())),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let [width, height, half] = [0, 1, 2].map(|i| item.shape[i]);
        let left = k.bind("left", item.at % half * 2);
        let top = k.bind("top", item.at / half * 2);
        let right = k.bind("right", (left + 1).min(width - 1));
        let bottom = k.bind("bottom", (top + 1).min(height - 1));
        let corners = [(top, left), (top, right), (bottom, left), (bottom, right)];
        let corners = corners.map(|(y, x)| k.bind("corner", item.read[0].at(y * width + x)));
        // Two bytes of each pixel at a time, with room for the sum.
        let [even, odd] = [0, 8].map(|from| {
            let bytes = corners.map(|corner| (corner >> from) & PAIR);
            let sum = bytes
                .into_iter()
                .fold(Expr::u32(HALVES), |sum, two| sum + two);
            k.bind("means", (sum >> 2) & PAIR)
        });
        k.store(item.target, item.at, even | odd << 8);
    });
    d.finish()
}

/// The first and the third byte.
const PAIR: u32 = 0x00FF_00FF;

/// Two, the half of four, in each of the two bytes.
const HALVES: u32 = 0x0002_0002;

/// The size of half an image.
fn halved(of: Size) -> Size {
    let half = |len: u32| (len / 2).max(len.min(1));
    Size {
        width: half(of.width),
        height: half(of.height),
    }
}

/// Bytes of the four pixels, added up one by one.
fn reference(input: &Input) -> Output {
    let of = Size::of_input(input);
    let half = halved(of);
    let image = lines(of, &input.columns[1]);
    let pairs = |at: u32, len: u32| [2 * at, (2 * at + 1).min(len - 1)].map(|at| at as usize);
    let mut all = vec![];
    for y in 0..half.height {
        for x in 0..half.width {
            let mut sums = [2_u32; 4];
            for line in pairs(y, of.height).map(|y| &image[y]) {
                for pixel in pairs(x, of.width).map(|x| line[x].to_le_bytes()) {
                    for (sum, byte) in sums.iter_mut().zip(pixel) {
                        *sum += u32::from(byte);
                    }
                }
            }
            all.push(u32::from_le_bytes(sums.map(|sum| (sum / 4) as u8)));
        }
    }
    numbered(all)
}

fn inputs(n: u64) -> Input {
    let any = |i: u32| shapes::random(n, i ^ 0x4000_0000);
    let pixels = pixels(n);
    let mixed = (0..).zip(pixels).map(|(i, pixel)| pixel ^ any(i));
    Input {
        columns: vec![vec![width(n)], mixed.collect()],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "ONNX operators, AveragePool, example averagepool_2d_precomputed_strides: 1 to 25 by windows of 2 by 2, 2 apart",
    input: || Input {
        columns: vec![vec![5], (1..=25).collect()],
    },
    output: || numbered([4, 6, 14, 16]),
}];
