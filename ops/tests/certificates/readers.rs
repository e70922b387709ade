//! The commands that read certificates: each is in the test of forgeries, [`COMMANDS`].

use super::one::COMMANDS;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Names in the sources of commands that read certificates: the readers of files, and the parser.
const READERS: [&str; 4] = [
    "files::read",
    "files::{apart, read}",
    "bytes_or_stdin",
    "certificate::parse",
];

/// A command that reads files of another kind with the same functions.
const OTHERS: [&str; 1] = ["verdicts"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let each = paths.flat_map(|path| {
        if path.is_dir() {
            sources(&path)
        } else {
            vec![path]
        }
    });
    each.collect()
}

/// Oracle: the sources of the command line, one file or folder for each command.
#[test]
fn every_command_that_reads_certificates_is_in_the_test_of_forgeries() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-conform-runtime/cli/src");
    let mut results = BTreeSet::new();
    for path in sources(&root) {
        let text = std::fs::read_to_string(&path).expect("a source");
        let inside = path.strip_prefix(&root).expect("inside");
        let first = Path::new(inside.components().next().expect("a name").as_os_str());
        let command = first
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if command != "files" && READERS.iter().any(|reader| text.contains(reader)) {
            results.insert(command);
        }
    }
    let attacked = COMMANDS.iter().map(|(name, _)| (*name).to_owned());
    let others = OTHERS.iter().map(|name| (*name).to_owned());
    assert_eq!(results, attacked.chain(others).collect());
}
