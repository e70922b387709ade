//! Random images, as large as a photograph.

use crate::hash::fmix32;
use vyre_conform_runtime::engine::Input;

/// Pixels of a line, and lines.
const WIDTH: u32 = 2048;
const HEIGHT: u32 = 2048;

/// The pixels.
fn pixels() -> Vec<u32> {
    (0..WIDTH * HEIGHT).map(fmix32).collect()
}

/// The width and the pixels.
pub(super) fn image() -> Input {
    Input {
        columns: vec![vec![WIDTH], pixels()],
    }
}

/// The width, a radius of seven pixels, and the pixels.
pub(super) fn image_and_a_radius() -> Input {
    Input {
        columns: vec![vec![WIDTH, 7], pixels()],
    }
}

/// The width of the image and of a kernel with five lines, the pixels, and the kernel.
pub(super) fn image_and_a_kernel() -> Input {
    Input {
        columns: vec![vec![WIDTH, 5], pixels(), (0..25).map(fmix32).collect()],
    }
}

/// The pixels alone.
pub(super) fn levels() -> Input {
    Input {
        columns: vec![pixels()],
    }
}
