//! The table of constructs.

use std::fmt::Write;
use std::path::PathBuf;
use vyre_conform_import::{ConstructSupport, constructs};

fn table() -> String {
    let mut page = "# Constructs that the importer knows\n\nOf naga 30. \
        `VYRE_BLESS=1 cargo test -p vyre-conform-import --test import \
        coverage` writes this page.\n"
        .to_owned();
    let mut family = "";
    for construct in constructs() {
        if construct.family != family {
            family = construct.family;
            _ = write!(
                page,
                "\n## {family}\n\n| construct | support | note |\n|---|---|---|\n"
            );
        }
        let support = match construct.support {
            ConstructSupport::Refused => "refused",
            _ => "imported",
        };
        _ = writeln!(
            page,
            "| {} | {support} | {} |",
            construct.name, construct.note
        );
    }
    page
}

/// Oracle: the reviewed page.
#[test]
fn the_page_has_every_construct() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../vyre-conform-runtime/import/coverage.md");
    if std::env::var_os("VYRE_BLESS").is_some() {
        std::fs::write(&path, table()).expect("the page is written");
    }
    let page = std::fs::read_to_string(path).expect("the page");
    assert_eq!(
        page,
        table(),
        "run it with VYRE_BLESS=1 and read the difference"
    );
    let refused = constructs()
        .into_iter()
        .filter(|c| c.support == ConstructSupport::Refused);
    assert!(refused.clone().all(|c| !c.note.is_empty()));
    assert!(refused.count() > 20);
}
