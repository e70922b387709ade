//! Inputs of engines that sum products of floats: matrices, images, attention and other steps of a network.

use super::floats::{floats, of};
use vyre_conform_runtime::engine::Input;

/// The side of square matrices: three of them are 3 MiB, and a product takes 2^27 steps.
const SIDE: u32 = 512;

/// Two matrices.
pub(super) fn matrices() -> Input {
    let matrix = |tensor| floats(tensor, SIDE * SIDE);
    of(&[SIDE, SIDE, SIDE], [matrix(0), matrix(1)])
}

/// Two matrices, and four parts of a sum.
pub(super) fn matrices_and_parts() -> Input {
    let matrix = |tensor| floats(tensor, SIDE * SIDE);
    of(&[SIDE, SIDE, SIDE, 4], [matrix(0), matrix(1)])
}

/// Two matrices of values of 16 bits each.
fn short(value: impl Fn(&u32) -> u32) -> Input {
    let matrix = |tensor| floats(tensor, SIDE * SIDE).iter().map(&value).collect();
    of(&[1, SIDE, SIDE, SIDE, SIDE, SIDE], [matrix(0), matrix(1)])
}

/// As bfloat16: the upper half of binary32.
pub(super) fn matrices_of_bf16() -> Input {
    short(|bits| bits >> 16)
}

/// As binary16, in which the exponent of 1 is 15 and not 127.
pub(super) fn matrices_of_f16() -> Input {
    short(|bits| {
        let exponent = (bits >> 23 & 0xff) + 15 - 127;
        bits >> 16 & 0x8000 | exponent << 10 | bits >> 13 & 0x3ff
    })
}

/// Queries, keys and values of 2 sequences with 256 positions and 8 heads of 64 elements; the scale is 1/8.
pub(super) fn sequences() -> Input {
    let vectors = |tensor| floats(tensor, 2 * 256 * 8 * 64);
    of(
        &[2, 256, 256, 8, 8, 64, 0, 0x3e00_0000],
        [vectors(0), vectors(1), vectors(2)],
    )
}

/// Two images of 16 channels, and 16 filters of 3 x 3.
pub(super) fn images_and_filters() -> Input {
    of(
        &[2, 16, 128, 128, 16, 3, 3, 1, 1],
        [floats(0, 2 * 16 * 128 * 128), floats(1, 16 * 16 * 3 * 3)],
    )
}

/// Planes with windows of 2 x 2.
pub(super) fn planes() -> Input {
    of(&[32, 256, 256, 2, 2, 2, 0], [floats(0, 32 * 256 * 256)])
}

/// Gates and outputs of 8 experts; 2 are selected.
pub(super) fn gates_and_experts() -> Input {
    of(
        &[2048, 8, 2, 256],
        [floats(0, 2048 * 8), floats(1, 2048 * 8 * 256)],
    )
}

/// Rows of 8 vectors of 32 pairs, a position for each, and the rotations.
pub(super) fn rows_and_angles() -> Input {
    let turned = |tensor| floats(tensor, 1024 * 32);
    of(
        &[1024, 8, 32, 1024],
        [
            floats(0, 1024 * 8 * 64),
            (0..1024).collect(),
            turned(1),
            turned(2),
        ],
    )
}

/// 4 sequences of 128 steps of 64 channels of 16 states, whose factors are below 1.
pub(super) fn states() -> Input {
    let factors = |tensor| floats(tensor, 4 * 128 * 64 * 16);
    of(
        &[4, 128, 64, 16],
        [
            floats(0, 4 * 128 * 64),
            factors(1),
            factors(2),
            floats(3, 4 * 128 * 16),
        ],
    )
}
