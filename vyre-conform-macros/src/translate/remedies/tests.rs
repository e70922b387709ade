//! Every remedy that is code, compiled beside what it stands for and compared with it on edge values.

use super::PANICKING;
use crate::stages;
use proc_macro2::TokenStream;
use std::fmt::Write;
use std::process::Command;

/// Types of the operands `a`, `b`, `c`, the type of the result, and an expression that is refused.
type Case = (&'static [&'static str], &'static str, &'static str);

const U: &[&str] = &["u32", "u32", "u32"];
const I: &[&str] = &["i32", "i32", "i32"];
const W: &[&str] = &["u64", "u64", "u64"];
/// An integer with two counts.
const WU: &[&str] = &["u64", "u32", "u32"];
const IU: &[&str] = &["i32", "u32", "u32"];

/// Parts of expressions that are refused within them: what a literal is there, only the place tells.
const PARTS: [&str; 2] = ["(1 << 5) - 1", "(1 << LIMIT) - 1"];

const CASES: &[Case] = &[
    // Literals, whose type is that of what stands beside them.
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

/// What is refused of `#[vyre_fn] fn f(a: .., b: .., c: ..) -> .. { code }`.
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
    help.split('`').skip(1).step_by(2).collect()
}

/// The remedies of a case, each a whole expression of its own.
fn remedies(case: &Case) -> Vec<String> {
    let found = refusals(case, case.2);
    let [message] = &found[..] else {
        panic!("{}: one message, not {found:#?}", case.2);
    };
    // Of a pattern the pattern alone is reported, of a shift the amount.
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

/// Oracle: what is refused itself, as rustc compiles it, on every triple of edge values for which it does not panic.
#[test]
fn every_remedy_compiles_and_gives_what_it_replaces() {
    let mut program = String::from(
        "#![deny(warnings)]\n#![allow(unused_variables, unconditional_panic, arithmetic_overflow)]\n\
         macro_rules! bound { ($n:expr) => { const _: u64 = $n; } }\n\
         const LIMIT: u32 = 8;\n\
         trait Edges: Sized { fn edges() -> Vec<Self>; }\n\
         impl Edges for u32 { fn edges() -> Vec<u32> { vec![0, 1, 2, 3, 4, 5, 7, 8, 10, 31, 32, 99, 1 << 31, (1 << 31) + 1, !0 - 1, !0] } }\n\
         impl Edges for u64 { fn edges() -> Vec<u64> { vec![0, 1, 2, 3, 4, 10, 63, 64, 1 << 32, (1 << 32) + 1, 1 << 63, (1 << 63) + 1, !0 - 1, !0] } }\n\
         impl Edges for i32 { fn edges() -> Vec<i32> { vec![0, 1, -1, 2, -2, 3, 7, -7, 10, 31, i32::MAX, i32::MIN, i32::MIN + 1, i32::MAX - 1] } }\n\
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
            // `max` and `min` are not `const fn`, and the functions of `core` were none either.
            let how = match original.contains("cmp::") {
                true => "fn",
                false => "const fn",
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
                 \x20           if wrong < 20 {{ println!(\"{{}} with {{a}}, {{b}}, {{c}}: {{due:?}}, and the remedy gives {{:?}}\", {original:?}, found.ok()); }}\n\
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
    let ran = Command::new(folder.join("remedies"))
        .output()
        .expect("a program");
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(ran.status.success(), "{}", words(&ran.stdout));
}

/// Oracle: the list of methods that panic.
#[test]
fn every_method_that_panics_has_a_case() {
    for method in PANICKING {
        let named = |case: &&Case| case.2.contains(&format!("{method}("));
        assert!(CASES.iter().any(|case| named(&case)), "{method}");
    }
}
