//! Reports as text, in the style of rustc.

use crate::check::ContractReport;
use crate::fault::ContractFault;
use crate::manifest::ManifestError;
use crate::mutate::MutationReport;
use std::fmt::Write;
use vyre_conform_import::{KernelSource, snippet};

/// A mistake of a manifest with its line.
pub fn manifest_error(file: &str, text: &str, error: &ManifestError) -> String {
    let (Some(line), Some(column)) = (error.line, error.column) else {
        return format!("{file}: {}", error.message);
    };
    let shown = text
        .lines()
        .nth(line as usize - 1)
        .unwrap_or("")
        .replace('\t', " ");
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let before = " ".repeat(column as usize - 1);
    format!(
        "{}\n{margin}--> {file}:{line}:{column}\n{margin} |\n{number} | {shown}\n{margin} | {before}^\n",
        error.message
    )
}

/// The faults of a check, one a paragraph.
pub fn faults(report: &ContractReport, source: &KernelSource) -> String {
    report
        .faults
        .iter()
        .map(|fault| paragraph(fault, source))
        .collect()
}

fn paragraph(fault: &ContractFault, source: &KernelSource) -> String {
    let mut out = format!("error[{}]: {}\n", fault.rule.id(), fault.rule.title());
    let line = fault.place.map_or(0, |place| place.line);
    let margin = " ".repeat(line.to_string().len());
    match &fault.place {
        Some(place) => out += &snippet(source.file(), source.text(), place, &fault.values),
        None => {
            let _ = writeln!(out, "{margin} = {}", fault.values);
        }
    }
    if let Some(related) = fault
        .related
        .filter(|related| Some(*related) != fault.place)
    {
        out += &snippet(source.file(), source.text(), &related, "the other one");
    }
    let party = (!fault.party.is_empty()).then(|| fault.party.clone());
    let facts: Vec<String> = party
        .into_iter()
        .chain(fault.case.iter().map(ToString::to_string))
        .collect();
    if !facts.is_empty() {
        let _ = writeln!(out, "{margin} = {}", facts.join(", "));
    }
    for input in &fault.inputs {
        let _ = writeln!(out, "{margin} = input: {input}");
    }
    let _ = writeln!(out, "{margin} = help: {}\n", fault.rule.help());
    out
}

/// The parties, the use of tolerances and the omissions.
pub fn summary(report: &ContractReport) -> String {
    let mut out = String::new();
    for (party, cases) in &report.parties {
        let _ = writeln!(out, "{party}: {cases} cases");
    }
    if report.saved > 0 {
        let _ = writeln!(out, "{} saved cases ran first", report.saved);
    }
    for used in &report.tolerances {
        let _ = writeln!(
            out,
            "`{}` by {}: the largest error is {:e} of {:e}, {:.3} of the bound; {} of {} elements are above half of \
             it, {} are NaN",
            used.buffer,
            used.equality,
            used.error,
            used.bound,
            used.largest,
            used.above_half,
            used.elements,
            used.nans
        );
    }
    for omission in &report.omissions {
        let _ = writeln!(out, "not checked: {omission}");
    }
    out
}

/// One line: the verdict.
pub fn result(report: &ContractReport) -> String {
    let sizes: Vec<String> = report.sizes.iter().map(u64::to_string).collect();
    let faults = match report.faults.len() {
        0 if !report.has_run() => "nothing ran it".to_owned(),
        0 => "keeps its contract".to_owned(),
        1 => "1 fault".to_owned(),
        n => format!("{n} faults"),
    };
    format!(
        "{}: {faults} in {} cases of sizes {}\n",
        report.kernel,
        report.cases,
        sizes.join(", ")
    )
}

/// The survivors of a mutation, with the score.
pub fn mutants(report: &MutationReport, source: &KernelSource) -> String {
    let mut out = String::new();
    for mutant in report.survivors() {
        out += "warning[survivor]: the contract does not notice a change\n";
        match &mutant.place {
            Some(place) => out += &snippet(source.file(), source.text(), place, &mutant.change),
            None => {
                let _ = writeln!(out, " = {}", mutant.change);
            }
        }
        out += "\n";
    }
    out
}

/// One line: the score of a contract.
pub fn score(report: &MutationReport) -> String {
    if let Some(fault) = &report.refuted {
        return format!("{}: not changed: {fault}\n", report.kernel);
    }
    let (killed, all) = (report.killed(), report.mutants.len());
    format!(
        "{}: {killed} of {all} mutants noticed, {} survive\n",
        report.kernel,
        all - killed
    )
}
