use super::{add, bit_and, bit_or, bit_xor, rotate_left};
use vyre_conform_runtime::vyre_op;

/// Rotation right by `b` modulo 64: bits that leave at the bottom enter at the top.
#[vyre_op(
    laws(
        RightIdentity(0),
        RightIdentity(64),
        // Every multiple of 64 is a right identity; the declared ones are 0 and a full rotation.
        LeftAbsorbing(0),
        LeftAbsorbing(u64::MAX),
        InverseOf(rotate_left),
        RightDistributiveOver(bit_and),
        RightDistributiveOver(bit_or),
        RightDistributiveOver(bit_xor),
        // 1 + 1 carries, while each 1 is rotated to the top.
        Not(RightDistributiveOver(add), witness = (1, 1, 1)),
        // The words are exchanged, unlike in a 32-bit rotation by 32.
        Not(RightIdentity(32), witness = (1)),
        // A full rotation changes nothing.
        Not(RightInjective, witness = (1, 0, 64)),
        ZeroProduct(true),
        Not(LeftMonotone, witness = (1, 2, 1)),
        Not(RightMonotone, witness = (2, 0, 1)),
    ),
    boundaries(
        (1, 1),
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
        (1, 1) => 0x8000_0000_0000_0000, "the lowest bit goes round to the highest place",
        (0x1_0000_0000, 1) => 0x8000_0000, "the lowest bit of the high word goes over",
        (2, 1) => 1, "nothing goes round: a halving",
        (0x1234_5678_9ABC_DEF1, 32) => 0x9ABC_DEF1_1234_5678, "32 places: the words change places",
        (0x1234_5678_9ABC_DEF1, 40) => 0x789A_BCDE_F112_3456, "a whole word and a byte of it",
        (0x0123_4567_89AB_CDEF, 8) => 0xEF01_2345_6789_ABCD, "the lowest byte goes round to the highest place",
        (0x1234_5678_9ABC_DEF1, 64) => 0x1234_5678_9ABC_DEF1, "contract: once round is not at all",
        (2, 65) => 1, "contract: the amount is taken modulo 64",
    ),
    alternates(
        words_and_bits: wgsl = "
fn rotate_right(a: vec2<u32>, b: u32) -> vec2<u32> {
    let w = select(a, a.yx, (b & 32u) != 0u);
    let n = b & 31u;
    let m = (32u - n) & 31u;
    let turned = vec2<u32>((w.x >> n) | (w.y << m), (w.y >> n) | (w.x << m));
    return select(turned, w, n == 0u);
}",
    ),
)]
pub const fn rotate_right(a: u64, b: u32) -> u64 {
    a.rotate_right(b)
}
