//! Comments, messages and pages use the words of the field: they contain no habit of speech that a stranger stumbles
//! over (docs/glossary.md has the nouns).

use super::{root, sources};
use std::fs;
use std::path::Path;

/// The words of a text, in lower case, each with its line; the end of a sentence is a word, so that no match crosses
/// it.
fn words(text: &str) -> (Vec<String>, Vec<usize>) {
    let (mut words, mut lines) = (vec![], vec![]);
    for (line, text) in (1..).zip(text.lines()) {
        for piece in text.split_whitespace() {
            let word = piece
                .trim_matches(|c: char| !(c.is_alphanumeric() || c == '`' || c == '}' || c == '{'));
            words.push(word.to_lowercase());
            if piece.ends_with(['.', ':', ';', '!', '?']) {
                words.push(".".to_owned());
            }
        }
        lines.resize(words.len(), line);
    }
    (words, lines)
}

const BE: &[&str] = &["is", "are", "was", "were"];

/// The habit that these words begin with: what to write instead.
fn habit(before: Option<&str>, words: &[String]) -> Option<&'static str> {
    let word = |k: usize| words.get(k).map_or("", String::as_str);
    let verb = BE.contains(&word(0)) || ["be", "been", "being"].contains(&word(0));
    let there = before.is_some_and(|word| ["there", "where", "here"].contains(&word));
    let amount = [
        "better", "earlier", "faster", "fewer", "greater", "higher", "larger", "later", "less",
        "longer", "lower", "more", "other", "shorter", "slower", "smaller", "such", "worse", ".",
    ];
    let third = word(2)
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() || "`{".contains(c));
    match (word(0), word(1), word(2)) {
        (_, "no", noun) if BE.contains(&word(0)) && third && !there && !amount.contains(&noun) => {
            Some("`is not a`")
        }
        ("has" | "have" | "had", "not", "a" | "an" | "the" | "its") => Some("`does not have`"),
        (_, "told", _) if verb => Some("`is reported`, `is identified`"),
        (_, "due", next) if verb && next != "to" => Some("`is expected`"),
        ("so", "many", next) if next != "that" => Some("a number, or `this many`"),
        ("be", "had", _) => Some("`available`, `missing`"),
        ("nobody", "answers", _) => Some("`missing`"),
        ("speaks" | "speak", "of", _) => Some("`is about`, `covers`"),
        _ => None,
    }
}

/// The habits in a text, each with its line and the words that show it.
fn habits(text: &str) -> Vec<String> {
    let (words, lines) = words(text);
    let actual = (0..words.len()).filter_map(|k| {
        let before = k.checked_sub(1).map(|k| words[k].as_str());
        let instead = habit(before, &words[k..])?;
        let until = words.len().min(k + 3);
        let (line, shown) = (lines[k], words[k..until].join(" "));
        Some(format!("{line}: `{shown}`: write {instead}"))
    });
    actual.collect()
}

/// The prose of a source, line by line: its comments, and its string literals. The literals of rows of an op are
/// excluded, because the rationale is part of the digest of the op.
fn prose(source: &str, literals: bool) -> String {
    let mut text = String::new();
    for line in source.lines() {
        let comment = line
            .trim_start()
            .trim_start_matches('/')
            .trim_start_matches('!');
        if line.trim_start().starts_with("//") {
            text += comment;
            text += if comment.trim().is_empty() {
                " . \n"
            } else {
                "\n"
            };
            continue;
        }
        text += " . ";
        let (code, comment) = line.split_once(" // ").unwrap_or((line, ""));
        let quoted = code.split('"').skip(1).step_by(2).filter(|_| literals);
        for piece in quoted.chain([comment]) {
            text += piece;
            text += " . ";
        }
        text += "\n";
    }
    text
}

/// The lines of a page, with empty lines in place of its code blocks.
fn page(text: &str) -> String {
    let mut page = String::new();
    for (k, block) in text.split("```").enumerate() {
        match k % 2 {
            0 => page += block,
            _ => {
                page += " . ";
                page.extend(block.matches('\n'));
            }
        }
    }
    page
}

/// Oracle: the list of habits.
#[test]
fn sources_and_documentation_contain_no_habit() {
    let mut wrong = vec![];
    for extension in ["rs", "md"] {
        let mut files = vec![];
        sources(&root(), extension, &mut files);
        files.sort();
        for path in files {
            let inside = path.strip_prefix(root()).expect("inside");
            if inside == Path::new("tests/tests/tidy/words.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("readable");
            let prose = match extension {
                "rs" => prose(&text, !inside.starts_with("ops/src")),
                _ => page(&text),
            };
            let actual = habits(&prose).into_iter();
            wrong.extend(actual.map(|habit| format!("{}:{habit}", inside.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: hand-written texts.
#[test]
fn habit_is_detected() {
    let count = |source: &str| habits(&prose(source, true)).len();
    for wrong in [
        "// It is no op.",
        "/// A value that is\n/// no `u32`.",
        "let text = \"`{0}` is no id\";",
        "// What has not the shape.",
        "//! The failure is told.",
        "let x = 1; // what is due",
        "// Runs so many cases.",
        "// It could not be had.",
        "// A question nobody answers.",
        "// Rule V110 speaks of buffers.",
    ] {
        assert_eq!(count(wrong), 1, "{wrong}");
    }
    for right in [
        "// There is no op, where is no op, and it is no longer one.",
        "// It is. No op is there.",
        "// A divisor is no greater, and a remainder is no smaller than 0.",
        "let is = no; is.due();",
        "// Due is so many that it fails.",
        "let it = \"it is\"; let b = \"no op\";",
        "// It is due to a fault.",
    ] {
        assert_eq!(count(right), 0, "{right}");
    }
    assert_eq!(habits(&prose("f(\"0 / 0 is no number\")", false)), [""; 0]);
    assert_eq!(habits(&page("a\n```\nis no op\n```\nb")), [""; 0]);
    assert_eq!(
        habits(&page("It is no op.")),
        ["1: `is no op`: write `is not a`"]
    );
}

/// Oracle: the lines, counted by hand: the line of the first word, after code blocks, comments and literals.
#[test]
fn a_habit_has_its_line() {
    let source =
        "//! A value.\n\nfn f() {\n    g(\"it is told\"); // first\n}\n/// This is\n/// no op.\n";
    let lines: Vec<String> = habits(&prose(source, true));
    let lines: Vec<&str> = lines.iter().filter_map(|l| l.split(':').next()).collect();
    assert_eq!(lines, ["4", "6"]);
    let text = "a\n```\nis no op\n\n```\nIt\nis no op. ```\nx\n``` It is due.";
    let lines = habits(&page(text));
    let lines: Vec<&str> = lines.iter().filter_map(|l| l.split(':').next()).collect();
    assert_eq!(lines, ["7", "9"]);
}
