use super::chacha_quarter_round_inverse;
use vyre_conform_runtime::vyre_op;

/// The quarter round of ChaCha ([RFC 8439](https://www.rfc-editor.org/rfc/rfc8439#section-2.1), section 2.1) of four words of the state.
#[vyre_op(
    laws(
        InverseOf(chacha_quarter_round_inverse),
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
    classes(
        carry = a[0].checked_add(a[1]).is_none(),
        no_carry = a[0].checked_add(a[1]).is_some(),
    ),
    table(
        ([0, 0, 0, 0]) => [0, 0, 0, 0], "sums and rotations keep 0, which is why ChaCha has constants",
        ([0x1111_1111, 0x0102_0304, 0x9B8D_6F43, 0x0123_4567]) => [0xEA2A_92F4, 0xCB1C_F8CE, 0x4581_472E, 0x5881_C4BB], "the test vector" from "RFC 8439, section 2.1.1",
        ([0x5164_61B1, 0x2A5F_714C, 0x5337_2767, 0x3D63_1689]) => [0xBDB8_86DC, 0xCFAC_AFD2, 0xE46B_EA80, 0xCCC0_7C79], "words 2, 7, 8 and 13 of a state" from "RFC 8439, section 2.2.1",
        ([1, 0, 0, 0]) => [0x1000_0001, 0x8080_8808, 0x0101_0110, 0x0100_0110], "one bit, by hand",
    ),
)]
pub const fn chacha_quarter_round(a: [u32; 4]) -> [u32; 4] {
    let x = a[0].wrapping_add(a[1]);
    let w = (a[3] ^ x).rotate_left(16);
    let z = a[2].wrapping_add(w);
    let y = (a[1] ^ z).rotate_left(12);
    let x = x.wrapping_add(y);
    let w = (w ^ x).rotate_left(8);
    let z = z.wrapping_add(w);
    let y = (y ^ z).rotate_left(7);
    [x, y, z, w]
}
