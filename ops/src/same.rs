//! Functions equal to an op by other steps, in kernel Rust: the alternates of ops use the same steps in WGSL. `prove`
//! decides that each equals its op for every input.

use vyre_conform_runtime::{same, vyre_fn};

/// The larger operand minus the smaller one.
#[vyre_fn]
const fn extremes(a: u32, b: u32) -> u32 {
    if a < b {
        return b.wrapping_sub(a);
    }
    a.wrapping_sub(b)
}

/// The difference, or its two's complement where it is negative.
#[vyre_fn]
const fn sign_mask(a: u32, b: u32) -> u32 {
    let mask = 0u32.wrapping_sub((a < b) as u32);
    (a.wrapping_sub(b) ^ mask).wrapping_sub(mask)
}

same!("u32::abs_diff", extremes = extremes, sign_mask = sign_mask);

/// Sums of bits in pairs, fours and bytes, and of the bytes by a product.
#[vyre_fn]
const fn swar(a: u32) -> u32 {
    let pairs = a.wrapping_sub((a >> 1) & 0x5555_5555);
    let fours = (pairs & 0x3333_3333).wrapping_add((pairs >> 2) & 0x3333_3333);
    let bytes = fours.wrapping_add(fours >> 4) & 0x0F0F_0F0F;
    bytes.wrapping_mul(0x0101_0101) >> 24
}

same!("u32::popcount", swar = swar);

/// Swaps neighbouring bits, pairs, fours, bytes, halves.
#[vyre_fn]
const fn swaps(a: u32) -> u32 {
    let ones = ((a >> 1) & 0x5555_5555) | ((a & 0x5555_5555) << 1);
    let pairs = ((ones >> 2) & 0x3333_3333) | ((ones & 0x3333_3333) << 2);
    let fours = ((pairs >> 4) & 0x0F0F_0F0F) | ((pairs & 0x0F0F_0F0F) << 4);
    let bytes = ((fours >> 8) & 0x00FF_00FF) | ((fours & 0x00FF_00FF) << 8);
    bytes.rotate_left(16)
}

same!("u32::reverse_bits", swaps = swaps);

/// Sets every bit below the highest set one and counts the others.
#[vyre_fn]
const fn smear(a: u32) -> u32 {
    let x = a | (a >> 1);
    let x = x | (x >> 2);
    let x = x | (x >> 4);
    let x = x | (x >> 8);
    let x = x | (x >> 16);
    (!x).count_ones()
}

same!("u32::clz", smear = smear);

/// Bits of one operand only: the union minus the intersection.
#[vyre_fn]
const fn or_less_and(a: u32, b: u32) -> u32 {
    (a | b).wrapping_sub(a & b)
}

#[vyre_fn]
const fn two_differences(a: u32, b: u32) -> u32 {
    (a & !b) | (!a & b)
}

same!(
    "u32::bit_xor",
    or_less_and = or_less_and,
    two_differences = two_differences
);

/// All ones minus the operand.
#[vyre_fn]
const fn from_minus_one(a: u32) -> u32 {
    0xFFFF_FFFFu32.wrapping_sub(a)
}

same!("u32::bit_not", from_minus_one = from_minus_one);
