//! Findings as text, as JSON and in SARIF.

use crate::inspect;
use vyre_conform_import::KernelSource;
use vyre_conform_inspect::{InspectOptions, Inspection, sarif, text};

const TEXT: &str = "\
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(2)
fn f(@builtin(global_invocation_id) id: vec3<u32>) {
    b[id.x] = 100u / a[id.x] + id.x;
}
";

fn inspected() -> Inspection {
    let source = KernelSource::parse("k.wgsl", TEXT.as_bytes()).expect("valid WGSL");
    let mut options = InspectOptions::default();
    options.lengths = vec![3];
    inspect(&source, &options, &[]).expect("an inspection")
}

/// Oracle: the paragraph, written by hand.
#[test]
fn a_finding_is_a_paragraph_in_the_style_of_rustc() {
    let written = text::findings(&inspected(), TEXT, true);
    let expected = "\
warning[division-by-zero]: an integer is divided by zero here
 --> k.wgsl:5:15
  |
5 |     b[id.x] = 100u / a[id.x] + id.x;
  |               ^^^^^^^^^^^^^^ 100 / 0
  = entry point `f`, invocation (0, 0, 0), length 3, zeros, dispatch of 2 x 1 x 1 workgroups
  = help: test the divisor: in WGSL `x / 0` is `x` and `x % 0` is 0
";
    assert!(written.contains(expected), "{written}");
    let write = "error[out-of-bounds-write]: this writes outside of its array\n --> k.wgsl:5:5\n";
    assert!(written.starts_with(write), "{written}");
    let result = text::result(&inspected());
    assert_eq!(
        result,
        "k.wgsl: 1 error, 2 warnings, 0 notes in 1 entry point\n"
    );
    let summary = text::summary(&inspected());
    assert!(summary.contains("@group(0) @binding(1) `b`: array<u32>, storage, written"));
    assert!(summary.contains("not inspected: k.wgsl: no adapter took part"));
}

/// Oracle: the fields that docs/spec/command-line.md lists.
#[test]
fn json_has_the_fields_of_the_documentation() {
    let value = serde_json::to_value(inspected()).expect("JSON");
    let keys = |value: &serde_json::Value| {
        let object = value.as_object().expect("an object");
        object.keys().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keys(&value), "entries file findings omissions overrides");
    let finding = &value["findings"][0];
    let expected = "adapter case entry invocation level place related rule values";
    assert_eq!(keys(finding), expected);
    assert_eq!(finding["rule"], "out-of-bounds-write");
    assert_eq!(finding["level"], "error");
    assert_eq!(keys(&finding["place"]), "column end_column line");
    assert_eq!(
        keys(&finding["case"]),
        "length seed sizes values workgroups"
    );
    let expected = "buffers dispatched imported interpreted name workgroup_bytes workgroup_size";
    assert_eq!(keys(&value["entries"][0]), expected);
    assert_eq!(keys(&value["omissions"][0]), "entry place reason");
}

/// Oracle: sections 3.19, 3.27 and 3.30 of SARIF 2.1.0.
#[test]
fn sarif_names_a_rule_and_a_region_for_each_finding() {
    let log = sarif::log(&[inspected()]);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 3);
    for result in results {
        assert!(
            rules.iter().any(|rule| rule["id"] == result["ruleId"]),
            "{result}"
        );
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "k.wgsl");
        assert_eq!(place["region"]["startLine"], 5);
        assert!(
            result["message"]["text"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
}
