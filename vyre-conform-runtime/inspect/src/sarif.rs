//! Inspections in the Static Analysis Results Interchange Format
//! (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>), which editors and code hosts
//! display.

use crate::finding::{InspectFinding, Inspection};
use crate::rule::{FindingLevel, InspectRule};
use serde_json::{Value, json};
use vyre_conform_import::SourcePlace;

/// A rule of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SarifRule {
    /// Its name.
    pub id: &'static str,
    /// The sentence that says what is wrong.
    pub title: &'static str,
    /// The remedy.
    pub help: &'static str,
    /// Its level.
    pub level: FindingLevel,
}

/// A result of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SarifResult {
    /// The name of its rule.
    pub rule: &'static str,
    /// Its level.
    pub level: FindingLevel,
    /// The message.
    pub text: String,
    /// The file.
    pub file: String,
    /// The place in the file.
    pub place: Option<SourcePlace>,
    /// Another place that takes part.
    pub related: Option<SourcePlace>,
}

/// The log of several inspections.
pub fn log(inspections: &[Inspection]) -> Value {
    let rules = InspectRule::ALL.iter().map(|rule| SarifRule {
        id: rule.id(),
        title: rule.title(),
        help: rule.help(),
        level: rule.level(),
    });
    let results = inspections.iter().flat_map(|inspection| {
        let findings = inspection.findings.iter();
        findings.map(|finding| result_of(&inspection.file, finding))
    });
    let (rules, results): (Vec<_>, Vec<_>) = (rules.collect(), results.collect());
    document("vyre-conform kernel inspect", &rules, &results)
}

fn result_of(file: &str, finding: &InspectFinding) -> SarifResult {
    let mut text = format!("{}: {}", finding.rule.title(), finding.values);
    let case = finding.case.as_ref();
    text += &format!(" (entry point `{}`", finding.entry);
    text += &case.map_or(String::new(), |case| format!(", {case}"));
    text += ")";
    SarifResult {
        rule: finding.rule.id(),
        level: finding.level,
        text,
        file: file.to_owned(),
        place: finding.place,
        related: finding.related,
    }
}

/// The log of a command.
pub fn document(command: &str, rules: &[SarifRule], results: &[SarifResult]) -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": command,
                    "version": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": rules.iter().map(rule).collect::<Vec<_>>(),
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn rule(rule: &SarifRule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": { "text": rule.title },
        "help": { "text": rule.help },
        "defaultConfiguration": { "level": level(rule.level) },
    })
}

const fn level(level: FindingLevel) -> &'static str {
    match level {
        FindingLevel::Error => "error",
        FindingLevel::Warning => "warning",
        FindingLevel::Note => "note",
    }
}

fn result(result: &SarifResult) -> Value {
    let related = result.related.iter();
    let related: Vec<Value> = related.map(|p| location(&result.file, Some(p))).collect();
    json!({
        "ruleId": result.rule,
        "level": level(result.level),
        "message": { "text": result.text },
        "locations": [location(&result.file, result.place.as_ref())],
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
