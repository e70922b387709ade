use super::bool_to_u64;
use vyre_conform_runtime::vyre_op;

/// True if the number is not 0.
#[vyre_op(
    id = "u64::cast_bool",
    laws(
        Monotone,
        Not(Antitone, witness = (0, 1)),
        // All nonzero numbers become one value.
        Not(InverseOf(bool_to_u64), witness = (2)),
        // Bounded says nothing about a Bool beyond its type. No op of the library combines Bools, so no Homomorphism
        // applies.
    ),
    boundaries((0), (1), (0x1_0000_0000), (u64::MAX)),
    classes(zero = a == 0, low_word = a as u32 != 0, high_word_only = a as u32 == 0 && a != 0),
    table(
        (0) => false, "both words are zero",
        (1) => true, "the low word is not",
        (0x1_0000_0000) => true, "the high word alone makes it true",
    ),
    alternates(
        gathered: wgsl = "fn u64_to_bool(a: vec2<u32>) -> u32 { return min(a.x | a.y, 1u); }",
    ),
)]
pub const fn u64_to_bool(a: u64) -> bool {
    a != 0
}
