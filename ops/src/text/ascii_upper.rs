use super::ascii_lower;
use crate::bitwise::swap_bytes;
use crate::compare::{ge, lt};
use crate::logic::{and, or};
use vyre_conform_runtime::vyre_op;

/// Each of four packed bytes with `a` to `z` replaced by `A` to `Z`; every other byte stays, those above 127 too.
///
/// "ASCII uppercase" of the [Infra standard](https://infra.spec.whatwg.org/#ascii-uppercase), four bytes at a time.
#[vyre_op(
    laws(
        Idempotent,
        // The result does not depend on the case of the operand.
        Even(ascii_lower),
        // Bytes do not affect their neighbours.
        Odd(swap_bytes),
        // A word is 0 in either case or in none, and never more in upper case.
        Homomorphism(and, and),
        Homomorphism(or, or),
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        // Numbers below 97 are unchanged, so it is Odd with every op that gives only those, such as counts and
        // predicates. The grave accent comes before `a`, and after `A`.
        Not(Monotone, witness = (0x60, 0x61)),
        Not(Injective, witness = (0x41, 0x61)),
        Not(InverseOf(ascii_lower), witness = (0x41)),
    ),
    boundaries((0x405B_415A), (0x6061_7A7B), (0xE1FB_E0FA), (0x6161_6161), (0x7F7F_7F7F), (0xFFFF_FFFF)),
    classes(
        folded = a != ascii_upper(a),
        stays = a == ascii_upper(a),
        // A letter without its highest bit.
        beyond_ascii = a & 0x80 != 0 && a & 0x7F > 0x60 && a & 0x7F < 0x7B,
    ),
    table(
        (0x6463_6261) => 0x4443_4241, "abcd becomes ABCD" from "Infra standard, ASCII uppercase",
        (0x7A79_7877) => 0x5A59_5857, "wxyz becomes WXYZ" from "Infra standard, ASCII uppercase",
        (0x7B7A_6160) => 0x7B5A_4160, "the neighbours of the range, the grave accent and the brace, stay",
        (0x5B5A_4140) => 0x5B5A_4140, "upper case and its neighbours stay",
        (0xFBFA_E1E0) => 0xFBFA_E1E0, "bytes above 127 stay, letters of Latin-1 among them",
        (0x3930_2000) => 0x3930_2000, "digits, a space and a zero stay",
    ),
    alternates(
        byte_by_byte: wgsl = "
fn ascii_upper(a: u32) -> u32 {
    var out = 0u;
    for (var i = 0u; i < 32u; i += 8u) {
        let byte = (a >> i) & 0xFFu;
        out |= select(byte, byte - 32u, byte >= 97u && byte <= 122u) << i;
    }
    return out;
}",
    ),
)]
pub const fn ascii_upper(a: u32) -> u32 {
    let low = a & 0x7F7F_7F7F;
    // Bit 7 of a byte of the sums is set if the byte is at least 'a', or greater than 'z'.
    let from = low.wrapping_add(0x1F1F_1F1F);
    let beyond = low.wrapping_add(0x0505_0505);
    let letters = (from ^ beyond) & !a & 0x8080_8080;
    a ^ (letters >> 2)
}
