//! Output of `prove`: the unproved laws, and a table of the proved ones.

use super::outcome::ProveOutcome;
use crate::loudness::Verbosity;
use std::fmt::Write;
use std::time::Duration;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::report::pluralize;
use vyre_conform_prove::method::{ProofMethod, SolverTime};

/// Result of one law.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) fate: ProveOutcome,
    /// The time that it took.
    pub(super) time: Duration,
    /// The share of the time for formulas.
    pub(super) spent: SolverTime,
    /// True if an earlier run decided it.
    pub(super) before: bool,
}

impl Row {
    pub(super) const fn is_proved(&self) -> bool {
        matches!(self.fate, ProveOutcome::Proved { .. })
    }

    /// True if it is undecided and had less than its time.
    pub(super) const fn is_cut(&self) -> bool {
        matches!(self.fate, ProveOutcome::Undecided { cut: true, .. })
    }

    /// True if it is undecided after its time.
    pub(super) const fn is_undecided(&self) -> bool {
        matches!(self.fate, ProveOutcome::Undecided { cut: false, .. })
    }

    const fn engine(&self) -> Option<ProofMethod> {
        match &self.fate {
            ProveOutcome::Proved { engine, .. } => Some(*engine),
            _ => None,
        }
    }

    /// The result in a line, with its duration.
    fn line(&self, loudness: Verbosity) -> String {
        let mut took = format!("{:.1} s", self.time.as_secs_f64());
        if loudness.is_verbose() && self.spent != SolverTime::default() {
            let _ = write!(took, "; {}", spent_in_words(self.spent));
        }
        if self.before {
            took += ", by an earlier run";
        }
        format!("{}: {} ({took})", self.name, plain(&self.fate.words()))
    }
}

/// Solving and checking in seconds.
fn spent_in_words(spent: SolverTime) -> String {
    format!(
        "SAT: solving {:.1} s, checking {:.1} s",
        spent.solving.as_secs_f64(),
        spent.checking.as_secs_f64()
    )
}

/// This run's time for formulas, in a line; empty if there were none.
pub(super) fn spent<'r>(rows: impl Iterator<Item = &'r Row>, loudness: Verbosity) -> String {
    let sum = rows.fold(SolverTime::default(), |sum, row| SolverTime {
        solving: sum.solving + row.spent.solving,
        checking: sum.checking + row.spent.checking,
    });
    if loudness.is_quiet() || sum == SolverTime::default() {
        String::new()
    } else {
        format!("{}\n", spent_in_words(sum))
    }
}

/// The message about functions declared equal to an op, and about the number of `texts` without proof.
pub(super) fn functions(rows: &[Row], texts: Option<usize>, loudness: Verbosity) -> String {
    let mut out = String::new();
    let is_printed = |row: &&Row| loudness.is_verbose() || !row.is_proved();
    for row in rows.iter().filter(is_printed) {
        let _ = writeln!(out, "{}", row.line(loudness));
    }
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "{} in kernel Rust: {} proved to be the same as the op",
            pluralize(rows.len() as u64, "function", "functions"),
            rows.iter().filter(|row| row.is_proved()).count()
        );
    }
    if let Some(texts) = texts.filter(|texts| *texts > 0 && !loudness.is_quiet()) {
        let _ = writeln!(
            out,
            "{} hand-written in other languages, which are compared with their ops and not proved",
            pluralize(texts as u64, "alternate", "alternates")
        );
    }
    out
}

/// The message about float ops specified by IEEE 754.
pub(super) fn specified(rows: &[Row], loudness: Verbosity) -> String {
    let mut out = String::new();
    let is_printed = |row: &&Row| loudness.is_verbose() || !row.is_proved();
    for row in rows.iter().filter(is_printed) {
        let _ = writeln!(out, "{}", row.line(loudness));
    }
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "{}: {} proved to give what IEEE 754 says",
            pluralize(rows.len() as u64, "float op", "float ops"),
            rows.iter().filter(|row| row.is_proved()).count()
        );
    }
    out
}

/// The output as text.
pub(super) fn text(
    rows: &[Row],
    asked: usize,
    floats: usize,
    time: Duration,
    loudness: Verbosity,
) -> String {
    let mut out = String::new();
    for row in rows
        .iter()
        .filter(|row| loudness.is_verbose() || !row.is_proved())
    {
        let _ = writeln!(out, "{}", row.line(loudness));
    }
    let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
    if !loudness.is_quiet() {
        let _ = writeln!(out, "{:<14} {:>5} {:>9}", "method", "laws", "longest");
        for engine in ProofMethod::ALL {
            let of = rows.iter().filter(|row| row.engine() == Some(*engine));
            let longest = of.clone().map(|row| row.time).max().unwrap_or_default();
            let (name, laws) = (engine.name(), of.count());
            let _ = writeln!(out, "{name:<14} {laws:>5} {:>7.2} s", longest.as_secs_f64());
        }
    }
    let proved = count(&Row::is_proved);
    let refuted = count(&|row| matches!(row.fate, ProveOutcome::Refuted { .. }));
    let wrong = count(&|row| matches!(row.fate, ProveOutcome::Contradiction { .. }));
    let undecided = rows.len() - proved - refuted - wrong;
    let _ = write!(
        out,
        "{}: {proved} proved, {refuted} refuted, {undecided} undecided",
        pluralize(rows.len() as u64, "law", "laws")
    );
    let cut = count(&Row::is_cut);
    if cut > 0 {
        let _ = write!(out, " ({cut} of them cut short)");
    }
    if wrong > 0 {
        let _ = write!(
            out,
            ", {}",
            pluralize(wrong as u64, "contradiction", "contradictions")
        );
    }
    if asked > rows.len() {
        let _ = write!(out, ", {} not tried", asked - rows.len());
    }
    let before = count(&|row| row.before);
    if before > 0 {
        let _ = write!(out, "; {before} of them by an earlier run");
    }
    if floats > 0 {
        let _ = write!(out, "; {floats} about floats were left out");
    }
    let _ = writeln!(out, " ({:.1} s)", time.as_secs_f64());
    out
}
