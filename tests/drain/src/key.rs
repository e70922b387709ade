//! Keys of tests: digests of all inputs of a test's result.
//!
//! | input | covers |
//! |---|---|
//! | `test` | the name of the test, or of the binary |
//! | `packages` | the files of the test's package and of the packages of the workspace that it uses, without comments, documentation, layout and the names of files |
//! | `documents` | the documentation, of long tests whose packages read it, and of every binary |
//! | `tree` | the names and bytes of all files of the workspace, of binaries whose tests read any of them, and of the examples in documentation comments |
//! | `lock` | the versions of all other packages |
//! | `machine` | the compiler, architecture and system, the adapters with their drivers, and the versions of the programs that tests call |

use crate::binary::{LongTest, TestBinary};
use anyhow::{Context as _, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use vyre_conform_verdicts::{Key, KeyBuilder};
use walkdir::WalkDir;

/// Packages whose tests read the documentation.
const READERS: [&str; 2] = ["vyre-conform-tests", "vyre-ops"];

/// The package whose tests check the files of the workspace, also their comments and names.
const TREE_READER: &str = "vyre-conform-tests";

/// The programs that tests call, each with the arguments that print its version.
const PROGRAMS: [(&str, &[&str]); 12] = [
    ("rustc", &["-vV"]),
    ("cc", &["--version"]),
    ("c++", &["--version"]),
    ("cadical", &["--version"]),
    ("z3", &["--version"]),
    ("node", &["--version"]),
    ("python3", &["--version"]),
    ("python3", &["-c", "import onnx; print(onnx.__version__)"]),
    ("chromium", &["--version"]),
    ("slurmctld", &["-V"]),
    ("ssh", &["-V"]),
    ("nvidia-smi", &["--version"]),
];

/// Computes the keys of tests.
#[derive(Debug)]
pub(crate) struct Keys {
    /// The digests of the packages of the workspace.
    digests: HashMap<PackageId, blake3::Hash>,
    metadata: Metadata,
    documents: blake3::Hash,
    tree: blake3::Hash,
    common: KeyBuilder,
}

impl Keys {
    /// Reads the workspace in a folder.
    pub(crate) fn of_workspace(root: &Path) -> Result<Self> {
        let metadata = MetadataCommand::new()
            .current_dir(root)
            .other_options(["--offline".to_owned(), "--locked".to_owned()])
            .exec()
            .context("cargo metadata")?;
        let packages = metadata.workspace_packages();
        let folders: HashSet<PathBuf> = packages
            .iter()
            .filter_map(|package| Some(package.manifest_path.parent()?.as_std_path().to_owned()))
            .collect();
        let mut digests = HashMap::new();
        for package in &packages {
            let folder = package.manifest_path.parent().context("a folder")?;
            digests.insert(
                package.id.clone(),
                folder_digest(folder.as_std_path(), &folders)?,
            );
        }
        let documents = folder_digest(&root.join("docs"), &HashSet::new())?;
        let lock = fs::read(root.join("Cargo.lock")).context("Cargo.lock")?;
        let common = KeyBuilder::default()
            .with("lock", lock)
            .with("machine", machine());
        Ok(Self {
            digests,
            metadata,
            documents,
            tree: tree_digest(root)?,
            common,
        })
    }

    /// The key of a long test.
    pub(crate) fn key(&self, test: &LongTest) -> Result<Key> {
        let mut key = self.with_packages("test", &test.name, &test.binary)?;
        let package = &self.metadata[&test.binary.package];
        if READERS.contains(&package.name.as_str()) {
            key = key.with("documents", self.documents.as_bytes());
        }
        Ok(key.finish())
    }

    /// The key of the quick tests of a binary, which has this name.
    pub(crate) fn binary_key(&self, name: &str, binary: &TestBinary) -> Result<Key> {
        let key = self.with_packages("binary", name, binary)?;
        let mut key = key.with("documents", self.documents.as_bytes());
        if binary.package_name == TREE_READER {
            key = key.with("tree", self.tree.as_bytes());
        }
        Ok(key.finish())
    }

    /// The key of the examples in documentation comments.
    pub(crate) fn examples_key(&self, name: &str) -> Key {
        let key = self.common.clone().with("examples", name);
        key.with("tree", self.tree.as_bytes()).finish()
    }

    /// The name of a package of the workspace.
    pub(crate) fn package_name(&self, package: &PackageId) -> &str {
        self.metadata[package].name.as_str()
    }

    /// A key of what a binary consists of. `kind` separates keys of tests from those of binaries.
    fn with_packages(
        &self,
        kind: &'static str,
        name: &str,
        binary: &TestBinary,
    ) -> Result<KeyBuilder> {
        let key = self.common.clone().with(kind, name);
        let mut packages: Vec<&[u8]> = vec![];
        for package in &self.used(binary)? {
            let digest = self
                .digests
                .get(package)
                .context("a package of the workspace")?;
            packages.push(digest.as_bytes());
        }
        packages.sort_unstable();
        Ok(key.with("packages", packages.concat()))
    }

    /// The package of a binary and those of the workspace that it uses, directly or through others.
    fn used(&self, binary: &TestBinary) -> Result<BTreeSet<PackageId>> {
        let resolve = self
            .metadata
            .resolve
            .as_ref()
            .context("the graph of packages")?;
        let nodes: HashMap<&PackageId, _> =
            resolve.nodes.iter().map(|node| (&node.id, node)).collect();
        let mut used = BTreeSet::new();
        let mut left = vec![&binary.package];
        while let Some(package) = left.pop() {
            if !self.digests.contains_key(package) || !used.insert(package.clone()) {
                continue;
            }
            let node = nodes.get(package).context("a node of the graph")?;
            // Only a package's own tests use its dependencies for tests.
            let is_own = *package == binary.package;
            let uses = node.deps.iter().filter(|dependency| {
                let is_used =
                    |kind: &DependencyKind| is_own || *kind != DependencyKind::Development;
                dependency.dep_kinds.iter().any(|item| is_used(&item.kind))
            });
            left.extend(uses.map(|dependency| &dependency.pkg));
        }
        Ok(used)
    }
}

/// The digest of the files of a folder, whatever their names, without those of other packages in it.
fn folder_digest(folder: &Path, packages: &HashSet<PathBuf>) -> Result<blake3::Hash> {
    let is_own = |entry: &walkdir::DirEntry| {
        let is_other = entry.depth() > 0 && packages.contains(entry.path());
        let name = entry.file_name().to_string_lossy();
        !is_other && (entry.depth() == 0 || name != "target" && !name.starts_with('.'))
    };
    let mut digests = vec![];
    for entry in WalkDir::new(folder).into_iter().filter_entry(is_own) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let bytes = fs::read(entry.path())?;
            digests.push(file_digest(entry.path(), &bytes));
        }
    }
    digests.sort_unstable_by_key(|digest| *digest.as_bytes());
    let mut all = blake3::Hasher::new();
    digests
        .iter()
        .for_each(|digest| _ = all.update(digest.as_bytes()));
    Ok(all.finalize())
}

/// The digest of the names and bytes of all files of a workspace, without `target` and `.git`.
fn tree_digest(root: &Path) -> Result<blake3::Hash> {
    let is_source = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || entry.file_name() != "target" && entry.file_name() != ".git"
    };
    let mut all = blake3::Hasher::new();
    for entry in WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_source)
    {
        let entry = entry?;
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(root)?.to_string_lossy();
            all.update(blake3::hash(name.as_bytes()).as_bytes());
            all.update(blake3::hash(&fs::read(entry.path())?).as_bytes());
        }
    }
    Ok(all.finalize())
}

/// The digest of a file: for Rust of its tokens without documentation, otherwise of its bytes.
fn file_digest(path: &Path, bytes: &[u8]) -> blake3::Hash {
    let is_rust = path.extension().is_some_and(|ending| ending == "rs");
    let text = std::str::from_utf8(bytes).ok().filter(|_| is_rust);
    let tokens = text.and_then(|text| text.parse::<TokenStream>().ok());
    let mut hasher = blake3::Hasher::new();
    match tokens {
        Some(tokens) => hash_tokens(tokens, &mut hasher),
        None => _ = hasher.update(bytes),
    }
    hasher.finalize()
}

/// Hashes tokens without attributes of documentation, to which comments expand.
fn hash_tokens(tokens: TokenStream, hasher: &mut blake3::Hasher) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let length = documentation(&tokens[place..]);
        if length > 0 {
            place += length;
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                hasher.update(format!("{:?}(", group.delimiter()).as_bytes());
                hash_tokens(group.stream(), hasher);
                hasher.update(b")");
            }
            other => _ = hasher.update(format!("{other} ").as_bytes()),
        }
        place += 1;
    }
}

/// The number of tokens of a leading attribute of documentation; 0 if there is none.
fn documentation(tokens: &[TokenTree]) -> usize {
    let is_sign = |place: usize, sign: char| {
        let token = tokens.get(place);
        matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == sign)
    };
    let group = if is_sign(1, '!') { 2 } else { 1 };
    if !is_sign(0, '#') {
        return 0;
    }
    match tokens.get(group) {
        Some(TokenTree::Group(of)) if of.stream().to_string().starts_with("doc =") => group + 1,
        _ => 0,
    }
}

/// The compiler, the system, the adapters and the programs of this machine.
fn machine() -> String {
    let adapters = vyre_conform_tests::adapters().iter().map(|adapter| {
        use vyre_conform_suite::backend::Backend as _;
        let identity = adapter.identity();
        format!("{} {}", identity.device, identity.driver)
    });
    let programs = PROGRAMS.iter().map(|(program, arguments)| {
        let output = Command::new(program).args(*arguments).output();
        let output = output.map(|output| [output.stdout, output.stderr].concat());
        let version = output.map_or_else(
            |_| "absent".into(),
            |text| String::from_utf8_lossy(&text).into_owned(),
        );
        format!("{program} {version}")
    });
    let system = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let all: Vec<String> = std::iter::once(system)
        .chain(adapters)
        .chain(programs)
        .collect();
    all.join("\n")
}

#[cfg(test)]
mod tests;
