use super::chacha_quarter_round;
use vyre_conform_runtime::vyre_op;

/// The inverse of [`chacha_quarter_round`]: its steps from the last to the first.
#[vyre_op(
    laws(
        InverseOf(chacha_quarter_round),
        Not(Involution, witness = ([1, 0, 0, 0])),
    ),
    boundaries(
        ([0, 0, 0, 0]),
        ([1, 0, 0, 0]),
        ([0, 1, 0, 0]),
        ([0, 0, 1, 0]),
        ([0, 0, 0, 1]),
        ([u32::MAX, u32::MAX, u32::MAX, u32::MAX]),
    ),
    classes(borrow = a[2] < a[3], no_borrow = a[2] >= a[3]),
    table(
        ([0, 0, 0, 0]) => [0, 0, 0, 0], "differences and rotations keep 0",
        ([0xEA2A_92F4, 0xCB1C_F8CE, 0x4581_472E, 0x5881_C4BB]) => [0x1111_1111, 0x0102_0304, 0x9B8D_6F43, 0x0123_4567], "the test vector" from "RFC 8439, section 2.1.1",
        ([0xBDB8_86DC, 0xCFAC_AFD2, 0xE46B_EA80, 0xCCC0_7C79]) => [0x5164_61B1, 0x2A5F_714C, 0x5337_2767, 0x3D63_1689], "words 2, 7, 8 and 13 of a state" from "RFC 8439, section 2.2.1",
        ([0x1000_0001, 0x8080_8808, 0x0101_0110, 0x0100_0110]) => [1, 0, 0, 0], "one bit, by hand",
    ),
)]
pub const fn chacha_quarter_round_inverse(a: [u32; 4]) -> [u32; 4] {
    let y = a[1].rotate_right(7) ^ a[2];
    let z = a[2].wrapping_sub(a[3]);
    let w = a[3].rotate_right(8) ^ a[0];
    let x = a[0].wrapping_sub(y);
    let y = y.rotate_right(12) ^ z;
    let z = z.wrapping_sub(w);
    let w = w.rotate_right(16) ^ x;
    let x = x.wrapping_sub(y);
    [x, y, z, w]
}
