use super::{x_of, y_of};
use vyre_conform_runtime::vyre_op;

/// The exact square of the distance of two points. A point is one word with two signed coordinates, x in the low half
/// and y in the high half.
///
/// [Pythagoras, Euclid's Elements I.47](http://aleph0.clarku.edu/~djoyce/elements/bookI/propI47.html).
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(0),
        // Bounded(0, 8_589_672_450) holds, and f(a, b) = 0 for a = b only; solvers cannot prove it for 64-bit squares.
    ),
    boundaries((0x8000_8000, 0x7FFF_7FFF), (0, u32::MAX), (0x8000, 0x7FFF), (0x8000_0000, 0x7FFF_0000)),
    classes(
        same = a == b,
        level = a >> 16 == b >> 16 && a != b,
        upright = a & 0xFFFF == b & 0xFFFF && a != b,
        more_than_a_word = distance_squared_i16(a, b) > 0xFFFF_FFFF,
    ),
    table(
        (0, 0x4_0003) => 25, "three, four, five",
        (0x4_0003, 0) => 25, "in any direction",
        (0xFFFF, 1) => 4, "-1 and 1 are two apart",
        (0xFFFF_0000, 0x1_0000) => 4, "upright as well",
        (0x8000_8000, 0x7FFF_7FFF) => 8_589_672_450, "twice 65,535 squared",
        (0x8000_0000, 0x7FFF_0000) => 4_294_836_225, "once",
        (0x1234_5679, 0x0765_4321) => 32_178_593, "every bit counts, by Python's integers",
    ),
)]
pub const fn distance_squared_i16(a: u32, b: u32) -> u64 {
    let x = (x_of(a) as u64).wrapping_sub(x_of(b) as u64);
    let y = (y_of(a) as u64).wrapping_sub(y_of(b) as u64);
    x.wrapping_mul(x).wrapping_add(y.wrapping_mul(y))
}
