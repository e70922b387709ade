//! Hand-written documentation stays short: README, ARCHITECTURE, CONTRIBUTING, and the pages of book and specification.
//! Generated pages, results, and listings that tests compare with files or output do not count.

use super::{root, sources};
use std::fs;
use std::path::Path;
use vyre_conform_tests::book::blocks;

/// The limit in bytes for hand-written documentation.
const MAX_BYTES: usize = 200_000;

/// The pages of `docs` that are generated, measured or an index, by prefixes of their paths from the root.
const GENERATED: [&str; 5] = [
    "docs/book/reference/",
    "docs/results/",
    "docs/settings.md",
    "docs/licences.md",
    concat!("docs/SUMMARY", ".md"),
];

/// The pages outside of `docs` that count.
const ROOT_PAGES: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The code blocks that tests compare with a file or with the output of a command.
const COMPARED_KINDS: [&str; 5] = ["file", "part", "made", "said", "run"];

/// The drawings that `tidy::drawing` writes.
const DRAWN: [&str; 2] = ["packages", "modules"];

/// True if a page, by its path from the root, is written by hand.
fn is_hand_written(path: &Path) -> bool {
    let generated = GENERATED.iter().any(|begin| match begin.strip_suffix('/') {
        Some(folder) => path.starts_with(folder),
        None => path == Path::new(begin),
    });
    path.starts_with("docs") && !generated || ROOT_PAGES.iter().any(|name| path == Path::new(name))
}

/// The number of bytes of a page without drawings and compared listings.
fn hand_written_bytes(page: &str) -> usize {
    let compared = blocks(page).into_iter();
    let compared = compared.filter(|block| COMPARED_KINDS.contains(&&*block.kind));
    let listed: usize = compared.map(|block| block.text.len()).sum();
    let drawn = DRAWN.iter().filter_map(|name| {
        let (_, rest) = page.split_once(&format!("<!-- {name} -->\n"))?;
        Some(rest.split_once(&format!("<!-- end of {name} -->"))?.0.len())
    });
    page.len() - listed - drawn.sum::<usize>()
}

/// Oracle: the limit, and the sizes of the files.
#[test]
fn hand_written_documentation_is_short() {
    let mut files = vec![];
    sources(&root(), "md", &mut files);
    let inside = files
        .iter()
        .filter_map(|path| path.strip_prefix(root()).ok());
    let mut sizes: Vec<(usize, &Path)> = inside
        .filter(|path| is_hand_written(path))
        .map(|path| {
            let text = fs::read_to_string(root().join(path)).expect("readable");
            (hand_written_bytes(&text), path)
        })
        .collect();
    assert!(sizes.len() > 30, "{sizes:?}");
    sizes.sort();
    let all: usize = sizes.iter().map(|(bytes, _)| bytes).sum();
    assert!(
        all <= MAX_BYTES,
        "the documentation by hand has {all} bytes; the limit is {MAX_BYTES}. Shorten a page, move measurements to \
         docs/results, or generate a table: {sizes:#?}"
    );
}

/// Oracle: a hand-written page, counted by hand.
#[test]
fn listings_and_drawings_do_not_count() {
    let listing = "<!-- file a.rs -->\n```rust\nfn f() {}\n```\n";
    assert_eq!(
        hand_written_bytes(listing),
        listing.len() - "fn f() {}\n".len()
    );
    let own = "<!-- typed -->\n```sh\ncd x\n```\n";
    assert_eq!(hand_written_bytes(own), own.len());
    let drawing = "a\n<!-- modules -->\nb --> c\n<!-- end of modules -->\nd\n";
    assert_eq!(
        hand_written_bytes(drawing),
        drawing.len() - "b --> c\n".len()
    );
    for (path, expected) in [
        ("docs/spec/ir.md", true),
        ("README.md", true),
        ("docs/book/reference/laws.md", false),
        ("docs/results/speed.md", false),
        ("docs/settings.md", false),
        ("CHANGELOG.md", false),
    ] {
        assert_eq!(is_hand_written(Path::new(path)), expected, "{path}");
    }
}
