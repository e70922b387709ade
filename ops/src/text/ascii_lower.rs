use super::ascii_upper;
use crate::arithmetic::saturating_sub;
use crate::bitwise::swap_bytes;
use crate::compare::{gt, le};
use crate::logic::{and, or};
use vyre_conform_runtime::vyre_op;

/// Each of four packed bytes with `A` to `Z` replaced by `a` to `z`; every other byte stays, those above 127 too.
///
/// "ASCII lowercase" of the [Infra standard](https://infra.spec.whatwg.org/#ascii-lowercase), four bytes at a time.
#[vyre_op(
    laws(
        Idempotent,
        // The result does not depend on the case of the operand.
        Even(ascii_upper),
        // Bytes do not affect their neighbours.
        Odd(swap_bytes),
        // A word is 0 in either case or in none, and never less in lower case.
        Homomorphism(and, and),
        Homomorphism(or, or),
        ComplementUnder(le, 1),
        ComplementUnder(gt, 0),
        ComplementUnder(saturating_sub, 0),
        // Numbers below 65 are unchanged, so it is Odd with every op that gives only those, such as counts and
        // predicates. `Z` comes before `[`, and `z` after it.
        Not(Monotone, witness = (0x5A, 0x5B)),
        Not(Injective, witness = (0x41, 0x61)),
        Not(InverseOf(ascii_upper), witness = (0x61)),
    ),
    boundaries((0x405B_415A), (0x6061_7A7B), (0xC1DB_C0DA), (0x4141_4141), (0x7F7F_7F7F), (0xFFFF_FFFF)),
    classes(
        folded = a != ascii_lower(a),
        stays = a == ascii_lower(a),
        // A letter without its highest bit.
        beyond_ascii = a & 0x80 != 0 && a & 0x7F > 0x40 && a & 0x7F < 0x5B,
    ),
    table(
        (0x4443_4241) => 0x6463_6261, "ABCD becomes abcd" from "Infra standard, ASCII lowercase",
        (0x5A59_5857) => 0x7A79_7877, "WXYZ becomes wxyz" from "Infra standard, ASCII lowercase",
        (0x5B5A_4140) => 0x5B7A_6140, "the neighbours of the range, @ and [, stay",
        (0x7B7A_6160) => 0x7B7A_6160, "lower case and its neighbours stay",
        (0xDBDA_C1C0) => 0xDBDA_C1C0, "bytes above 127 stay, letters of Latin-1 among them",
        (0x3930_2000) => 0x3930_2000, "digits, a space and a zero stay",
    ),
    alternates(
        byte_by_byte: wgsl = "
fn ascii_lower(a: u32) -> u32 {
    var out = 0u;
    for (var i = 0u; i < 32u; i += 8u) {
        let byte = (a >> i) & 0xFFu;
        out |= select(byte, byte + 32u, byte >= 65u && byte <= 90u) << i;
    }
    return out;
}",
    ),
)]
pub const fn ascii_lower(a: u32) -> u32 {
    let low = a & 0x7F7F_7F7F;
    // Bit 7 of a byte of the sums is set if the byte is at least 'A', or greater than 'Z'.
    let from = low.wrapping_add(0x3F3F_3F3F);
    let beyond = low.wrapping_add(0x2525_2525);
    let letters = (from ^ beyond) & !a & 0x8080_8080;
    a | (letters >> 2)
}
