use super::{eq, gt};
use crate::choice::{max, min};
use vyre_conform_runtime::vyre_op;

/// 1 if `a` is less than `b`, unsigned; otherwise 0.
#[vyre_op(
    laws(
        SelfInverse(0),
        Bounded(0, 1),
        Not(Commutative, witness = (0, 1)),
        Transitive,
        Antisymmetric,
        Trichotomous(eq, gt),
        // Nothing is below 0.
        RightAbsorbing(0),
        RightMonotone,
        DistributiveOver(min),
        DistributiveOver(max),
        Not(LeftMonotone, witness = (0, 1, 1)),
        Not(Associative, witness = (1, 0, 1)),
        ZeroProduct(false, witness = (1, 1)),
    ),
    boundaries(
        (0x7FFF_FFFF, 0x8000_0000),
        (0x8000_0000, 0x7FFF_FFFF),
        (0, u32::MAX),
        (u32::MAX, 0),
    ),
    classes(
        less = a < b,
        equal = a == b,
        greater = a > b,
        signs_disagree = (a < b) != ((a as i32) < (b as i32)),
    ),
    table(
        (0, 1) => 1, "the least number is below the next one",
        (1, 0) => 0, "and not the other way round",
        (5, 5) => 0, "nothing is below itself",
        (0xFFFF_FFFE, 0xFFFF_FFFF) => 1, "unsigned: neighbours at the top of the range",
        (0x7FFF_FFFF, 0x8000_0000) => 1, "unsigned: bit 31 is a large number, not a sign",
        (0x0100_0000, 0x0100_0001) => 1, "neighbours beyond 2^24, which a float of 32 bits takes for one number",
        (0, 0x0001_0000) => 1, "the bits above the lowest 16 count",
        (0, 0x0100_0000) => 1, "the bits above the lowest 24 count",
    ),
    alternates(
        borrow: wgsl = "
fn lt(a: u32, b: u32) -> u32 { return ((~a & b) | ((~a | b) & (a - b))) >> 31u; }",
        flipped_signs: wgsl = "
fn lt(a: u32, b: u32) -> u32 {
    let x = bitcast<i32>(a ^ 0x80000000u);
    let y = bitcast<i32>(b ^ 0x80000000u);
    return select(0u, 1u, x < y);
}",
    ),
)]
pub const fn lt(a: u32, b: u32) -> u32 {
    (a < b) as u32
}
