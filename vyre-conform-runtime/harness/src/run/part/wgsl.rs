//! Runs the obligation of a shader: a backend must produce the hand-written words.
//!
//! Case number n is row n. Its name is `FILE:LINE`. All rows run in one dispatch, even if only some are requested.

use super::filetests::refuted;
use super::{Interruption, PartOutcome, PartResult, RangedPart, Run};
use std::ops::Range;
use vyre_conform_suite::failing::{CaseFault, FailingCase, FailingFiletest, Tally, WrongWord};
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::wgsl::{KnownFault, WgslRow, WgslTest};

pub(super) const CASES: RangedPart = RangedPart {
    tally,
    conclude,
    save: None,
};

/// The shader of the obligation, and its rows.
fn test(run: &Run<'_>) -> Result<(&'static WgslTest, Vec<WgslRow>), Interruption> {
    let Part::Wgsl(name) = run.obligation.part else {
        return Err(Interruption::Impossible(
            "the obligation is of no shader".into(),
        ));
    };
    let unknown = || Interruption::Impossible(format!("the suite has no shader `{name}`"));
    let test = WgslTest::find(name).ok_or_else(unknown)?;
    let rows = test.rows();
    let rows = rows.map_err(|error| Interruption::Impossible(format!("{name}.wgsl: {error}")))?;
    Ok((test, rows))
}

/// The name of a row.
fn name(test: &WgslTest, row: &WgslRow) -> String {
    format!("{}:{}", test.file(), row.line)
}

/// Runs every row, or the requested one.
pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let (test, rows) = test(run)?;
    let range = match run.context.settings().case.as_deref() {
        None => 0..rows.len() as u64,
        Some(text) => {
            let place = rows.iter().position(|row| name(test, row) == text.trim());
            let form = || {
                Interruption::Impossible(format!(
                    "`{text}` is not a row: write the file and the line of one, such as `{}`",
                    name(test, &rows[0])
                ))
            };
            let number = place.ok_or_else(form)? as u64;
            number..number + 1
        }
    };
    let tally = tally(run, range)?;
    run.note(tally.cases);
    conclude(run, &tally)
}

/// Runs the rows with these numbers.
fn tally(run: &Run<'_>, range: Range<u64>) -> Result<Tally, Interruption> {
    let (test, rows) = test(run)?;
    let backend = run.backend()?;
    let found = test.run(test.text, &rows, backend);
    let found = found.map_err(Interruption::Backend)?;
    let known = KnownFault::of(backend.identity(), test.name);
    let mut tally = Tally::default();
    let each = (0..).zip(rows.iter().zip(&found));
    for (number, (row, found)) in each.filter(|(number, _)| range.contains(number)) {
        let is_right = row.expected == *found;
        let known = known.filter(|known| !is_right && known.matches(&row.given, found));
        if let Some(known) = known {
            *tally.skipped.entry(known.reason()).or_default() += 1;
            continue;
        }
        tally.cases += 1;
        if !is_right {
            tally.failures += 1;
            tally
                .first
                .get_or_insert_with(|| failing(number, test, row, found));
        }
    }
    Ok(tally)
}

fn failing(number: u64, test: &WgslTest, row: &WgslRow, found: &[u32]) -> FailingCase {
    let mut both = (0..).zip(row.expected.iter().zip(found));
    let word = both.find(|(_, (due, found))| due != found);
    let word = word.map(|(word, (expected, found))| WrongWord {
        buffer: 0,
        word,
        expected: *expected,
        found: *found,
    });
    let reason = match word {
        Some(of) => format!(
            "word {} of the row is {:#010x}; the file has {:#010x}",
            of.word, of.found, of.expected
        ),
        None => format!(
            "{} words came; the row has {}",
            found.len(),
            row.expected.len()
        ),
    };
    FailingCase {
        case: number,
        fault: CaseFault::Filetest(Box::new(FailingFiletest {
            file: test.file(),
            line: row.line,
            fault: reason,
            word,
        })),
        ..FailingCase::default()
    }
}

/// The outcome of the obligation from the tally of all its ranges.
fn conclude(run: &Run<'_>, tally: &Tally) -> PartOutcome {
    let Some(first) = &tally.first else {
        return PartResult::cases(tally.cases);
    };
    let (test, rows) = test(run)?;
    let id = &run.obligation.id;
    let place = usize::try_from(first.case).ok();
    let row = place.and_then(|place| rows.get(place));
    let row =
        row.ok_or_else(|| Interruption::Impossible(format!("{id} has no row {}", first.case)))?;
    let file = test.file();
    Err(refuted(
        run,
        (&file, row.line),
        &name(test, row),
        first,
        tally,
    ))
}
