//! Dependencies as Cargo resolves them: a package that must not need a GPU, a shader compiler or a command line has
//! none of these in its build.

use super::root;
use std::collections::BTreeSet;
use std::process::Command;

/// Packages, and the packages that their trees must not contain.
const EXCLUDED: [(&str, &[&str]); 4] = [
    (
        "vyre-conform-runtime",
        &["wgpu", "naga", "clap", "serde_json"],
    ),
    ("vyre-conform-certificate", &["wgpu", "naga", "clap"]),
    // The tests of an author's crate depend on it, and need no networks.
    ("vyre-conform-harness", &["prost", "vyre-conform-network"]),
    // The solvers are programs, and the prover implements the representation's semantics independently.
    (
        "vyre-conform-prove",
        &[
            "wgpu",
            "naga",
            "clap",
            "cc",
            "vyre-conform-interp",
            "vyre-conform-lower",
        ],
    ),
];

/// The names of all packages that one is compiled with, except for those of its tests and build scripts.
fn tree(package: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}", "--package", package])
        .current_dir(root())
        .output()
        .expect("cargo");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{package}: {printed}");
    let text = String::from_utf8(output.stdout).expect("names");
    let names = text
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

/// The features of a package on a platform.
fn features(package: &str, subject: &str, platform: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--edges", "normal"])
        .args([
            "--prefix",
            "none",
            "--format",
            "{p} {f}",
            "--package",
            package,
        ])
        .args(["--target", platform])
        .current_dir(root())
        .output()
        .expect("cargo");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{package} on {platform}: {printed}"
    );
    let text = String::from_utf8(output.stdout).expect("names");
    let lines = text
        .lines()
        .filter(|line| line.split(' ').next() == Some(subject));
    let features = lines.filter_map(|line| line.split_whitespace().nth(2));
    features
        .flat_map(|list| list.split(','))
        .map(str::to_owned)
        .collect()
}

/// Oracle: docs/book/backends.md: Metal on Apple's platforms and DX12 on Windows, in addition to Vulkan.
#[test]
fn every_platform_has_its_interfaces() {
    let interfaces = ["vulkan", "vulkan-portability", "metal", "dx12"];
    for (platform, expected) in [
        ("x86_64-unknown-linux-gnu", &["vulkan"][..]),
        (
            "aarch64-apple-darwin",
            &["metal", "vulkan", "vulkan-portability"],
        ),
        ("x86_64-pc-windows-gnu", &["dx12", "vulkan"]),
        ("x86_64-pc-windows-msvc", &["dx12", "vulkan"]),
    ] {
        let features = features("vyre-conform-wgpu", "wgpu", platform);
        let actual: Vec<&str> = features
            .iter()
            .map(String::as_str)
            .filter(|feature| interfaces.contains(feature))
            .collect();
        assert_eq!(actual, expected, "{platform}");
    }
}

/// The packages of a tree with this name or prefix, such as `wgpu-core` for `wgpu`.
fn of<'t>(tree: &'t BTreeSet<String>, name: &str) -> Vec<&'t str> {
    let matches = |package: &&str| {
        let rest = package.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
    };
    tree.iter().map(String::as_str).filter(matches).collect()
}

/// Oracle: ARCHITECTURE.md: the dependencies of a crate of ops, and the reader and verifier of certificates, need
/// neither GPU nor command line.
#[test]
fn excluded_dependencies_are_not_in_the_tree() {
    for (package, without) in EXCLUDED {
        let tree = tree(package);
        assert!(tree.contains(package) && tree.contains("vyre-conform-ir"));
        for name in without {
            assert_eq!(
                of(&tree, name),
                [""; 0],
                "{package} is compiled with {name}"
            );
        }
    }
}

/// Oracle: the manifests of the packages that need these dependencies.
#[test]
fn required_dependencies_are_in_the_tree() {
    let tree = tree("vyre-conform-cli");
    for name in ["wgpu", "naga", "clap", "serde_json"] {
        assert!(of(&tree, name).contains(&name), "{name}");
    }
    assert!(of(&tree, "wgpu").contains(&"wgpu-core"));
    assert!(of(&tree, "clap").contains(&"clap_builder"));
}
