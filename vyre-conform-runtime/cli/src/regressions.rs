//! `regressions`: lists and retires the saved failing inputs of a crate.

use super::exit::{Failure, Status};
use super::selection::Root;
use clap::{Args, Subcommand};
use std::fmt::Write;
use vyre_conform_harness::regressions::{
    RegressionStore, SavedCase, SavedClaim, SavedEngineCase, StoreError,
};
use vyre_conform_harness::report::pluralize;
use vyre_conform_ir::value::Passing;

/// Arguments of `regressions`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    root: Root,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List every saved case; the default.
    List,
    /// Retire a case whose law was withdrawn, or whose op changed its types. It stays in the list with the reason, and
    /// is replayed while its values fit.
    Retire {
        /// The case, OP#N as in the list.
        case: String,
        /// The reason, which the list shows.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

/// Runs `regressions`.
pub(super) fn regressions(arguments: &Arguments) -> Result<Status, Failure> {
    let store = RegressionStore::of_crate(&arguments.root.folder());
    match &arguments.command {
        Some(Command::Retire { case, reason }) => {
            let (op, at) = number(case)
                .ok_or_else(|| Failure::usage(format!("`{case}`: a saved case is OP#N")))?;
            if reason.trim().is_empty() {
                return Err(Failure::usage(
                    "--reason is empty: state a reason; the list shows it",
                ));
            }
            let path = store.retire(op, at, reason).map_err(|e| match e {
                StoreError::Refused(message) => Failure::nothing(message),
                e => Failure::io(e),
            })?;
            sayln!("{op}#{at} is retired in {}", path.display());
        }
        Some(Command::List) | None => say!("{}", list(&store).map_err(Failure::io)?),
    }
    Ok(Status::Success)
}

fn list(store: &RegressionStore) -> Result<String, StoreError> {
    let mut out = String::new();
    let (mut cases, mut retired) = (0, 0);
    for op in store.ops()? {
        for (k, case) in store.load(&op)?.iter().enumerate() {
            cases += 1;
            retired += usize::from(case.retired.is_some());
            let _ = writeln!(out, "{}", title(&op, k + 1, case));
        }
    }
    let folder = store.folder().display();
    let _ = writeln!(
        out,
        "{cases} saved cases, {retired} of them retired, in {folder}"
    );
    Ok(out)
}

/// The op and the number in `OP#N`.
pub(super) fn number(text: &str) -> Option<(&str, usize)> {
    let (op, number) = text.rsplit_once('#')?;
    Some((op, number.parse().ok()?))
}

/// `input 7 at workgroup size 32: columns of 5 and 3 words`.
fn engine_input(case: &SavedEngineCase) -> String {
    let columns: Vec<String> = case.columns.iter().map(|c| c.len().to_string()).collect();
    let (input, size) = (&case.input, case.size);
    let lengths = columns.join(", ");
    format!("input {input} at workgroup size {size}, columns of these lengths: {lengths}")
}

/// A saved case in lines: name, claim, values, origin, and the reason of its retirement.
pub(super) fn title(op: &str, number: usize, case: &SavedCase) -> String {
    let claim = match &case.claim {
        SavedClaim::Parity => "results differed".to_owned(),
        SavedClaim::Law(text) => format!("broke {text}"),
        SavedClaim::Engine(check) => format!("{check} failed"),
    };
    let value = |(k, (ty, v)): (usize, &(String, String))| match case.passed.get(k) {
        Some(way) if way != Passing::Storage.name() => format!("{way} {v}: {ty}"),
        _ => format!("{v}: {ty}"),
    };
    let values: Vec<String> = case.inputs.iter().enumerate().map(value).collect();
    let input = match &case.engine {
        Some(engine) => engine_input(engine),
        None => format!("({})", values.join(", ")),
    };
    let mut out = format!(
        "{op}#{number}  {claim} on {input}\n  found by {}",
        case.found_by
    );
    let records = |e: &SavedEngineCase| {
        Some(pluralize(
            e.expected.as_ref()?.len() as u64,
            "record",
            "records",
        ))
    };
    let due = case.expected.as_ref().map(|(ty, v)| format!("{v}: {ty}"));
    match due.or_else(|| records(case.engine.as_ref()?)) {
        Some(due) => _ = write!(out, "\n  expected {due} ({})", case.oracle),
        None if !case.oracle.is_empty() => _ = write!(out, "\n  judged by: {}", case.oracle),
        None => {}
    }
    if let Some(reason) = &case.retired {
        let _ = write!(out, "\n  retired: {reason}");
    }
    out
}
