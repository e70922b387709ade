//! The text form of programs and modules: random programs, ops and engines survive printing and parsing.

use super::programs::{library, ops};
use std::time::Instant;
use vyre_conform_fuzz::Case;
use vyre_conform_runtime::ir::{Program, parse, print};
use vyre_conform_runtime::valid::{Limits, validate, validate_program};
use vyre_conform_tests::book::generated;

/// Parses the text of a program, which must give the program and the same text again; returns its length in bytes.
fn round_trip(program: &Program) -> usize {
    let text = print::program(program);
    match parse::program(&text) {
        Ok(read) if read == *program => assert_eq!(print::program(&read), text),
        Ok(_) => panic!("another program is read from\n{text}"),
        Err(error) => panic!("{error}\n{text}"),
    }
    text.len()
}

fn random_programs(count: u64) {
    let begin = Instant::now();
    let mut bytes = 0;
    for seed in 0..count {
        bytes += round_trip(&Case::random(seed, ops().signatures).program);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{count} random programs, {bytes} bytes of text: {seconds:.1} s");
}

/// Oracle: the printed program.
#[test]
fn random_programs_survive_printing_and_parsing() {
    random_programs(2000);
}

/// Oracle: the printed program.
#[test]
#[ignore = "a long run: minutes"]
fn a_hundred_thousand_random_programs_survive_printing_and_parsing() {
    random_programs(100_000);
}

/// Oracle: the printed module, for every op of the library and of these tests that has one.
#[test]
fn modules_of_ops_survive_printing_and_parsing() {
    let mut read = 0;
    for op in library().ops() {
        let id = op.def.id;
        for module in op.module().iter().chain(op.correction()) {
            let text = print::module(module.module());
            let parsed = parse::module(&text);
            assert_eq!(parsed.as_ref(), Ok(module.module()), "{id}\n{text}");
            read += 1;
        }
    }
    assert!(read > 200, "{read}");
}

/// Oracle: the printed program, for every engine's plans.
#[test]
fn programs_of_engines_survive_printing_and_parsing() {
    let mut read = 0;
    for engine in library().engines() {
        if !engine.place.to_string().contains("src/engines/") {
            continue;
        }
        for (number, size) in [(0, 1), (3, 32), (7, 64), (9, 256)] {
            let plan = (engine.plan)(&(engine.inputs)(number), size);
            plan.programs.iter().for_each(|program| {
                round_trip(program);
                read += 1;
            });
        }
    }
    assert!(read > 40, "{read}");
}

/// The code blocks of a page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("\n```{language}\n");
    let parts = page.split(&*begin).skip(1);
    let ends = parts.map(|part| part.split_once("```").expect("the end of a block").0);
    ends.collect()
}

/// Oracle: the hand-written page.
#[test]
fn the_examples_of_the_page_are_canonical_and_valid() {
    let page = include_str!("../../docs/spec/text-form.md");
    let [program, module] = blocks(page, "vir")[..] else {
        panic!("a program and a module");
    };
    let read = parse::program(program).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print::program(&read), program);
    let valid = validate_program(read, library(), &Limits::WEBGPU);
    assert!(valid.is_ok(), "{:?}", valid.err());
    let read = parse::module(module).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print::module(&read), module);
    assert!(validate(read).is_ok());
}

/// Oracle: the documentation of the parser. `VYRE_BLESS=1` writes the page.
#[test]
fn the_reference_has_the_grammar_of_the_parser() {
    let source = include_str!("../../vyre-conform-runtime/ir/src/parse/mod.rs");
    let docs = source.lines().filter_map(|line| line.strip_prefix("//!"));
    let docs: String = docs
        .flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"])
        .collect();
    let grammar = blocks(&docs, "text")[0];
    let text = format!(
        "# Grammar of the text form\n\nGenerated from the documentation of the parser, `ir::parse`. [The text form](docs/spec/text-form.md) explains names, labels \
         and types.\n\n```text\n{grammar}```\n"
    );
    generated(
        "docs/book/reference/grammar.md",
        &text,
        "cargo test --workspace --test main -- text::",
    );
}
