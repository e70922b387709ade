use super::ycocg_r_inverse;
use vyre_conform_runtime::vyre_op;

/// Red, green, blue and alpha as luma, orange chroma, green chroma and alpha, without loss.
///
/// YCoCg-R of [Malvar and Sullivan, "YCoCg-R: A Color Space with RGB Reversibility and Low Dynamic
/// Range"](https://www.microsoft.com/en-us/research/publication/ycocg-r-a-color-space-with-rgb-reversibility-and-low-dynamic-range/),
/// JVT-I014r3, 2003: three steps, each of which adds to one lane a function of the others. Halves are rounded down, and
/// sums wrap.
#[vyre_op(
    laws(
        InverseOf(ycocg_r_inverse),
        Not(Involution, witness = ([1, 0, 0, 0])),
        Not(Idempotent, witness = ([1, 0, 0, 0])),
    ),
    boundaries(([0; 4]), ([u32::MAX; 4]), ([255, 0, 0, 255]), ([0, 255, 0, 255]), ([0, 0, 255, 255]), ([0x8000_0000, 0, 1, 0])),
    classes(colour = a[0] != a[2] && a[0] != a[1], grey = a[0] == a[1] && a[1] == a[2], negative = a[0] < a[2]),
    table(
        ([255, 0, 0, 255]) => [63, 255, 0xFFFF_FF81, 255], "red",
        ([0, 255, 0, 7]) => [127, 0, 255, 7], "green",
        ([0, 0, 255, 0]) => [63, 0xFFFF_FF01, 0xFFFF_FF81, 0], "blue",
        ([255, 255, 255, 255]) => [255, 0, 0, 255], "white has no colour",
        ([1, 2, 4, 9]) => [2, 0xFFFF_FFFD, 0, 9], "halves are rounded down",
        ([0x8000_0000, 0x7FFF_FFFF, 5, 1]) => [0x6000_0000, 0x7FFF_FFFB, 0x3FFF_FFFD, 1], "lanes wrap",
        ([0x1234_5679, 0xFEDC_BA98, 0x0F1E_2D3C, 3]) => [0x07C2_FE39, 0x0316_293D, 0xEE33_78BE, 3], "every bit counts",
    ),
)]
pub const fn ycocg_r(a: [u32; 4]) -> [u32; 4] {
    let orange = a[0].wrapping_sub(a[2]);
    let middle = a[2].wrapping_add((orange as i32 >> 1) as u32);
    let green = a[1].wrapping_sub(middle);
    let luma = middle.wrapping_add((green as i32 >> 1) as u32);
    [luma, orange, green, a[3]]
}
