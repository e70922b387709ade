use super::blake3_g;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`blake3_g`] with the same two words of the message: its steps from the last to the first.
#[vyre_op(
    laws(
        // For both words together a small domain would have 84 million cases; each is used only in an addition.
        custom(first_undone, |g, state, x| blake3_g(g(state, x, 0), x, 0) == state),
        custom(second_undone, |g, state, y| blake3_g(g(state, 0, y), 0, y) == state),
    ),
    boundaries(
        ([0, 0, 0, 0], 0, 0),
        ([1, 0, 0, 0], 0, 0),
        ([0, 1, 0, 0], 0, 0),
        ([0, 0, 1, 0], 0, 0),
        ([0, 0, 0, 1], 0, 0),
        ([0, 0, 0, 0], 1, 0),
        ([0, 0, 0, 0], 0, 1),
        ([u32::MAX, u32::MAX, u32::MAX, u32::MAX], u32::MAX, u32::MAX),
    ),
    classes(no_message = b == 0 && c == 0, a_message = b != 0 || c != 0),
    table(
        ([0, 0, 0, 0], 0, 0) => [0, 0, 0, 0], "differences and rotations keep 0",
        ([0x11, 0x2022_0202, 0x1101_0100, 0x1100_0100], 0, 0) => [1, 0, 0, 0], "one bit, by hand",
        ([0x11, 0x2022_0202, 0x1101_0100, 0x1100_0100], 1, 0) => [0, 0, 0, 0], "the first word of the message is taken out",
        ([0x1, 0x2_0000, 0x100_0000, 0x100_0000], 0, 1) => [0, 0, 0, 0], "and the second",
        ([0x350F_6ED9, 0x7C12_2543, 0x66FD_8E51, 0xC30C_E9D0], 0x0302_0100, 0x0706_0504) => [0x6A09_E667, 0x510E_527F, 0x6A09_E667, 0], "the first column of a first chunk that begins 0, 1, 2, ..; computed with integers of any length",
        ([0x2991_F3ED, 0x17BA_0D73, 0xCA78_6653, 0xDD78_E3E0], 0, 0) => [0x1111_1111, 0x0102_0304, 0x9B8D_6F43, 0x0123_4567], "rotations go left, where those of ChaCha's inverse go right; computed with integers of any length",
    ),
)]
pub const fn blake3_g_inverse(a: [u32; 4], b: u32, c: u32) -> [u32; 4] {
    let y = a[1].rotate_left(7) ^ a[2];
    let z = a[2].wrapping_sub(a[3]);
    let w = a[3].rotate_left(8) ^ a[0];
    let x = a[0].wrapping_sub(y).wrapping_sub(c);
    let y = y.rotate_left(12) ^ z;
    let z = z.wrapping_sub(w);
    let w = w.rotate_left(16) ^ x;
    let x = x.wrapping_sub(y).wrapping_sub(b);
    [x, y, z, w]
}
