//! Every citation of a document has a target: links of pages, documents named in sources, ids of rules (`V008`) and of
//! promises (`I14`). The tables of the specification match the code exactly.

use super::{root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The documents of the project by path from its root, and the anchors of each.
type Anchors = BTreeMap<PathBuf, BTreeSet<String>>;

/// The files of the project with this extension, by path from its root.
fn files(extension: &str) -> Vec<(PathBuf, String)> {
    let mut matches = vec![];
    sources(&root(), extension, &mut matches);
    matches.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("readable");
        (path.strip_prefix(root()).expect("inside").to_owned(), text)
    };
    matches.into_iter().map(read).collect()
}

/// The lines of a page outside of its code blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The anchors of a page: its headings in GitHub's spelling, and the names in `<a id="..">`.
fn anchors(page: &str) -> BTreeSet<String> {
    let slug = |heading: &str| -> String {
        let kept = heading.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        kept.collect()
    };
    let mut matches = BTreeSet::new();
    for line in prose(page) {
        if line.starts_with('#') {
            matches.insert(slug(line.trim_start_matches('#').trim()));
        }
        let named = line.split("<a id=\"").skip(1);
        matches.extend(named.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
    }
    matches
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The fault of a citation in a file, such as `docs/spec/laws.md#evidence`, from the root of the project or from the
/// folder of the file.
fn broken(file: &Path, citation: &str, documents: &Anchors) -> Option<String> {
    let (path, anchor) = match citation.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor)),
        None => (citation, None),
    };
    let here = file.parent().expect("a folder");
    let candidates = if path.is_empty() {
        vec![file.to_owned()]
    } else {
        vec![plain(&here.join(path)), plain(Path::new(path))]
    };
    let document = candidates.iter().find_map(|path| documents.get(path));
    let Some(actual) = document else {
        let other = candidates.iter().any(|path| root().join(path).exists());
        let reason = format!("{}: `{path}` does not exist", file.display());
        return (!other || path.ends_with(".md")).then_some(reason);
    };
    let missing = anchor.filter(|anchor| !actual.contains(*anchor))?;
    Some(format!(
        "{}: `{path}` has no anchor `{missing}`",
        file.display()
    ))
}

/// The targets of the links of a page that lead into the project.
fn links(page: &str) -> Vec<&str> {
    let targets = prose(page).flat_map(|line| line.split("](").skip(1));
    let targets = targets.filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.contains("://")).collect()
}

/// The documents named in a text, such as `docs/spec/laws.md#evidence`.
fn cited_documents(text: &str) -> Vec<&str> {
    let inside = |c: char| c.is_ascii_alphanumeric() || "_-./#".contains(c);
    let words = text
        .split(|c| !inside(c))
        .map(|word| word.trim_end_matches('.'));
    let document = |word: &&str| {
        let path = word.split('#').next().unwrap_or("");
        // The text after the scheme of a link is not a path of this project.
        path.ends_with(".md") && path.len() > ".md".len() && !path.starts_with("//")
    };
    words.filter(document).collect()
}

/// The ids in a text: a letter and digits, as a whole word.
fn ids(text: &str, letter: char, digits: std::ops::RangeInclusive<usize>) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let id = |word: &&str| {
        let number = word.strip_prefix(letter).unwrap_or("");
        digits.contains(&number.len()) && number.bytes().all(|c| c.is_ascii_digit())
    };
    words.filter(id).map(str::to_owned).collect()
}

/// The promises named in the comments of a source; integer types are not promises.
fn promises(text: &str) -> BTreeSet<String> {
    let comments = text.lines().map(str::trim_start);
    let comments: Vec<&str> = comments.filter(|line| line.starts_with("//")).collect();
    let actual = ids(&comments.join("\n"), 'I', 1..=3);
    let types = ["I16", "I32", "I64", "I128"];
    actual
        .into_iter()
        .filter(|id| !types.contains(&&**id))
        .collect()
}

/// The oracles of a text that name the specification without a section.
fn vague_oracles(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_start);
    let oracles =
        lines.filter(|line| line.starts_with("/// Oracle:") && line.contains("specification"));
    let term = ["docs/spec/", "WGSL", "SPIR-V", "WebGPU", "Vulkan"];
    oracles.filter(move |line| !term.iter().any(|term| line.contains(term)))
}

/// The files and folders of the project that a page names between backquotes, such as `ops/src/lib.rs`; a name with a
/// placeholder does not count.
fn paths(page: &str) -> Vec<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    let plain = |word: &&str| {
        word.chars()
            .all(|c| c.is_alphanumeric() || "/._-".contains(c))
    };
    let ours = ["vyre-conform-", "ops/", "tests/", "ui-tests/", "docs/"];
    let path = |word: &&str| {
        word.contains('/')
            && ours.iter().any(|folder| word.starts_with(folder))
            && !word.contains("NNN")
    };
    quoted.filter(plain).filter(path).collect()
}

fn documents() -> Anchors {
    let pages = files("md").into_iter();
    pages.map(|(path, page)| (path, anchors(&page))).collect()
}

/// Oracle: the files and headings of the project.
#[test]
fn every_citation_has_a_target() {
    let documents = documents();
    let mut wrong = vec![];
    for (path, page) in files("md") {
        let all = links(&page)
            .into_iter()
            .chain(prose(&page).flat_map(cited_documents));
        wrong.extend(all.filter_map(|citation| broken(&path, citation, &documents)));
    }
    let rules = &documents[Path::new("docs/spec/ir.md")];
    let stored_path = &documents[Path::new("docs/spec/conformance.md")];
    let this = Path::new("tests/tests/tidy/citations.rs");
    for (path, text) in files("rs").into_iter().chain(files("md")) {
        let source = path.extension().is_some_and(|e| e == "rs") && path != this;
        let named = if source {
            cited_documents(&text)
        } else {
            vec![]
        };
        wrong.extend(
            named
                .iter()
                .filter_map(|citation| broken(&path, citation, &documents)),
        );
        let rules = ids(&text, 'V', 3..=3)
            .into_iter()
            .filter(|id| !rules.contains(&id.to_lowercase()));
        let stored_path = promises(&text)
            .into_iter()
            .filter(|id| !stored_path.contains(&id.to_lowercase()));
        let missing = rules.chain(stored_path).filter(|_| path != this);
        wrong.extend(
            missing.map(|id| format!("{}: {id} is not in the specification", path.display())),
        );
    }
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = fs::read_to_string(root().join(page)).expect("readable");
        let missing = paths(&text)
            .into_iter()
            .filter(|path| !root().join(path).exists());
        wrong.extend(missing.map(|path| format!("{page}: `{path}` does not exist")));
    }
    for (path, text) in files("rs") {
        wrong.extend(
            vague_oracles(&text)
                .map(|line| format!("{}: name the section: {line}", path.display())),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: hand-written texts, each with one broken citation.
#[test]
fn broken_citation_is_detected() {
    let page = "# A page\n## What `x` is: 1, 2\n```\n# no heading\n```\n| <a id=\"v008\"></a>V008 | x |\n[a](b.md#c) [d](https://e.md) [f](#g)";
    let actual = anchors(page);
    assert_eq!(Vec::from_iter(&actual), ["a-page", "v008", "what-x-is-1-2"]);
    assert_eq!(links(page), ["b.md#c", "#g"]);
    let documents = Anchors::from([(PathBuf::from("docs/spec/a.md"), actual)]);
    let file = Path::new("docs/b.md");
    let matches = |citation: &str| broken(file, citation, &documents).is_some();
    for good in [
        "spec/a.md",
        "spec/a.md#v008",
        "docs/spec/a.md#a-page",
        "../docs/spec/a.md",
        "spec",
    ] {
        assert!(!matches(good), "{good}");
    }
    for bad in [
        "a.md",
        "spec/a.md#v009",
        "../spec/a.md",
        "spec/none.txt",
        "spec/a.md#",
        "#v008",
    ] {
        assert!(matches(bad), "{bad}");
    }
    assert_eq!(
        cited_documents("// see docs/spec/laws.md#traps, `laws.md` and (a/b.md). No .md!"),
        ["docs/spec/laws.md#traps", "laws.md", "a/b.md"]
    );
    assert_eq!(
        Vec::from_iter(ids("V008, V12 xV009 V010_a", 'V', 3..=3)),
        ["V008"]
    );
    let page = "`ops/src/lib.rs`, `ops/src/<family>/x.rs`, `cargo test`, `a/b`, `docs`";
    assert_eq!(paths(page), ["ops/src/lib.rs"]);
    let oracles = "/// Oracle: the specification.\n/// Oracle: the WGSL specification.\n/// The specification.";
    assert_eq!(
        Vec::from_iter(vague_oracles(oracles)),
        ["/// Oracle: the specification."]
    );
    assert_eq!(
        Vec::from_iter(promises("/// I99, I32\nlet I5 = 1;")),
        ["I99"]
    );
}

/// Oracle: the validator and the law table, compiled into this test.
#[test]
fn tables_of_the_specification_match_the_code() {
    use vyre_conform_runtime::spec::laws;
    let ir = fs::read_to_string(root().join("docs/spec/ir.md")).expect("readable");
    let anchors = anchors(&ir);
    let written: BTreeSet<String> = anchors
        .into_iter()
        .filter(|a| !ids(&a.to_uppercase(), 'V', 3..=3).is_empty())
        .collect();
    let folder = Path::new("vyre-conform-runtime/ir/src/valid/rules");
    let rules = files("rs")
        .into_iter()
        .filter(|(path, _)| path.starts_with(folder));
    let rules = rules.filter_map(|(path, _)| {
        let name = path.file_stem()?.to_str()?.to_owned();
        name.starts_with('v').then(|| name[..4].to_owned())
    });
    let rules: BTreeSet<String> = rules.collect();
    let [unwritten, unruled] = [(&rules, &written), (&written, &rules)]
        .map(|(some, others)| some.difference(others).collect::<Vec<_>>());
    assert!(
        unwritten.is_empty() && unruled.is_empty(),
        "add rows to docs/spec/ir.md#validation, each with an anchor as `<a id=\"v001\"></a>V001`, for {unwritten:?}; \
         it has rows for {unruled:?}, which have no file in {}",
        folder.display()
    );
    let page = fs::read_to_string(root().join("docs/spec/laws.md")).expect("readable");
    let (_, table) = page.split_once("|---|---|---|\n").expect("a table");
    let rows = table.lines().take_while(|line| line.starts_with("| "));
    let rows: Vec<&str> = rows
        .filter_map(|row| row.split('|').nth(1))
        .map(str::trim)
        .collect();
    let law = |law: &vyre_conform_runtime::spec::Law| {
        let params: Vec<&str> = law.params.iter().map(|param| param.name).collect();
        if params.is_empty() {
            law.name.to_owned()
        } else {
            format!("{}({})", law.name, params.join(","))
        }
    };
    assert_eq!(
        rows,
        Vec::from_iter(laws().iter().map(law)),
        "left: the table of docs/spec/laws.md, right: `LAWS`; give both the same laws, with the same parameters, in \
         the same order"
    );
}
