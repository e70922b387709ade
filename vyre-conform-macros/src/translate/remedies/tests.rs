//! Every remedy that is code, compiled beside the refused code and compared with it on edge values.

mod cases;

use super::PANICKING;
use super::others::INTEGER_METHODS;
use crate::stages;
use cases::{BODY, CASES, Case, PARTS};
use proc_macro2::TokenStream;
use std::fmt::Write;
use std::process::Command;

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
        _ if part.is_some() => {
            let piece = piece
                .replace(" ..; ", &format!(" {BODY} "))
                .replace(" .. }", &format!(" {BODY} }}"));
            case.2.replace(part.unwrap_or(&""), &piece)
        }
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
            let how = if original.contains("cmp::")
                || original.contains("Ord")
                || remedy.contains("for ")
            {
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
