//! Packages as published: every package becomes an archive, and builds from it with the archives of the others.

use super::packages::{cargo, published_names};
use super::root;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The packages that need no driver, shader compiler or command line, together with all their dependencies, including
/// those of tests: they build in seconds.
const LEAN: [&str; 7] = [
    "vyre-conform-spec",
    "vyre-conform-macros",
    "vyre-conform-ir",
    "vyre-conform-runtime",
    "vyre-conform-interp",
    "vyre-conform-lower",
    "vyre-conform-lower-c",
];

/// Cargo's archive of a package.
fn archive(name: &str) -> PathBuf {
    let file = format!("{name}-{}.crate", env!("CARGO_PKG_VERSION"));
    root().join("target/packages/package").join(file)
}

/// Removes the archives of this project that Cargo unpacked earlier, and the records of their builds: Cargo compares
/// names and versions alone, and would build an archive against the contents of an older one.
fn forget_unpacked() {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.map(|home| home.join("registry/src"));
    let sources = sources.and_then(|sources| fs::read_dir(sources).ok());
    let built = fs::read_dir(root().join("target/packages/debug/.fingerprint")).ok();
    let unpacked = sources.into_iter().flatten().flatten();
    let unpacked = unpacked.filter_map(|source| fs::read_dir(source.path()).ok());
    let folders = unpacked.flatten().chain(built.into_iter().flatten());
    for folder in folders.flatten() {
        if folder.file_name().to_string_lossy().starts_with("vyre-") {
            // It exists after a run of this test alone.
            _ = fs::remove_dir_all(folder.path());
        }
    }
}

/// Creates archives; unless `more` prevents it, Cargo unpacks each and builds it against those of the others.
fn packaged(more: &[&str]) -> String {
    // A test that unpacks archives may run concurrently with one that does not.
    if !more.contains(&"--no-verify") {
        forget_unpacked();
    }
    let output = cargo(&[&["package", "--allow-dirty"], more].concat());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// Checks Cargo's output against the names of the packages to build.
fn are_built(text: &str, names: &[&str]) {
    for name in names {
        let verified = format!("Verifying {name} v");
        assert!(text.contains(&verified), "{name} was not built: {text}");
        assert!(archive(name).is_file(), "{}", archive(name).display());
    }
}

/// Oracle: Cargo.
#[test]
fn every_package_becomes_an_archive() {
    // By name: an unpublished package may depend on another one, and becomes no archive.
    let names = published_names();
    let packages = names.iter().flat_map(|name| ["--package", name]);
    packaged(&packages.chain(["--no-verify"]).collect::<Vec<_>>());
    for name in &names {
        assert!(archive(name).is_file(), "{}", archive(name).display());
    }
}

/// Oracle: Cargo, which compiles the unpacked archives.
#[test]
#[ignore = "a long run: seconds"]
fn lean_packages_build_from_their_archives() {
    let names: Vec<&str> = LEAN.iter().flat_map(|name| ["--package", name]).collect();
    are_built(&packaged(&names), &LEAN);
}

/// Oracle: Cargo, which compiles the unpacked archives.
#[test]
#[ignore = "a long run: minutes"]
fn every_package_builds_from_its_archive() {
    let names = published_names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    are_built(&packaged(&["--workspace"]), &names);
}

/// Oracle: Cargo, on a package that omits a file of its library.
#[test]
fn an_archive_that_lacks_a_file_does_not_build() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    write(
        "src/lib.rs",
        "pub const PART: u32 = include!(\"part.txt\");\n",
    );
    write("src/part.txt", "1\n");
    let built = |exclude: &str| {
        let manifest = format!(
            "[package]\nname = \"lacking\"\nversion = \"0.1.0\"\nedition = \"2024\"\ndescription = \"-\"\nlicense = \"MIT\"\n\
             exclude = [{exclude}]\n\n[workspace]\n"
        );
        write("Cargo.toml", &manifest);
        let output = Command::new(env!("CARGO"))
            .args(["package", "--allow-dirty", "--offline"])
            .current_dir(folder.path())
            .env("CARGO_TARGET_DIR", folder.path().join("target"))
            .output()
            .expect("cargo");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), printed)
    };
    let (whole, printed) = built("");
    assert!(whole, "{printed}");
    let (missing, printed) = built("\"part.txt\"");
    assert!(!missing && printed.contains("part.txt"), "{printed}");
}
