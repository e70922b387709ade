use super::super::dispatches::Dispatches;
use super::super::numbered;
use super::{Size, areas, decoded, lines, pixels, width};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the width; and the pixels. Output: for every pixel a record of its number and the sum, modulo 2^32,
/// of all pixels that are neither below it nor to its right.
///
/// [Crow, "Summed-Area Tables for Texture Mapping"](https://doi.org/10.1145/800031.808600), SIGGRAPH 1984: scans along
/// the lines and down the columns, in any order, since sums modulo 2^32 are exact.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn summed_area(input: &Input, size: u32) -> Plan {
    let of = Size::of_input(input);
    let mut d = Dispatches::new(decoded);
    let source = d.given(&input.columns[1]);
    let target = d.output(of.pixels());
    areas(&mut d, size, of, source, target);
    d.finish()
}

/// Line by line: the sum of the line so far, plus the entry above.
fn reference(input: &Input) -> Output {
    let of = Size::of_input(input);
    let mut above = vec![0_u32; of.width as usize];
    let mut all = vec![];
    for line in lines(of, &input.columns[1]) {
        let mut sum = 0_u32;
        for (above, pixel) in above.iter_mut().zip(line) {
            sum = sum.wrapping_add(pixel);
            *above = above.wrapping_add(sum);
        }
        all.extend(&above);
    }
    numbered(all)
}

fn inputs(n: u64) -> Input {
    Input {
        columns: vec![vec![width(n)], pixels(n)],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Wikipedia, Summed-area table, the figure of a magic square of order 6",
        input: || Input {
            columns: vec![
                vec![6],
                [
                    [31, 2, 4, 33, 5, 36],
                    [12, 26, 9, 10, 29, 25],
                    [13, 17, 21, 22, 20, 18],
                    [24, 23, 15, 16, 14, 19],
                    [30, 8, 28, 27, 11, 7],
                    [1, 35, 34, 3, 32, 6],
                ]
                .concat(),
            ],
        },
        output: || {
            let sums = [
                [31, 33, 37, 70, 75, 111],
                [43, 71, 84, 127, 161, 222],
                [56, 101, 135, 200, 254, 333],
                [80, 148, 197, 278, 346, 444],
                [110, 186, 263, 371, 450, 555],
                [111, 222, 333, 444, 555, 666],
            ];
            numbered(sums.concat())
        },
    },
    CorpusCase {
        source: "MathWorks documentation, integralImage, example: the integral image of magic(5), without its border",
        input: || Input {
            columns: vec![
                vec![5],
                [
                    [17, 24, 1, 8, 15],
                    [23, 5, 7, 14, 16],
                    [4, 6, 13, 20, 22],
                    [10, 12, 19, 21, 3],
                    [11, 18, 25, 2, 9],
                ]
                .concat(),
            ],
        },
        output: || {
            let sums = [
                [17, 41, 42, 50, 65],
                [40, 69, 77, 99, 130],
                [44, 79, 100, 142, 195],
                [54, 101, 141, 204, 260],
                [65, 130, 195, 260, 325],
            ];
            numbered(sums.concat())
        },
    },
];
