//! Plain functions in place of ops, with the contracts of docs/spec/ops.md.

pub(super) fn add(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}
pub(super) fn sub(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}
pub(super) fn mul(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}
pub(super) fn div(a: u32, b: u32) -> u32 {
    a.checked_div(b).unwrap_or(0)
}
pub(super) fn rem(a: u32, b: u32) -> u32 {
    a.checked_rem(b).unwrap_or(0)
}
pub(super) fn bit_and(a: u32, b: u32) -> u32 {
    a & b
}
pub(super) fn bit_or(a: u32, b: u32) -> u32 {
    a | b
}
pub(super) fn bit_xor(a: u32, b: u32) -> u32 {
    a ^ b
}
pub(super) fn shl(a: u32, b: u32) -> u32 {
    a << (b & 31)
}
pub(super) fn shr(a: u32, b: u32) -> u32 {
    a >> (b & 31)
}
pub(super) fn eq(a: u32, b: u32) -> u32 {
    u32::from(a == b)
}
pub(super) fn lt(a: u32, b: u32) -> u32 {
    u32::from(a < b)
}
pub(super) fn gt(a: u32, b: u32) -> u32 {
    u32::from(a > b)
}
pub(super) fn le(a: u32, b: u32) -> u32 {
    u32::from(a <= b)
}
pub(super) fn and(a: u32, b: u32) -> u32 {
    u32::from(a != 0 && b != 0)
}
pub(super) fn or(a: u32, b: u32) -> u32 {
    u32::from(a != 0 || b != 0)
}
pub(super) fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}
pub(super) fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}
pub(super) fn abs_diff(a: u32, b: u32) -> u32 {
    a.abs_diff(b)
}
pub(super) fn mul_hi(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}
pub(super) fn saturating_add(a: u32, b: u32) -> u32 {
    a.saturating_add(b)
}
pub(super) fn rotate_left(a: u32, b: u32) -> u32 {
    a.rotate_left(b & 31)
}
pub(super) fn average(a: u32, b: u32) -> u32 {
    (a & b) + ((a ^ b) >> 1)
}
pub(super) fn right(_: u32, b: u32) -> u32 {
    b
}
pub(super) fn serial_before(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b) >> 31
}
pub(super) fn signed_lt(a: u32, b: u32) -> u32 {
    u32::from((a as i32) < (b as i32))
}
pub(super) fn negate(a: u32) -> u32 {
    a.wrapping_neg()
}
pub(super) fn bit_not(a: u32) -> u32 {
    !a
}
pub(super) fn logical_not(a: u32) -> u32 {
    u32::from(a == 0)
}
pub(super) fn popcount(a: u32) -> u32 {
    a.count_ones()
}
pub(super) fn clz(a: u32) -> u32 {
    a.leading_zeros()
}
pub(super) fn ctz(a: u32) -> u32 {
    a.trailing_zeros()
}
pub(super) fn reverse_bits(a: u32) -> u32 {
    a.reverse_bits()
}
pub(super) fn increment(a: u32) -> u32 {
    a.wrapping_add(1)
}
pub(super) fn sdiv(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}
pub(super) fn sar(a: i32, b: u32) -> i32 {
    a >> (b & 31)
}
pub(super) fn smin(a: i32, b: i32) -> i32 {
    if a < b { a } else { b }
}
pub(super) fn add64(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}
pub(super) fn mul64(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}
pub(super) fn shl64(a: u64, b: u32) -> u64 {
    a << (b & 63)
}
pub(super) fn select(a: u32, b: u32, c: bool) -> u32 {
    if c { b } else { a }
}
