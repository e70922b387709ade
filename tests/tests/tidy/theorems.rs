//! The reference of composition theorems (docs/book/reference/theorems.md) is generated from the table of the prover.

use std::fmt::Write;
use vyre_conform_prove::theorem::theorems;
use vyre_conform_tests::book::generated;

/// The text above the table.
const HEAD: &str = "# Composition theorems

Generated from the table of the prover. [The specification](docs/spec/proofs.md#composition-theorems) states what a \
theorem is and where it applies.

`F` is the composed op, `a` to `d` are its operands, `x`, `y`, `lo`, `hi` are values, and all other letters are \
functions. `if` is the choice of a
body's branches. `one` and `push` make lists, and `join` joins them.

| theorem | form | if | then |
|---|---|---|---|
";

/// Oracle: the theorems of the prover. `VYRE_BLESS=1` writes the page.
#[test]
fn the_page_has_every_theorem() {
    let mut text = HEAD.to_owned();
    for theorem in theorems() {
        writeln!(text, "{}", theorem.row()).expect("text");
    }
    generated(
        "docs/book/reference/theorems.md",
        &text,
        "cargo test --workspace --test main -- tidy::theorems",
    );
}
