//! Operators of scalars that C lacks or leaves undefined for some operands.

use super::{Part, function};
use crate::Dialect;

/// The operator `stem` on `ty`.
pub(super) fn part(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    let signed = ty == "i32";
    let bits = match ty {
        "u32" | "i32" => 32,
        "u64" => 64,
        _ => return None,
    };
    let two = |body: &str, needs: &[&str]| {
        let text = function(dialect, &format!("{ty} {stem}_{ty}({ty} a, {ty} b)"), body);
        Some(Part::new(text, needs))
    };
    let amount = |body: &str, needs: &[&str]| {
        let text = function(dialect, &format!("{ty} {stem}_{ty}({ty} a, u32 n)"), body);
        Some(Part::new(text, needs))
    };
    let one = |result: &str, body: &str, needs: &[&str]| {
        let text = function(dialect, &format!("{result} {stem}_{ty}({ty} a)"), body);
        Some(Part::new(text, needs))
    };
    let m = bits - 1;
    match stem {
        // An i32 cannot hold the quotient of the least i32 and -1.
        "div" if signed => two(
            "return b == 0 ? 0 : b == -1 ? (i32)(0u - (u32)a) : a / b;",
            &[],
        ),
        "div" => two("return b == 0 ? 0 : a / b;", &[]),
        "rem" if signed => two("return b == 0 || b == -1 ? 0 : a % b;", &[]),
        "rem" => two("return b == 0 ? 0 : a % b;", &[]),
        "min" => two("return a < b ? a : b;", &[]),
        "max" => two("return a < b ? b : a;", &[]),
        "rotate_left" if signed => amount(
            "return (i32)rotate_left_u32((u32)a, n);",
            &["rotate_left_u32"],
        ),
        "rotate_right" if signed => amount(
            "return (i32)rotate_right_u32((u32)a, n);",
            &["rotate_right_u32"],
        ),
        "rotate_left" => amount(
            &format!("return (a << (n & {m}u)) | (a >> ((0u - n) & {m}u));"),
            &[],
        ),
        "rotate_right" => amount(
            &format!("return (a >> (n & {m}u)) | (a << ((0u - n) & {m}u));"),
            &[],
        ),
        "mul_high" if bits == 32 && !signed => two("return (u32)(((u64)a * b) >> 32);", &[]),
        "mul_high" if !signed => two(MUL_HIGH_U64, &[]),
        _ if signed => unsigned_first(stem, &one),
        "count_ones" if bits == 32 => one("u32", COUNT_U32, &[]),
        "count_ones" => one(
            "u32",
            "return count_ones_u32((u32)a) + count_ones_u32((u32)(a >> 32));",
            &["count_ones_u32"],
        ),
        "leading_zeros" => one("u32", &leading(bits), &[&format!("count_ones_{ty}")]),
        // The bits below the lowest set bit; all bits for zero.
        "trailing_zeros" => one(
            "u32",
            &format!("return count_ones_{ty}(~a & (a - 1));"),
            &[&format!("count_ones_{ty}")],
        ),
        "swap_bytes" if bits == 32 => one("u32", SWAP_U32, &[]),
        "reverse_bits" if bits == 32 => one("u32", REVERSE_U32, &["swap_bytes_u32"]),
        "swap_bytes" | "reverse_bits" => one(
            "u64",
            &format!("return ((u64){stem}_u32((u32)a) << 32) | {stem}_u32((u32)(a >> 32));"),
            &[&format!("{stem}_u32")],
        ),
        _ => None,
    }
}

/// Builds a unary function with this result type, body and dependencies.
type One<'a> = dyn Fn(&str, &str, &[&str]) -> Option<Part> + 'a;

/// An operation that is the same on the bits of an i32 as on a u32.
fn unsigned_first(stem: &str, one: &One<'_>) -> Option<Part> {
    let needs = format!("{stem}_u32");
    match stem {
        "count_ones" | "leading_zeros" | "trailing_zeros" => {
            one("u32", &format!("return {stem}_u32((u32)a);"), &[&needs])
        }
        "swap_bytes" | "reverse_bits" => one(
            "i32",
            &format!("return (i32){stem}_u32((u32)a);"),
            &[&needs],
        ),
        _ => None,
    }
}

/// Sets every bit below the highest set one, and counts the others.
fn leading(bits: u32) -> String {
    let steps = [1, 2, 4, 8, 16, 32].into_iter().filter(|step| *step < bits);
    let steps: String = steps.map(|step| format!("a |= a >> {step};\n")).collect();
    format!("{steps}return {bits}u - count_ones_u{bits}(a);")
}

const MUL_HIGH_U64: &str = "\
const u64 low = (a & 0xffffffffu) * (b & 0xffffffffu);
const u64 left = (a >> 32) * (b & 0xffffffffu) + (low >> 32);
const u64 right = (a & 0xffffffffu) * (b >> 32) + (left & 0xffffffffu);
return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);";

const COUNT_U32: &str = "\
a = a - ((a >> 1) & 0x55555555u);
a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
a = (a + (a >> 4)) & 0x0f0f0f0fu;
return (a * 0x01010101u) >> 24;";

const SWAP_U32: &str =
    "return (a << 24) | ((a & 0xff00u) << 8) | ((a >> 8) & 0xff00u) | (a >> 24);";

const REVERSE_U32: &str = "\
a = ((a >> 1) & 0x55555555u) | ((a & 0x55555555u) << 1);
a = ((a >> 2) & 0x33333333u) | ((a & 0x33333333u) << 2);
a = ((a >> 4) & 0x0f0f0f0fu) | ((a & 0x0f0f0f0fu) << 4);
return swap_bytes_u32(a);";
