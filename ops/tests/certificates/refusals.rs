//! Impossible requests are refused before any work, without damage to files.

use vyre_conform_tests::sandbox::Sandbox;

const FILTER: &str = "u32::bit_not::gates";

/// Oracle: the documentation of the exit codes.
#[test]
#[ignore = "a long run: seconds"]
fn unusable_paths_and_arguments_are_refused_before_any_work() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let refused = |file: &str, more: &[&str], code: i32, word: &str| {
        let output = sandbox.certify(FILTER, file, more);
        assert_eq!(
            output.code,
            Some(code),
            "{file} {more:?}: {}",
            output.stderr
        );
        assert!(output.stderr.contains(word), "{}", output.stderr);
        assert!(!output.stdout.contains("parts:"), "nothing was run");
    };
    refused("no/such/folder/a.json", &[], 4, "nothing was run");
    refused(".", &[], 4, "is a folder");
    if std::path::Path::new("/dev/full").exists() {
        refused("a.json", &["--journal", "/dev/full"], 4, "No space left");
        assert!(std::path::Path::new("/dev/full").exists());
    }
    refused("a.json", &["--resume"], 4, "nothing to resume");
    refused("a.json", &["--shard", "0/4"], 2, "counted from 1");
    refused("a.json", &["--shard", "auto"], 2, "VYRE_SHARD_INDEX");
    refused("a.json", &["--cases", "many"], 2, "1e8");
    refused("a.json", &["--proof-time", "1s"], 2, "add --prove");
    let nobody = sandbox.run(&["certify", "-o", "a.json", "--adapter", "no such adapter"]);
    assert_eq!(nobody.code, Some(3), "{}", nobody.stderr);
    assert!(
        nobody.stderr.contains("`adapters` lists them"),
        "{}",
        nobody.stderr
    );
    let none = sandbox.certify("no::such::op", "a.json", &[]);
    assert_eq!(none.code, Some(3), "{}", none.stderr);
    assert!(!sandbox.path("a.json").exists());

    let first_run = sandbox.certify(FILTER, "a.json", &[]);
    assert_eq!(first_run.code, Some(0), "{}", first_run.stderr);
    let before = std::fs::read(sandbox.path("a.json")).expect("a file");
    refused("a.json", &[], 4, "--force");
    assert_eq!(
        std::fs::read(sandbox.path("a.json")).expect("a file"),
        before
    );
    assert_eq!(
        sandbox.certify(FILTER, "a.json", &["--force"]).code,
        Some(0)
    );
    let level = sandbox.certify(FILTER, "b.json", &["--level", "L2"]);
    assert_eq!(level.code, Some(2), "a level covers everything");
    assert!(
        level.stderr.contains("a level covers every op"),
        "{}",
        level.stderr
    );
}

/// Oracle: the existing certificate, and the names that lead to it.
#[test]
fn a_journal_that_is_the_certificate_is_refused() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let refused = |journal: &str| {
        let output = sandbox.certify(FILTER, "same.json", &["--journal", journal, "--force"]);
        assert_eq!(output.code, Some(4), "{journal}: {}", output.stderr);
        assert!(output.stderr.contains("are one file"), "{}", output.stderr);
    };
    refused("same.json");
    refused("./same.json");
    std::fs::write(sandbox.path("same.json"), "kept").expect("written");
    std::fs::hard_link(sandbox.path("same.json"), sandbox.path("hard.json")).expect("linked");
    #[cfg(unix)]
    std::os::unix::fs::symlink(sandbox.path("same.json"), sandbox.path("soft.json"))
        .expect("linked");
    for journal in ["same.json", "hard.json", "soft.json"] {
        refused(journal);
        let left = std::fs::read_to_string(sandbox.path("same.json")).expect("a file");
        assert_eq!(left, "kept");
    }
}

/// Oracle: the existing file, and the documentation of `--force`, which concerns journals.
#[test]
fn foreign_files_are_not_overwritten_by_a_journal() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    std::fs::write(sandbox.path("notes.txt"), "of a year\n").expect("written");
    let output = sandbox.certify(FILTER, "a.json", &["--journal", "notes.txt", "--force"]);
    assert_eq!(output.code, Some(4), "{}", output.stdout);
    assert!(
        output.stderr.contains("is not a journal"),
        "{}",
        output.stderr
    );
    let left = std::fs::read_to_string(sandbox.path("notes.txt")).expect("a file");
    assert_eq!(left, "of a year\n");
}

/// Oracle: the first four bytes of every frame (RFC 8878), which other programs expect in files with this suffix.
#[test]
#[ignore = "a long run: seconds"]
fn compressed_suffix_yields_a_compressed_file() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    for (name, compressed) in [("a.json.zst", true), ("a.zst", true), ("a.zst.json", false)] {
        let output = sandbox.certify(FILTER, name, &[]);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let bytes = std::fs::read(sandbox.path(name)).expect("a file");
        assert_eq!(
            bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]),
            compressed,
            "{name}"
        );
        assert_eq!(sandbox.run(&["verify", name]).code, Some(0), "{name}");
    }
}

/// Oracle: the documentation of the filter: each name in it must select something.
#[test]
fn filter_name_without_a_match_is_refused() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify("u32::bit_not::gates,u32::bit_nott", "a.json", &[]);
    assert_eq!(output.code, Some(3), "{}", output.stderr);
    assert!(
        output.stderr.contains("`u32::bit_nott`"),
        "{}",
        output.stderr
    );
    assert!(!sandbox.path("a.json").exists() && !sandbox.path("a.json.journal").exists());
}

/// Oracle: the contents of each file.
#[test]
#[ignore = "a long run: seconds"]
fn non_certificates_are_refused_with_a_specific_message() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    assert_eq!(sandbox.certify(FILTER, "a.json", &[]).code, Some(0));
    let text = std::fs::read_to_string(sandbox.path("a.json")).expect("a file");
    let newer = text.replacen("\"format_version\": 2", "\"format_version\": 3", 1);
    let files: [(&str, Vec<u8>, &str); 7] = [
        (
            "truncated",
            text.as_bytes()[..text.len() / 2].to_vec(),
            "truncated",
        ),
        ("newer", newer.into_bytes(), "format version 3"),
        (
            "other",
            b"{\"format\":\"x\",\"format_version\":1}".to_vec(),
            "its format is `x`",
        ),
        ("encoding", vec![b'{', 0xff, 0xfe], "not UTF-8"),
        ("empty", vec![], "truncated"),
        ("deep", vec![b'['; 1 << 20], "truncated"),
        (
            "edited",
            text.replacen("\"cases\":1,", "\"cases\":2,", 1)
                .into_bytes(),
            "digest",
        ),
    ];
    for (name, bytes, word) in files {
        std::fs::write(sandbox.path(name), bytes).expect("written");
        for command in [vec!["verify", name], vec!["diff", "a.json", name]] {
            let output = sandbox.run(&command);
            // An edited certificate still is one.
            let code = if name == "edited" { 1 } else { 4 };
            assert_eq!(output.code, Some(code), "{name}: {}", output.stderr);
            assert!(output.stderr.contains(word), "{name}: {}", output.stderr);
        }
    }
    let reformatted: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    std::fs::write(sandbox.path("compact.json"), reformatted.to_string()).expect("written");
    assert_eq!(
        sandbox.run(&["verify", "compact.json"]).code,
        Some(0),
        "layout is free"
    );
}
