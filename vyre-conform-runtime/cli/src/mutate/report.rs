//! Output of `mutate`.

use crate::loudness::Verbosity;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::report::{pluralize, thousands};
use vyre_conform_prove::mutate::{MutantResult, OpMutants};
use vyre_conform_runtime::catalog::Op;

/// The mutants of an op.
#[derive(Serialize)]
pub(super) struct MutantReport {
    op: String,
    counts: Counts,
    survivors: Vec<Survivor>,
}

/// Numbers of mutants by result.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    /// Mutants that differ, or may differ, from the op and from each other.
    mutants: usize,
    /// Refused as a lowering.
    killed: usize,
    /// Refused as the reference.
    refused: usize,
    /// Proved equal to the op.
    equivalent: usize,
    /// Proved equal to another mutant.
    repeated: usize,
    /// Mutants that may or may not differ.
    undecided: usize,
}

/// A mutant that parity or the declaration accepts.
#[derive(Serialize)]
struct Survivor {
    change: &'static str,
    before: Vec<String>,
    after: Vec<String>,
    as_reference: bool,
    as_lowering: bool,
    row: Option<String>,
    undecided: Option<String>,
}

impl MutantReport {
    pub(super) fn new(op: &Op, judged: OpMutants) -> Self {
        let counts = Counts {
            mutants: judged.results.len(),
            killed: count(&judged, |fate| fate.parity),
            refused: count(&judged, |fate| fate.killed_by.is_some()),
            equivalent: judged.equivalent,
            repeated: judged.repeated,
            undecided: count(&judged, |fate| fate.undecided.is_some()),
        };
        let survive = |fate: &&MutantResult| !fate.parity || fate.killed_by.is_none();
        let survivors = judged.results.iter().filter(survive);
        let survivor = |fate: &MutantResult| {
            let (before, after) = match op.module() {
                Ok(body) => fate.mutant.lines(body),
                Err(_) => (vec![], vec![]),
            };
            Survivor {
                change: fate.mutant.change.name(),
                before,
                after,
                as_reference: fate.killed_by.is_none(),
                as_lowering: !fate.parity,
                row: fate.row.as_ref().map(ToString::to_string),
                undecided: fate.undecided.clone(),
            }
        };
        Self {
            op: op.def.id.to_owned(),
            counts,
            survivors: survivors.map(survivor).collect(),
        }
    }
}

fn count(judged: &OpMutants, is: impl Fn(&MutantResult) -> bool) -> usize {
    judged.results.iter().filter(|fate| is(fate)).count()
}

/// Totals of all ops.
#[derive(Serialize)]
pub(super) struct Whole {
    ops: usize,
    #[serde(flatten)]
    counts: Counts,
    left_out: usize,
    seconds: f64,
}

impl Whole {
    pub(super) fn new(found: &[MutantReport], left_out: usize, time: Duration) -> Self {
        let sum = |of: fn(&Counts) -> usize| found.iter().map(|report| of(&report.counts)).sum();
        Self {
            ops: found.len(),
            counts: Counts {
                mutants: sum(|c| c.mutants),
                killed: sum(|c| c.killed),
                refused: sum(|c| c.refused),
                equivalent: sum(|c| c.equivalent),
                repeated: sum(|c| c.repeated),
                undecided: sum(|c| c.undecided),
            },
            left_out,
            seconds: time.as_secs_f64(),
        }
    }

    /// True if parity refuses every mutant, and declarations at least this percentage.
    pub(super) const fn is_enough(&self, least: u8) -> bool {
        let Counts {
            mutants,
            killed,
            refused,
            ..
        } = self.counts;
        killed == mutants && refused * 100 >= mutants * least as usize
    }
}

/// Output of `--json`.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pub(super) ops: &'a [MutantReport],
    pub(super) whole: &'a Whole,
    pub(super) left_out: &'a [String],
}

/// The output as text.
pub(super) fn text(
    found: &[MutantReport],
    whole: &Whole,
    left_out: &[String],
    loudness: Verbosity,
) -> String {
    let mut out = String::new();
    for shown in found {
        if loudness.is_verbose() || !shown.survivors.is_empty() {
            let _ = writeln!(out, "{}: {}", shown.op, line(&shown.counts));
        }
        for survivor in &shown.survivors {
            write_survivor(survivor, &mut out);
        }
    }
    if loudness.is_verbose() {
        for reason in left_out {
            let _ = writeln!(out, "left out: {}", plain(reason));
        }
    }
    let _ = write!(
        out,
        "{}: {}",
        pluralize(whole.ops as u64, "op", "ops"),
        line(&whole.counts)
    );
    if whole.left_out > 0 {
        let _ = write!(
            out,
            "; {} left out",
            pluralize(whole.left_out as u64, "op", "ops")
        );
    }
    let all = whole.counts.mutants + whole.counts.equivalent + whole.counts.repeated;
    let minute = (all as f64 * 60.0 / whole.seconds.max(0.001)) as u64;
    let _ = writeln!(
        out,
        " ({:.1} s, {} a minute)",
        whole.seconds,
        thousands(minute)
    );
    out
}

/// The numbers of mutants by result, in words.
fn line(counts: &Counts) -> String {
    let Counts {
        mutants,
        killed,
        refused,
        equivalent,
        repeated,
        undecided,
    } = *counts;
    format!(
        "{}: parity kills {killed}, {} survived; the declaration refuses {refused}, {} survived; {undecided} \
         undecided; in addition {equivalent} equivalent and {repeated} repeated",
        pluralize(mutants as u64, "mutant", "mutants"),
        mutants - killed - undecided,
        mutants - refused,
    )
}

fn write_survivor(survivor: &Survivor, out: &mut String) {
    let as_what = match (survivor.as_reference, survivor.as_lowering) {
        (true, true) => "as the reference and as a lowering",
        (true, false) => "as the reference",
        _ => "as a lowering",
    };
    let _ = writeln!(out, "  survived {as_what}: {}", survivor.change);
    for (mark, lines) in [("-", &survivor.before), ("+", &survivor.after)] {
        for line in lines {
            let _ = writeln!(out, "    {mark} {}", plain(line));
        }
    }
    if let Some(row) = &survivor.row {
        let _ = writeln!(out, "    row  {}", plain(row));
    }
    if let Some(reason) = &survivor.undecided {
        let _ = writeln!(out, "    undecided: {}", plain(reason));
    }
}
