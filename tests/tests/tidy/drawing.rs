//! The drawing of the packages in ARCHITECTURE.md is what the manifests say.

use super::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The packages of the project: name without `vyre-conform-`, and what each depends on, tests left out.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// Where the drawing begins and ends.
const MARKS: [&str; 2] = ["<!-- packages -->\n", "<!-- end of packages -->\n"];

fn short(name: &str) -> String {
    name.trim_start_matches("vyre-conform-").to_owned()
}

/// What a manifest says of its package: a name, and the packages of this project among its dependencies.
fn edges_of(manifest: &str) -> (String, BTreeSet<String>) {
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let name = manifest["package"]["name"].as_str().expect("a name");
    let none = toml::Table::new();
    let named = manifest.get("dependencies").and_then(|d| d.as_table());
    let named = named.unwrap_or(&none).keys();
    let ours = named.filter(|name| name.starts_with("vyre-"));
    (short(name), ours.map(|name| short(name)).collect())
}

fn edges() -> Edges {
    let text = |path: &Path| fs::read_to_string(path).expect("readable");
    let workspace: toml::Table = text(&root().join("Cargo.toml"))
        .parse()
        .expect("a manifest");
    let members = workspace["workspace"]["members"]
        .as_array()
        .expect("members");
    let folders = members
        .iter()
        .map(|member| member.as_str().expect("a folder"));
    let shown = folders.filter(|folder| folder.starts_with("vyre-") || *folder == "ops");
    let manifest = |folder: &str| edges_of(&text(&root().join(folder).join("Cargo.toml")));
    shown.map(manifest).collect()
}

/// The edges that do not follow from others: `a` to `c` is left out where `a` depends on `b` and `b` on `c`.
fn reduced(edges: &Edges) -> Vec<(&str, &str)> {
    let mut kept = vec![];
    for (from, to) in edges {
        for target in to {
            let mut around = to.iter().filter(|other| *other != target);
            if !around.any(|other| reaches(edges, other, target)) {
                kept.push((&**from, &**target));
            }
        }
    }
    kept
}

fn reaches(edges: &Edges, from: &str, to: &str) -> bool {
    let next = edges.get(from).into_iter().flatten();
    let mut next = next.peekable();
    next.peek().is_some() && next.any(|other| other == to || reaches(edges, other, to))
}

fn drawing(edges: &Edges) -> String {
    let mut text = "```mermaid\ngraph BT\n".to_owned();
    for (from, to) in reduced(edges) {
        text += &format!("    {from} --> {to}\n");
    }
    text + "```\n"
}

/// Oracle: the manifests. `VYRE_BLESS=1` writes the drawing anew.
#[test]
fn the_drawing_of_the_packages_is_what_the_manifests_say() {
    let path = root().join("ARCHITECTURE.md");
    let page = fs::read_to_string(&path).expect("readable");
    let (before, rest) = page.split_once(MARKS[0]).expect("a drawing");
    let (drawn, after) = rest.split_once(MARKS[1]).expect("an end of the drawing");
    let due = drawing(&edges());
    if std::env::var_os("VYRE_BLESS").is_some() && drawn != due {
        let anew = [before, MARKS[0], &due, MARKS[1], after].concat();
        fs::write(&path, anew).expect("writable");
        return;
    }
    assert_eq!(
        drawn, due,
        "draw it anew: VYRE_BLESS=1 cargo test --workspace --test main -- tidy::drawing"
    );
}

/// Oracle: the plan of the house: what a crate of ops depends on has neither GPU nor command line, and the
/// interpreter and the lowerings share nothing but the representation.
#[test]
fn what_must_be_apart_is_apart() {
    let edges = edges();
    for (package, away) in [
        ("runtime", "wgpu"),
        ("runtime", "suite"),
        ("runtime", "cli"),
        ("interp", "lower"),
        ("lower", "interp"),
        ("interp", "lower-c"),
        ("lower-c", "interp"),
        ("lower", "lower-c"),
        ("lower-c", "lower"),
        ("c", "lower"),
        ("c", "wgpu"),
        ("process", "wgpu"),
        ("process", "c"),
        ("kernels", "lower"),
        ("opencl", "wgpu"),
        ("cuda", "wgpu"),
        ("interp", "runtime"),
        ("lower", "runtime"),
        ("certificate", "wgpu"),
        ("certificate", "harness"),
        ("certificate", "lower"),
        ("certificate", "cli"),
        ("suite", "lower"),
    ] {
        assert!(edges.contains_key(package) && edges.contains_key(away));
        assert!(!reaches(&edges, package, away), "{package} reaches {away}");
    }
    for package in edges.keys() {
        assert!(
            !reaches(&edges, package, package),
            "a circle through {package}"
        );
    }
    assert!(reaches(&edges, "cli", "spec"));
}

/// Oracle: a graph by hand.
#[test]
fn an_edge_that_follows_is_not_drawn() {
    let to = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect();
    let edges = Edges::from([
        ("a".into(), to(&["b", "c"])),
        ("b".into(), to(&["c"])),
        ("c".into(), to(&[])),
    ]);
    assert_eq!(
        drawing(&edges),
        "```mermaid\ngraph BT\n    a --> b\n    b --> c\n```\n"
    );
    let manifest = "[package]\nname = \"vyre-conform-x\"\n[dependencies]\nserde = \"1\"\nvyre-conform-y.workspace = true\n[dev-dependencies]\nvyre-z = \"1\"";
    assert_eq!(edges_of(manifest), ("x".to_owned(), to(&["y"])));
}
