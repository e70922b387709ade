//! An inspection as text, in the style of rustc.

use crate::finding::{InspectFinding, InspectedEntry, Inspection, Omission};
use crate::rule::FindingLevel;
use std::fmt::Write;
use vyre_conform_import::{SourceError, snippet};

/// The findings, one per paragraph; notes only if requested.
pub fn findings(inspection: &Inspection, text: &str, notes: bool) -> String {
    let visible = inspection.findings.iter();
    let visible = visible.filter(|f| notes || f.level != FindingLevel::Note);
    visible
        .map(|finding| paragraph(&inspection.file, text, finding))
        .collect()
}

/// The entry points with their buffers and runs, the overrides, and the omissions.
pub fn summary(inspection: &Inspection) -> String {
    let mut out = String::new();
    for entry in &inspection.entries {
        out += &listed(&inspection.file, entry);
    }
    for each in &inspection.overrides {
        let default = if each.has_default {
            "with a default"
        } else {
            "without a default"
        };
        let _ = writeln!(
            out,
            "override `{}`: {}, {default}",
            each.key,
            each.scalar.name()
        );
    }
    out += &omissions(inspection);
    out
}

/// The omissions, one per line.
pub fn omissions(inspection: &Inspection) -> String {
    let each = inspection.omissions.iter();
    each.map(|omission| omitted(&inspection.file, omission))
        .collect()
}

/// One line with the numbers of findings.
pub fn result(inspection: &Inspection) -> String {
    let number = |level, one: &str| match inspection.count(level) {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    };
    let entries = match inspection.entries.len() {
        1 => "1 entry point".to_owned(),
        n => format!("{n} entry points"),
    };
    format!(
        "{}: {}, {}, {} in {entries}\n",
        inspection.file,
        number(FindingLevel::Error, "error"),
        number(FindingLevel::Warning, "warning"),
        number(FindingLevel::Note, "note"),
    )
}

/// The message for a text that cannot be inspected.
pub fn source_error(file: &str, text: &str, error: &SourceError) -> String {
    match &error.place {
        Some(place) => format!("{}\n{}", error.message, snippet(file, text, place, "")),
        None => format!("{file}: {}", error.message),
    }
}

fn paragraph(file: &str, text: &str, finding: &InspectFinding) -> String {
    let mut out = format!(
        "{}[{}]: {}\n",
        finding.level,
        finding.rule.id(),
        finding.rule.title()
    );
    let line = finding.place.as_ref().map_or(0, |place| place.line);
    let margin = " ".repeat(line.to_string().len());
    match &finding.place {
        Some(place) => out += &snippet(file, text, place, &finding.values),
        None => {
            let _ = writeln!(out, " --> {file}\n{margin} = {}", finding.values);
        }
    }
    if let Some(related) = &finding.related
        && Some(related) != finding.place.as_ref()
    {
        out += &snippet(file, text, related, "the other one");
    }
    let mut facts = vec![format!("entry point `{}`", finding.entry)];
    if let Some([x, y, z]) = finding.invocation {
        facts.push(format!("invocation ({x}, {y}, {z})"));
    }
    facts.extend(
        finding
            .adapter
            .iter()
            .map(|name| format!("adapter `{name}`")),
    );
    facts.extend(finding.case.iter().map(ToString::to_string));
    let _ = writeln!(out, "{margin} = {}", facts.join(", "));
    let _ = writeln!(out, "{margin} = help: {}\n", finding.rule.help());
    out
}

fn listed(file: &str, entry: &InspectedEntry) -> String {
    let [x, y, z] = entry.workgroup_size;
    let mut out = format!(
        "{file}: entry point `{}`, workgroups of {x} x {y} x {z}\n",
        entry.name
    );
    for buffer in &entry.buffers {
        let used = match (buffer.is_read, buffer.is_written) {
            (true, true) => "read and written",
            (false, true) => "written",
            (true, false) => "read",
            (false, false) => "asked for its length",
        };
        let _ = writeln!(
            out,
            "  @group({}) @binding({}) `{}`: {}, {}, {used}",
            buffer.group, buffer.binding, buffer.name, buffer.ty, buffer.space
        );
    }
    if entry.workgroup_bytes > 0 {
        let _ = writeln!(out, "  {} bytes of workgroup memory", entry.workgroup_bytes);
    }
    let mut runs = vec![
        format!("{} runs of the interpreter", entry.interpreted),
        format!("{} of the import", entry.imported),
    ];
    let devices = entry.dispatched.iter();
    runs.extend(devices.map(|(name, n)| format!("{n} dispatches on `{name}`")));
    let _ = writeln!(out, "  {}", runs.join(", "));
    out
}

fn omitted(file: &str, omission: &Omission) -> String {
    let place = omission.place.as_ref();
    let place = place.map_or(String::new(), |p| format!(":{}:{}", p.line, p.column));
    let entry = omission.entry.as_ref();
    let entry = entry.map_or(String::new(), |name| format!("entry point `{name}`: "));
    format!("not inspected: {file}{place}: {entry}{}\n", omission.reason)
}
