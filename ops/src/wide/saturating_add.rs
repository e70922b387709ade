use super::saturating_sub;
use vyre_conform_runtime::vyre_op;

/// Sum, saturating at 2^64 - 1.
#[vyre_op(
    laws(
        Commutative,
        Associative,
        Identity(0),
        Absorbing(u64::MAX),
        LeftMonotone,
        ZeroProduct(true),
        // No op undoes a saturated sum.
        Not(InverseOf(saturating_sub), witness = (u64::MAX, 1)),
    ),
    boundaries(
        (u64::MAX, 1),
        (u64::MAX, 0),
        (0x8000_0000_0000_0000, 0x8000_0000_0000_0000),
        (0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000),
        (0xFFFF_FFFF, 1),
    ),
    classes(
        saturates = a.checked_add(b).is_none(),
        carry_between_words = a.checked_add(b).is_some() && (a as u32).checked_add(b as u32).is_none(),
        no_carry = a.checked_add(b).is_some() && (a as u32).checked_add(b as u32).is_some(),
    ),
    table(
        (1, 1) => 2, "a sum that fits is the sum",
        (0xFFFF_FFFF, 1) => 0x1_0000_0000, "a full low word carries, it does not saturate",
        (u64::MAX, 1) => 0xFFFF_FFFF_FFFF_FFFF, "one past the largest value stays at the largest value",
        (u64::MAX, 0) => 0xFFFF_FFFF_FFFF_FFFF, "the largest value itself needs no cut",
        (0x8000_0000_0000_0000, 0x8000_0000_0000_0000) => 0xFFFF_FFFF_FFFF_FFFF, "2^64 does not wrap to 0",
        (0xFFFF_FFFF_FFFF_FFFF, 0x1_0000_0000) => 0xFFFF_FFFF_FFFF_FFFF, "a high word that overflows fills the low word too",
        (0x1234_5678_9ABC_DEF1, 1) => 0x1234_5678_9ABC_DEF2, "every bit counts: more than a float of 64 bits holds",
    ),
    alternates(
        clamp_the_room: wgsl = "
fn saturating_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let room = ~a;
    let fits = b.y < room.y || (b.y == room.y && b.x <= room.x);
    let c = select(room, b, fits);
    let low = a.x + c.x;
    return vec2<u32>(low, a.y + c.y + select(0u, 1u, low < a.x));
}",
    ),
)]
pub const fn saturating_add(a: u64, b: u64) -> u64 {
    a.saturating_add(b)
}
