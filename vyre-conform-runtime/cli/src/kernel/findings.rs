//! The faults of a contract in SARIF.

use std::path::Path;
use vyre_conform_contract::{ContractReport, ContractRule};
use vyre_conform_inspect::FindingLevel;
use vyre_conform_inspect::sarif::{SarifResult, SarifRule, document};

/// The log of a check. Paths are those of the manifest's folder.
pub(super) fn log(report: &ContractReport, folder: &Path) -> String {
    let rules = ContractRule::ALL.iter().map(|rule| SarifRule {
        id: rule.id(),
        title: rule.title(),
        help: rule.help(),
        level: FindingLevel::Error,
    });
    let file = folder.join(&report.kernel);
    let file = file.display().to_string();
    let file = file.strip_prefix("./").unwrap_or(&file);
    let results = report.faults.iter().map(|fault| {
        let party = (!fault.party.is_empty()).then(|| fault.party.clone());
        let facts: Vec<String> = party
            .into_iter()
            .chain(fault.case.iter().map(ToString::to_string))
            .collect();
        let facts = if facts.is_empty() {
            String::new()
        } else {
            format!(" ({})", facts.join(", "))
        };
        SarifResult {
            rule: fault.rule.id(),
            level: FindingLevel::Error,
            text: format!("{}: {}{facts}", fault.rule.title(), fault.values),
            file: file.to_owned(),
            place: fault.place,
            related: fault.related,
        }
    });
    let (rules, results): (Vec<_>, Vec<_>) = (rules.collect(), results.collect());
    document("vyre-conform kernel check", &rules, &results).to_string()
}
