use super::super::dispatches::Dispatches;
use super::super::numbered;
use super::super::pass::Pass;
use super::{MOST_ADDED, areas, decoded, lines, pixels, width};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: two words, the width and the radius; and the pixels, with only the low 8 bits used. Output: for every pixel a
/// record of its number and the mean of the window around it, rounded to the nearest integer, ties up.
///
/// The window extends by the radius in all four directions and is clipped at the edges of the image, where the mean is
/// over fewer pixels. Its sum comes from four entries of a summed area table ([Crow, "Summed-Area Tables for Texture
/// Mapping"](https://doi.org/10.1145/800031.808600), SIGGRAPH 1984), whatever the radius. A window has at most 2^24
/// pixels of the image, whose sum fits a word; sums of the table wrap, and their differences are exact.
///
/// # Panics
/// The plan of larger windows.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn box_filter(input: &Input, size: u32) -> Plan {
    let of = Size::of_input(input);
    let len = of.pixels();
    let mut d = Dispatches::new(decoded);
    let source = d.given(&input.columns[1]);
    let [bytes, sums] = [(); 2].map(|()| d.scratch(len));
    let target = d.output(len);
    let pass = Pass {
        name: "low_bytes",
        items: len,
        shape: &[],
        reads: &[("source", Type::U32, source)],
        writes: ("bytes", Type::U32, bytes),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        k.store(item.target, item.at, item.read[0].at(item.at) & 0xFF);
    });
    areas(&mut d, size, of, bytes, sums);
    let pass = Pass {
        name: "window_means",
        items: len,
        shape: &[of.width, of.height, input.columns[0][1]],
        reads: &[("sums", Type::U32, sums)],
        writes: ("means", Type::U32, target),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let (sums, [width, height, radius]) = (item.read[0], [0, 1, 2].map(|i| item.shape[i]));
        let x = k.bind("x", item.at % width);
        let y = k.bind("y", item.at / width);
        // None of these sums wraps, however large the radius.
        let left = k.bind("left", x - radius.min(x));
        let right = k.bind("right", x + radius.min(width - 1 - x));
        let top = k.bind("top", y - radius.min(y));
        let bottom = k.bind("bottom", y + radius.min(height - 1 - y));
        // Above the first line the index wraps out of bounds, where a load returns zero.
        let [above, below] = [top - 1, bottom.into()].map(|line| k.bind("line", line * width));
        let before = |line: Expr| left.equals(0).select(0, sums.at(line + left - 1));
        let upper = sums.at(above + right) - before(above.into());
        let sum = k.bind("sum", sums.at(below + right) - before(below.into()) - upper);
        let count = k.bind("count", (right - left + 1) * (bottom - top + 1));
        k.store(item.target, item.at, (sum + (count >> 1)) / count);
    });
    d.finish()
}

/// Sizes of images whose windows a word can sum. A separate type holds this check, because the text of a plan's
/// function identifies its engine.
struct Size;

impl Size {
    /// The size of the image of an input.
    ///
    /// # Panics
    /// Panics if a word does not hold the sum of every window.
    fn of_input(input: &Input) -> super::Size {
        let (of, radius) = (super::Size::of_input(input), input.columns[0][1]);
        let window = radius.saturating_mul(2).saturating_add(1);
        let [width, height] = [of.width, of.height].map(|len| len.min(window));
        assert!(
            u64::from(width) * u64::from(height) <= MOST_ADDED.into(),
            "the window of radius {radius} has {width} by {height} pixels of the image, more than {MOST_ADDED}, whose sum a word \
             holds: take a smaller radius"
        );
        of
    }
}

/// The windows of every line, and those of every column of their sums, by prefix sums of 64 bits.
fn reference(input: &Input) -> Output {
    let of = Size::of_input(input);
    let radius = input.columns[0][1] as usize;
    let byte = |pixel: u32| u64::from(pixel & 0xFF);
    let image = lines(of, &input.columns[1]);
    let bytes: Vec<Vec<u64>> = image
        .into_iter()
        .map(|line| line.into_iter().map(byte).collect())
        .collect();
    let [width, height] = [of.width, of.height].map(|len| len as usize);
    let window = |at: usize, len: usize| {
        at.saturating_sub(radius)..at.saturating_add(radius).saturating_add(1).min(len)
    };
    let mut below = vec![vec![0_u64; width]];
    for (y, line) in bytes.iter().enumerate() {
        let next = below[y].iter().zip(line).map(|(sum, byte)| sum + byte);
        below.push(next.collect());
    }
    let mut means = vec![];
    for y in 0..height {
        let rows = window(y, height);
        let columns = below[rows.end].iter().zip(&below[rows.start]);
        let mut before = vec![0];
        for (end, start) in columns {
            before.push(before[before.len() - 1] + end - start);
        }
        for x in 0..width {
            let columns = window(x, width);
            let sum = before[columns.end] - before[columns.start];
            let count = (columns.len() * rows.len()) as u64;
            means.push(((2 * sum + count) / (2 * count)) as u32);
        }
    }
    numbered(means)
}

/// Radii of 0, of a few pixels, and larger than the image.
fn inputs(n: u64) -> Input {
    let radii = [1, 3000, 0, 2, u32::MAX, 5, 40];
    let radius = radii[((n * 3 + n / 7) % 7) as usize];
    Input {
        columns: vec![vec![width(n), radius], pixels(n)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "ONNX operators, AveragePool, example averagepool_2d_precomputed_pads: 1 to 25 by a window of 5 by 5; halves rounded up",
    input: || Input {
        columns: vec![vec![5, 2], (1..=25).collect()],
    },
    output: || {
        let means = [
            [7, 8, 8, 9, 9],
            [10, 10, 11, 11, 12],
            [12, 13, 13, 14, 14],
            [15, 15, 16, 16, 17],
            [17, 18, 18, 19, 19],
        ];
        numbered(means.concat())
    },
}];
