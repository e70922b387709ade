use super::super::dispatches::Dispatches;
use super::super::pass::Pass;
use super::super::{histogram, numbered, shapes, tiles};
use super::MOST_ADDED;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Levels of a pixel.
const LEVELS: u32 = 256;

/// Input: the pixels of an image, with only the low 8 bits used. Output: for every pixel a record of its number and its
/// level after histogram equalisation: `255 (c - m) / (n - m)`, rounded to the nearest integer, ties up. Here `n` is
/// the number of pixels, `c` the number of pixels that are not brighter, and `m` the number of pixels at the darkest
/// level. An image of one level stays unchanged. There are at most 2^24 pixels, so that 255 times their number fits a
/// word.
///
/// [Histogram equalization](https://en.wikipedia.org/wiki/Histogram_equalization), the formula for 8-bit images: the
/// pixels of every level are counted, the counts are summed, each level gets its new level, and every pixel gets the
/// new level of its own.
///
/// # Panics
/// The plan of more pixels.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn equalize(input: &Input, size: u32) -> Plan {
    let pixels = &input.columns[0];
    // The length of a line with the largest number of pixels.
    let len = Size::of(u32::MAX, pixels).pixels();
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[0].len();
        numbered(read[0].iter().take(len).copied())
    });
    let source = d.given(pixels);
    let counts = d.zeros(LEVELS);
    let ranks = d.scratch(len);
    let [totals, levels] = [(); 2].map(|()| d.scratch(LEVELS));
    let target = d.output(len);
    let slots = [source, counts, ranks];
    histogram::dispatches(&mut d, size, [len, LEVELS], slots);
    tiles::scan_array(&mut d, size, LEVELS, [counts, totals], true);
    let pass = Pass {
        name: "new_levels",
        items: LEVELS,
        shape: &[len],
        reads: &[("totals", Type::U32, totals)],
        writes: ("levels", Type::U32, levels),
        iterations: &[LEVELS.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let totals = item.read[0];
        let darkest = k.variable("darkest", 0);
        k.count("level", 0, LEVELS, |k, level| {
            let known = darkest.differs(0);
            k.assign(darkest, known.select(darkest, totals.at(level)));
        });
        let rest = k.bind("rest", item.shape[0] - darkest);
        // Below the darkest pixel the value is arbitrary; no pixel uses it.
        let above = k.bind("above", totals.at(item.at) - darkest);
        let level = (above * (LEVELS - 1) + (rest >> 1)) / rest;
        let level = rest.equals(0).select(item.at, level);
        k.store(item.target, item.at, level);
    });
    let pass = Pass {
        name: "equalize",
        items: len,
        shape: &[],
        reads: &[("source", Type::U32, source), ("levels", Type::U32, levels)],
        writes: ("equalized", Type::U32, target),
        iterations: &[],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let level = item.read[0].at(item.at) & (LEVELS - 1);
        k.store(item.target, item.at, item.read[1].at(level));
    });
    d.finish()
}

/// Sizes of images for which a word holds 255 times the number of pixels. A separate type holds this check, because the
/// text of a plan's function identifies its engine.
struct Size;

impl Size {
    /// The size of this number of pixels in lines of a width.
    ///
    /// # Panics
    /// Panics if there are too many.
    fn of(width: u32, pixels: &[u32]) -> super::Size {
        let len = pixels.len();
        assert!(
            len <= MOST_ADDED as usize,
            "an image to equalise has {len} pixels, and {MOST_ADDED} at most are taken, 255 times whose number a word holds: take it in \
             parts"
        );
        super::Size::of(width, pixels)
    }
}

/// The rank of a pixel among all, sorted.
fn reference(input: &Input) -> Output {
    let levels: Vec<u8> = input.columns[0].iter().map(|word| *word as u8).collect();
    let mut sorted = levels.clone();
    sorted.sort_unstable();
    let not_brighter = |level: u8| sorted.partition_point(|other| *other <= level) as u64;
    let darkest = sorted.first().map_or(0, |level| not_brighter(*level));
    let rest = sorted.len() as u64 - darkest;
    numbered(levels.into_iter().map(|level| match rest {
        0 => level.into(),
        rest => {
            let above = not_brighter(level) - darkest;
            ((2 * 255 * above + rest) / (2 * rest)) as u32
        }
    }))
}

/// Pixels of every length and pattern: of all levels, of few, of one.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![shapes::words(n, shapes::length(n))],
    }
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "Wikipedia, Histogram equalization, the image of 8 by 8 pixels",
    input: || {
        let image = [
            [52, 55, 61, 59, 79, 61, 76, 61],
            [62, 59, 55, 104, 94, 85, 59, 71],
            [63, 65, 66, 113, 144, 104, 63, 72],
            [64, 70, 70, 126, 154, 109, 71, 69],
            [67, 73, 68, 106, 122, 88, 68, 68],
            [68, 79, 60, 70, 77, 66, 58, 75],
            [69, 85, 64, 58, 55, 61, 65, 83],
            [70, 87, 69, 68, 65, 73, 78, 90],
        ];
        Input {
            columns: vec![image.concat()],
        }
    },
    output: || {
        let equalized = [
            [0, 12, 53, 32, 190, 53, 174, 53],
            [57, 32, 12, 227, 219, 202, 32, 154],
            [65, 85, 93, 239, 251, 227, 65, 158],
            [73, 146, 146, 247, 255, 235, 154, 130],
            [97, 166, 117, 231, 243, 210, 117, 117],
            [117, 190, 36, 146, 178, 93, 20, 170],
            [130, 202, 73, 20, 12, 53, 85, 194],
            [146, 206, 130, 117, 85, 166, 182, 215],
        ];
        numbered(equalized.concat())
    },
}];
