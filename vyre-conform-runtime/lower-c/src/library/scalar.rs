//! Operators of scalars that C lacks or leaves undefined for some operands.

use super::{Part, function};
use crate::Dialect;

/// The operator `stem` on `ty`.
pub(super) fn part(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    let operator = Operator { stem, ty, dialect };
    let bits = match ty {
        "u32" | "i32" => 32,
        "u64" => 64,
        _ => return None,
    };
    operator
        .arithmetic(bits)
        .or_else(|| operator.rotation(bits))
        .or_else(|| {
            if operator.is_signed() {
                operator.unsigned_first()
            } else {
                operator.bit_operation(bits)
            }
        })
}

/// An operator to define.
struct Operator<'a> {
    stem: &'a str,
    /// The type of its first operand.
    ty: &'a str,
    dialect: Dialect,
}

impl Operator<'_> {
    fn is_signed(&self) -> bool {
        self.ty == "i32"
    }

    /// A function with this result type, parameters, body and dependencies.
    fn part(&self, result: &str, params: &str, body: &str, needs: &[&str]) -> Option<Part> {
        let head = format!("{result} {}_{}({params})", self.stem, self.ty);
        Some(Part::new(function(self.dialect, &head, body), needs))
    }

    fn two(&self, body: &str) -> Option<Part> {
        self.part(self.ty, &format!("{0} a, {0} b", self.ty), body, &[])
    }

    fn one(&self, result: &str, body: &str, needs: &[&str]) -> Option<Part> {
        self.part(result, &format!("{} a", self.ty), body, needs)
    }

    fn arithmetic(&self, bits: u32) -> Option<Part> {
        match self.stem {
            // An i32 cannot hold the quotient of the least i32 and -1.
            "div" if self.is_signed() => {
                self.two("return b == 0 ? 0 : b == -1 ? (i32)(0u - (u32)a) : a / b;")
            }
            "div" => self.two("return b == 0 ? 0 : a / b;"),
            "rem" if self.is_signed() => self.two("return b == 0 || b == -1 ? 0 : a % b;"),
            "rem" => self.two("return b == 0 ? 0 : a % b;"),
            "min" => self.two("return a < b ? a : b;"),
            "max" => self.two("return a < b ? b : a;"),
            "mul_high" if self.is_signed() => None,
            "mul_high" if bits == 32 => self.two("return (u32)(((u64)a * b) >> 32);"),
            "mul_high" => self.two(MUL_HIGH_U64),
            _ => None,
        }
    }

    fn rotation(&self, bits: u32) -> Option<Part> {
        let m = bits - 1;
        let (left, right) = match self.stem {
            "rotate_left" => ("<<", ">>"),
            "rotate_right" => (">>", "<<"),
            _ => return None,
        };
        let params = format!("{} a, u32 n", self.ty);
        if self.is_signed() {
            let needed = format!("{}_u32", self.stem);
            let body = format!("return (i32){needed}((u32)a, n);");
            return self.part(self.ty, &params, &body, &[&needed]);
        }
        let body = format!("return (a {left} (n & {m}u)) | (a {right} ((0u - n) & {m}u));");
        self.part(self.ty, &params, &body, &[])
    }

    /// An operation that is the same on the bits of an i32 as on a u32.
    fn unsigned_first(&self) -> Option<Part> {
        let stem = self.stem;
        let needs = format!("{stem}_u32");
        match stem {
            "count_ones" | "leading_zeros" | "trailing_zeros" => {
                self.one("u32", &format!("return {stem}_u32((u32)a);"), &[&needs])
            }
            "swap_bytes" | "reverse_bits" => self.one(
                "i32",
                &format!("return (i32){stem}_u32((u32)a);"),
                &[&needs],
            ),
            _ => None,
        }
    }

    /// A count of bits, or another order of bits, of an unsigned number.
    fn bit_operation(&self, bits: u32) -> Option<Part> {
        let Self { stem, ty, .. } = self;
        match *stem {
            "count_ones" if bits == 32 => self.one("u32", COUNT_U32, &[]),
            "count_ones" => self.one(
                "u32",
                "return count_ones_u32((u32)a) + count_ones_u32((u32)(a >> 32));",
                &["count_ones_u32"],
            ),
            "leading_zeros" => self.one("u32", &leading(bits), &[&format!("count_ones_{ty}")]),
            // The bits below the lowest set bit; all bits for zero.
            "trailing_zeros" => self.one(
                "u32",
                &format!("return count_ones_{ty}(~a & (a - 1));"),
                &[&format!("count_ones_{ty}")],
            ),
            "swap_bytes" if bits == 32 => self.one("u32", SWAP_U32, &[]),
            "reverse_bits" if bits == 32 => self.one("u32", REVERSE_U32, &["swap_bytes_u32"]),
            "swap_bytes" | "reverse_bits" => self.one(
                "u64",
                &format!("return ((u64){stem}_u32((u32)a) << 32) | {stem}_u32((u32)(a >> 32));"),
                &[&format!("{stem}_u32")],
            ),
            _ => None,
        }
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
