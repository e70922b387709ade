//! The section of ARCHITECTURE.md about clocks, the environment and files: the non-test files that may use them.

use super::{code, heads, root, rust_files};
use std::fs;

/// A use that is forbidden outside of some places.
struct Rule {
    what: &'static str,
    /// Modules of the standard library that provide it.
    modules: &'static [&'static str],
    /// Names that provide it, as whole words.
    names: &'static [&'static str],
    /// Prefixes of the paths, inside of `vyre-conform-runtime`, that may use it.
    places: &'static [&'static str],
}

const RULES: [Rule; 3] = [
    Rule {
        what: "a clock",
        modules: &[],
        names: &["Instant", "SystemTime", "UNIX_EPOCH"],
        places: &[
            "suite/src/backend/guard/calls.rs",
            "suite/src/backend/law/mod.rs",
            "backends/wgpu/src/bandwidth.rs",
            "backends/wgpu/src/law.rs",
            "backends/wgpu/src/program.rs",
            "backends/wgpu/src/stream.rs",
            "backends/kernels/src/law.rs",
            "prove/src/solver/budget.rs",
            "prove/src/solver/process.rs",
            "verdicts/src/verdict.rs",
            "verdicts/src/store.rs",
            "certificate/src/verify/facts.rs",
            "kit/src/answers/file.rs",
            "harness/",
            "cli/",
        ],
    },
    Rule {
        what: "the environment",
        modules: &["env"],
        names: &["var_os", "current_exe", "current_dir"],
        places: &[
            "suite/src/backend/kernel_rust.rs",
            "backends/browser/src/main.rs",
            "backends/c/src/compiler.rs",
            "backends/cuda/src/lib.rs",
            "backends/opencl/src/lib.rs",
            "backends/process/src/commands.rs",
            "backends/wgpu/src/adapters.rs",
            "backends/wgpu/src/lavapipe.rs",
            "fingerprint/",
            "harness/",
            "cli/",
        ],
    },
    Rule {
        what: "files",
        modules: &["fs"],
        names: &["canonicalize", "is_file", "is_dir", "read_dir"],
        places: &[
            "suite/src/backend/kernel_rust.rs",
            "backends/c/src/compiler.rs",
            "backends/process/src/shared/linux.rs",
            "backends/wgpu/src/icd.rs",
            "backends/wgpu/src/lavapipe.rs",
            "prove/src/method/sat.rs",
            "prove/src/solver/cadical.rs",
            "fingerprint/",
            "prove/src/solver/descendants.rs",
            "harness/",
            "kit/",
            "verdicts/",
            "cli/",
        ],
    },
];

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The forbidden uses in the text of a file.
fn misused(path: &str, text: &str) -> Vec<&'static str> {
    let code = code(text);
    let modules = heads(&code, "std::");
    let forbidden = |rule: &&Rule| !rule.places.iter().any(|place| path.starts_with(place));
    let uses = |rule: &&Rule| {
        rule.modules.iter().any(|module| modules.contains(*module))
            || words(&code).any(|word| rule.names.contains(&word))
    };
    let rules = RULES.iter().filter(forbidden).filter(uses);
    rules.map(|rule| rule.what).collect()
}

/// Oracle: the paragraph on clocks, environment and files in ARCHITECTURE.md.
#[test]
fn only_listed_files_access_the_environment() {
    let src = root().join("vyre-conform-runtime");
    let mut wrong = vec![];
    for path in rust_files() {
        let Some(inside) = path.strip_prefix(&src).ok().and_then(|p| p.to_str()) else {
            continue;
        };
        let tests = [
            "/tests/",
            "/tests.rs",
            "/testing.rs",
            "/benches/",
            "/build.rs",
        ];
        if tests.iter().any(|part| inside.contains(part)) {
            continue;
        }
        for what in misused(inside, &fs::read_to_string(&path).expect("readable")) {
            wrong.push(format!(
                "{inside} uses {what}: hand it in from the harness, or name the file among the places in \
                 tests/tests/tidy/access.rs, and in ARCHITECTURE.md with the reason"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: hand-written texts with uses that are forbidden in their places.
#[test]
fn access_to_the_environment_is_detected() {
    for (path, text, actual) in [
        ("interp/src/lib.rs", "use std::time::Instant;", "a clock"),
        (
            "suite/src/plan/mod.rs",
            "let t = std::time::SystemTime::now();",
            "a clock",
        ),
        (
            "suite/src/backend/mod.rs",
            "use std::{fmt, time::{Duration, Instant}};",
            "a clock",
        ),
        (
            "suite/src/plan/mod.rs",
            "let v = std::env::var(\"X\");",
            "the environment",
        ),
        (
            "backends/wgpu/src/icd.rs",
            "use std::{env, fmt};",
            "the environment",
        ),
        (
            "lower/src/lib.rs",
            "use std::{\n    fmt,\n    fs::{self, File},\n};",
            "files",
        ),
        (
            "backends/wgpu/src/adapters.rs",
            "let p = path.canonicalize();",
            "files",
        ),
    ] {
        assert_eq!(misused(path, text), [actual], "{path}: {text}");
    }
    for (path, text) in [
        (
            "interp/src/lib.rs",
            "use std::time::Duration;\n// std::env::var\nlet s = env!(\"X\");",
        ),
        (
            "interp/src/lib.rs",
            "//! `std::fs`\n#[cfg(test)]\nmod tests { use std::fs; }",
        ),
        ("cli/src/lib.rs", "use std::{env, fs, time::Instant};"),
        (
            "suite/src/backend/law/mod.rs",
            "use std::time::{Duration, Instant};",
        ),
        (
            "suite/src/plan/mod.rs",
            "struct Instantiated; use std::fmt::Write;",
        ),
    ] {
        assert_eq!(misused(path, text), [""; 0], "{path}: {text}");
    }
}
