//! Inspections in the Static Analysis Results Interchange Format
//! (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>), which editors and code hosts
//! display.

use crate::finding::{InspectFinding, Inspection};
use crate::rule::{FindingLevel, InspectRule};
use serde_json::{Value, json};
use vyre_conform_import::SourcePlace;

/// The log of several inspections.
pub fn log(inspections: &[Inspection]) -> Value {
    let results = inspections.iter().flat_map(|inspection| {
        let findings = inspection.findings.iter();
        findings.map(|finding| result(&inspection.file, finding))
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "vyre-conform kernel inspect",
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": InspectRule::ALL.iter().copied().map(rule).collect::<Vec<_>>(),
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

fn rule(rule: InspectRule) -> Value {
    json!({
        "id": rule.id(),
        "shortDescription": { "text": rule.title() },
        "help": { "text": rule.help() },
        "defaultConfiguration": { "level": level(rule.level()) },
    })
}

const fn level(level: FindingLevel) -> &'static str {
    match level {
        FindingLevel::Error => "error",
        FindingLevel::Warning => "warning",
        FindingLevel::Note => "note",
    }
}

fn result(file: &str, finding: &InspectFinding) -> Value {
    let mut text = format!("{}: {}", finding.rule.title(), finding.values);
    let case = finding.case.as_ref();
    text += &format!(" (entry point `{}`", finding.entry);
    text += &case.map_or(String::new(), |case| format!(", {case}"));
    text += ")";
    let related: Vec<Value> = finding
        .related
        .iter()
        .map(|p| location(file, Some(p)))
        .collect();
    json!({
        "ruleId": finding.rule.id(),
        "level": level(finding.level),
        "message": { "text": text },
        "locations": [location(file, finding.place.as_ref())],
        "relatedLocations": related,
    })
}

fn location(file: &str, place: Option<&SourcePlace>) -> Value {
    let uri: String = file.replace('\\', "/").replace(' ', "%20");
    let mut physical = json!({ "artifactLocation": { "uri": uri } });
    if let Some(place) = place {
        physical["region"] = json!({
            "startLine": place.line,
            "startColumn": place.column,
            "endColumn": place.end_column,
        });
    }
    json!({ "physicalLocation": physical })
}
