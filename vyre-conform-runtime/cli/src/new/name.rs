//! Valid names of crates.

use std::path::Path;

/// Reserved words of rustc and Cargo, including the keywords of Rust.
const TAKEN: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "naga",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// The packages that a crate of ops is built from.
const OURS: [&str; 14] = [
    "c",
    "certificate",
    "cli",
    "cuda",
    "fuzz",
    "harness",
    "interp",
    "ir",
    "lower",
    "macros",
    "opencl",
    "runtime",
    "spec",
    "suite",
];

/// The given name, or that of the folder.
///
/// # Errors
///
/// If it is not a valid name of a crate; the message describes valid ones.
pub(super) fn crate_name(given: Option<&str>, folder: &Path) -> Result<String, String> {
    let own = || {
        let absolute = std::path::absolute(folder).ok()?;
        Some(absolute.file_name()?.to_str()?.to_owned())
    };
    let name = given.map(str::to_owned).or_else(own);
    let name = name.ok_or("the folder has no name: choose one with `--name`")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let letter = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !letter || !name.chars().all(plain) {
        return Err(format!(
            "`{name}` cannot name a crate: use ASCII letters, digits, `-` and `_`, a letter first; choose another \
             name with `--name`"
        ));
    }
    let own = name.replace('_', "-");
    let own = own.strip_prefix("vyre-conform-");
    if TAKEN.contains(&name.as_str()) || own.is_some_and(|own| OURS.contains(&own) || own == "wgpu")
    {
        return Err(format!(
            "Cargo reserves `{name}`: choose another name with `--name`"
        ));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the rules of Cargo for names of packages.
    #[test]
    fn a_name_is_a_crate_s() {
        let folder = Path::new("some/my-ops");
        assert_eq!(crate_name(None, folder).as_deref(), Ok("my-ops"));
        assert_eq!(crate_name(Some("a_1"), folder).as_deref(), Ok("a_1"));
        assert!(crate_name(Some("vyre-conform-x"), folder).is_ok());
        for (name, part) in [
            ("", "cannot name a crate"),
            ("1st", "a letter first"),
            ("my ops", "use ASCII letters"),
            ("ärger", "use ASCII letters"),
            ("test", "Cargo reserves"),
            ("vyre-conform-cli", "Cargo reserves"),
            ("vyre_conform_harness", "Cargo reserves"),
            ("fn", "Cargo reserves"),
            ("naga", "Cargo reserves"),
        ] {
            let found = crate_name(Some(name), folder).expect_err(name);
            assert!(found.contains(part), "{name}: {found}");
        }
        assert!(
            crate_name(None, Path::new("/"))
                .expect_err("no name")
                .contains("--name")
        );
    }
}
