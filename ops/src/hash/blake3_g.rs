use super::blake3_g_inverse;
use vyre_conform_runtime::vyre_op;

/// The quarter round G of BLAKE3 ([BLAKE3](https://github.com/BLAKE3-team/BLAKE3-specs/blob/master/blake3.pdf), section 2.2) of four words of
/// the state, with the two words `b` and `c` of the message.
#[vyre_op(
    laws(
        // For both words together a small domain would have 84 million cases; each is used only in an addition.
        custom(first_undone, |g, state, x| blake3_g_inverse(g(state, x, 0), x, 0) == state),
        custom(second_undone, |g, state, y| blake3_g_inverse(g(state, 0, y), 0, y) == state),
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
        ([0, 0, 0, 0], 0, 0) => [0, 0, 0, 0], "sums and rotations keep 0",
        ([1, 0, 0, 0], 0, 0) => [0x11, 0x2022_0202, 0x1101_0100, 0x1100_0100], "one bit, by hand",
        ([0, 0, 0, 0], 1, 0) => [0x11, 0x2022_0202, 0x1101_0100, 0x1100_0100], "the first word of the message is added where the first of the state is",
        ([0, 0, 0, 0], 0, 1) => [0x1, 0x2_0000, 0x100_0000, 0x100_0000], "the second one is added in the second half",
        ([0x6A09_E667, 0x510E_527F, 0x6A09_E667, 0], 0x0302_0100, 0x0706_0504) => [0x350F_6ED9, 0x7C12_2543, 0x66FD_8E51, 0xC30C_E9D0], "the first column of a first chunk that begins 0, 1, 2, ..; computed with integers of any length",
        ([0x1111_1111, 0x0102_0304, 0x9B8D_6F43, 0x0123_4567], 0, 0) => [0x2991_F3ED, 0x17BA_0D73, 0xCA78_6653, 0xDD78_E3E0], "rotations go right, where those of ChaCha go left; computed with integers of any length",
    ),
)]
pub const fn blake3_g(a: [u32; 4], b: u32, c: u32) -> [u32; 4] {
    let x = a[0].wrapping_add(a[1]).wrapping_add(b);
    let w = (a[3] ^ x).rotate_right(16);
    let z = a[2].wrapping_add(w);
    let y = (a[1] ^ z).rotate_right(12);
    let x = x.wrapping_add(y).wrapping_add(c);
    let w = (w ^ x).rotate_right(8);
    let z = z.wrapping_add(w);
    let y = (y ^ z).rotate_right(7);
    [x, y, z, w]
}
