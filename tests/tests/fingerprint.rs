//! The fingerprint of the packages that determine verdicts: a mechanical renaming of 200 private functions leaves it
//! unchanged.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use vyre_conform_fingerprint::PackageSource;
use vyre_conform_tests::book::root;

/// Packages whose sources determine verdicts.
const PACKAGES: [&str; 6] = ["interp", "lower", "lower-c", "suite", "harness", "fuzz"];

/// Every Rust file of a folder.
fn files(folder: &Path, actual: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, actual);
        } else {
            actual.push(path);
        }
    }
}

/// The names of private functions of modules that no other function shares.
fn private_functions(files: &[(PathBuf, String)]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut private = vec![];
    for line in files.iter().flat_map(|(_, text)| text.lines()) {
        let Some((before, after)) = line.split_once("fn ") else {
            continue;
        };
        let name = after
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or("");
        *counts.entry(name).or_default() += 1;
        if matches!(before, "" | "pub(crate) " | "pub(super) ") && name.contains('_') {
            private.push(name);
        }
    }
    private.retain(|name| counts[name] == 1);
    private.into_iter().map(str::to_owned).collect()
}

/// The tokens with these names replaced.
fn renamed(tokens: TokenStream, names: &BTreeMap<String, String>) -> TokenStream {
    let tree = |tree| match tree {
        TokenTree::Ident(name) => match names.get(&name.to_string()) {
            Some(other) => TokenTree::Ident(Ident::new(other, name.span())),
            None => TokenTree::Ident(name),
        },
        TokenTree::Group(group) => TokenTree::Group(Group::new(
            group.delimiter(),
            renamed(group.stream(), names),
        )),
        tree => tree,
    };
    tokens.into_iter().map(tree).collect()
}

/// Oracle: the documentation of `vyre_conform_fingerprint`, on the real packages.
#[test]
fn two_hundred_private_functions_have_other_names() {
    let mut count = 0;
    for package in PACKAGES {
        let folder = root()
            .join("vyre-conform-runtime")
            .join(package)
            .join("src");
        let mut paths = vec![];
        files(&folder, &mut paths);
        let texts = paths.into_iter().map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path, text)
        });
        let texts: Vec<(PathBuf, String)> = texts.collect();
        let is_rust = |path: &Path| path.extension().is_some_and(|ending| ending == "rs");
        let rust = texts.iter().filter(|(path, _)| is_rust(path)).cloned();
        let names = private_functions(&rust.collect::<Vec<_>>());
        count += names.len();
        let names: BTreeMap<String, String> = names
            .into_iter()
            .enumerate()
            .map(|(k, name)| (name, format!("renamed_{k}")))
            .collect();
        let copy = tempfile::tempdir().expect("a folder");
        for (path, text) in &texts {
            let to = copy
                .path()
                .join(path.strip_prefix(&folder).expect("inside"));
            fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            let text = if is_rust(path) {
                renamed(text.parse().expect("Rust"), &names).to_string()
            } else {
                text.clone()
            };
            fs::write(to, text).expect("written");
        }
        let digest = |folder: &Path| PackageSource::read(folder).expect("sources").digest();
        assert_eq!(digest(copy.path()), digest(&folder), "{package}");
    }
    assert!(count >= 200, "{count} names");
}
