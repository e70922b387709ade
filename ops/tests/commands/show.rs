//! `show` by id and by name.

use std::process::Command;

/// What `show` prints and whether it succeeds.
fn show(args: &[&str]) -> (bool, String) {
    let output = Command::new(super::BINARY).arg("show").args(args).output();
    let output = output.expect("the binary runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into(),
    )
}

/// Oracle: the ids of the library, of which several end in these names.
#[test]
fn a_name_means_an_op_on_u32_and_an_id_what_it_names() {
    for name in ["add", "sub", "min", "and", "popcount"] {
        let (found, text) = show(&[name]);
        let first = format!("u32::{name} (version ");
        assert!(found && text.starts_with(&first), "{name}: {text}");
    }
    let (_, text) = show(&["add"]);
    let others = text.lines().find(|line| line.starts_with("others of"));
    let others = others.expect("a line of the others");
    assert!(others.contains("i32::add") && others.contains("f32::add"));
    assert!(!show(&["popcount"]).1.contains("others of"));

    let (found, text) = show(&["add", "--wgsl"]);
    assert!(found && text.starts_with("fn add("), "{text}");
    let (found, text) = show(&["engine::atomic_add"]);
    assert!(found && text.starts_with("engine::atomic_add"), "{text}");
    let (found, text) = show(&["ad"]);
    assert!(!found && text.contains("did you mean"), "{text}");
    let (found, text) = show(&["u32::"]);
    assert!(
        !found && text.ends_with("`list` shows every one\n"),
        "{text}"
    );
    let (found, text) = show(&["a"]);
    assert!(
        !found && text.contains(" others that `list` shows?"),
        "{text}"
    );
}
