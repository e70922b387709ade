use super::ycocg_r;
use vyre_conform_runtime::vyre_op;

/// Luma, orange chroma, green chroma and alpha as red, green, blue and alpha: the inverse of `ycocg_r`.
///
/// YCoCg-R of [Malvar and Sullivan, "YCoCg-R: A Color Space with RGB Reversibility and Low Dynamic
/// Range"](https://www.microsoft.com/en-us/research/publication/ycocg-r-a-color-space-with-rgb-reversibility-and-low-dynamic-range/),
/// JVT-I014r3, 2003.
#[vyre_op(
    laws(
        InverseOf(ycocg_r),
        Not(Involution, witness = ([1, 0, 0, 0])),
        Not(Idempotent, witness = ([1, 0, 0, 0])),
    ),
    boundaries(([0; 4]), ([u32::MAX; 4]), ([255, 0, 0, 255]), ([0, 255, 0, 255]), ([0, 0, 255, 255]), ([0x8000_0000, 0, 1, 0])),
    classes(colour = a[1] != 0 && a[2] != 0, grey = a[1] == 0 && a[2] == 0, negative = a[1] >> 31 == 1),
    table(
        ([63, 255, 0xFFFF_FF81, 255]) => [255, 0, 0, 255], "red",
        ([127, 0, 255, 7]) => [0, 255, 0, 7], "green",
        ([63, 0xFFFF_FF01, 0xFFFF_FF81, 0]) => [0, 0, 255, 0], "blue",
        ([255, 0, 0, 255]) => [255, 255, 255, 255], "white has no colour",
        ([2, 0xFFFF_FFFD, 0, 9]) => [1, 2, 4, 9], "halves are rounded down",
        ([0x6000_0000, 0x7FFF_FFFB, 0x3FFF_FFFD, 1]) => [0x8000_0000, 0x7FFF_FFFF, 5, 1], "lanes wrap",
        ([0x07C2_FE39, 0x0316_293D, 0xEE33_78BE, 3]) => [0x1234_5679, 0xFEDC_BA98, 0x0F1E_2D3C, 3], "every bit counts",
    ),
)]
pub const fn ycocg_r_inverse(a: [u32; 4]) -> [u32; 4] {
    let middle = a[0].wrapping_sub((a[2] as i32 >> 1) as u32);
    let green = a[2].wrapping_add(middle);
    let blue = middle.wrapping_sub((a[1] as i32 >> 1) as u32);
    [blue.wrapping_add(a[1]), green, blue, a[3]]
}
