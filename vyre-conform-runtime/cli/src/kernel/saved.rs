//! `kernel replay`: the saved failures of a manifest.

use super::super::exit::{Failure, Status};
use super::super::loudness::Verbosity;
use super::failures::file;
use super::reading::named;
use super::subject::{ContractArguments, Subject};
use clap::Args;
use vyre_conform_runtime::catalog::Catalog;

/// The arguments of `kernel replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArguments {
    #[command(flatten)]
    contract: ContractArguments,
    /// The beginning of a saved case's name; all of them by default.
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
}

/// Runs `kernel replay`.
pub(super) fn replay(
    arguments: &ReplayArguments,
    catalog: &Catalog,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let subject = Subject::new(&arguments.contract, catalog)?;
    let mut options = subject.options.clone();
    options.is_replay = true;
    let begin = arguments.case.as_deref().unwrap_or_default();
    options
        .saved
        .retain(|saved| saved.name().starts_with(begin));
    if options.saved.is_empty() {
        let place = file(&arguments.contract.manifest);
        let why = "no such case is saved here: `kernel check` saves those that fail";
        return Err(Failure::nothing(named(&place, why)));
    }
    if !arguments.contract.json && !loudness.is_quiet() {
        for saved in &options.saved {
            sayln!(
                "{}: {} on {}, {}",
                saved.name(),
                saved.rule,
                saved.party,
                saved.id
            );
        }
    }
    let report = subject.check(&options)?;
    Ok(subject.shown(&report, arguments.contract.json, loudness))
}
