//! The text of a failure: labelled lines, most important first.

use crate::regressions::StoreError;
use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::path::PathBuf;
use vyre_conform_suite::compare::Diagnosis;
use vyre_conform_suite::record::{FailureDetails, Outcome, Record};

/// Width of the label column.
const LABEL: usize = 10;

/// A failure report under construction.
#[derive(Debug, Default)]
pub(super) struct Report {
    text: String,
    /// The same report as data, as far as it is complete.
    pub(super) details: FailureDetails,
}

impl Report {
    /// A report with a headline that states the fault.
    pub(super) fn new(headline: &str) -> Self {
        Self {
            text: format!("{headline}\n"),
            details: FailureDetails::default(),
        }
    }

    /// Adds a labelled entry; lines after the first are indented.
    pub(super) fn entry(&mut self, label: &str, text: &str) -> &mut Self {
        for (k, line) in text.lines().enumerate() {
            let label = if k == 0 { label } else { "" };
            let _ = writeln!(self.text, "  {label:<LABEL$}{line}");
        }
        self
    }

    /// Adds several lines under one label.
    pub(super) fn entries<S: AsRef<str>>(
        &mut self,
        label: &str,
        lines: impl IntoIterator<Item = S>,
    ) -> &mut Self {
        let lines: Vec<String> = lines.into_iter().map(|l| l.as_ref().to_owned()).collect();
        self.entry(label, &lines.join("\n"))
    }

    /// Adds the expected value with its oracle, and the actual one.
    pub(super) fn sides(&mut self, expected: &str, oracle: Option<&str>, actual: &str) {
        let by = oracle.map(|who| format!("   (the {who})"));
        self.entry("expected", &format!("{expected}{}", by.unwrap_or_default()));
        self.entry("found", actual);
        self.details.expected = Some(expected.to_owned());
        self.details.oracle = oracle.map(|who| format!("the {who}"));
        self.details.actual = Some(actual.to_owned());
    }

    /// Adds a diagnosis with its reasons.
    pub(super) fn diagnosis(&mut self, diagnosis: &Diagnosis) {
        let (culprit, reasons) = (diagnosis.blame.words(), diagnosis.lines());
        self.entry("diagnosis", culprit)
            .entries("because", &reasons);
        for blame in &diagnosis.other_blames {
            self.entry("also", blame.words());
            self.details.other_faults.push(blame.words().to_owned());
        }
        self.details.culprit = Some(culprit.to_owned());
        self.details.reasons = reasons;
    }

    /// Adds the replay command.
    pub(super) fn replay(&mut self, command: String) {
        self.entry("replay", &command);
        self.details.replay = Some(command);
    }

    /// Saves a failing input if the run `saves` any, and reports its path or the error. Returns the error of a failed
    /// save.
    pub(super) fn save(
        &mut self,
        saves: bool,
        save: impl FnOnce() -> Result<PathBuf, StoreError>,
    ) -> Option<String> {
        if !saves {
            return None;
        }
        match save() {
            Ok(path) => {
                self.entry("saved", &path.display().to_string());
                self.details.saved = Some(path);
                None
            }
            Err(e) => {
                let reason = e.to_string();
                self.entry("not saved", &reason);
                (!matches!(e, StoreError::TooLarge { .. })).then_some(reason)
            }
        }
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// The text, and the same as data.
    pub(super) fn parts(self) -> (String, FailureDetails) {
        (self.text, self.details)
    }
}

/// The defect of a failing backend trial, which trials with the same op, implementation and culprit share; `None` for
/// other failures.
pub fn defect(record: &Record) -> Option<String> {
    let Outcome::Failed(failure) = &record.outcome else {
        return None;
    };
    record.obligation.backend()?;
    let culprit = failure.details.culprit.as_ref()?;
    let subject = &record.obligation.question.subject;
    Some(format!("{subject}: {culprit}"))
}

/// Writes a line to standard error. Unlike `eprintln!`, it does not panic if writing fails, such as on a full disk.
pub fn warn(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// A number with thousands separators.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (k, c) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 part`, `2 parts`.
pub fn pluralize(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// The reason why a trial of a missing adapter fails or is ignored.
pub fn no_adapter(required: bool, reason: &str) -> String {
    if required {
        format!("VYRE_REQUIRE_GPU=1, but there is no adapter {reason}")
    } else {
        reason.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the layout shown in the README.
    #[test]
    fn entries_line_up_under_their_label() {
        let mut report = Report::new("u32::x: false");
        report.entry("claim", "one\ntwo").entry("replay", "cmd");
        assert_eq!(
            report.finish(),
            "u32::x: false\n  claim     one\n            two\n  replay    cmd\n"
        );
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
