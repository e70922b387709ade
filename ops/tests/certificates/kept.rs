//! The certificates that are kept with this library.

use std::path::Path;
use vyre_conform_certificate::certificate::COMPRESSED_ENDING;
use vyre_conform_cli::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_ops as _;

/// Oracle: the library that they are about.
#[test]
fn every_kept_certificate_verifies() {
    let catalog = Catalog::linked().expect("a catalog");
    let verifier = Verifier::new(&catalog);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files: Vec<_> = paths
        .filter(|p| p.to_string_lossy().ends_with(COMPRESSED_ENDING))
        .collect();
    assert!(files.len() >= 9, "{} certificates are kept", files.len());
    let mut wrong = vec![];
    for file in &files {
        let bytes = std::fs::read(file).expect("readable");
        if let Err(refusal) = verifier.verified(&bytes) {
            let lines = refusal.lines();
            let some = lines
                .iter()
                .take(3)
                .cloned()
                .collect::<Vec<_>>()
                .join("\n  ");
            wrong.push(format!(
                "{}: {} problems:\n  {some}",
                file.display(),
                lines.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
