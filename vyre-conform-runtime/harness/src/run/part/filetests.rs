//! Runs the obligation of files of programs: a backend must produce the hand-written words in each.
//!
//! Case number n is the n-th call or launch of the files that the run takes, in their order. Its name is `FILE:LINE`,
//! the line at which it begins. Failing cases are files of the suite and need no saving.

use super::{Interruption, PartOutcome, PartResult, RangedPart, Run};
use crate::replay::command;
use crate::report::Report;
use std::ops::Range;
use vyre_conform_fuzz::{FiletestCase, FiletestRunner, Mismatch, filetest_cases};
use vyre_conform_suite::failing::{CaseFault, FailingCase, FailingFiletest, Tally, WrongWord};
use vyre_conform_suite::filetests::Filetest;
use vyre_conform_suite::record::Failure;

pub(super) const CASES: RangedPart = RangedPart {
    tally,
    conclude,
    save: None,
};

/// The cases of the run's files in a range, with their numbers.
fn cases(run: &Run<'_>, range: &Range<u64>) -> Result<Vec<(u64, FiletestCase)>, Interruption> {
    let mut first = 0;
    let mut all = vec![];
    for name in &run.context.settings().plan.filetests {
        let unknown = || Interruption::Impossible(format!("the suite has no filetest `{name}`"));
        let file = Filetest::find(name).ok_or_else(unknown)?;
        let end = first + file.cases();
        if first < range.end && range.start < end {
            let cases = filetest_cases(file.name, file.text);
            let cases = cases.map_err(|error| Interruption::Impossible(error.to_string()))?;
            all.extend(
                (first..)
                    .zip(cases)
                    .filter(|(number, _)| range.contains(number)),
            );
        }
        first = end;
    }
    Ok(all)
}

/// The case that `VYRE_CASE` names.
fn named(run: &Run<'_>, text: &str) -> Result<u64, Interruption> {
    let all = cases(run, &(0..u64::MAX))?;
    let mut all = all.into_iter();
    let found = all.find(|(_, case)| name(case) == text.trim());
    let form = || {
        Interruption::Impossible(format!(
            "`{text}` is not a filetest: write the file and the line of a call or launch, such as `loops.vir:24`"
        ))
    };
    found.map(|(number, _)| number).ok_or_else(form)
}

/// Name of a case: file and line.
fn name(case: &FiletestCase) -> String {
    format!("{}:{}", case.file, case.line)
}

/// Runs every case, or the requested one.
pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let range = match run.context.settings().case.as_deref() {
        None => 0..u64::MAX,
        Some(text) => {
            let number = named(run, text)?;
            number..number + 1
        }
    };
    let tally = tally(run, range)?;
    run.note(tally.cases);
    conclude(run, &tally)
}

/// Runs the cases with these numbers.
fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    let mut runner = FiletestRunner::new(run.backend()?);
    let mut tally = Tally::default();
    for (number, case) in cases(run, &range)? {
        let missed = match runner.run(&case) {
            Ok(None) => {
                tally.cases += 1;
                continue;
            }
            Ok(Some(beyond)) => {
                *tally.skipped.entry(beyond).or_default() += 1;
                continue;
            }
            Err(Mismatch::Backend(error)) if super::programs::is_of_backend(&error) => {
                return Err(Interruption::Backend(error));
            }
            Err(missed) => missed,
        };
        tally.cases += 1;
        tally.failures += 1;
        tally
            .first
            .get_or_insert_with(|| failing(number, &case, &missed));
    }
    Ok(tally)
}

fn failing(number: u64, case: &FiletestCase, missed: &Mismatch) -> FailingCase {
    let word = match missed {
        Mismatch::Words {
            buffer,
            word,
            expected,
            actual: found,
        } => Some(WrongWord {
            buffer: *buffer as u64,
            word: *word as u64,
            expected: *expected,
            found: *found,
        }),
        _ => None,
    };
    FailingCase {
        case: number,
        fault: CaseFault::Filetest(Box::new(FailingFiletest {
            file: case.file.clone(),
            line: case.line,
            fault: missed.to_string(),
            word,
        })),
        ..FailingCase::default()
    }
}

/// The outcome of the obligation from the tally of all its ranges.
fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    let id = &run.obligation.id;
    let Some(first) = &tally.first else {
        return match tally.cases {
            0 => Err(Interruption::Impossible(format!(
                "{id} ran no program: each is beyond the backend's limits"
            ))),
            cases => PartResult::cases(cases),
        };
    };
    let found = cases(run, &(first.case..first.case + 1))?;
    let [(_, case)] = &found[..] else {
        return Err(Interruption::Impossible(format!(
            "{id} has no case {}",
            first.case
        )));
    };
    Err(refuted(
        run,
        (&case.file, case.line),
        &name(case),
        first,
        tally,
    ))
}

/// The refutation of a case of a file with this name and place.
pub(super) fn refuted(
    run: &Run<'_>,
    place: (&str, u64),
    name: &str,
    first: &FailingCase,
    tally: &Tally,
) -> Interruption {
    let id = &run.obligation.id;
    let headline = format!("{id}: the backend does not give the words of {name}");
    let mut report = Report::new(&headline);
    explain(run, place, first, &mut report);
    report.replay(command::filetest_command(
        run.context.settings().program.as_deref(),
        id,
        name,
    ));
    let (report, details) = report.parts();
    Interruption::Refuted(Box::new(Failure {
        headline,
        report,
        details,
        failing: tally.failures,
        cases: tally.cases,
        case: first.clone(),
        ..Failure::default()
    }))
}

/// Adds the file, the word, its expected and actual value; a journal keeps only the number of the case.
fn explain(run: &Run<'_>, (file, line): (&str, u64), first: &FailingCase, report: &mut Report) {
    report.entry("file", &format!("{file}, line {line}"));
    let oracle = run.obligation.oracle.to_string();
    let Some(found) = first.filetest() else {
        report.entry("oracle", &oracle);
        return;
    };
    match found.word {
        Some(word) => {
            report.entry("word", &format!("{} of buffer {}", word.word, word.buffer));
            let [due, came] = [word.expected, word.found].map(|word| format!("{word:#010x}"));
            report.sides(&due, Some(&oracle), &came);
        }
        None => {
            report.entry("found", &found.fault);
            report.entry("oracle", &oracle);
            report.details.actual = Some(found.fault.clone());
        }
    }
    report.details.reasons.push(found.fault.clone());
}
