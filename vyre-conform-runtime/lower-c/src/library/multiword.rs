//! Multi-word types and their operators.

use super::{Part, function};
use crate::Dialect;

/// The type `stem` if `ty` is empty, otherwise the operator `stem` on `ty`.
pub(super) fn part(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    match (stem, ty) {
        ("u128", "") => Some(Part::new(
            "// 128 bits, the low half first.\ntypedef struct {\n    u64 lo, hi;\n} u128;\n"
                .to_owned(),
            &[],
        )),
        ("vec2", "") => Some(structure("x, y", "vec2")),
        ("vec4", "") => Some(structure("x, y, z, w", "vec4")),
        (_, "u128") => wide(stem, dialect),
        ("split" | "join" | "low" | "whole", "vec2" | "vec4") => words(stem, ty, dialect),
        (_, "vec2") => lanes(stem, ty, &["x", "y"], dialect),
        (_, "vec4") => lanes(stem, ty, &["x", "y", "z", "w"], dialect),
        _ => None,
    }
}

fn structure(fields: &str, name: &str) -> Part {
    Part::new(
        format!("typedef struct {{\n    u32 {fields};\n}} {name};\n"),
        &[],
    )
}

fn wide(stem: &str, dialect: Dialect) -> Option<Part> {
    let text_of = |result: &str, params: &str, body: &str, needs: &[&str]| {
        let text = function(dialect, &format!("{result} {stem}_u128({params})"), body);
        let mut all = vec!["u128"];
        all.extend(needs);
        Some(Part::new(text, &all))
    };
    let two = |body: &str, needs: &[&str]| text_of("u128", "u128 a, u128 b", body, needs);
    let halves = |operator: &str| {
        let body = format!("return make_u128(a.lo {operator} b.lo, a.hi {operator} b.hi);");
        two(&body, &["make_u128"])
    };
    match stem {
        "make" => text_of(
            "u128",
            "u64 lo, u64 hi",
            "u128 a;\na.lo = lo;\na.hi = hi;\nreturn a;",
            &[],
        ),
        "extend" => text_of(
            "u128",
            "i32 a",
            "return make_u128((u64)(i64)a, a < 0 ? ~(u64)0 : 0);",
            &["make_u128"],
        ),
        "add" => two(
            "const u64 lo = a.lo + b.lo;\nreturn make_u128(lo, a.hi + b.hi + (lo < a.lo ? 1 : 0));",
            &["make_u128"],
        ),
        "sub" => two(
            "return make_u128(a.lo - b.lo, a.hi - b.hi - (a.lo < b.lo ? 1 : 0));",
            &["make_u128"],
        ),
        "and" => halves("&"),
        "or" => halves("|"),
        "xor" => halves("^"),
        "not" => text_of(
            "u128",
            "u128 a",
            "return make_u128(~a.lo, ~a.hi);",
            &["make_u128"],
        ),
        "shl" => text_of("u128", "u128 a, u32 n", SHL, &["make_u128"]),
        "shr" => text_of("u128", "u128 a, u32 n", SHR, &["make_u128"]),
        "min" => two("return less_u128(a, b) ? a : b;", &["less_u128"]),
        "max" => two("return less_u128(a, b) ? b : a;", &["less_u128"]),
        "equal" => text_of(
            "bool",
            "u128 a, u128 b",
            "return a.lo == b.lo && a.hi == b.hi;",
            &[],
        ),
        "less" => text_of(
            "bool",
            "u128 a, u128 b",
            "return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);",
            &[],
        ),
        "any" => text_of("bool", "u128 a", "return (a.lo | a.hi) != 0;", &[]),
        _ => None,
    }
}

const SHL: &str = "\
n &= 127u;
if (n == 0) return a;
if (n >= 64u) return make_u128(0, a.lo << (n - 64u));
return make_u128(a.lo << n, (a.hi << n) | (a.lo >> (64u - n)));";

const SHR: &str = "\
n &= 127u;
if (n == 0) return a;
if (n >= 64u) return make_u128(a.hi >> (n - 64u), 0);
return make_u128((a.lo >> n) | (a.hi << (64u - n)), a.hi >> n);";

/// Conversions between vectors and types with the same words.
fn words(stem: &str, ty: &str, dialect: Dialect) -> Option<Part> {
    let text_of = |result: &str, from: &str, body: &str, needs: &[&str]| {
        let text = function(dialect, &format!("{result} {stem}_{ty}({from} a)"), body);
        Some(Part::new(text, needs))
    };
    match (stem, ty) {
        ("split", "vec2") => text_of(
            "vec2",
            "u64",
            "return make_vec2((u32)a, (u32)(a >> 32));",
            &["make_vec2"],
        ),
        ("split", "vec4") => text_of(
            "vec4",
            "u128",
            "return make_vec4((u32)a.lo, (u32)(a.lo >> 32), (u32)a.hi, (u32)(a.hi >> 32));",
            &["u128", "make_vec4"],
        ),
        ("join", _) => text_of("u64", ty, "return (u64)a.x | ((u64)a.y << 32);", &[ty]),
        ("low", "vec4") => text_of(
            "vec2",
            "vec4",
            "return make_vec2(a.x, a.y);",
            &["vec4", "make_vec2"],
        ),
        ("whole", "vec4") => text_of(
            "u128",
            "vec4",
            "return make_u128((u64)a.x | ((u64)a.y << 32), (u64)a.z | ((u64)a.w << 32));",
            &["vec4", "make_u128"],
        ),
        _ => None,
    }
}

/// An operator of a vector, lane by lane.
fn lanes(stem: &str, ty: &str, fields: &[&str], dialect: Dialect) -> Option<Part> {
    let make = format!("make_{ty}");
    let text_of = |result: &str, params: &str, body: &str, needs: &[&str]| {
        let text = function(dialect, &format!("{result} {stem}_{ty}({params})"), body);
        let mut all = vec![ty];
        all.extend(needs);
        Some(Part::new(text, &all))
    };
    let each = |lane: &dyn Fn(&str) -> String| {
        let lanes: Vec<String> = fields.iter().map(|field| lane(field)).collect();
        lanes.join(", ")
    };
    let (one, combined) = (format!("{ty} a"), format!("{ty} a, {ty} b"));
    let made = |params: &str, lanes: String, needs: &[&str]| {
        let needs = [&[&*make], needs].concat();
        text_of(ty, params, &format!("return {make}({lanes});"), &needs)
    };
    let two = |operator: &str| {
        let lanes = each(&|f| format!("a.{f} {operator} b.{f}"));
        made(&combined, lanes, &[])
    };
    match stem {
        "make" => {
            let params = each(&|f| format!("u32 {f}"));
            let set: String = fields.iter().map(|f| format!("a.{f} = {f};\n")).collect();
            text_of(ty, &params, &format!("{ty} a;\n{set}return a;"), &[])
        }
        "splat" => made("u32 a", each(&|_| "a".to_owned()), &[]),
        "add" => two("+"),
        "sub" => two("-"),
        "mul" => two("*"),
        "and" => two("&"),
        "or" => two("|"),
        "xor" => two("^"),
        "not" => made(&one, each(&|f| format!("~a.{f}")), &[]),
        "min" | "max" => {
            let lanes = each(&|f| format!("{stem}_u32(a.{f}, b.{f})"));
            made(&combined, lanes, &[&format!("{stem}_u32")])
        }
        "equal" => {
            let all: Vec<String> = fields.iter().map(|f| format!("a.{f} == b.{f}")).collect();
            let body = format!("return {};", all.join(" && "));
            text_of("bool", &combined, &body, &[])
        }
        "any" => {
            let all: Vec<String> = fields.iter().map(|f| format!("a.{f}")).collect();
            let body = format!("return ({}) != 0;", all.join(" | "));
            text_of("bool", &one, &body, &[])
        }
        _ => None,
    }
}
