//! The rules of the validator in the book: each with its statement, a program that breaks it, and the message.

use super::expectation::{Folder, violations};
use super::{files, split};
use std::fmt::Write;
use std::fs;
use vyre_conform_tests::book::{generated, root};

/// The statements of the rules, by id: the documentation of their files.
fn statements() -> Vec<(String, String)> {
    let folder = root().join("vyre-conform-runtime/ir/src/valid/rules");
    let mut matches = vec![];
    for entry in fs::read_dir(folder).expect("the rules") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(path).expect("a rule");
        let first = text.lines().take_while(|line| line.len() > "//! ".len());
        let lines = first.filter_map(|line| line.strip_prefix("//! "));
        let statement = lines.collect::<Vec<_>>().join(" ");
        let Some((id, statement)) = statement.split_once(": ") else {
            continue;
        };
        if id.len() == 4 && id.starts_with('V') {
            let statement = statement.replace("[`", "`").replace("`]", "`");
            matches.push((id.to_owned(), statement));
        }
    }
    matches.sort();
    matches
}

/// A rule: its statement, and for each file that breaks it the program and the message.
fn section(id: &str, statement: &str, files: &[(String, String)]) -> String {
    let mut letters = statement.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let mut text = format!(
        "\n## {id}\n\n{first}{} ([specification](docs/spec/ir.md{}{})).\n",
        letters.as_str().trim_end_matches('.'),
        '#',
        id.to_lowercase()
    );
    let name = format!("{}.vir", id.to_lowercase());
    let Some((_, file)) = files.iter().find(|(file, _)| *file == name) else {
        return text + "\nA program that breaks it is too long for a page.\n";
    };
    let (_, body) = split(file);
    let message = match violations(&body) {
        Ok(matches) => matches.into_iter().map(|one| one.to_string()).collect(),
        Err(error) => vec![error.to_string()],
    };
    write!(text, "\n```vir\n{body}```\n\n```text\n").expect("a string takes any text");
    for line in &message {
        writeln!(text, "{line}").expect("a string takes any text");
    }
    assert!(
        message.iter().any(|line| line.starts_with(id)),
        "{name} does not break {id}: {message:?}"
    );
    text + "```\n"
}

/// Oracle: the files of the rules and of the tests, which contain each message. `VYRE_BLESS=1` writes the page.
#[test]
fn rules_in_the_book_match_the_validator() {
    let name = |path: &std::path::Path| {
        let name = path.file_name().expect("a file");
        name.to_string_lossy().into_owned()
    };
    let files: Vec<_> = files(Folder::Valid)
        .into_iter()
        .map(|(path, text)| (name(&path), text))
        .collect();
    let statements = statements();
    assert!(statements.len() > 45, "{statements:?}");
    let mut text = String::from(
        "# Rules of the validator\n\nGenerated from the files of the rules (`vyre-conform-runtime/ir/src/valid/rules`), from the programs in \
         `tests/filetests/valid` that break them,\nin the [text form](docs/spec/text-form.md), and from what the validator says of these. \
         A message names the rule, the function, the place, what is\nwrong, and behind the semicolon what to do.\n",
    );
    for (id, statement) in &statements {
        text += &section(id, statement, &files);
    }
    generated(
        "docs/book/reference/rules.md",
        &text,
        "cargo test --workspace --test main -- filetests::book",
    );
}
