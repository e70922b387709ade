//! The end of a run of a test binary: the line about held trials and the summary, as text or as JSON lines.

use super::report::{defect, pluralize};
use super::summary::{is_cut_short, summary, table};
use crate::context::Context;
use crate::held::{HeldCount, HeldTrials};
use libtest_mimic::{Arguments, FormatSetting};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use vyre_conform_certificate::escape::plain;
use vyre_conform_suite::record::Record;

/// The text that a test binary prints after its trials.
pub(super) fn text(context: &Context, arguments: &Arguments) -> String {
    let count = context.held().and_then(HeldTrials::count);
    // It also closes the store, so it comes in either output format.
    let notes = defects(&context.records()) + &context.held_lines();
    let has_table = context.settings().quick || is_cut_short(context);
    let summary = if has_table {
        table(context)
    } else {
        summary(context)
    };
    match arguments.format {
        Some(FormatSetting::Json) => lines(count.as_ref(), &notes, &summary),
        _ => notes + &summary,
    }
}

/// The defects that fail several trials, with the names of the trials: one of them has the report.
fn defects(records: &[Record]) -> String {
    let mut trials: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for record in records {
        if let Some(defect) = defect(record) {
            let of_defect = trials.entry(defect).or_default();
            of_defect.push(&record.obligation.id);
        }
    }
    let mut out = String::new();
    for (defect, trials) in trials.iter().filter(|(_, trials)| trials.len() > 1) {
        let count = pluralize(trials.len() as u64, "trial fails", "trials fail");
        let _ = writeln!(out, "\n{count} for one reason, {}:", plain(defect));
        for trial in trials {
            let _ = writeln!(out, "  {trial}");
        }
    }
    out
}

/// The events, one per line: the held trials, and the summary with the lines above it.
fn lines(count: Option<&HeldCount>, notes: &str, summary: &str) -> String {
    let summary = json!({ "type": "summary", "notes": notes, "summary": summary });
    let events = count.map(HeldCount::event).into_iter().chain([summary]);
    events
        .map(|event: Value| event.to_string() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: docs/book/suite.md#json-lines: every line is a JSON value, and the held trials are one of them.
    #[test]
    fn the_end_of_a_run_is_json_lines() {
        let count = HeldCount {
            trials: 3,
            since: "2026-11-20".to_owned(),
            cases: 30,
            repeated: 8,
        };
        let text = lines(Some(&count), "one\ntwo\n", "\"level\"\n");
        let events: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(events[0]["held"], 3);
        assert_eq!(events[1]["notes"], "one\ntwo\n");
        assert_eq!(events[1]["summary"], "\"level\"\n");
        assert_eq!(lines(None, "", "").lines().count(), 1);
    }
}
