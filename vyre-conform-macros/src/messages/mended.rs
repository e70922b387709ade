//! Every remedy for a declaration, a law, a signature or an engine that is code, applied to an example:
//! the attribute admits it, and `ui-tests/tests/remedies`, which this module generates, is compiled.
//! `translate::remedies` compiles remedies of bodies.

mod of_laws;
mod of_ops;
mod others;

use super::tests::refusals;
use super::{custom, declaration, engine, laws, signature};
use std::fmt::Write;
use std::path::Path;

/// A remedy applied to an example.
struct AppliedRemedy {
    /// The message, by its name in the table.
    name: &'static str,
    /// Placeholders of the remedy with their replacements.
    written: &'static [(&'static str, &'static str)],
    /// The function with its attribute; several if the remedy offers a choice.
    code: &'static [&'static str],
    /// Items that the code names.
    items: &'static str,
}

/// A remedy without placeholders.
const fn mended(name: &'static str, code: &'static [&'static str]) -> AppliedRemedy {
    AppliedRemedy {
        name,
        written: &[],
        code,
        items: "",
    }
}

/// Pieces of remedies in backticks that are not code to write: names to remove or replace, and
/// formulas.
const NO_CODE: &[(&str, &str)] = &[
    ("ADDITIONS_OF_INTEGERS", "additions"),
    ("CORRECTION_OF_NO_FLOAT", "correct = .."),
    ("CUSTOM_NAME", "custom"),
    ("CUSTOM_NAME_FORM", "not_"),
    ("CUSTOM_CLAIM", "p implies q"),
    ("C_OF_OTHERS", "c = \"..\""),
    ("EMPTY_TEXT", "cuda = \" \""),
    ("ENGINE_WITHOUT_DESCRIPTION", "///"),
    ("LAW_ARITY", "f(f(a)) = a"),
    ("LAW_ORDER", "a <= b implies f(a) <= f(b)"),
    ("LAW_SUM", "f(a) + g(a) = u"),
    ("LAW_TYPES", "f(a, b) = f(b, a)"),
    ("LAW_VALUE", "f(a, e) = a and f(e, a) = a"),
    ("ASYNC", "async"),
    ("CONDITIONAL_PARAMETER", "cfg"),
    ("EXTERN", "extern"),
    ("METHOD", "impl"),
    ("NO_OPERANDS", "const"),
    ("UNSAFE", "unsafe"),
    ("VARIADIC", "..."),
    ("ORDER_OF_NOTHING", "order"),
    ("SUMS_OF_NOTHING", "sums"),
    ("SYNTAX", "laws"),
    ("WITNESS_OF_TRUE_LAW", "witness"),
];

/// The rows of a table.
type Rows = &'static [(&'static str, &'static super::Message, &'static str)];

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let tables: [Rows; 5] = [
        signature::ROWS,
        declaration::ROWS,
        laws::ROWS,
        custom::ROWS,
        engine::ROWS,
    ];
    tables
        .into_iter()
        .flatten()
        .map(|(name, _, example)| (*name, *example))
}

/// The repaired code, by the generated file.
const FILES: [(&str, &[AppliedRemedy]); 4] = [
    ("signatures.rs", others::SIGNATURES),
    ("declarations.rs", of_ops::DECLARATIONS),
    ("laws.rs", of_laws::LAWS),
    ("engines.rs", others::ENGINES),
];

fn all() -> impl Iterator<Item = &'static AppliedRemedy> {
    FILES.into_iter().flat_map(|(_, mended)| mended)
}

/// The pieces of code in backticks in the remedies for an example.
fn pieces(name: &str, example: &str) -> Vec<String> {
    let messages = refusals(example);
    let remedies = messages
        .iter()
        .filter_map(|message| message.split_once("\nhelp: "));
    let quoted = remedies.flat_map(|(_, help)| help.split('`').skip(1).step_by(2));
    let is_code = |piece: &&str| !NO_CODE.contains(&(name, *piece));
    quoted.filter(is_code).map(str::to_owned).collect()
}

impl AppliedRemedy {
    /// True if some code contains the piece, with its placeholders replaced; `..` matches anything.
    fn has(&self, piece: &str) -> bool {
        let replace = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
        let piece = self.written.iter().fold(piece.to_owned(), replace);
        let beside = std::iter::once(&self.items);
        self.code.iter().chain(beside).any(|code| {
            let mut rest = *code;
            piece
                .split("..")
                .all(|part| match rest.split_once(part.trim()) {
                    Some((_, after)) => {
                        rest = after;
                        true
                    }
                    None => false,
                })
        })
    }
}

/// The faults of the table: remedies without repaired code, and repaired code that is refused.
fn problems() -> Vec<String> {
    let mut entries = vec![];
    for (name, example) in rows() {
        let mended = all().find(|of| of.name == name);
        for piece in pieces(name, example) {
            if !mended.is_some_and(|of| of.has(&piece)) {
                entries.push(format!("{name}: nothing follows `{piece}`"));
            }
        }
    }
    for of in all() {
        if !rows().any(|(name, _)| name == of.name) {
            entries.push(format!("{}: no such message", of.name));
        }
        for code in of.code {
            let refused = refusals(code);
            if !refused.is_empty() {
                entries.push(format!(
                    "{}: {code} is refused: {}",
                    of.name,
                    refused.join("\n")
                ));
            }
        }
    }
    entries
}

/// Oracle: the attributes, which admit repaired code; the tables of messages, for the list of remedies.
#[test]
fn every_remedy_that_is_code_is_admitted() {
    let entries = problems();
    assert!(entries.is_empty(), "{}", entries.join("\n"));
    assert!(all().count() > 50);
    for (name, piece) in NO_CODE {
        let (_, example) = rows().find(|(row, _)| row == name).expect(name);
        let errors = refusals(example).concat();
        assert!(
            errors.contains(&format!("`{piece}`")),
            "{name} does not say `{piece}`"
        );
    }
}

/// A generated file: one module for each piece of code.
fn file(mended: &[AppliedRemedy]) -> String {
    let mut text = String::from(
        "//! What the remedies of the attributes come to. Generated: `VYRE_BLESS=1 cargo test -p vyre-conform-macros \
         mended`\n\
         //! writes it.\n\n#![allow(dead_code, unused_imports, unused_variables)]\n\n#[path = \"../remedies_prelude.rs\"]\nmod prelude;\n",
    );
    for of in mended {
        for (k, code) in of.code.iter().enumerate() {
            let name = of.name.to_lowercase();
            let beside = of.items;
            writeln!(
                text,
                "\nmod {name}_{k} {{\n    use crate::prelude::*;\n    {beside}\n    {code}\n}}"
            )
            .expect("a string takes any text");
        }
    }
    text + "\nfn main() {}\n"
}

/// Oracle: the code above; `vyre-ui-tests` compiles it.
#[test]
fn compiled_code_matches_the_remedies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-tests/tests/remedies");
    for (name, mended) in FILES {
        let (path, expected) = (root.join(name), file(mended));
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        if std::env::var_os("VYRE_BLESS").is_some() && expected != stored {
            std::fs::write(&path, &expected).expect("a file that can be written");
            continue;
        }
        assert!(
            expected == stored,
            "VYRE_BLESS=1 cargo test -p vyre-conform-macros mended writes {}",
            path.display()
        );
    }
}
