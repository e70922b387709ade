//! The gallery in the book: each law with an op that breaks it, and the result of its check.

use super::WITNESSES;
use super::pages::{Detection, Page, pages};
use std::fmt::Write;
use vyre_conform_harness::report::thousands;
use vyre_conform_runtime::spec::{Evidence, Law, laws};
use vyre_conform_suite::strategy::{CheckOptions, check};
use vyre_conform_tests::book::generated;

/// The seed of the witnesses.
const SEED: u64 = 11;

const OPS: &str = include_str!("ops.rs");
const PAGES: &str = include_str!("pages.rs");

/// The text up to the parenthesis that closes the one before it.
fn inside(text: &str) -> &str {
    let mut depth = 1;
    let end = text.char_indices().find_map(|(at, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    });
    &text[..end.expect("it is closed")]
}

/// The names or closures of the two ops of each page, in the order of `pages`.
fn subjects() -> Vec<[&'static str; 2]> {
    let calls = PAGES.split("        page(\n").skip(1);
    let of = |call: &'static str| {
        let lines = call.lines().map(str::trim_start);
        let mut ops = lines.filter_map(|line| Some(inside(line.strip_prefix("(op_ref(")?)));
        [(); 2].map(|()| ops.next().expect("an op that obeys and one that breaks"))
    };
    calls.map(of).collect()
}

/// The source of an op of the gallery.
fn source(op: &str) -> String {
    if let Some((_, rest)) = OPS.split_once(&format!("pub(super) fn {op}(")) {
        let (body, _) = rest.split_once("\n}").expect("its end");
        return format!("fn {op}({body}\n}}");
    }
    let named = |start: &str| {
        let (_, rest) = PAGES.split_once(start)?;
        let (body, _) = rest.split_once("\n}")?;
        Some(format!("{start}{body}\n}}"))
    };
    if let Some(actual) = named(&format!("fn {op}(")) {
        return actual;
    }
    let closure = PAGES.lines().map(str::trim).find_map(|line| {
        let bound = line.strip_prefix(&format!("let {op} = "));
        // One closure shares its line with other code.
        let beside = || {
            Some(
                line.split_once(&format!(", {op}) = "))?
                    .1
                    .split_once("), ")?
                    .1
                    .trim_end_matches(");"),
            )
        };
        bound.or_else(beside)
    });
    format!("let f = {};", closure.unwrap_or(op).trim_end_matches(';'))
}

/// A broken law of an op, in the lines of a failure report.
fn violation_report(page: &Page) -> String {
    let law = &page.broken;
    let source = law
        .domain(Evidence::Witnessed, SEED, WITNESSES)
        .expect("witnesses");
    let outcomes = check(&[law], &*source, CheckOptions::default()).expect("a check");
    let wide = &outcomes[0].tally;
    let first = wide.first.as_ref().expect("a counterexample");
    let small = law.minimise(&first.inputs);
    let names = ["a", "b", "c", "d"].iter().zip(&small);
    let inputs: Vec<String> = names
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let mut text = format!("  law       {}\n  input     {}\n", law, inputs.join(", "));
    for (k, step) in law.explain(&small).steps.iter().enumerate() {
        let label = if k == 0 { "step" } else { "" };
        writeln!(text, "  {label:<10}{step}").expect("a string takes any text");
    }
    let [failing, cases] = [wide.failures, wide.cases].map(thousands);
    text + &format!(
        "  failing   {failing} of {cases} cases, first case {}, seed {SEED:#x}\n",
        first.case
    )
}

/// The law as in the tables, with its parameters.
fn heading(law: &Law) -> String {
    let params: Vec<&str> = law.params.iter().map(|param| param.name).collect();
    if params.is_empty() {
        law.name.to_owned()
    } else {
        format!("{}({})", law.name, params.join(", "))
    }
}

fn section(law: &Law, pages: &[(Page, [&str; 2])]) -> String {
    let mut text = format!("\n## {}\n\n{}\n\n", heading(law), law.docs);
    writeln!(text, "| obeyed by | broken by |\n|---|---|").expect("text");
    writeln!(text, "| {} | {} |", law.obeyed_by, law.broken_by).expect("text");
    for (page, [_, breaks]) in pages
        .iter()
        .filter(|(page, _)| page.obeyed.law.name == law.name)
    {
        let arity = page.broken.subject.signature.operands.len();
        let caught = match page.caught {
            Detection::ByBytes => "Every combination of small operands shows it; a witness:",
            Detection::ByWitnessesOnly => {
                "True of every small operand, false at full width. A witness:"
            }
        };
        let operands = if arity == 1 { "operand" } else { "operands" };
        write!(
            text,
            "\n`{}` of {arity} {operands}, obeyed: `{}`. Broken by\n\n```rust\n{}\n```\n\n{caught}\n\n```text\n{}```\n",
            page.obeyed.law.name,
            page.obeyed,
            source(breaks),
            violation_report(page)
        )
        .expect("text");
    }
    text
}

/// Oracle: the table of laws, and the results of the checks in the gallery. `VYRE_BLESS=1` writes the page.
#[test]
fn gallery_of_the_book_matches_the_checks() {
    let pages: Vec<(Page, [&str; 2])> = pages().into_iter().zip(subjects()).collect();
    assert_eq!(pages.len(), subjects().len());
    let mut text = String::from(
        "# Laws\n\nGenerated from the table of laws (`vyre-conform-runtime/spec/src/law/table.rs`) and from the gallery of the tests \
         (`tests/tests/laws`),\nwhere each law is checked on an op that obeys it and on one that breaks it. What is shown of a broken one are the \
         lines of a failure\nreport that are about the law. The [specification](docs/spec/laws.md) has the claims side by side.\n\n",
    );
    for law in laws() {
        let anchor: String = heading(law).to_lowercase();
        let kept = anchor.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c => c.is_alphanumeric().then_some(c),
        });
        let anchor: String = kept.collect();
        writeln!(text, "- [{}](#{anchor})", law.name).expect("text");
    }
    for law in laws() {
        text += &section(law, &pages);
    }
    generated(
        "docs/book/reference/laws.md",
        &text,
        "cargo test --workspace --test main -- laws::book",
    );
}

/// Oracle: reading the sources: a function, a function in the file of the pages, closures with and without a name.
#[test]
fn the_source_of_an_op_is_found() {
    assert_eq!(
        source("sub"),
        "fn sub(a: u32, b: u32) -> u32 {\n    a.wrapping_sub(b)\n}"
    );
    assert!(source("swap_low").starts_with("fn swap_low(a: u32) -> u32 {\n"));
    assert_eq!(source("high_bits"), "let f = |a: u32| a & !511;");
    assert_eq!(source("square"), "let f = |a: u32| a.wrapping_mul(a);");
    assert_eq!(source("|a: u32| a >> 8"), "let f = |a: u32| a >> 8;");
    for [obeys, breaks] in subjects() {
        for op in [obeys, breaks] {
            assert!(
                source(op).contains('|') || source(op).starts_with("fn "),
                "{op}"
            );
        }
    }
}
