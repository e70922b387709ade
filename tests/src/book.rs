//! The pages of the documentation: their blocks of code, each below a comment that names its check, and the generated
//! pages of the book (`docs/book`).
//!
//! | comment | the block below it is |
//! |---|---|
//! | `<!-- file PATH -->` | that file of the project |
//! | `<!-- part PATHS -->` | paragraphs of these files of the project, in their order, whatever their indentation |
//! | `<!-- made PATH -->` | that file of the crate that `vyre-conform new` makes |
//! | `<!-- author -->` | a module of an author's crate, compiled and run with its suite |
//! | `<!-- example NAME -->` | an example of that crate, which has the command line as another dependency |
//! | `<!-- run COMMAND -->` | the command behind `$ `, and its output |
//! | `<!-- said NAME -->` | the output that a test observes under this name |
//! | `<!-- typed -->` | commands for readers to type, each valid for the command line |
//! | `<!-- signed -->` | commands of OpenSSH, which a trial runs with a key of its own |
//! | `<!-- manifest -->` | dependencies of an application, each a package of the workspace or a version that it uses |
//!
//! A line `..` in a block matches any lines, and `..` at the end of a line matches any rest of it: text that differs
//! between machines and versions. With `VYRE_BLESS=1` blocks without either, and generated pages, are rewritten.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The kinds of blocks.
pub const KINDS: &[&str] = &[
    "file", "part", "made", "author", "example", "run", "said", "typed", "signed", "manifest",
];

/// A block of code in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// The line of its fence, counted from 1.
    pub line: usize,
    /// Its check, one of [`KINDS`]; empty if there is none.
    pub kind: String,
    /// The text behind the kind.
    pub argument: String,
    /// The language of the block.
    pub language: String,
    /// Its lines.
    pub text: String,
}

/// The root of the project.
///
/// # Panics
///
/// Never: this package is inside it.
pub fn root() -> PathBuf {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    parent.expect("the workspace").to_owned()
}

/// README, and the pages of book, reference, specification and results, by path from the root.
///
/// # Panics
///
/// If a page cannot be read.
pub fn pages() -> Vec<(PathBuf, String)> {
    let readme = PathBuf::from("README.md");
    let text = fs::read_to_string(root().join(&readme)).expect("a page");
    let mut matches = vec![(readme, text)];
    for folder in [
        "docs",
        "docs/book",
        "docs/book/reference",
        "docs/spec",
        "docs/results",
    ] {
        for entry in fs::read_dir(root().join(folder)).expect("the documentation") {
            let name = entry.expect("an entry").file_name();
            let path = Path::new(folder).join(name);
            if path.extension().is_some_and(|e| e == "md") {
                let text = fs::read_to_string(root().join(&path)).expect("a page");
                matches.push((path, text));
            }
        }
    }
    matches.sort();
    matches
}

/// The blocks of a page.
pub fn blocks(page: &str) -> Vec<CodeBlock> {
    let mut matches: Vec<CodeBlock> = vec![];
    let mut above = "";
    let mut open: Option<CodeBlock> = None;
    for (k, line) in page.lines().enumerate() {
        match (open.take(), line.strip_prefix("```")) {
            (Some(block), Some(_)) => matches.push(block),
            (Some(mut block), None) => {
                block.text += line;
                block.text.push('\n');
                open = Some(block);
            }
            (None, Some(language)) => {
                let output = above.strip_prefix("<!-- ");
                let output = output.and_then(|rest| rest.strip_suffix(" -->"));
                let output = output.unwrap_or("");
                let (kind, argument) = output.split_once(' ').unwrap_or((output, ""));
                open = Some(CodeBlock {
                    line: k + 1,
                    kind: kind.to_owned(),
                    argument: argument.to_owned(),
                    language: language.to_owned(),
                    text: String::new(),
                });
            }
            (None, None) => {}
        }
        above = line;
    }
    matches
}

/// True if a text has the lines of a block.
pub fn block_matches(expected_text: &str, text: &str) -> bool {
    fn all(expected_text: &[&str], text: &[&str]) -> bool {
        match (expected_text.split_first(), text.split_first()) {
            (None, None) => true,
            (Some((&"..", rest)), actual) => {
                all(rest, text) || actual.is_some_and(|(_, behind)| all(expected_text, behind))
            }
            (Some((line, rest)), Some((actual, behind))) => {
                line_matches(line, actual) && all(rest, behind)
            }
            _ => false,
        }
    }
    fn line_matches(expected_text: &str, actual: &str) -> bool {
        match expected_text.strip_suffix("..") {
            Some(begin) => actual.starts_with(begin),
            None => expected_text == actual,
        }
    }
    let [expected_text, text] = [expected_text, text].map(|text| text.lines().collect::<Vec<_>>());
    all(&expected_text, &text)
}

/// True if the paragraphs of a block are in a text, in order; leading blanks of lines are ignored.
pub fn is_part(expected_text: &str, text: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim_start().to_owned());
        lines.collect()
    };
    let (text, expected_text) = (lines(text), lines(expected_text));
    let mut rest = &text[..];
    for paragraph in expected_text
        .split(String::is_empty)
        .filter(|p| !p.is_empty())
    {
        let mut places = rest.windows(paragraph.len());
        let Some(position) = places.position(|lines| lines == paragraph) else {
            return false;
        };
        rest = &rest[position + paragraph.len()..];
    }
    true
}

/// True if a block contains `..`.
fn is_open(expected_text: &str) -> bool {
    expected_text.lines().any(|line| line.ends_with(".."))
}

/// A writer of a page reads it first.
static WRITING: Mutex<()> = Mutex::new(());

/// Compares every block of a kind with its expected text, or writes it with `VYRE_BLESS=1`.
///
/// # Panics
///
/// If a block differs, or there is none of this kind.
pub fn check_blocks(kind: &str, due: &dyn Fn(&CodeBlock) -> Option<String>) {
    let bless = std::env::var_os("VYRE_BLESS").is_some();
    let (mut wrong, mut held) = (vec![], 0);
    for (path, page) in pages() {
        for block in blocks(&page).iter().filter(|block| block.kind == kind) {
            let Some(due) = due(block) else { continue };
            held += 1;
            if block_matches(&block.text, &due) {
                continue;
            }
            if bless && !is_open(&block.text) {
                rewrite(&path, block, &due)
            } else {
                wrong.push(format!(
                    "{}:{}: {} {}: expected\n{due}\nshown\n{}",
                    path.display(),
                    block.line,
                    block.kind,
                    block.argument,
                    block.text
                ))
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "VYRE_BLESS=1 writes what has no `..` in it\n{}",
        wrong.join("\n")
    );
    assert!(held > 0, "no block is of the kind {kind}");
}

/// Replaces the text of a block in a page.
fn rewrite(path: &Path, block: &CodeBlock, expected: &str) {
    let _one_at_a_time = WRITING.lock();
    let path = root().join(path);
    let page = fs::read_to_string(&path).expect("a page");
    let text_of = |text: &str| {
        let name = format!("<!-- {} {}", block.kind, block.argument);
        let name = name.trim_end();
        format!("{name} -->\n```{}\n{text}```\n", block.language)
    };
    let anew = page.replacen(&text_of(&block.text), &text_of(expected), 1);
    fs::write(&path, anew).expect("a page that can be written");
}

/// Compares a generated page with its text, or writes it with `VYRE_BLESS=1`. Links in the text are relative to the
/// root of the project, `](docs/..`, as sources cite documents.
///
/// # Panics
///
/// If the page differs.
pub fn generated(path: &str, text: &str, bless: &str) {
    let depth = path.matches('/').count().saturating_sub(1);
    let text = text.replace("](docs/", &format!("]({}", "../".repeat(depth)));
    let file = root().join(path);
    let stored = fs::read_to_string(&file).unwrap_or_default();
    if stored == text {
        return;
    }
    if std::env::var_os("VYRE_BLESS").is_some() {
        fs::write(file, text).expect("a page that can be written");
        return;
    }
    let pairs = stored.lines().zip(text.lines()).enumerate();
    let differ = pairs.into_iter().find(|(_, (stored, text))| stored != text);
    panic!(
        "{path} is generated, and is not what the tables of the project give: VYRE_BLESS=1 {bless} writes it anew. \
         First difference: {differ:?}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: a hand-written page.
    #[test]
    fn blocks_have_the_comment_above_them() {
        let page = "a\n<!-- run vyre-conform list -->\n```text\nb\n\nc\n```\n```sh\nd\n```\n<!-- author -->\n\n```rust\n```\n";
        let actual = blocks(page);
        assert_eq!(actual.len(), 3);
        let first = &actual[0];
        assert_eq!(
            (&*first.kind, &*first.argument, &*first.language),
            ("run", "vyre-conform list", "text")
        );
        assert_eq!((first.line, &*first.text), (3, "b\n\nc\n"));
        assert_eq!((&*actual[1].kind, &*actual[2].kind), ("", ""));
    }

    /// Oracle: hand-written texts.
    #[test]
    fn a_part_has_its_paragraphs_in_order() {
        let text = "a\n\n    b {\n        c\n    }\n\nd\n";
        for expected_text in ["a\n", "b {\n    c\n}\n", "a\n\nd\n", "c\n}\n\nd\n"] {
            assert!(is_part(expected_text, text), "{expected_text}");
        }
        for expected_text in ["d\n\na\n", "a\nd\n", "b {\n}\n", "e\n", "a\n\na\n"] {
            assert!(!is_part(expected_text, text), "{expected_text}");
        }
    }

    /// Oracle: hand-written texts.
    #[test]
    fn two_dots_match_omitted_lines() {
        for (expected_text, text) in [
            ("a\nb", "a\nb\n"),
            ("a\n..\nd", "a\nb\nc\nd"),
            ("a\n..", "a"),
            ("a: ..\nb", "a: 1 2\nb"),
            ("a:..", "a:1"),
        ] {
            assert!(block_matches(expected_text, text), "{expected_text}");
        }
        for (expected_text, text) in [
            ("a", "a\nb"),
            ("a\n..\nd", "a\nb"),
            ("a: ..", "b: 1"),
            ("", "a"),
        ] {
            assert!(!block_matches(expected_text, text), "{expected_text}");
        }
    }
}
