use crate::logic::or;
use vyre_conform_runtime::vyre_op;

/// Number of bytes of the UTF-8 character with this first byte; 0 if no character begins with it.
///
/// [The Unicode Standard, section 3.9](https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27288),
/// table 3-7: continuation bytes, C0, C1 and F5 to FF begin no character.
#[vyre_op(
    laws(
        Bounded(0, 4),
        // The byte 0 is a character.
        ComplementUnder(or, 1),
        Not(Injective, witness = (0x41, 0x42)),
        // Continuation bytes, which begin no character, come after ASCII.
        Not(Monotone, witness = (0x7F, 0x80)),
        Not(Antitone, witness = (0x80, 0xC2)),
    ),
    boundaries((0), (0x7F), (0x80), (0xC1), (0xC2), (0xDF), (0xE0), (0xEF), (0xF0), (0xF4), (0xF5), (0xFF), (0x100), (u32::MAX)),
    classes(
        ascii = a < 0x80,
        continuation = a >= 0x80 && a < 0xC0,
        overlong = a == 0xC0 || a == 0xC1,
        two = a >= 0xC2 && a < 0xE0,
        three = a >= 0xE0 && a < 0xF0,
        four = a >= 0xF0 && a < 0xF5,
        never = a >= 0xF5,
    ),
    table(
        (0) => 1, "NUL is a character of ASCII" from "Unicode table 3-7",
        (0x7F) => 1, "the last of ASCII" from "Unicode table 3-7",
        (0x80) => 0, "a continuation byte" from "Unicode table 3-7",
        (0xBF) => 0, "the last continuation byte" from "Unicode table 3-7",
        (0xC1) => 0, "two bytes for what fits into one" from "Unicode table 3-7",
        (0xC2) => 2, "U+0080 begins so" from "Unicode table 3-7",
        (0xDF) => 2, "U+07FF begins so" from "Unicode table 3-7",
        (0xE0) => 3, "U+0800 begins so" from "Unicode table 3-7",
        (0xEF) => 3, "U+FFFF begins so" from "Unicode table 3-7",
        (0xF0) => 4, "U+10000 begins so" from "Unicode table 3-7",
        (0xF4) => 4, "U+10FFFF begins so" from "Unicode table 3-7",
        (0xF5) => 0, "beyond U+10FFFF" from "Unicode table 3-7",
        (0x100) => 0, "contract: more than a byte begins nothing",
        (0x0100_0041) => 0, "nor does what has an A below bit 24",
    ),
    alternates(
        by_leading_ones: wgsl = "
fn utf8_length(a: u32) -> u32 {
    let ones = countLeadingZeros(~(a << 24u));
    let valid = a <= 0xF4u && a != 0xC0u && a != 0xC1u && ones != 1u;
    return select(0u, max(ones, 1u), valid);
}",
    ),
)]
pub const fn utf8_length(a: u32) -> u32 {
    match a {
        0..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}
