//! The drawings in ARCHITECTURE.md match manifests and sources: the packages, and the modules of packages with several
//! parts.

use super::naming::naming;
use super::{EDGES, Row, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

/// The packages of the project: name without `vyre-conform-`, and the dependencies of each, except for those of tests.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// Begin and end of the drawing of the packages.
const PACKAGES: [&str; 2] = ["<!-- packages -->\n", "<!-- end of packages -->\n"];

/// Begin and end of the drawings of modules.
const MODULES: [&str; 2] = ["<!-- modules -->\n", "<!-- end of modules -->\n"];

fn short(name: &str) -> String {
    name.trim_start_matches("vyre-conform-").to_owned()
}

/// Name of a package by its manifest, and its dependencies in this project.
fn edges_of(manifest: &str) -> (String, BTreeSet<String>) {
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let name = manifest["package"]["name"].as_str().expect("a name");
    let none = toml::Table::new();
    let named = manifest.get("dependencies").and_then(|d| d.as_table());
    let named = named.unwrap_or(&none).keys();
    let own = named.filter(|name| name.starts_with("vyre-"));
    (short(name), own.map(|name| short(name)).collect())
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

/// The edges that do not follow from others: `a` to `c` is omitted where `a` depends on `b` and `b` on `c`.
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

/// Asserts that the page has this text between these marks. `VYRE_BLESS=1` writes it.
fn drawn(marks: [&str; 2], expected: &str) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _writing = ONE_AT_A_TIME.lock();
    let path = root().join("ARCHITECTURE.md");
    let page = fs::read_to_string(&path).expect("readable");
    let (before, rest) = page.split_once(marks[0]).expect("a drawing");
    let (drawn, after) = rest.split_once(marks[1]).expect("an end of the drawing");
    if std::env::var_os("VYRE_BLESS").is_some() && drawn != expected {
        let anew = [before, marks[0], expected, marks[1], after].concat();
        fs::write(&path, anew).expect("writable");
        return;
    }
    assert_eq!(
        drawn, expected,
        "draw it anew: VYRE_BLESS=1 cargo test --workspace --test main -- tidy::drawing"
    );
}

/// Oracle: the manifests.
#[test]
fn drawing_of_the_packages_matches_the_manifests() {
    drawn(PACKAGES, &drawing(&edges()));
}

/// The edges between the modules in a package's row of [`EDGES`].
fn modules(source: &str, row: &[Row]) -> Edges {
    let mut edges = Edges::new();
    for (module, _, others) in naming(source, row) {
        let others = others.into_iter().map(str::to_owned);
        edges.entry(module).or_default().extend(others);
    }
    edges
}

/// The nodes that reach themselves.
fn in_circles(edges: &Edges) -> Vec<&String> {
    let mut observed = BTreeMap::new();
    for from in edges.keys() {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(node) = next.pop() {
            let new = edges.get(node).into_iter().flatten();
            next.extend(new.filter(|other| reached.insert(*other)));
        }
        observed.insert(from, reached);
    }
    let circles = observed
        .into_iter()
        .filter(|(from, reached)| reached.contains(from));
    circles.map(|(from, _)| from).collect()
}

/// Oracle: the sources.
#[test]
fn drawings_of_the_modules_match_the_sources() {
    let mut text = String::new();
    for (source, row) in EDGES {
        let edges = modules(source, row);
        assert_eq!(
            in_circles(&edges),
            [""; 0],
            "{source} has a circle of modules"
        );
        let folder = source.trim_end_matches("/src");
        text += &format!("\n`{folder}`\n\n{}", drawing(&edges));
    }
    drawn(MODULES, &(text + "\n"));
}

/// Oracle: the sources: some file needs each edge that a row allows.
#[test]
fn every_allowed_edge_is_used() {
    let mut unused = vec![];
    for (source, row) in EDGES {
        let edges = modules(source, row);
        for (module, allowed) in *row {
            let there = edges.get(*module);
            let idle = allowed
                .iter()
                .filter(|other| there.is_none_or(|there| !there.contains(**other)));
            unused.extend(idle.map(|other| format!("{source}: {module} -> {other}")));
        }
    }
    assert!(
        unused.is_empty(),
        "take these out of EDGES in tests/tests/tidy.rs:\n{}",
        unused.join("\n")
    );
}

/// Oracle: a hand-written graph.
#[test]
fn cycle_is_detected() {
    let to = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect();
    let mut edges = Edges::from([
        ("a".into(), to(&["b"])),
        ("b".into(), to(&["c"])),
        ("c".into(), to(&[])),
    ]);
    assert_eq!(in_circles(&edges), [""; 0]);
    edges.insert("c".into(), to(&["b"]));
    assert_eq!(in_circles(&edges), ["b", "c"]);
}

/// Oracle: the architecture: the dependencies of a crate of ops include neither GPU nor command line, and the
/// interpreter and the lowerings share only the representation.
#[test]
fn forbidden_dependencies_do_not_exist() {
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
    assert_eq!(in_circles(&edges), [""; 0], "a circle of packages");
    assert!(reaches(&edges, "cli", "spec"));
}

/// Oracle: a hand-written graph.
#[test]
fn implied_edge_is_not_drawn() {
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
