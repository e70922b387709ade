//! Literals.

use crate::Type;
use std::fmt::Write;

/// A value as a literal: hexadecimal, or decimal if signed or below ten. The bits of a float are
/// `f32(0x3f800000)`; those of a type without literals, or that are out of its range, `(0x2: bool)`.
pub fn literal(ty: Type, bits: u64) -> String {
    let mut out = String::new();
    write_literal(ty, bits, &mut out);
    out
}

/// Writes a [`literal`].
pub(super) fn write_literal(ty: Type, bits: u64, out: &mut String) {
    let _ = match ty {
        _ if bits & !ty.mask() != 0 || !ty.is_literal() => {
            write!(out, "({bits:#x}: {})", ty.name())
        }
        Type::Bool => write!(out, "{}", bits != 0),
        Type::I32 => write!(out, "{}i32", bits as u32 as i32),
        Type::U32 if bits < 10 => write!(out, "{bits}"),
        Type::U64 if bits < 10 => write!(out, "{bits}u64"),
        Type::U64 => {
            out.push_str("0x");
            hex((bits >> 32) as u32, out);
            out.push('_');
            hex(bits as u32, out);
            out.push_str("u64");
            Ok(())
        }
        ty if ty.is_float() => {
            let width = 2 + ty.bits() as usize / 4;
            write!(out, "{}({bits:#0width$x})", ty.name())
        }
        _ => {
            out.push_str("0x");
            hex(bits as u32, out);
            Ok(())
        }
    };
}

/// Eight hexadecimal digits, in groups of four.
fn hex(word: u32, out: &mut String) {
    for k in (0..8).rev() {
        let digit = char::from_digit(word >> (4 * k) & 15, 16);
        out.push(digit.unwrap_or('?'));
        if k == 4 {
            out.push('_');
        }
    }
}
