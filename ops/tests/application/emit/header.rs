//! The comment above the functions, and the command.

use super::{BINARY, catalog};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use vyre_conform_certificate::certificate::SuiteTexts;
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_emit::{LevelSource, Request, Target, build, emit};

/// Oracle: the certificate, which has the level of `u32::mul_hi` on its device, and nothing about floats.
#[test]
#[ignore = "a long run: seconds"]
fn a_certificate_shows_the_levels() {
    let catalog = catalog();
    let path = "certificates/nvidia-h200-580.159.04.integer.json.zst";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let bytes = std::fs::read(path).expect("readable");
    let verified = Verifier::new(&catalog).verified(&bytes).expect("verified");
    let shown = [LevelSource {
        file: "integer.json.zst",
        verified: &verified,
    }];
    let request = Request::new(Target::C).ops(["u32::mul_hi", "f32::exp"]);
    let text = emit(&catalog, &request, &shown).expect("a text");
    let head: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with("//"))
        .collect();
    let place = |description: &str| head.iter().position(|line| line.contains(description));
    let op = place("op_u32_mul_hi: u32::mul_hi version 1 of vyre-ops").expect("the op");
    let level = place("L2 on nvidia-h200").expect("its level");
    assert_eq!(level, op + 2, "{head:?}");
    let none = place("no certificate was given that shows one").expect("no level");
    assert_eq!(none, place("f32::exp").expect("the op") + 2);
    let registry = &verified.certificate.evidence.registry_digest;
    let registry = format!("// Registry digest of integer.json.zst: {registry}");
    assert!(head.contains(&&*registry), "{head:?}");
    // This test restarts itself as a build script, which writes the same.
    let Some(folder) = std::env::var_os("OUT_DIR") else {
        let folder = tempfile::tempdir().expect("a folder");
        let this = std::env::current_exe().expect("this program");
        let mut script = Command::new(this);
        script.args(["--exact", "emit::header::a_certificate_shows_the_levels"]);
        let out = script.env("OUT_DIR", folder.path()).output();
        let out = out.expect("it starts");
        let output = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success(), "{output}");
        let written = std::fs::read_to_string(folder.path().join("ops.h"));
        assert_eq!(written.expect("a file"), text);
        return;
    };
    let file = build::write_with_levels(&catalog, &request, "ops.h", &shown).expect("written");
    assert_eq!(file, Path::new(&folder).join("ops.h"));
}

/// Oracle: the suite's digests, as in certificates, of the same ops without engines.
#[test]
fn registry_digest_equals_the_digest_in_certificates() {
    let catalog = catalog();
    let all = SuiteTexts::new(&catalog);
    let emitted = |ids: &[&str]| {
        let request = Request::new(Target::Wgsl).ops(ids.iter().copied());
        let text = emit(&catalog, &request, &[]).expect("a text");
        let ids: BTreeSet<&str> = ids.iter().copied().collect();
        let expected = all.digests(|id| ids.contains(id)).registry;
        let line = format!("// Registry digest of these ops: {expected}");
        assert_eq!(text.lines().nth(2), Some(&*line));
        expected
    };
    let two = emitted(&["u32::mul_hi", "u32::add"]);
    assert_eq!(two, emitted(&["u32::add", "u32::mul_hi", "u32::add"]));
    assert_ne!(two, emitted(&["u32::add"]));
}

/// Oracle: the table of exit codes, and the API.
#[test]
fn command_and_api_give_the_same_text() {
    let run = |arguments: &[&str]| {
        let out = Command::new(BINARY).arg("emit").args(arguments).output();
        let out = out.expect("run");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (out.status.code(), text(&out.stdout), text(&out.stderr))
    };
    let request = Request::new(Target::Wgsl).prefix("my_").ops(["u32::add"]);
    let expected = emit(&catalog(), &request, &[]).expect("a text");
    let requested = ["u32::add", "--target", "wgsl", "--prefix", "my_"];
    assert_eq!(run(&requested), (Some(0), expected.clone(), String::new()));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ops.wgsl");
    let output = file.to_str().expect("a name");
    let (code, message, _) = run(&[&requested[..], &["-o", output]].concat());
    assert_eq!((code, &*message), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(&file).expect("written"), expected);
    for (arguments, code, reason) in [
        (&["u32::no", "--target", "c"][..], 3, "names no op"),
        (
            &["u32::add", "--target", "c", "--prefix", "8"],
            2,
            "begins with a letter",
        ),
        (&["u32::add", "--target", "metal"], 2, "possible values"),
        (
            &["u32::add", "--target", "c", "-o", "/nowhere/x"],
            4,
            "/nowhere/x",
        ),
        (
            &["u32::add", "--target", "c", "--evidence", "Cargo.toml"],
            4,
            "Cargo.toml",
        ),
    ] {
        let (actual, _, message) = run(arguments);
        assert_eq!(actual, Some(code), "{arguments:?}: {message}");
        assert!(message.contains(reason), "{arguments:?}: {message}");
    }
}
