//! What ARCHITECTURE.md says of clocks, the environment, files and serialisation: which files of the runtime may
//! come to them. Their tests may come to anything.

use super::{code, heads, root, rust_files};
use std::fs;

/// What must not be used outside of some places.
struct Rule {
    what: &'static str,
    /// Modules of the standard library that stand for it.
    modules: &'static [&'static str],
    /// Names that stand for it, as whole words.
    names: &'static [&'static str],
    /// Crates that stand for it.
    crates: &'static [&'static str],
    /// The beginnings of the paths, inside of `src`, that may use it.
    places: &'static [&'static str],
}

const RULES: [Rule; 4] = [
    Rule {
        what: "a clock",
        modules: &[],
        names: &["Instant", "SystemTime", "UNIX_EPOCH"],
        crates: &[],
        places: &[
            "backend/guard/calls.rs",
            "backend/law/mod.rs",
            "backend/wgpu/bandwidth.rs",
            "backend/wgpu/law.rs",
            "backend/wgpu/stream.rs",
            "regressions/",
            "harness/",
            "cli/",
        ],
    },
    Rule {
        what: "the environment",
        modules: &["env"],
        names: &["var_os", "current_exe", "current_dir"],
        crates: &[],
        places: &[
            "backend/kernel_rust.rs",
            "backend/wgpu/adapters.rs",
            "backend/wgpu/lavapipe.rs",
            "regressions/",
            "harness/",
            "cli/",
        ],
    },
    Rule {
        what: "files",
        modules: &["fs"],
        names: &["canonicalize", "is_file", "is_dir", "read_dir"],
        crates: &[],
        places: &[
            "backend/kernel_rust.rs",
            "backend/wgpu/icd.rs",
            "backend/wgpu/lavapipe.rs",
            "regressions/",
            "harness/",
            "cli/",
        ],
    },
    Rule {
        what: "serialisation",
        modules: &[],
        names: &[],
        crates: &["serde", "serde_json", "toml"],
        places: &["certify/certificate/", "regressions/", "harness/", "cli/"],
    },
];

/// The words of a text, each with whether `::` stands behind it.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c| !is_word(c));
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then(|| (word, after.starts_with("::")))
    })
}

/// What the text of a file uses that its place may not.
fn misused(path: &str, text: &str) -> Vec<&'static str> {
    let code = code(text);
    let modules = heads(&code, "std::");
    let forbidden = |rule: &&Rule| !rule.places.iter().any(|place| path.starts_with(place));
    let uses = |rule: &&Rule| {
        rule.modules.iter().any(|module| modules.contains(*module))
            || words(&code).any(|(word, path)| {
                rule.names.contains(&word) || (path && rule.crates.contains(&word))
            })
    };
    let rules = RULES.iter().filter(forbidden).filter(uses);
    rules.map(|rule| rule.what).collect()
}

/// Oracle: the paragraph on clocks, environment, files and serialisation in ARCHITECTURE.md.
#[test]
fn only_some_files_come_to_the_world_outside() {
    let src = root().join("vyre-conform-runtime/src");
    let mut wrong = vec![];
    for path in rust_files() {
        let Some(inside) = path.strip_prefix(&src).ok().and_then(|p| p.to_str()) else {
            continue;
        };
        let tests = ["/tests/", "/tests.rs", "/testing.rs"];
        if tests.iter().any(|part| inside.contains(part)) {
            continue;
        }
        for what in misused(inside, &fs::read_to_string(&path).expect("readable")) {
            wrong.push(format!("{inside} uses {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: texts that use what their places may not, by hand.
#[test]
fn what_comes_to_the_world_outside_is_seen() {
    for (path, text, found) in [
        ("interp/mod.rs", "use std::time::Instant;", "a clock"),
        (
            "plan/mod.rs",
            "let t = std::time::SystemTime::now();",
            "a clock",
        ),
        (
            "backend/mod.rs",
            "use std::{fmt, time::{Duration, Instant}};",
            "a clock",
        ),
        (
            "plan/mod.rs",
            "let v = std::env::var(\"X\");",
            "the environment",
        ),
        (
            "backend/wgpu/icd.rs",
            "use std::{env, fmt};",
            "the environment",
        ),
        (
            "lower/mod.rs",
            "use std::{\n    fmt,\n    fs::{self, File},\n};",
            "files",
        ),
        (
            "backend/wgpu/adapters.rs",
            "let p = path.canonicalize();",
            "files",
        ),
        ("record/mod.rs", "use serde::Serialize;", "serialisation"),
        (
            "certify/levels.rs",
            "let x = serde_json::to_string(&y);",
            "serialisation",
        ),
    ] {
        assert_eq!(misused(path, text), [found], "{path}: {text}");
    }
    for (path, text) in [
        (
            "interp/mod.rs",
            "use std::time::Duration;\n// std::env::var\nlet s = env!(\"X\");",
        ),
        (
            "interp/mod.rs",
            "//! `std::fs`\n#[cfg(test)]\nmod tests { use std::fs; }",
        ),
        (
            "cli/mod.rs",
            "use std::{env, fs, time::Instant}; use serde::Serialize;",
        ),
        ("backend/law/mod.rs", "use std::time::{Duration, Instant};"),
        (
            "plan/mod.rs",
            "struct Instantiated; let serde = 1; use std::fmt::Write;",
        ),
    ] {
        assert_eq!(misused(path, text), [""; 0], "{path}: {text}");
    }
}
