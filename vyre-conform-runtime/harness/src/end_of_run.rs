//! The end of a run of a test binary: the line about held trials and the summary, as text or as JSON lines.

use super::{Context, budget, summary};
use crate::held::{HeldCount, HeldTrials};
use libtest_mimic::{Arguments, FormatSetting};
use serde_json::{Value, json};

/// The text that a test binary prints after its trials.
pub(super) fn text(context: &Context, arguments: &Arguments) -> String {
    let count = context.held().and_then(HeldTrials::count);
    // It also closes the store, so it comes in either output format.
    let notes = context.held_lines();
    let has_table = context.settings().quick || budget::is_cut_short(context);
    let summary = if has_table {
        budget::table(context)
    } else {
        summary(context)
    };
    match arguments.format {
        Some(FormatSetting::Json) => lines(count.as_ref(), &notes, &summary),
        _ => notes + &summary,
    }
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
