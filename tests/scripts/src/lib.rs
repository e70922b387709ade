//! Scripts that stand in for programs in tests: compilers, solvers and backends that are slow, broken or wrong on
//! purpose.
//!
//! It needs nothing else, so that the tests of every package can have it.

pub mod planted;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes an executable script.
///
/// # Panics
/// If it cannot be written.
pub fn executable(path: &Path, text: &str) {
    with_mode(path, text, "755");
}

/// Writes a file with this mode.
///
/// # Panics
/// If it cannot be written.
pub fn with_mode(path: &Path, text: &str, mode: &str) {
    // Another process writes it: a program that another test begins may inherit what is open for writing here, and
    // Linux runs no file that is open for writing (ETXTBSY). Programs are named with their folders, as tests empty
    // `PATH`.
    let mut writer = Command::new("/bin/sh")
        .args(["-c", "/bin/cat > \"$0\" && /bin/chmod \"$1\" \"$0\""])
        .arg(path)
        .arg(mode)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut into = writer.stdin.take().expect("a pipe");
    into.write_all(text.as_bytes()).expect("written");
    drop(into);
    let output = writer.wait().expect("it ends");
    assert!(output.success(), "{} cannot be written", path.display());
}
