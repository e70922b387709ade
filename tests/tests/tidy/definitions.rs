//! Types that the project creates and others only read may get more fields: they are `non_exhaustive`.

use super::{code, root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// Types of runtime and suite that authors and other packages construct field by field.
const WRITTEN: [&str; 50] = [
    "AbsentBackend",
    "CheckRequest",
    "EngineCall",
    "AtomicEvent",
    "BackendLaw",
    "BackendsDef",
    "Block",
    "DifferingCall",
    "CaseOutputs",
    "CheckOptions",
    "Collision",
    "Conflict",
    "CorpusCase",
    "CoveredClasses",
    "Difference",
    "EngineFinding",
    "Evidence",
    "ExceededBound",
    "ExecutedCase",
    "ExpectedOutput",
    "FailingCase",
    "FailingFiletest",
    "FailingProgram",
    "Failure",
    "SavedInput",
    "Guard",
    "History",
    "Identity",
    "Input",
    "LawCheck",
    "LawFinding",
    "BackendEntry",
    "Losses",
    "Native",
    "Obligation",
    "OpCode",
    "Plan",
    "PlanOptions",
    "Question",
    "Queue",
    "Record",
    "InputRow",
    "Rows",
    "Run",
    "SavedCases",
    "Tally",
    "FailureDetails",
    "ValueFinding",
    "DeclarationSupport",
    "WrongWord",
];

/// The names of a text's public structs whose fields are all public and that are not `non_exhaustive`.
fn open(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let lines: Vec<&str> = code.lines().collect();
    let mut matches = BTreeSet::new();
    for (k, line) in lines.iter().enumerate() {
        let Some(rest) = line.strip_prefix("pub struct ") else {
            continue;
        };
        if !rest.ends_with('{') {
            continue;
        }
        let inside = lines[k + 1..].iter().take_while(|line| **line != "}");
        let mut fields = inside.filter(|line| {
            let name = line.trim_start_matches("pub ").trim_start();
            line.starts_with("    ") && !line.starts_with("     ") && name.contains(':')
        });
        let is_open = fields.all(|field| field.trim_start().starts_with("pub "));
        let above = lines[..k].iter().rev();
        let mut attributes = above.take_while(|line| !line.is_empty() && **line != "}");
        let may_grow = attributes.any(|line| *line == "#[non_exhaustive]");
        if is_open && !may_grow {
            let name = rest.split(|c: char| !c.is_alphanumeric()).next();
            matches.insert(name.unwrap_or("").to_owned());
        }
    }
    matches
}

/// Oracle: the rule, and the list of constructed types, every entry of which must exist.
#[test]
fn read_only_types_are_non_exhaustive() {
    let house = root().join("vyre-conform-runtime");
    let item = ["src", "suite/src"].map(|folder| house.join(folder));
    let mut matches = BTreeSet::new();
    for path in rust_files() {
        let tests = path.ends_with("tests.rs") || path.ends_with("testing.rs");
        if !tests && item.iter().any(|folder| path.starts_with(folder)) {
            matches.extend(open(&fs::read_to_string(&path).expect("readable")));
        }
    }
    let written: BTreeSet<String> = WRITTEN.iter().map(|name| (*name).to_owned()).collect();
    let new: Vec<_> = matches.difference(&written).collect();
    assert!(
        new.is_empty(),
        "make them `#[non_exhaustive]`, with a constructor where others make them: {new:?}"
    );
    let gone: Vec<_> = written.difference(&matches).collect();
    assert!(gone.is_empty(), "not written any more: {gone:?}");
}

/// The types that the output of the attributes constructs: `#p::OpDef { id: .. }`.
fn literals(text: &str) -> Vec<&str> {
    let named = text.split("#p::").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let (name, rest) = rest.split_at(end);
        rest.trim_start().starts_with('{').then_some(name)
    });
    named.collect()
}

/// Oracle: the language: an author's crate cannot construct a `non_exhaustive` type.
#[test]
fn attributes_contain_no_copied_definition() {
    assert_eq!(
        literals("#p::OpDef {\n id } #p::Lowering::Texts { a } #p::Place{} #p::values()"),
        ["OpDef", "Place"]
    );
    let macros = root().join("vyre-conform-macros/src");
    for path in rust_files().iter().filter(|p| p.starts_with(&macros)) {
        let text = fs::read_to_string(path).expect("readable");
        let actual = literals(&text);
        assert!(actual.is_empty(), "{}: {actual:?}", path.display());
    }
}

/// Oracle: hand-written structs.
#[test]
fn exhaustive_type_is_detected() {
    let text = "/// A.\n#[derive(Debug)]\npub struct A {\n    /// B.\n    pub b: u32,\n}\n\n#[non_exhaustive]\n#[derive(Debug)]\n\
                pub struct C {\n    pub b: u32,\n}\n\npub struct D {\n    pub a: u32,\n    b: u32,\n}\npub struct E<'a> {\n    pub a: &'a str,\n}\n\
                pub struct F(pub u32);\n#[cfg(test)]\nmod tests {\npub struct G {\n    pub a: u32,\n}\n}\n";
    let expected = ["A", "E"].map(str::to_owned);
    assert_eq!(open(text), BTreeSet::from(expected));
}
