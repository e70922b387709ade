//! Every remedy that is code, compiled beside the refused code and compared with it on edge values.

use super::PANICKING;
use super::others::INTEGER_METHODS;
use crate::stages;
use proc_macro2::TokenStream;
use std::fmt::Write;
use std::process::Command;

/// Types of the operands `a`, `b`, `c`, the type of the result, and a refused expression.
type Case = (&'static [&'static str], &'static str, &'static str);

const U: &[&str] = &["u32", "u32", "u32"];
const I: &[&str] = &["i32", "i32", "i32"];
const W: &[&str] = &["u64", "u64", "u64"];
/// An integer with two counts.
const WU: &[&str] = &["u64", "u32", "u32"];
const IU: &[&str] = &["i32", "u32", "u32"];
const UI: &[&str] = &["u32", "i32", "i32"];

/// Subexpressions that are refused inside others: the context determines the type of their literals.
const PARTS: [&str; 9] = [
    "(1 << 5) - 1",
    "(1 << LIMIT) - 1",
    "a / b",
    "a % b",
    "m /= b",
    "m %= b",
    "b'a'",
    "'A'",
    "dbg!(a)",
];

const CASES: &[Case] = &[
    // Literals with the type of the other operand.
    (U, "u32", "(1 << 5) - 1"),
    (W, "u64", "(1 << 5) - 1"),
    (U, "u64", "(a & ((1 << 5) - 1)) as u64"),
    (U, "u64", "(((1 << 5) - 1) & a) as u64"),
    (U, "u64", "(a ^ ((1 << LIMIT) - 1)) as u64"),
    (W, "u32", "(a & ((1 << 5) - 1)) as u32"),
    (W, "u32", "a.wrapping_add((1 << 5) - 1) as u32"),
    (W, "u32", "a.wrapping_shl((1 << 5) - 1) as u32"),
    (W, "bool", "a < (1 << 5) - 1"),
    (U, "u64", "{ let m: u32 = (1 << 5) - 1; (a & m) as u64 }"),
    (
        U,
        "u64",
        "{ let mut m = a; if b == 0 { m = (1 << 5) - 1; } (b & m) as u64 }",
    ),
    (W, "u32", "{ let mut m = a; m ^= (1 << 5) - 1; m as u32 }"),
    (W, "u32", "{ if a == 0 { return (1 << 5) - 1; } b as u32 }"),
    // Operators.
    (U, "u32", "a + b"),
    (I, "i32", "a - b"),
    (W, "u64", "(a ^ b) * c"),
    (I, "i32", "-a"),
    (I, "i32", "-(a ^ b)"),
    (U, "u32", "a / b"),
    (I, "i32", "a % (b ^ c)"),
    (I, "i32", "7 / b"),
    (U, "u32", "a << b"),
    (WU, "u64", "a >> b"),
    (IU, "i32", "a << (b ^ c)"),
    (U, "u32", "core::cmp::max(a, b ^ c)"),
    (I, "i32", "core::cmp::min(1, b)"),
    (U, "u64", "u64::from(a ^ b)"),
    (U, "u32", "match a { 5.. => b, _ => c }"),
    (I, "i32", "match a { ..=5 => b, _ => c }"),
    (W, "u64", "match a { 5.. => b, _ => c }"),
    (U, "u32", "match a { 0..LIMIT => b, _ => c }"),
    // Operators inside of operators, methods and arguments.
    (I, "i32", "(a - b).abs()"),
    (I, "i32", "(a - b).pow(2)"),
    (U, "u32", "(a + 1).next_power_of_two()"),
    (U, "u32", "a.wrapping_add(b).div_ceil(c / b)"),
    (U, "u32", "a.clamp(b >> c, b << c)"),
    (U, "u32", "core::cmp::max(a + b, c)"),
    (U, "u64", "u64::from(a * b)"),
    // Divisions.
    (I, "i32", "if b == 0 { 0 } else { a / b }"),
    (I, "i32", "if b == 0 { 0 } else { a % b }"),
    (I, "i32", "a / -1"),
    (I, "i32", "a % -1"),
    (I, "i32", "{ let mut m = a; if b != 0 { m /= b; } m }"),
    (I, "i32", "{ let mut m = a; if b != 0 { m %= b; } m }"),
    (U, "u32", "{ let mut m = a; m /= b; m }"),
    // Types of the standard library.
    (U, "u32", "(Wrapping(a) + Wrapping(b)).0"),
    (I, "i32", "(Wrapping(a) * Wrapping(b) - Wrapping(c)).0"),
    (U, "u32", "(Wrapping(a ^ b) << 35).0"),
    (U, "bool", "Wrapping(a) + Wrapping(b) == Wrapping(c)"),
    (U, "u32", "(Saturating(a) + Saturating(b)).0"),
    // Characters and macros.
    (U, "u32", "a ^ b'a' as u32"),
    (U, "bool", "a == 'A' as u32"),
    (U, "bool", "matches!(a, 1 | 5..=9)"),
    (U, "u32", "dbg!(a) ^ b"),
    // Methods of an `Option`.
    (U, "u32", "a.checked_add(b).map(|x| x ^ 1).unwrap_or(c)"),
    (U, "u32", "a.checked_add(b).map(|x| x + 1).unwrap_or(c)"),
    (U, "u32", "a.checked_sub(b).map_or(c, |x| !x)"),
    (U, "u32", "a.checked_sub(b).map_or_else(|| c, |x| !x)"),
    (U, "u32", "a.checked_mul(b).unwrap_or_else(|| c)"),
    (I, "i32", "a.checked_mul(b).unwrap_or_default()"),
    (U, "bool", "a.checked_mul(b).is_some_and(|x| x > c)"),
    (U, "bool", "a.checked_mul(b).is_none_or(|x| x > c)"),
    // Methods of integers.
    (U, "u64", "a.into()"),
    (U, "bool", "a.eq(&b)"),
    (U, "bool", "(a ^ b).le(&c)"),
    (I, "u32", "a.cast_unsigned()"),
    (U, "i32", "(a ^ b).cast_signed()"),
    (U, "u32", "a.clone()"),
    (U, "u32", "a.to_be()"),
    (U, "u32", "a.isqrt()"),
    (W, "u64", "a.isqrt()"),
    (U, "u32", "a.midpoint(b ^ c)"),
    (W, "u64", "a.midpoint(b)"),
    (I, "i32", "(a ^ c).midpoint(b)"),
    (U, "u32", "a.unbounded_shl(b)"),
    (WU, "u64", "(a ^ 1).unbounded_shl(b ^ c)"),
    (IU, "i32", "a.unbounded_shl(b)"),
    (U, "u32", "a.unbounded_shr(b)"),
    (IU, "i32", "a.unbounded_shr(b)"),
    (U, "bool", "a.is_multiple_of(b)"),
    (U, "u32", "a.wrapping_pow(b)"),
    (I, "i32", "a.wrapping_rem_euclid(b)"),
    (U, "u32", "a.wrapping_rem_euclid(b)"),
    (U, "u32", "a.wrapping_div_euclid(b)"),
    (I, "i32", "a.saturating_div(b)"),
    (U, "u32", "a.saturating_div(b)"),
    (I, "i32", "a.saturating_neg()"),
    (I, "i32", "a.saturating_abs()"),
    (I, "(i32, bool)", "a.overflowing_abs()"),
    (U, "(u32, bool)", "a.overflowing_shl(b)"),
    (IU, "(i32, bool)", "a.overflowing_shr(b)"),
    (UI, "u32", "a.wrapping_add_signed(b)"),
    (UI, "u32", "a.wrapping_sub_signed(b)"),
    (IU, "i32", "a.wrapping_add_unsigned(b ^ c)"),
    (IU, "i32", "a.wrapping_sub_unsigned(b)"),
    (I, "i32", "a.neg()"),
    (U, "u32", "a.not()"),
    // Methods.
    (I, "i32", "a.abs()"),
    (U, "u32", "a.clamp(b, c)"),
    (I, "i32", "(a ^ 1).clamp(b & 7, c | 8)"),
    (U, "u32", "a.div_ceil(b)"),
    (W, "u64", "a.div_ceil(b ^ c)"),
    (U, "u32", "a.div_euclid(b)"),
    (I, "i32", "a.div_euclid(b)"),
    (I, "i32", "(a ^ c).rem_euclid(b)"),
    (I, "i32", "a.rem_euclid(7)"),
    (I, "i32", "a.rem_euclid(-7)"),
    (W, "u64", "a.rem_euclid(b)"),
    (I, "i32", "a.wrapping_div(b)"),
    (I, "i32", "(a ^ 1).wrapping_div(b ^ c)"),
    (U, "u32", "a.wrapping_div(b)"),
    (I, "i32", "a.wrapping_rem(b)"),
    (W, "u64", "a.wrapping_rem(b)"),
    (I, "i32", "i32::wrapping_div(a, b)"),
    (I, "(i32, bool)", "a.overflowing_div(b)"),
    (U, "(u32, bool)", "a.overflowing_div(b)"),
    (I, "(i32, bool)", "a.overflowing_rem(b)"),
    (U, "u32", "a.next_multiple_of(b)"),
    (W, "u64", "a.next_multiple_of(10)"),
    (U, "u32", "a.next_power_of_two()"),
    (W, "u64", "a.next_power_of_two()"),
    (U, "u32", "a.ilog2()"),
    (W, "u32", "a.ilog2()"),
    (I, "u32", "a.ilog2()"),
    (U, "u32", "a.ilog10()"),
    (W, "u32", "a.ilog10()"),
    (U, "u32", "a.pow(b)"),
    (I, "i32", "a.pow(3)"),
    (WU, "u64", "(a ^ 1).pow(b)"),
    (U, "u32", "a.checked_sub(b).unwrap()"),
    (I, "i32", "a.checked_mul(b).expect(\"no overflow\")"),
];

/// The refusals of `#[vyre_fn] fn f(a: .., b: .., c: ..) -> .. { code }`.
fn refusals((types, result, _): &Case, code: &str) -> Vec<String> {
    let [a, b, c] = types else {
        unreachable!("three")
    };
    let item = format!("fn f(a: {a}, b: {b}, c: {c}) -> {result} {{ {code} }}");
    let item: TokenStream = item.parse().unwrap_or_else(|_| panic!("tokens: {item}"));
    let output = stages::helper(TokenStream::new(), item);
    let output: syn::File = syn::parse2(output).expect("items");
    let text = |item: &syn::Item| match item {
        syn::Item::Macro(m) => m.mac.parse_body::<syn::LitStr>().ok().map(|s| s.value()),
        _ => None,
    };
    output.items.iter().filter_map(text).collect()
}

/// The pieces of code in the help of a message.
fn code(message: &str) -> Vec<&str> {
    let (_, help) = message.split_once("help: ").expect("help");
    let pieces = help.split('`').skip(1).step_by(2);
    pieces.filter(|piece| !piece.starts_with("use ")).collect()
}

/// The remedies of a case, each as a whole expression.
fn remedies(case: &Case) -> Vec<String> {
    let ty = refusals(case, case.2);
    let [message] = &ty[..] else {
        panic!("{}: one message, not {ty:#?}", case.2);
    };
    // For a pattern only the pattern is reported, for a shift the amount.
    let code = code(message);
    let part = PARTS.iter().find(|part| case.2.contains(*part));
    let whole = |k: usize, piece: &str| match k {
        _ if part.is_some() => case.2.replace(part.unwrap_or(&""), piece),
        _ if message.starts_with("a range pattern") => {
            let (before, rest) = case.2.split_once("{ ").expect("a match");
            let (_, after) = rest.split_once(" =>").expect("an arm");
            format!("{before}{{ {piece} =>{after}")
        }
        0 => piece.to_owned(),
        _ => {
            let at = case
                .2
                .find("<<")
                .or_else(|| case.2.find(">>"))
                .expect("a shift");
            format!("{} ({piece})", &case.2[..at + 2])
        }
    };
    if let [pattern, constant] = &code[..]
        && constant.starts_with("const ")
    {
        return vec![format!("{constant} {}", whole(0, pattern))];
    }
    code.iter()
        .enumerate()
        .map(|(k, piece)| whole(k, piece))
        .collect()
}

/// Oracle: the refused code itself, as rustc compiles it, on every triple of edge values for which it
/// does not panic.
#[test]
fn every_remedy_compiles_and_equals_the_refused_code() {
    let mut program = String::from(
        "#![deny(warnings)]\n#![allow(unused_variables, unconditional_panic, arithmetic_overflow)]\n\
         macro_rules! bound { ($n:expr) => { const _: u64 = $n; } }\n\
         use std::num::{Saturating, Wrapping};\n\
         use std::ops::{Neg, Not};\n\
         const LIMIT: u32 = 8;\n\
         trait Edges: Sized { fn edges() -> Vec<Self>; }\n\
         impl Edges for u32 { fn edges() -> Vec<u32> { vec![0, 1, 2, 3, 4, 5, 7, 8, 10, 31, 32, 99, 1 << 31, (1 << \
         31) + 1, !0 - 1, !0] } }\n\
         impl Edges for u64 { fn edges() -> Vec<u64> { vec![0, 1, 2, 3, 4, 10, 63, 64, 1 << 32, (1 << 32) + 1, 1 << \
         63, (1 << 63) + 1, !0 - 1, !0] } }\n\
         impl Edges for i32 { fn edges() -> Vec<i32> { vec![0, 1, -1, 2, -2, 3, 7, -7, 10, 31, i32::MAX, i32::MIN, \
         i32::MIN + 1, i32::MAX - 1] } }\n\
         fn main() {\n    std::panic::set_hook(Box::new(|_| ()));\n    let mut wrong = 0;\n",
    );
    let mut functions = String::new();
    for (k, case) in CASES.iter().enumerate() {
        let (types, result, original) = case;
        let [a, b, c] = types else {
            unreachable!("three")
        };
        for (n, remedy) in remedies(case).iter().enumerate() {
            assert_eq!(refusals(case, remedy), [""; 0], "{original}: {remedy}");
            let params = format!("a: {a}, b: {b}, c: {c}");
            // `max` and `min` are not `const fn`, and neither were the functions of `core`.
            let how = if original.contains("cmp::") {
                "fn"
            } else {
                "const fn"
            };
            writeln!(
                functions,
                "fn original_{k}_{n}({params}) -> {result} {{ {original} }}\n\
                 {how} remedy_{k}_{n}({params}) -> {result} {{ {remedy} }}"
            )
            .expect("text");
            writeln!(
                program,
                "    for a in <{a}>::edges() {{ for b in <{b}>::edges() {{ for c in <{c}>::edges() {{\n\
                 \x20       let Ok(due) = std::panic::catch_unwind(|| original_{k}_{n}(a, b, c)) else {{ continue }};\n\
                 \x20       let found = std::panic::catch_unwind(|| remedy_{k}_{n}(a, b, c));\n\
                 \x20       if !matches!(&found, Ok(found) if *found == due) {{\n\
                 \x20           wrong += 1;\n\
                 \x20           if wrong < 20 {{ println!(\"{{}} with {{a}}, {{b}}, {{c}}: {{due:?}}, and the remedy \
                 gives {{:?}}\", {original:?}, found.ok()); }}\n\
                 \x20       }}\n    }} }} }}"
            )
            .expect("text");
        }
    }
    program.push_str("    std::process::exit((wrong != 0) as i32);\n}\n");
    program.push_str(&functions);
    let folder = std::env::temp_dir().join(format!("vyre-remedies-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let source = folder.join("remedies.rs");
    std::fs::write(&source, &program).expect("a file");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(rustc)
        .current_dir(&folder)
        .args([
            "--edition=2024",
            "-Cdebug-assertions=on",
            "-Copt-level=1",
            "remedies.rs",
            "-o",
            "remedies",
        ])
        .output()
        .expect("rustc");
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(compiled.status.success(), "{}", words(&compiled.stderr));
    let output = Command::new(folder.join("remedies"))
        .output()
        .expect("a program");
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(output.status.success(), "{}", words(&output.stdout));
}

/// Oracle: the lists of methods with replacements; stable Rust has no `widening_mul`.
#[test]
fn every_method_with_a_remedy_has_a_case() {
    for method in PANICKING.into_iter().chain(INTEGER_METHODS) {
        let named = |case: &&Case| case.2.contains(&format!("{method}("));
        let is_stable = method != "widening_mul";
        assert_eq!(CASES.iter().any(|case| named(&case)), is_stable, "{method}");
    }
}
