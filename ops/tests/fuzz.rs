//! The command `vyre-conform fuzz` from outside: output and exit codes.

use std::path::Path;
use std::process::{Command, Output};
use vyre_conform_fuzz::Case;
use vyre_conform_harness::regressions::save_program;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Type};

fn fuzz(arguments: &[&str], save: &Path) -> (Option<i32>, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_vyre-conform"))
        .arg("fuzz")
        .args(arguments)
        .arg("--save")
        .arg(save)
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
    (status.code(), text.into_owned())
}

/// Oracle: the exit codes in the documentation of the command line.
#[test]
fn agreement_is_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = Case::random(7, &[]);
    save_program(folder.path(), &case).expect("saved");
    let (code, text) = fuzz(&["--programs", "10", "--seed", "1"], folder.path());
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("10 programs from seed 1 and 1 saved"),
        "{text}"
    );
}

/// Oracle: the race planted in a saved program: every invocation writes its number to word 0.
#[test]
fn a_saved_program_that_fails_is_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut k = Kernel::new("racing", [4, 1, 1]);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, Expr::u32(0), i);
    let case = Case {
        program: k.finish(),
        workgroups: [1; 3],
        buffers: vec![vec![0]],
    };
    let path = save_program(folder.path(), &case).expect("saved");
    let (code, text) = fuzz(&["--programs", "1"], folder.path());
    assert_eq!(code, Some(1), "{text}");
    let still = format!("saved program {} still fails", path.display());
    let certain = "the program races whatever its buffers hold: step 0: `to[0]` of `racing`";
    assert!(text.contains(&still) && text.contains(certain), "{text}");

    std::fs::write(&path, b"nothing").expect("writable");
    let (code, text) = fuzz(&["--programs", "1"], folder.path());
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains(&path.display().to_string()), "{text}");
}

/// Oracle: the exit codes in the documentation of the command line.
#[test]
fn unusable_arguments_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, text) = fuzz(&["--programs", "many"], folder.path());
    assert_eq!(code, Some(2), "{text}");
    let (code, text) = fuzz(&["--adapter", "no adapter has this name"], folder.path());
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("`adapters` lists them"), "{text}");
}
