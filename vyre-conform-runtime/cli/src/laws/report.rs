//! What `laws` says.

use crate::loudness::Loudness;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::report::{counted, thousands};

/// The number of constants of one law are shown that hold on small operands alone.
const SHOWN: usize = 2;

/// The number of ops that are named that are not done.
const NAMED: usize = 8;

/// What stands behind a law.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grade {
    /// A proof, by this engine.
    Proved(&'static str),
    /// This many cases.
    Tried(u64),
    /// Small operands alone: these values break it.
    Small(Vec<String>),
    /// Two that must agree do not.
    Contradiction(String),
}

/// A law that is not declared.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) law: String,
    #[serde(skip)]
    pub(super) name: &'static str,
    pub(super) grade: Grade,
    pub(super) follows: Option<String>,
}

impl Row {
    /// True if it holds and says something that no declaration says.
    const fn is_missing(&self) -> bool {
        self.follows.is_none() && matches!(self.grade, Grade::Proved(_) | Grade::Tried(_))
    }

    const fn is_small(&self) -> bool {
        matches!(self.grade, Grade::Small(_))
    }
}

/// What was found of an op.
#[derive(Serialize)]
pub(super) struct LawFindings {
    pub(super) op: String,
    /// Laws that are not declared.
    pub(super) found: Vec<Row>,
    /// Declared laws, and what implies them.
    pub(super) implied: Vec<(String, String)>,
}

impl LawFindings {
    /// True if every law that holds is declared, or follows, and nothing contradicts itself.
    pub(super) fn is_complete(&self) -> bool {
        let wrong = |row: &Row| matches!(row.grade, Grade::Contradiction(_));
        !self.found.iter().any(|row| row.is_missing() || wrong(row))
    }

    fn count(&self, is: impl Fn(&Row) -> bool) -> usize {
        self.found.iter().filter(|row| is(row)).count()
    }
}

/// What the run says to people.
pub(super) fn text(found: &[LawFindings], time: Duration, loudness: Loudness) -> String {
    let mut out = String::new();
    for shown in found {
        let lines = lines(shown, loudness);
        if !lines.is_empty() {
            let _ = writeln!(out, "{}", shown.op);
            for line in lines {
                let _ = writeln!(out, "  {}", plain(&line));
            }
        }
    }
    let sum = |of: &dyn Fn(&LawFindings) -> usize| found.iter().map(of).sum::<usize>();
    let missing = sum(&|shown| shown.count(Row::is_missing));
    let follow = sum(&|shown| shown.count(|row| row.follows.is_some()));
    let small = sum(&|shown| shown.count(Row::is_small));
    let implied = sum(&|shown| shown.implied.len());
    let _ = writeln!(
        out,
        "{}: {missing} undeclared laws hold, {follow} more follow from declared ones; {implied} declared laws are \
         implied by others; {small} hold on small operands alone ({:.1} s)",
        counted(found.len() as u64, "op", "ops"),
        time.as_secs_f64()
    );
    out
}

/// The ops that were not done when the run ended, and what would do them.
pub(super) fn left(ids: &[&str], budget: Option<Duration>, loudness: Loudness) -> String {
    let shown = ids.iter().take(loudness.most(NAMED)).copied();
    let names = shown.collect::<Vec<_>>().join(", ");
    let more = match ids.len().saturating_sub(loudness.most(NAMED)) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let ops = counted(ids.len() as u64, "op was", "ops were");
    let budget = match budget {
        Some(budget) => format!(" in --budget {}", humantime::format_duration(budget)),
        None => String::new(),
    };
    format!("{ops} not done{budget}: {names}{more}. Name them to look for their laws alone")
}

fn lines(shown: &LawFindings, loudness: Loudness) -> Vec<String> {
    let mut lines = vec![];
    let mut small: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &shown.found {
        let law = &row.law;
        match (&row.grade, &row.follows) {
            (Grade::Contradiction(message), _) => {
                lines.push(format!("CONTRADICTION {law}: {message}"))
            }
            (Grade::Small(values), _) if !loudness.is_quiet() => {
                let seen = small.entry(row.name).or_default();
                *seen += 1;
                if *seen <= loudness.most(SHOWN) {
                    let values = values.join(", ");
                    lines.push(format!(
                        "small       {law}: holds on small operands, broken by ({values})"
                    ));
                }
            }
            (Grade::Small(_), _) => {}
            (_, Some(why)) => {
                if loudness.is_verbose() {
                    lines.push(format!("follows     {law}: {why}"));
                }
            }
            (Grade::Proved(engine), None) => {
                lines.push(format!("undeclared  {law}: proved ({engine})"));
            }
            (Grade::Tried(cases), None) => {
                let cases = thousands(*cases);
                lines.push(format!(
                    "undeclared  {law}: holds in {cases} cases, not proved"
                ));
            }
        }
    }
    for (name, seen) in small {
        if seen > loudness.most(SHOWN) {
            lines.push(format!(
                "small       {name}: {} more, with -v",
                seen - SHOWN
            ));
        }
    }
    for (law, by) in &shown.implied {
        if !loudness.is_quiet() {
            lines.push(format!("implied     {law}: by {by}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        loudness: Loudness,
    }

    /// Oracle: counting by hand.
    #[test]
    fn ops_that_are_not_done_are_named() {
        let Command { loudness } = Command::parse_from(["laws"]);
        let ids = ["u32::add", "u32::sub"];
        assert_eq!(
            left(&ids, Some(Duration::from_secs(60)), loudness),
            "2 ops were not done in --budget 1m: u32::add, u32::sub. Name them to look for their laws alone"
        );
        let many = ["u32::add"; 10];
        let text = left(&many, None, loudness);
        assert!(text.contains(" and 2 more."), "{text}");
    }
}
