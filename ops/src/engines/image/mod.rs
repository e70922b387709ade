//! Images of integers, a word a pixel, line by line.
//!
//! | engine | gives |
//! |---|---|
//! | [`summed_area`] | for every pixel the sum of the rectangle from the first pixel to it |
//! | [`box_filter`] | for every pixel the mean of the window around it |
//! | [`convolve`] | for every pixel the sum of the pixels around it, weighted by a kernel |
//! | [`equalize`] | for every pixel a level, so that levels are about equally frequent |
//! | [`halve`] | an image of half the width and half the height |
//!
//! An input has the width of the image and its pixels. A width of 0 counts as 1, a width above the number of pixels
//! counts as that number, and the last line is padded with zeros: every input of at most 2^30 pixels is an image.
//! [`box_filter`] accepts windows of at most 2^24 pixels, and [`equalize`] images of at most 2^24. A device may have
//! less memory: a binding of 128 MiB, which every device allows, holds 2^25 pixels.

mod box_filter;
mod convolve;
mod equalize;
mod halve;
mod summed_area;

pub use box_filter::box_filter;
pub use convolve::convolve;
pub use equalize::equalize;
pub use halve::halve;
pub use summed_area::summed_area;

use super::dispatches::{Dispatches, Slot};
use super::pass::Pass;
use super::{numbered, shapes, tiles};
use vyre_conform_runtime::engine::{Input, Output};
use vyre_conform_runtime::ir::Type;

/// The largest number of pixels of an image. Their 4 GiB are the largest binding of any device, and indices beyond the
/// last pixel of a grid or a tile still fit a word.
const MOST: u32 = 1 << 30;

/// The largest number of pixels whose bytes add up, with half of their number, to a word.
const MOST_ADDED: u32 = 1 << 24;

/// The width and the height of an image.
#[derive(Clone, Copy, Debug)]
struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// The size of this number of pixels in lines of a width.
    ///
    /// # Panics
    /// Panics if there are too many.
    fn of(width: u32, pixels: &[u32]) -> Self {
        Self::of_len(width, pixels.len())
    }

    /// The size of this number of pixels in lines of a width.
    fn of_len(width: u32, len: usize) -> Self {
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        let width = width.clamp(1, len.max(1));
        let height = len.div_ceil(width);
        let all = u64::from(width) * u64::from(height);
        assert!(
            all <= MOST.into(),
            "an image of {width} by {height} pixels has more than {MOST}, the most of one: take it in parts"
        );
        Self { width, height }
    }

    /// The size of the image of an input.
    fn of_input(input: &Input) -> Self {
        Self::of(input.columns[0][0], &input.columns[1])
    }

    /// Number of pixels, including those that pad the last line.
    fn pixels(self) -> u32 {
        self.width * self.height
    }

    /// Transposed.
    fn turned(self) -> Self {
        Self {
            width: self.height,
            height: self.width,
        }
    }
}

/// The records of an image as large as that of the input.
fn decoded(input: &Input, read: &[Vec<u32>]) -> Output {
    let len = Size::of_input(input).pixels() as usize;
    numbered(read[0].iter().take(len).copied())
}

/// The dispatches that write to `target`, for each pixel, the sum of the rectangle from the first pixel to it, modulo
/// 2^32.
///
/// The lines are one array: its scan at a pixel, minus the scan before the line, is the sum of the line up to the
/// pixel. The same for the columns of these sums gives the sum of the rectangle.
fn areas(d: &mut Dispatches, size: u32, of: Size, source: Slot, target: Slot) {
    let len = of.pixels();
    let [along, turned, down] = [(); 3].map(|()| d.scratch(len));
    tiles::scan_array(d, size, len, [source, along], true);
    turn(d, size, of, along, turned);
    tiles::scan_array(d, size, len, [turned, down], true);
    turn(d, size, of.turned(), down, target);
}

/// The dispatch that writes the sums of lines up to each pixel, transposed, from the inclusive scan of all pixels.
fn turn(d: &mut Dispatches, size: u32, of: Size, source: Slot, target: Slot) {
    let pass = Pass {
        name: "turn",
        items: of.pixels(),
        shape: &[of.width, of.height],
        reads: &[("sums", Type::U32, source)],
        writes: ("turned", Type::U32, target),
        iterations: &[],
    };
    pass.dispatch(d, size, |k, item| {
        let (sums, [width, height]) = (item.read[0], [item.shape[0], item.shape[1]]);
        let x = k.bind("x", item.at % width);
        let y = k.bind("y", item.at / width);
        // Before the first line the index wraps out of bounds, where a load returns zero.
        let sum = sums.at(item.at) - sums.at(y * width - 1);
        k.store(item.target, x * height + y, sum);
    });
}

/// The lines of an image, the last padded with zeros.
fn lines(of: Size, pixels: &[u32]) -> Vec<Vec<u32>> {
    let width = of.width as usize;
    let line = |line: &[u32]| {
        let mut line = line.to_vec();
        line.resize(width, 0);
        line
    };
    pixels.chunks(width).map(line).collect()
}

/// The width of the image of input `n`: narrow and wide ones, 0, and more than the number of pixels.
fn width(n: u64) -> u32 {
    [16, 1, 37, u32::MAX, 300, 0, 129][(n % 7) as usize]
}

/// Pixels of input `n`, of every length and pattern.
fn pixels(n: u64) -> Vec<u32> {
    shapes::words(n, shapes::length(n))
}
