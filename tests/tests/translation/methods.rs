//! Every method and operator of the kernel subset, on each of its types.

use super::agrees;
use vyre_conform_runtime::vyre_fn;

/// Functions of one or two operands, each named after its method.
macro_rules! methods {
    ($module:ident, $ty:ty, ($($same:ident)*), ($($unary:ident)*), ($($count:ident)*),
     ($($amount:ident)*), ($($overflowing:ident)*), ($($checked:ident)*)) => {
        mod $module {
            use super::*;
            $(#[vyre_fn] fn $same(a: $ty, b: $ty) -> $ty { a.$same(b) })*
            $(#[vyre_fn] fn $unary(a: $ty) -> $ty { a.$unary() })*
            $(#[vyre_fn] fn $count(a: $ty) -> u32 { a.$count() })*
            $(#[vyre_fn] fn $amount(a: $ty, n: u32) -> $ty { a.$amount(n) })*
            $(#[vyre_fn] fn $overflowing(a: $ty, b: $ty) -> $ty {
                let (value, wrapped) = a.$overflowing(b);
                if wrapped { !value } else { value }
            })*
            $(#[vyre_fn] fn $checked(a: $ty, b: $ty) -> $ty {
                match a.$checked(b) { Some(value) => value, None => 77 }
            })*

            /// Oracle: Rust's methods of the same names.
            #[test]
            fn methods() {
                $(agrees($same);)*
                $(agrees($unary);)*
                $(agrees($count);)*
                $(agrees($amount);)*
                $(agrees($overflowing);)*
                $(agrees($checked);)*
            }

            #[vyre_fn]
            fn operators(a: $ty, b: $ty) -> $ty {
                let bits = (a & b) ^ (a | 12) ^ !b;
                let shifted = (bits << 3) ^ (bits >> 5) ^ (a << (b & 31)) ^ (b >> (a & 15));
                shifted.wrapping_add(a / 7).wrapping_sub(b % 10)
            }

            #[vyre_fn]
            fn comparisons(a: $ty, b: $ty) -> u32 {
                (a < b) as u32
                    | ((a <= b) as u32) << 1
                    | ((a > b) as u32) << 2
                    | ((a >= b) as u32) << 3
                    | ((a == b) as u32) << 4
                    | ((a != b) as u32) << 5
            }

            #[vyre_fn]
            fn options(a: $ty, b: $ty) -> $ty {
                let sum = a.checked_add(b);
                let known = if sum.is_none() { 1 } else { 2 };
                let or = sum.unwrap_or(b);
                if a.checked_sub(b).is_some() {
                    return or.wrapping_mul(known);
                }
                if let Some(shifted) = a.checked_shl(b as u32) {
                    shifted ^ or
                } else if let Some(shifted) = a.checked_shr(9) {
                    shifted
                } else {
                    known
                }
            }

            #[vyre_fn]
            fn negations(a: $ty, b: $ty) -> $ty {
                let (value, wrapped) = a.overflowing_neg();
                let other = match b.checked_neg() { Some(v) => v, None => 5 };
                if wrapped { value ^ other } else { other }
            }

            #[vyre_fn]
            fn shifted(a: $ty, n: u32) -> $ty {
                a.checked_shl(n).unwrap_or(1) ^ a.checked_shr(n).unwrap_or(2)
            }

            /// Oracle: Rust's operators.
            #[test]
            fn operators_and_options() {
                agrees(operators);
                agrees(comparisons);
                agrees(options);
                agrees(negations);
                agrees(shifted);
            }
        }
    };
}

methods!(of_u32, u32,
    (wrapping_add wrapping_sub wrapping_mul min max abs_diff saturating_add saturating_sub saturating_mul),
    (wrapping_neg reverse_bits swap_bytes),
    (count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones),
    (wrapping_shl wrapping_shr rotate_left rotate_right),
    (overflowing_add overflowing_sub overflowing_mul),
    (checked_add checked_sub checked_mul checked_div checked_rem));
methods!(of_i32, i32,
    (wrapping_add wrapping_sub wrapping_mul min max saturating_add saturating_sub saturating_mul),
    (wrapping_neg wrapping_abs signum reverse_bits swap_bytes),
    (count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones unsigned_abs),
    (wrapping_shl wrapping_shr rotate_left rotate_right),
    (overflowing_add overflowing_sub overflowing_mul),
    (checked_add checked_sub checked_mul checked_div checked_rem));
methods!(of_u64, u64,
    (wrapping_add wrapping_sub wrapping_mul min max abs_diff saturating_add saturating_sub saturating_mul),
    (wrapping_neg reverse_bits swap_bytes),
    (count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones),
    (wrapping_shl wrapping_shr rotate_left rotate_right),
    (overflowing_add overflowing_sub overflowing_mul),
    (checked_add checked_sub checked_mul checked_div checked_rem));

#[vyre_fn]
fn signs(a: i32, b: i32) -> u32 {
    let distance = a.abs_diff(b);
    if a.is_negative() && !b.is_positive() {
        distance
    } else {
        distance.wrapping_neg()
    }
}

#[vyre_fn]
fn powers(a: u32, b: u64) -> bool {
    a.is_power_of_two() != b.is_power_of_two()
}

#[vyre_fn]
fn carries(a: u32, b: u32, carry: bool) -> [u32; 2] {
    let (sum, carried) = a.carrying_add(b, carry);
    let (difference, borrowed) = b.borrowing_sub(a, carry);
    [
        sum ^ (carried as u32) << 7,
        difference ^ (borrowed as u32) << 9,
    ]
}

#[vyre_fn]
fn long_product(a: u64, b: u64, c: u64) -> u64 {
    let (low, high) = a.carrying_mul(b, c);
    let (next, more) = high.carrying_mul(low, a);
    low ^ next.rotate_left(13) ^ more
}

#[vyre_fn]
fn casts(a: u32, b: i32, c: u64, d: bool) -> u64 {
    let wide = (a as u64) ^ (b as u64).rotate_left(7) ^ (d as u64) << 40;
    let narrow = (c as u32) ^ (c as i32 as u32).rotate_left(3) ^ b as u32 ^ (d as u32) << 5;
    let signed = (a as i32).wrapping_add(d as i32).wrapping_sub(c as i32);
    wide ^ (narrow as u64) << 11 ^ signed as u64 ^ !0 as u64 ^ -5i32 as u64
}

#[vyre_fn]
fn booleans(a: bool, b: bool, c: u32) -> bool {
    let low = c & 1 == 1;
    let parity = (a ^ b) & (low | !a);
    (parity == b) | (a < low) && (b <= a || !(c > 9))
}

/// Oracle: Rust's methods, casts and operators of the same names.
#[test]
fn remaining_methods() {
    agrees(signs);
    agrees(powers);
    agrees(carries);
    agrees(long_product);
    agrees(casts);
    agrees(booleans);
}
