//! An engine: the interpreter and backends on its generated inputs and its corpus, at every workgroup size.

use super::column::Column;
use super::{ComparisonGap, CrossError, CrossTable, DifferingCase, INTERPRETER, Participant};
use std::collections::BTreeMap;
use vyre_conform_ir::Library;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Cases, Check, EngineDef, InputSource};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::invariants::{
    EngineSession, ExecutedCase, MissingCase, RunError, Runner, called_ops, missing_engine_support,
};
use vyre_conform_suite::plan::WHOLE_PROGRAMS;

/// The participants in a comparison.
struct Participants<'a> {
    /// A column for the interpreter, then one for each bench.
    columns: Vec<Column>,
    benches: Vec<EngineSession<'a>>,
    /// The backends that cannot run the engine.
    left_out: Vec<ComparisonGap>,
}

fn participants<'a>(
    def: &'a EngineDef,
    catalog: &Catalog,
    backends: &[&'a dyn Backend],
) -> Participants<'a> {
    let mut columns = vec![Column::new(Participant::host(INTERPRETER))];
    let mut benches = vec![];
    let mut left_out = vec![];
    for backend in backends {
        let runner = Runner::Backend(*backend);
        let lacks = if runner.runs_programs() {
            missing_engine_support(catalog, *backend, || called_ops(def))
        } else {
            Some(WHOLE_PROGRAMS.to_owned())
        };
        let Some(lacks) = lacks else {
            columns.push(Column::new(Participant::new(*backend)));
            benches.push(EngineSession::new(def, runner));
            continue;
        };
        left_out.push(ComparisonGap {
            name: backend.identity().slug.clone(),
            cases: None,
            reason: format!("lacks {lacks}"),
            fails: false,
        });
    }
    Participants {
        columns,
        benches,
        left_out,
    }
}

/// Compares an engine on `inputs` generated inputs and on its corpus. A case whose workgroup is too large for one of
/// the backends is left out for all.
///
/// # Errors
///
/// If the interpreter has no result for a case, or no case remains that all can run.
pub fn engine(
    def: &EngineDef,
    catalog: &Catalog,
    backends: &[&dyn Backend],
    inputs: u64,
) -> Result<CrossTable, CrossError> {
    let library: &dyn Library = catalog;
    let base = EngineSession::new(def, Runner::Interpreter);
    let Participants {
        mut columns,
        benches,
        mut left_out,
    } = participants(def, catalog, backends);
    let all = Cases::of(def, Check::Parity, inputs);
    let mut dropped: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut cases = 0;
    for at in (0..all.len()).map_while(|number| all.at(number)) {
        let expected = match base.case(library, at.0, at.1) {
            Ok(case) => left(def, &case),
            Err(MissingCase::Skipped(why)) => {
                let key = (INTERPRETER.to_owned(), why.to_string());
                *dropped.entry(key).or_default() += 1;
                continue;
            }
            Err(miss) => return Err(stopped(def, at, &miss)),
        };
        let found = run(def, library, &benches, &mut columns[1..], at);
        match found {
            Ok(found) => {
                cases += 1;
                compare(def, at, &expected, found, &mut columns);
            }
            Err(why) => *dropped.entry(why).or_default() += 1,
        }
    }
    let of_dropped = |((name, reason), cases): (_, u64)| ComparisonGap {
        name,
        cases: Some(cases),
        reason,
        fails: false,
    };
    left_out.extend(dropped.into_iter().map(of_dropped));
    if cases == 0 {
        let reasons = left_out.iter().map(|left| left.reason.clone());
        return Err(CrossError::NoCase {
            subject: def.id.to_owned(),
            reason: reasons.collect::<Vec<_>>().join("; "),
        });
    }
    Ok(CrossTable::new(def.id, cases, columns, left_out))
}

fn stopped(def: &EngineDef, (source, size): (InputSource, u32), miss: &MissingCase) -> CrossError {
    CrossError::Base {
        subject: def.id.to_owned(),
        base: INTERPRETER,
        reason: format!("{source}@{size}: {}", miss.reasons().join("; ")),
    }
}

/// Order-independent results of a case: words with labels.
type LabelledWords = Vec<(String, Vec<u32>)>;

fn left(def: &EngineDef, case: &ExecutedCase<'_>) -> LabelledWords {
    let run = case.first();
    let words = run.observation.words.iter().enumerate();
    let fixed = words.filter(|(k, _)| !case.plan.order_dependent.contains(k));
    let mut all: LabelledWords = fixed
        .map(|(k, words)| (format!("buffer {k} read back"), words.clone()))
        .collect();
    let records = def.compared(&run.output).into_iter().enumerate();
    all.extend(records.map(|(k, record)| (format!("record {k}"), record)));
    all
}

/// The results of every running backend for a case, `None` for stopped ones; or the backend that cannot run the case,
/// with the reason.
fn run(
    def: &EngineDef,
    library: &dyn Library,
    benches: &[EngineSession<'_>],
    columns: &mut [Column],
    (source, size): (InputSource, u32),
) -> Result<Vec<Option<LabelledWords>>, (String, String)> {
    let mut found = vec![];
    for (bench, column) in benches.iter().zip(columns) {
        found.push(if column.is_running() {
            match bench.case(library, source, size) {
                Ok(case) => Some(left(def, &case)),
                Err(MissingCase::Skipped(reason)) => {
                    return Err((bench.runner.name().to_owned(), reason.to_string()));
                }
                Err(MissingCase::Run(RunError::Unsupported(hardware))) => {
                    column.end_unsupported(&hardware);
                    None
                }
                Err(miss) => {
                    column.end(format!("{source}@{size}: {}", miss.reasons().join("; ")));
                    None
                }
            }
        } else {
            None
        });
    }
    Ok(found)
}

fn compare(
    def: &EngineDef,
    (source, size): (InputSource, u32),
    due: &LabelledWords,
    found: Vec<Option<LabelledWords>>,
    columns: &mut [Column],
) {
    let [base, others @ ..] = columns else { return };
    add(base, due);
    for (column, found) in others.iter_mut().zip(found) {
        let Some(found) = found else { continue };
        add(column, &found);
        if found != *due {
            column.record_difference(true, || {
                let (expected, actual) = first_difference(due, &found);
                DifferingCase {
                    case: format!("{}={source}@{size}", def.id),
                    expected,
                    actual,
                }
            });
        }
    }
}

fn add(column: &mut Column, left: &LabelledWords) {
    for (_, words) in left {
        column.add(&[words.len() as u32]);
        column.add(words);
    }
}

/// The first words that differ, as text: of the base and of the other.
fn first_difference(expected: &LabelledWords, found: &LabelledWords) -> (String, String) {
    let absent = (String::new(), vec![]);
    for k in 0..expected.len().max(found.len()) {
        let a = expected.get(k).unwrap_or(&absent);
        let b = found.get(k).unwrap_or(&absent);
        if a == b {
            continue;
        }
        let same = a.1.iter().zip(&b.1).take_while(|(a, b)| a == b).count();
        let word = |(_, words): &(String, Vec<u32>)| match words.get(same) {
            Some(word) => format!("0x{word:08x}"),
            None => "nothing".to_owned(),
        };
        let place = if a.0.is_empty() { &b.0 } else { &a.0 };
        return (format!("{} (word {same} of {place})", word(a)), word(b));
    }
    ("the same".to_owned(), "the same".to_owned())
}
