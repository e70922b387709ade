//! The page of messages in the book, each with the smallest example and the attribute's output.

use super::tests::refusals;
use super::{body, custom, declaration, engine, laws, signature};
use std::fmt::Write;
use std::path::Path;

/// The text of the page, below the heading of each table.
fn page() -> String {
    let mut text = String::from(
        "# Messages of the attributes\n\nGenerated from the tables of messages (`vyre-conform-macros/src/messages`): \
         what `#[vyre_op]`, `#[vyre_fn]` and `#[vyre_engine]` refuse, each with the\nsmallest example and the message \
         that it gets, which stands at the token. A law \
         or a row that is false of a `const fn` is an error of the compiler,\n`E0080`, with the operands; \
         [Ten minutes](docs/book/start.md#a-law-that-is-false) shows one.\n",
    );
    for (name, rows) in [
        ("Signatures", signature::ROWS),
        ("Declarations", declaration::ROWS),
        ("Laws", laws::ROWS),
        ("Laws of one's own", custom::ROWS),
        ("Bodies", body::ROWS),
        ("Engines", engine::ROWS),
    ] {
        writeln!(text, "\n## {name}").expect("a string takes any text");
        for (_, _, example) in rows {
            let errors = refusals(example).join("\nerror: ");
            let lines: Vec<&str> = errors.lines().collect();
            let errors = lines.join("\n       ");
            let example_lines = lines_of(example);
            write!(
                text,
                "\n```rust,ignore\n{example_lines}\n```\n\n```text\nerror: {errors}\n```\n"
            )
            .expect("a string takes any text");
        }
    }
    text
}

/// An example with its attribute on a separate line.
fn lines_of(example: &str) -> String {
    let mut depth = 0;
    let end = example.char_indices().find_map(|(at, c)| {
        depth += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        (c == ']' && depth == 0).then_some(at + 1)
    });
    let (attribute, item) = example.split_at(end.unwrap_or(0));
    format!("{attribute}\n{}", item.trim_start())
}

/// Oracle: the tables of messages. `VYRE_BLESS=1` writes the page.
#[test]
fn the_messages_in_the_book_are_those_of_the_tables() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = root.join("docs/book/reference/messages.md");
    let expected = page().replace("](docs/", "](../../");
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("VYRE_BLESS").is_some() && expected != stored {
        std::fs::write(&path, &expected).expect("a page that can be written");
        return;
    }
    let mut pairs = stored.lines().zip(expected.lines());
    let first = pairs.find(|(stored, expected)| stored != expected);
    assert!(
        expected == stored,
        "docs/book/reference/messages.md is generated: VYRE_BLESS=1 cargo test --workspace --lib -- messages writes it \
         anew. First difference: {first:?}"
    );
}

/// Oracle: a hand-written example.
#[test]
fn an_attribute_has_a_line_of_its_own() {
    assert_eq!(
        lines_of("#[vyre_op(laws(X), boundaries(([1, 2])))] fn f() {}"),
        "#[vyre_op(laws(X), boundaries(([1, 2])))]\nfn f() {}"
    );
}
