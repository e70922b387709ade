//! Tests of the text form with programs of every shape and with invalid texts.

use super::counting::peak;
use super::programs::program;
use super::{mutated, random};
use proptest::prelude::*;
use std::time::{Duration, Instant};
use vyre_conform_ir::parse::{self, ParseError};
use vyre_conform_ir::wire::MAX_MEMORY;
use vyre_conform_ir::{Program, print};

/// Parses a text within the limits of time and memory; a parsed program must equal the program of its
/// canonical text.
fn checked(text: &str) -> Result<Program, ParseError> {
    let begin = Instant::now();
    let (parsed, max) = peak(|| parse::program(text));
    let seconds = begin.elapsed();
    assert!(
        max <= 3 * MAX_MEMORY,
        "{max} bytes were allocated at a time"
    );
    assert!(
        seconds < Duration::from_secs(2),
        "parsing took {seconds:?}:\n{text}"
    );
    match &parsed {
        Ok(program) => {
            let canonical = print::program(program);
            assert_eq!(
                parse::program(&canonical).as_ref(),
                Ok(program),
                "{canonical}"
            );
        }
        Err(error) => {
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&error.line), "{error}");
            let line = text.split('\n').nth(error.line - 1).unwrap_or("");
            let characters = line.chars().count();
            assert!((1..=characters + 1).contains(&error.column), "{error}");
        }
    }
    parsed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Oracle: the printed program, and its text.
    #[test]
    fn printed_programs_parse(choices in proptest::collection::vec(any::<u8>(), 0..600)) {
        let program = program(&choices);
        let text = print::program(&program);
        let parsed = checked(&text);
        prop_assert_eq!(parsed.as_ref(), Ok(&program), "{}", text);
    }
}

/// The program number `n`.
fn shape(n: u64, choices: u64) -> Program {
    let choices: Vec<u8> = (0..choices).map(|k| random(n * 1000 + k) as u8).collect();
    program(&choices)
}

/// Fragments of the text form, some of them invalid at their insertion point.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    ",",
    "#",
    "\"",
    "!",
    "-",
    "=",
    "..",
    "\n;",
    "//",
    "::",
    "#local(3)",
    "#buffer(0)",
    "let ",
    "mut ",
    "call ",
    "if ",
    " else ",
    "for ",
    "while ",
    "loop at_most(2) {",
    "return ",
    " as u64",
    "(x: i32)",
    "0x1_0000_0000_0000_0000",
    "18446744073709551615",
    "5i32",
    "vec2(",
    "atomic_add(",
    "locals[",
    ".lane(9)",
    " continuing {",
    "const t: [u32; 1] = [1];",
];

/// A corrupted text: bytes changed as for the wire format, an inserted fragment, or doubled lines.
fn wrong(base: &str, seed: u64) -> String {
    let r = |k: u64| random(seed ^ (k << 40)) as usize;
    match r(0) % 3 {
        0 => String::from_utf8_lossy(&mutated(base.as_bytes(), seed)).into_owned(),
        1 => {
            let mut text = base.to_owned();
            for k in 0..=(r(1) % 3) as u64 {
                let mut at = r(10 + k) % (text.len() + 1);
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                text.insert_str(at, PIECES[r(20 + k) % PIECES.len()]);
            }
            text
        }
        _ => {
            let mut lines: Vec<&str> = base.lines().collect();
            let (from, to) = (r(1) % lines.len(), r(2) % lines.len());
            match r(3) % 3 {
                0 => lines.swap(from, to),
                1 => lines.insert(to, lines[from]),
                _ => _ = lines.remove(from),
            }
            lines.join("\n")
        }
    }
}

fn wrong_texts(count: u64) {
    let bases: Vec<String> = (0..64).map(|n| print::program(&shape(n, 300))).collect();
    let (mut programs, mut refused) = (0, 0);
    let mut slowest = Duration::ZERO;
    for n in 0..count {
        let text = wrong(&bases[n as usize % bases.len()], n);
        let begin = Instant::now();
        match checked(&text) {
            Ok(_) => programs += 1,
            Err(_) => refused += 1,
        }
        slowest = slowest.max(begin.elapsed());
    }
    println!("{programs} are programs, {refused} are not, the slowest took {slowest:?}");
    // Some corruptions yield another program; if none or all did, the test would be vacuous.
    assert!(refused > count / 4, "{refused}");
    assert!(programs > count / 50, "{programs}");
}

/// Oracle: no text makes the parser panic, hang or exceed its documented memory.
#[test]
fn twenty_thousand_wrong_texts_panic_nowhere() {
    wrong_texts(20_000);
}

/// Oracle: the same of a million, and the round trip of 100,000 programs.
#[test]
#[ignore = "a long run: minutes"]
fn a_million_wrong_texts_panic_nowhere() {
    for n in 0..100_000 {
        let program = shape(n, 50 + n % 600);
        let text = print::program(&program);
        assert_eq!(checked(&text), Ok(program), "{text}");
    }
    wrong_texts(1_000_000);
}
