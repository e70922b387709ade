//! Running an op over columns, of C11 alone.

use super::names::type_name;
use std::fmt::Write;
use vyre_conform_ir::{Function, Signature, Type};

/// The function that runs an op on cases:
///
/// ```c
/// void vyre_cases(const u32 *const *operands, u32 *results, u64 cases);
/// ```
///
/// Operands and results are in the canonical layout, one case after the other.
pub const CASES: &str = "vyre_cases";

/// The same where some operands are one value for all cases:
///
/// ```c
/// void vyre_fixed(const u32 *const *operands, const u64 *steps, u32 *results, u64 cases);
/// ```
///
/// `steps` are the words from a case of an operand to the next one, or 0.
pub const FIXED: &str = "vyre_fixed";

/// Both, around the function `callee`.
pub(super) fn cases(callee: &str, entry: &Function, signature: &Signature) -> String {
    let strides = signature.operands.iter().map(|ty| ty.words());
    let strides: Vec<String> = strides.map(|words| words.to_string()).collect();
    let own = body(callee, entry, signature, &strides);
    let steps: Vec<String> = (0..strides.len()).map(|k| format!("steps[{k}]")).collect();
    let fixed = body(callee, entry, signature, &steps);
    format!(
        "void {CASES}(const u32 *const *operands, u32 *restrict results, u64 cases) {{\n{own}}}\n\n\
         void {FIXED}(const u32 *const *operands, const u64 *steps, u32 *restrict results, u64 cases) {{\n{fixed}}}\n"
    )
}

fn body(callee: &str, entry: &Function, signature: &Signature, strides: &[String]) -> String {
    let mut types = entry.params.iter().map(|p| entry.locals[p.0 as usize].ty);
    let mut args = vec![];
    let mut out = String::new();
    for (k, ty) in signature.operands.iter().enumerate() {
        let _ = writeln!(out, "    const u32 *in_{k} = operands[{k}];");
        let mut word = 0;
        while word < ty.words() {
            let Some(component) = types.next() else {
                break;
            };
            args.push(argument(k, &strides[k], word, component));
            word += component.words();
        }
    }
    let words = signature.result.words();
    let _ = writeln!(out, "    for (u64 n = 0; n < cases; n++) {{");
    let place = |word: usize| match (words, word) {
        (1, _) => "results[n]".to_owned(),
        (_, 0) => format!("results[n * {words}]"),
        _ => format!("results[n * {words} + {word}]"),
    };
    match &entry.results[..] {
        [one] => {
            let ty = type_name(*one);
            let _ = writeln!(
                out,
                "        const {ty} result = {callee}({});",
                args.join(", ")
            );
            store(&mut out, "result", *one, 0, &place);
        }
        many => {
            for (k, ty) in many.iter().enumerate() {
                let _ = writeln!(out, "        {} result_{k};", type_name(*ty));
                args.push(format!("&result_{k}"));
            }
            let _ = writeln!(out, "        {callee}({});", args.join(", "));
            let mut word = 0;
            for (k, ty) in many.iter().enumerate() {
                store(&mut out, &format!("result_{k}"), *ty, word, &place);
                word += ty.words();
            }
        }
    }
    out.push_str("    }\n");
    out
}

/// A component of operand `k`, its words from `word` on.
fn argument(k: usize, stride: &str, word: usize, ty: Type) -> String {
    let place = |word: usize| match (stride, word) {
        ("1", 0) => format!("in_{k}[n]"),
        (_, 0) => format!("in_{k}[n * {stride}]"),
        _ => format!("in_{k}[n * {stride} + {word}]"),
    };
    let first = place(word);
    match ty {
        Type::I32 => format!("(i32){first}"),
        Type::Bool => format!("{first} != 0"),
        Type::U64 => format!("(u64){first} | ((u64){} << 32)", place(word + 1)),
        _ => first,
    }
}

fn store(out: &mut String, name: &str, ty: Type, word: usize, place: &dyn Fn(usize) -> String) {
    match ty {
        Type::U64 => {
            let _ = writeln!(out, "        {} = (u32){name};", place(word));
            let _ = writeln!(out, "        {} = (u32)({name} >> 32);", place(word + 1));
        }
        Type::I32 | Type::Bool => _ = writeln!(out, "        {} = (u32){name};", place(word)),
        _ => _ = writeln!(out, "        {} = {name};", place(word)),
    }
}
