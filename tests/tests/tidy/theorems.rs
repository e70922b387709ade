//! The table of composition theorems in docs/proofs.md is the one of the prover.

use super::root;
use std::fmt::Write;
use std::fs;
use vyre_conform_prove::theorem::theorems;

/// Where the table begins and ends.
const MARKS: [&str; 2] = ["<!-- theorems -->\n", "<!-- end of theorems -->\n"];

fn table() -> String {
    let mut table = String::from("| theorem | form | if | then |\n|---|---|---|---|\n");
    for theorem in theorems() {
        let _ = writeln!(table, "{}", theorem.row());
    }
    table
}

/// Oracle: the theorems of the prover. `VYRE_BLESS=1` writes them anew.
#[test]
fn the_page_has_every_theorem() {
    let path = root().join("docs/proofs.md");
    let text = fs::read_to_string(&path).expect("readable");
    let parts = text.split_once(MARKS[0]).expect("the first mark");
    let (inside, after) = parts.1.split_once(MARKS[1]).expect("the second mark");
    let due = table();
    if std::env::var_os("VYRE_BLESS").is_some() {
        let text = [parts.0, MARKS[0], &due, MARKS[1], after].concat();
        fs::write(&path, text).expect("writable");
        return;
    }
    assert_eq!(inside, due, "VYRE_BLESS=1 writes the table anew");
}
