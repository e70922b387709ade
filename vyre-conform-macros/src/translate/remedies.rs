//! Replacements for methods that may panic: code over the actual operands that returns the same
//! wherever the method does not panic.
//!
//! A test of this module compiles each remedy, runs it beside the method on edge values, and translates
//! it: it must be in the kernel subset itself.

mod conversions;
mod options;
mod orderings;
mod others;

pub(super) use others::{bytes_of, is_sequence, quoted, without_reference};

use super::Translator;
use syn::Expr;

/// The methods that may panic.
pub(super) const PANICKING: [&str; 17] = [
    "abs",
    "clamp",
    "div_ceil",
    "div_euclid",
    "expect",
    "ilog10",
    "ilog2",
    "next_multiple_of",
    "next_power_of_two",
    "overflowing_div",
    "overflowing_rem",
    "pow",
    "rem_euclid",
    "unwrap",
    "wrapping_div",
    "wrapping_rem",
    "wrapping_rem_euclid",
];

impl Translator<'_> {
    /// The replacement for `receiver.method(arguments)`; `None` for a method that does not panic.
    pub(super) fn remedy(
        &self,
        method: &str,
        receiver: &Expr,
        arguments: &[&Expr],
    ) -> Option<String> {
        if !PANICKING.contains(&method) {
            return None;
        }
        if let "unwrap" | "expect" = method
            && let Some(code) = self.attempted(method, receiver, arguments)
        {
            return Some(code);
        }
        let first = arguments.first().copied();
        let entry = self.own_type(receiver).or_else(|| self.own_type(first?));
        let ty = entry.unwrap_or_else(|| match method {
            // They return a u32 for every receiver type.
            "ilog2" | "ilog10" => self.likely_type(),
            _ => self.wanted_type(),
        });
        let argument = |k: usize| arguments.get(k).map(|e| self.text(e)).unwrap_or_default();
        let compared = |k: usize| {
            arguments
                .get(k)
                .map(|e| self.operand(e))
                .unwrap_or_default()
        };
        let operands = Operands {
            receiver: self.receiver(receiver, first),
            plain: self.text(receiver),
            argument: argument(0),
            second: argument(1),
            lower: compared(0),
            upper: compared(1),
            divisor: first.map_or_else(String::new, |e| self.receiver(e, Some(receiver))),
            ty,
        };
        Some(
            operands
                .quotient_or_rest(method)
                .unwrap_or_else(|| operands.other(method)),
        )
    }
}

/// The texts of a method's operands, for its replacement.
struct Operands {
    receiver: String,
    /// The receiver where no method is called on it.
    plain: String,
    argument: String,
    second: String,
    /// The arguments as operands of comparisons.
    lower: String,
    upper: String,
    /// The argument as a receiver.
    divisor: String,
    /// The type of the receiver.
    ty: String,
}

impl Operands {
    /// The replacement for a method that divides.
    fn quotient_or_rest(&self, method: &str) -> Option<String> {
        let Self {
            receiver: a,
            plain: plain_a,
            argument: b,
            lower,
            divisor,
            ty,
            ..
        } = self;
        let signed = ty == "i32";
        Some(match method {
            "div_ceil" => format!(
                "if let Some(q) = {a}.checked_div({b}) {{ q.wrapping_add((q.wrapping_mul({b}) != {a}) as {ty}) }} \
                 else {{ 0 }}"
            ),
            "div_euclid" if signed => format!(
                "if let Some(q) = {a}.checked_div({b}) {{ if {a}.wrapping_sub(q.wrapping_mul({b})) >= 0 {{ q }} \
                 else if {lower} > 0 {{ q.wrapping_sub(1) }} else {{ q.wrapping_add(1) }} }} else {{ 0 }}"
            ),
            "div_euclid" => format!("if let Some(q) = {a}.checked_div({b}) {{ q }} else {{ 0 }}"),
            "rem_euclid" | "wrapping_rem_euclid" if signed => format!(
                "if let Some(r) = {a}.checked_rem({b}) {{ if r >= 0 {{ r }} else {{ \
                 r.wrapping_add({divisor}.wrapping_abs()) }} }} else {{ 0 }}"
            ),
            "rem_euclid" | "wrapping_rem" | "wrapping_rem_euclid" => {
                format!("if let Some(r) = {a}.checked_rem({b}) {{ r }} else {{ 0 }}")
            }
            // Apart from 0, `checked_div` excludes i32::MIN / -1, which wraps to i32::MIN.
            "wrapping_div" if signed => format!(
                "if let Some(q) = {a}.checked_div({b}) {{ q }} else if {lower} == 0 {{ 0 }} else {{ {plain_a} }}"
            ),
            "wrapping_div" => format!("if let Some(q) = {a}.checked_div({b}) {{ q }} else {{ 0 }}"),
            "overflowing_div" if signed => format!(
                "if let Some(q) = {a}.checked_div({b}) {{ (q, false) }} else if {lower} == 0 {{ (0, false) }} \
                 else {{ ({plain_a}, true) }}"
            ),
            "overflowing_div" => {
                format!(
                    "if let Some(q) = {a}.checked_div({b}) {{ (q, false) }} else {{ (0, false) }}"
                )
            }
            "overflowing_rem" => format!(
                "if let Some(r) = {a}.checked_rem({b}) {{ (r, false) }} else {{ (0, {lower} != 0) }}"
            ),
            "next_multiple_of" => format!(
                "if let Some(r) = {a}.checked_rem({b}) {{ if r == 0 {{ {plain_a} }} else {{ \
                 {a}.wrapping_add({divisor}.wrapping_sub(r)) }} }} else {{ 0 }}"
            ),
            _ => return None,
        })
    }

    /// The replacement for a method that does not divide.
    fn other(&self, method: &str) -> String {
        let Self {
            receiver: a,
            plain: plain_a,
            argument: b,
            second: c,
            lower,
            upper,
            ty,
            ..
        } = self;
        let bits = if ty == "u64" { 64 } else { 32 };
        match method {
            "abs" => format!("{a}.wrapping_abs()"),
            "clamp" => format!(
                "if {a} < {lower} {{ {b} }} else if {a} > {upper} {{ {c} }} else {{ {plain_a} }}"
            ),
            "next_power_of_two" => format!(
                "if {a} <= 1 {{ 1 }} else {{ \
                 1{ty}.wrapping_shl({bits}u32.wrapping_sub({a}.wrapping_sub(1).leading_zeros())) }}"
            ),
            "ilog2" => format!(
                "if {a} == 0 {{ 0 }} else {{ {a}.leading_zeros() ^ {} }}",
                bits - 1
            ),
            "ilog10" => format!(
                "{{ let (mut rest, mut digits) = ({plain_a}, 0u32); while rest >= 10 {{ bound!(20); rest /= 10; \
                 digits = digits.wrapping_add(1); }} digits }}"
            ),
            "pow" if matches!(b.as_str(), "2" | "3") => product(plain_a, a, b == "3"),
            "pow" if plain_a.trim_end_matches(ty.as_str()) == "2" => {
                format!("1{ty}.wrapping_shl({b})")
            }
            "pow" => format!(
                "{{ let (mut p, mut x, mut n) = (1{ty}, {plain_a}, {b}); while n != 0 {{ bound!(32); if n & 1 == 1 \
                 {{ p = p.wrapping_mul(x); }} x = x.wrapping_mul(x); n >>= 1; }} p }}"
            ),
            // unwrap, expect
            _ => format!("if let Some(x) = {plain_a} {{ x }} else {{ 0 }}"),
        }
    }
}

/// The square or the cube of a number.
fn product(plain: &str, receiver: &str, is_cube: bool) -> String {
    let is_name = plain.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (x, before) = if is_name {
        (receiver, None)
    } else {
        ("x", Some(plain))
    };
    let x_plain = if is_name { plain } else { "x" };
    let square = format!("{x}.wrapping_mul({x_plain})");
    let power = if is_cube {
        format!("{square}.wrapping_mul({x_plain})")
    } else {
        square
    };
    match before {
        Some(value) => format!("{{ let x = {value}; {power} }}"),
        None => power,
    }
}

#[cfg(test)]
mod tests;
