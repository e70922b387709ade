use super::{add, bit_and, bit_or, bit_xor, rotate_right};
use vyre_conform_runtime::vyre_op;

/// Rotation left by `b` modulo 64: bits that leave at the top enter at the bottom.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(64),
        // Every multiple of 64 is a right identity; the declared ones are 0 and a full rotation.
        LeftAbsorbing(0),
        LeftAbsorbing(u64::MAX),
        InverseOf(rotate_right),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        // The dropped carry at the top would have been rotated to the bottom.
        Not(RightDistributiveOver(add), witness = (1, 0x8000_0000_0000_0000, 0x8000_0000_0000_0000)),
        // The words are exchanged, unlike in a 32-bit rotation by 32.
        Not(RightIdentity(32), witness = (1)),
        // A full rotation changes nothing.
        Not(RightInjective, witness = (1, 0, 64)),
        ZeroProduct(true),
        Not(LeftMonotone, witness = (1, 0x8000_0000_0000_0000, 1)),
        Not(RightMonotone, witness = (0x8000_0000_0000_0000, 0, 1)),
    ),
    boundaries(
        (0x8000_0000_0000_0000, 1),
        (1, 31),
        (1, 32),
        (1, 33),
        (1, 63),
        (1, 64),
        (0x8000_0000_0000_0001, u32::MAX),
    ),
    classes(
        by_nothing = b & 63 == 0,
        within_words = (1..32).contains(&(b & 63)),
        across_words = b & 63 >= 32,
        amount_wraps = b >= 64,
    ),
    table(
        (0x8000_0000_0000_0000, 1) => 1, "the highest bit goes round to the lowest place",
        (0x8000_0000, 1) => 0x1_0000_0000, "the highest bit of the low word goes over",
        (1, 1) => 2, "nothing goes round: a doubling",
        (0x1234_5678_9ABC_DEF1, 32) => 0x9ABC_DEF1_1234_5678, "32 places: the words change places",
        (0x1234_5678_9ABC_DEF1, 40) => 0xBCDE_F112_3456_789A, "a whole word and a byte of it",
        (0x0123_4567_89AB_CDEF, 8) => 0x2345_6789_ABCD_EF01, "the highest byte goes round to the lowest place",
        (0x1234_5678_9ABC_DEF1, 64) => 0x1234_5678_9ABC_DEF1, "contract: once round is not at all",
        (1, 65) => 2, "contract: the amount is taken modulo 64",
    ),
    alternates(
        words_and_bits: wgsl = "
fn rotate_left(a: vec2<u32>, b: u32) -> vec2<u32> {
    let w = select(a, a.yx, (b & 32u) != 0u);
    let n = b & 31u;
    let m = (32u - n) & 31u;
    let turned = vec2<u32>((w.x << n) | (w.y >> m), (w.y << n) | (w.x >> m));
    return select(turned, w, n == 0u);
}",
    ),
)]
pub const fn rotate_left(a: u64, b: u32) -> u64 {
    a.rotate_left(b)
}
