//! The filetests of the suite: results of programs and functions, also on a backend that shares no lowering with the
//! adapters.

use std::fs;
use std::path::Path;
use vyre_conform_fuzz::{ComparisonCounts, disagreement, filetest_cases};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

/// The faults of a file on the interpreter and on a backend.
fn file_faults(text: &str, catalog: &Catalog, backend: &dyn Backend) -> Vec<String> {
    let actual = match filetest_cases("", text) {
        Ok(actual) => actual,
        Err(error) => return vec![error.to_string()],
    };
    let mut problems = vec![];
    for case in &actual {
        let compared = ComparisonCounts::on(&[backend]);
        let message = disagreement(&case.case, catalog, &[backend], &compared);
        problems.extend(message.map(|message| message.to_string()));
        problems.extend(case.unmet(catalog));
        if case.expected.is_empty() || compared.ran(0) == 0 {
            problems.push("it says nothing of what is given, or did not run".to_owned());
        }
    }
    problems
}

/// Oracle: docs/spec/ir.md#execution: the words in the files, derived by hand.
#[test]
fn the_files_of_programs_hold_on_c11() {
    let catalog = Catalog::linked().expect("the library");
    let c11 = super::c11().unoptimised();
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-conform-runtime/suite/filetests");
    let (mut count, mut problems) = (0, vec![]);
    for entry in fs::read_dir(&root).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        let said = file_faults(&text, &catalog, &c11).into_iter();
        problems.extend(said.map(|said| format!("{}: {said}", path.display())));
        count += 1;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 80, "{count}");
    let text = fs::read_to_string(root.join("e07_turns.vir")).expect("a text");
    let changed = text.replace("gives 10 0 12 0", "gives 10 10 12 12");
    assert_eq!(file_faults(&changed, &catalog, &c11).len(), 1);
}
