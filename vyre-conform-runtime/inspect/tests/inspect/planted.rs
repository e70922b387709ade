//! Kernels with planted faults.
//!
//! In a file of `tests/kernels` a line that ends in `//~ rule` has a finding of the rule, and
//! `//~~ rule` marks one without a place. Lines with `//-` are not in the correct variant, and the text
//! after `//+` is only in it.

use crate::inspect;
use std::collections::BTreeSet;
use std::path::PathBuf;
use vyre_conform_import::KernelSource;
use vyre_conform_inspect::{FindingLevel, InspectOptions, Inspection};
use vyre_conform_wgpu::{WgpuBackend, required};

/// Line and rule of a finding; the line is 0 for one without a place.
type Marks = BTreeSet<(u32, String)>;

/// Every kernel with its name.
fn kernels() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let entries = std::fs::read_dir(folder).expect("the kernels");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), text)
    };
    paths.into_iter().map(read).collect()
}

/// The findings marked in the text.
fn marked(text: &str) -> Marks {
    let mut marks = Marks::new();
    for (number, line) in (1..).zip(text.lines()) {
        let whole = line.strip_prefix("//~~ ");
        marks.extend(whole.map(|rule| (0, rule.trim().to_owned())));
        let behind = line.split("//~ ").skip(1);
        let rules = behind.map(|rest| rest.split_whitespace().next().unwrap_or(""));
        marks.extend(rules.map(|rule| (number, rule.to_owned())));
    }
    marks
}

/// The correct variant.
fn right(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_end().ends_with("//-"));
    let lines = lines.map(|line| line.replacen("//+ ", "", 1));
    lines.collect::<Vec<_>>().join("\n")
}

fn inspected(name: &str, text: &str, adapters: &[&WgpuBackend]) -> Inspection {
    let source = KernelSource::parse(name, text.as_bytes());
    let source = source.unwrap_or_else(|e| panic!("{name}: {e} at {:?}", e.place));
    let inspection = inspect(&source, &InspectOptions::default(), adapters);
    inspection.unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The findings above notes. Devices show a race only by chance.
fn found(inspection: &Inspection) -> Marks {
    let found = inspection.findings.iter();
    let found = found.filter(|f| f.level != FindingLevel::Note && f.rule.id() != "runs-differ");
    let mark = |f: &vyre_conform_inspect::InspectFinding| {
        let line = f.place.as_ref().map_or(0, |place| place.line);
        (line, f.rule.id().to_owned())
    };
    found.map(mark).collect()
}

fn check(adapters: &[&WgpuBackend]) {
    let mut wrong = vec![];
    let all = kernels();
    assert!(all.len() >= 25, "{}", all.len());
    for (name, text) in &all {
        let of = |text: &str| inspected(name, text, adapters);
        let planted = of(text);
        if found(&planted) != marked(text) {
            let report = vyre_conform_inspect::text::findings(&planted, text, true);
            wrong.push(format!("{name}: marked {:?}\n{report}", marked(text)));
        }
        let twin = right(text);
        let clean = of(&twin);
        if !found(&clean).is_empty() {
            let report = vyre_conform_inspect::text::findings(&clean, &twin, true);
            wrong.push(format!("the right twin of {name}:\n{report}"));
        }
        assert!(!marked(text).is_empty(), "{name} has no mark");
        if adapters.is_empty() {
            let of_twin = clean.omissions.iter();
            let mut interpreter = of_twin.filter(|o| o.reason.contains("interpreter does not run"));
            assert_eq!(interpreter.next(), None, "{name}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: the marks, set by hand.
#[test]
fn the_interpreter_finds_each_planted_fault_at_its_line() {
    check(&[]);
}

/// Oracle: the marks: devices add no finding to correct kernels, and hide none of faulty ones.
#[test]
fn adapters_agree_with_the_interpreter_about_right_kernels() {
    check(&required());
}
