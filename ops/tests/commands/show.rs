//! `show` by id and by name.

use std::process::Command;

/// The output of `show`, and its success.
fn show(args: &[&str]) -> (bool, String) {
    let output = Command::new(super::BINARY).arg("show").args(args).output();
    let output = output.expect("the binary runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into(),
    )
}

/// Oracle: the ids of the library, several of which end in these names.
#[test]
fn short_name_selects_the_op_on_u32() {
    for name in ["add", "sub", "min", "and", "popcount"] {
        let (succeeded, text) = show(&[name]);
        let first = format!("u32::{name} (version ");
        assert!(succeeded && text.starts_with(&first), "{name}: {text}");
    }
    let (_, text) = show(&["add"]);
    let others = text.lines().find(|line| line.starts_with("others of"));
    let others = others.expect("a line of the others");
    assert!(others.contains("i32::add") && others.contains("f32::add"));
    assert!(!show(&["crc32c_step"]).1.contains("others of"));

    let (actual, text) = show(&["add", "--wgsl"]);
    assert!(actual && text.starts_with("fn f_add("), "{text}");
    let (actual, text) = show(&["engine::atomic_add"]);
    assert!(actual && text.starts_with("engine::atomic_add"), "{text}");
    let (actual, text) = show(&["ad"]);
    assert!(!actual && text.contains("did you mean"), "{text}");
    let (actual, text) = show(&["u32::"]);
    assert!(
        !actual && text.ends_with("`list` shows every one\n"),
        "{text}"
    );
    let (actual, text) = show(&["a"]);
    assert!(
        !actual && text.contains(" others that `list` shows?"),
        "{text}"
    );
}

/// Oracle: the program, by hand.
#[test]
fn file_is_shown_with_violations_and_wgsl() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = |text: &str, flags: &[&str]| {
        let path = folder.path().join("p.vir");
        std::fs::write(&path, text).expect("written");
        show(&[&[path.to_str().expect("a path")], flags].concat())
    };
    let program = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write b: [u32]\nuse op u32::add\n\nkernel {\n    \
                   let x: u32 = call u32::add(b[0], 7);\n    b[0] = x;\n}\n";
    let (actual, text) = shown(program, &[]);
    assert!(
        actual && text.starts_with(program) && text.contains("@compute"),
        "{text}"
    );
    let (actual, text) = shown(program, &["--wgsl"]);
    assert!(
        actual && !text.contains("kernel {") && text.contains("@compute"),
        "{text}"
    );
    let (actual, text) = shown(program, &["--json"]);
    assert!(
        actual && text.starts_with("{\"kind\":\"program\",\"ir\":\"program p"),
        "{text}"
    );
    let (actual, text) = shown(&program.replace("b[0] = x", "x = 1"), &[]);
    assert!(!actual && text.contains("V104 in `p`, body[1]"), "{text}");
    let (actual, text) = shown(&program.replace("b[0] = x", "b[0] = y"), &[]);
    assert!(
        !actual && text.contains("p.vir: 7:12: expected a local,"),
        "{text}"
    );
    let (actual, text) = shown("// one\nfn f(a: u32) -> u32 { return a; }", &[]);
    assert_eq!(
        (actual, &*text),
        (true, "fn f(a: u32) -> u32 {\n    return a;\n}\n")
    );
}
