use super::{ascii_lower, ascii_upper};
use vyre_conform_runtime::vyre_op;

/// The number of four packed decimal digits; the first, least significant in the word, counts thousands.
///
/// Two products for four digits ([Lemire, Quickly parsing eight
/// digits](https://lemire.me/blog/2018/10/03/quickly-parsing-eight-digits/)). Only the low four bits of every byte
/// count.
#[vyre_op(
    laws(
        Bounded(0, 16_665),
        Even(ascii_lower),
        Even(ascii_upper),
        // Digits give less than 10,000.
        Not(Bounded(0, 9_999), witness = (0x0F0F_0F0F)),
        Not(Monotone, witness = (0x3030_3039, 0x3030_3130)),
        Not(Antitone, witness = (0x3030_3030, 0x3030_3031)),
        Not(Injective, witness = (0x30, 0)),
    ),
    boundaries((0x3030_3030), (0x3939_3939), (0x3030_3031), (0x3130_3030), (0x0F0F_0F0F), (u32::MAX)),
    classes(
        digits = a & 0xF0F0_F0F0 == 0x3030_3030 && four_digits(a) < 10_000,
        more_than_nine = four_digits(a) > 9_999,
        other = a & 0xF0F0_F0F0 != 0x3030_3030,
    ),
    table(
        (0x3433_3231) => 1234, "the text 1234, its first character lowest",
        (0x3030_3030) => 0, "the text 0000",
        (0x3939_3939) => 9999, "the text 9999",
        (0x3030_3031) => 1000, "the first digit counts thousands",
        (0x3030_3130) => 100, "the second counts hundreds",
        (0x3031_3030) => 10, "the third counts tens",
        (0x3130_3030) => 1, "the last counts ones",
        (0x0F0F_0F0F) => 16_665, "contract: four bits may be more than a digit, 15 times 1111",
        (0xF4F3_F2F1) => 1234, "contract: bits above the four do not count",
    ),
    alternates(
        one_by_one: wgsl = "
fn four_digits(a: u32) -> u32 {
    var value = 0u;
    for (var i = 0u; i < 32u; i += 8u) {
        value = value * 10u + ((a >> i) & 15u);
    }
    return value;
}",
    ),
)]
pub const fn four_digits(a: u32) -> u32 {
    let digits = a & 0x0F0F_0F0F;
    // The lower byte of each half: ten times its digit plus the next one, at most 165.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    (pairs & 0xFF)
        .wrapping_mul(100)
        .wrapping_add((pairs >> 16) & 0xFF)
}
