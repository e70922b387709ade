//! A digest of the source of packages, for build scripts: packages with equal digests behave alike.
//!
//! A verdict depends on the packages that produced it. Their digest covers every token of every item outside of tests,
//! and every file under `src` that is not Rust. It ignores
//!
//! - comments, documentation and layout;
//! - the order of items, the file that holds them, and the modules of a path whose item has a name of its own;
//! - the names of private items: a name is replaced by the digest of the item that it names.

mod digest;
mod import;
mod item;
mod split;

use item::Item;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The source of a package, read and split into items.
#[derive(Debug, Default)]
pub struct PackageSource {
    items: Vec<Item>,
    modules: Vec<String>,
    /// The digests of files that are not Rust.
    others: Vec<u128>,
}

/// Passes the digest of packages to the library of a build script, as `env!("VYRE_CONFORM_FINGERPRINT")`. `folders` are
/// the source folders, relative to the package under construction. If one of them is missing, as in a package from a
/// registry, the digest is empty.
///
/// # Panics
///
/// If a source file cannot be read or is not Rust: its package would not compile either.
pub fn emit(folders: &[&str]) {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package");
    let folders: Vec<PathBuf> = folders
        .iter()
        .map(|folder| Path::new(&root).join(folder))
        .collect();
    let mut digest = String::new();
    if folders.iter().all(|folder| folder.is_dir()) {
        let digests = folders.iter().map(|folder| {
            println!("cargo::rerun-if-changed={}", folder.display());
            let source = PackageSource::read(folder);
            source
                .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
                .digest()
        });
        digest = digests.collect();
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=VYRE_CONFORM_FINGERPRINT={digest}");
}

impl PackageSource {
    /// Reads every file below a folder.
    ///
    /// # Errors
    ///
    /// I/O errors, and the path of a file that is not Rust.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut source = Self::default();
        for path in files(folder)? {
            source.add(&path)?;
        }
        Ok(source)
    }

    fn add(&mut self, path: &Path) -> io::Result<()> {
        if path.extension() != Some(OsStr::new("rs")) {
            self.others.push(digest::of_bytes(&std::fs::read(path)?));
            return Ok(());
        }
        let invalid = |error: &dyn std::fmt::Display| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{}: {error}", path.display()),
            )
        };
        let tokens = std::fs::read_to_string(path)?
            .parse()
            .map_err(|error: proc_macro2::LexError| invalid(&error))?;
        self.modules.extend(module_of(path));
        split::items(tokens, &mut self.items, &mut self.modules);
        Ok(())
    }

    /// The digest, in hexadecimal.
    pub fn digest(&self) -> String {
        format!("{:032x}", digest::digest(self))
    }
}

/// The module name of a file.
fn module_of(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    match stem {
        "mod" => Some(path.parent()?.file_name()?.to_str()?.to_owned()),
        "lib" | "main" => None,
        name => Some(name.to_owned()),
    }
}

/// Every file below a folder except tests.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut items = vec![];
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_test = path
            .file_stem()
            .is_some_and(|stem| stem == "tests" || stem == "testing");
        if is_test {
            continue;
        }
        if path.is_dir() {
            items.extend(files(&path)?);
        } else {
            items.push(path);
        }
    }
    Ok(items)
}

#[cfg(test)]
mod tests;
