//! `replay`: one case on reference, interpreter and every adapter, side by side.

mod filetest;
mod named;
mod program;
mod shader;

use super::exit::{Failure, Status};
use super::loudness::Verbosity;
use super::selection::Selection;
use super::stdout;
use clap::Args;
use serde::Serialize;
use std::path::Path;
use vyre_conform_certificate::escape::plain;
use vyre_conform_fuzz as fuzz;
use vyre_conform_harness::backends::selected;
use vyre_conform_harness::regressions::{self, RegressionStore, SavedCase};
use vyre_conform_harness::{Replay, ReplayResult, Settings, profile_of, replay as run};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::PROGRAMS;
use vyre_conform_suite::plan::numbers::seed;

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// TRIAL=VALUES as in a failure report (`u32::add=0x1, 0xff`), OP#N for saved case N of an op as in `regressions`,
    /// or a file of saved cases (.toml, or .vir for a program with its expected words).
    case: String,
    #[command(flatten)]
    selection: Selection,
    /// Print the results as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Results of the cases.
#[derive(Default, Serialize)]
struct ReplayReport {
    /// True if one of them still fails.
    fails: bool,
    cases: Vec<ShownCase>,
}

/// Result of a case.
#[derive(Serialize)]
struct ShownCase {
    /// The case, as given.
    case: String,
    /// Claim, values and origin, for a saved case.
    title: Option<String>,
    /// The missing backend of the case, on which it did not run.
    missing: Option<String>,
    #[serde(flatten)]
    replayed: ReplayResult,
}

/// Runs `replay`: exit code 1 if a case still fails.
pub(super) fn replay(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let (backends, no_adapter) = arguments.selection.backends_or_reason()?;
    let path = Path::new(&arguments.case);
    if path.extension().is_some_and(|e| e == "vir") {
        let cases = regressions::launches(path).map_err(Failure::io)?;
        let result = cases
            .iter()
            .map(|case| program::shown(case, &catalog, &backends, None));
        return Ok(program::tell(result, arguments.json));
    }
    // The name in a failure report: its backend may be missing here, which is reported.
    let trial = arguments.case.split('=').next().unwrap_or_default().trim();
    let is_here = |name: &str| backends.iter().any(|b| b.identity().slug == name);
    let elsewhere = named::backend(trial, &catalog).filter(|name| !is_here(name));
    if let Some(result) = program(&arguments.case, &catalog, &backends, elsewhere)? {
        return Ok(program::tell([result].into_iter(), arguments.json));
    }
    let folder = arguments.selection.folder();
    let store = RegressionStore::of_crate(&folder).with_versions(catalog.kept_names());
    let cases = cases(&arguments.case, &catalog, &store)?;
    let mut result = ReplayReport::default();
    for ReplayRequest {
        title,
        case,
        profile,
    } in cases
    {
        let mut missing = elsewhere.filter(|_| profile.is_none()).map(str::to_owned);
        let mut backends = backends.clone();
        let mut no_adapter = no_adapter.clone();
        if let Some(profile) = profile
            && let Some(absent) = add_profile(profile, &mut backends, &mut no_adapter)
        {
            missing = Some(absent);
        }
        let settings = settings(&case)?;
        let catalog = Catalog::linked().map_err(Failure::nothing)?;
        let selection = &arguments.selection;
        let context = selection.context(catalog, settings, backends, no_adapter)?;
        let replayed = run(&context, &case).map_err(Failure::refuted)?;
        let shown = ShownCase {
            case: arguments.case.clone(),
            title,
            missing,
            replayed,
        };
        if !arguments.json && (shown.replayed.fails || !loudness.is_quiet()) {
            shown.print();
        }
        result.fails |= shown.replayed.fails;
        result.cases.push(shown);
    }
    if arguments.json {
        stdout::json(&result);
    } else if loudness.is_quiet() {
        result.print_counts();
    }
    Ok(status(result.fails))
}

impl ReplayReport {
    fn print_counts(&self) {
        let failing = self.cases.iter().filter(|case| case.replayed.fails);
        sayln!("{} of {} cases fail", failing.count(), self.cases.len());
    }
}

impl ShownCase {
    fn print(&self) {
        self.title.iter().for_each(|title| sayln!("{title}"));
        if let Some(profile) = &self.missing {
            sayln!("{}", not_run_on(profile));
        }
        say!("{}", self.replayed.text);
    }
}

/// The settings of the environment for one case. The replayed cases are given: other saved failures are not read.
fn settings(case: &Replay) -> Result<Settings, Failure> {
    let mut settings = Settings::from_env().map_err(Failure::usage)?;
    case.narrow(&mut settings);
    settings.saved = Some(Default::default());
    Ok(settings)
}

/// The message about a backend in a case on which it does not run.
fn not_run_on(name: &str) -> String {
    format!(
        "not run on {}, which the case names: it is missing, or not selected",
        plain(name)
    )
}

/// The status of the command.
const fn status(fails: bool) -> Status {
    if fails {
        Status::Refuted
    } else {
        Status::Success
    }
}

/// A case to replay.
struct ReplayRequest {
    /// A line to print above it.
    title: Option<String>,
    case: Replay,
    /// The profile on which it was found.
    profile: Option<String>,
}

/// The cases that a text denotes.
fn cases(
    text: &str,
    catalog: &Catalog,
    store: &RegressionStore,
) -> Result<Vec<ReplayRequest>, Failure> {
    if let Some((op, number)) = super::regressions::number(text) {
        let saved = store.load(op).map_err(Failure::io)?;
        let case = number.checked_sub(1).and_then(|k| saved.get(k));
        let none = || Failure::nothing(format!("`{op}` has {} saved cases", saved.len()));
        return Ok(vec![of_saved(op, number, case.ok_or_else(none)?, catalog)?]);
    }
    let path = Path::new(text);
    if path.extension().is_none_or(|e| e != "toml") {
        let case = Replay::parse(text, catalog).map_err(Failure::usage)?;
        return Ok(vec![ReplayRequest {
            title: None,
            case,
            profile: profile_of(text).map(str::to_owned),
        }]);
    }
    let file = regressions::read(path).map_err(Failure::io)?;
    // The file has the name that is stable across versions.
    let named = catalog.ops().iter().map(|op| op.def.id);
    let named: Vec<&str> = named
        .filter(|id| store.stored_name(id) == file.op)
        .collect();
    let op = named.first().copied().unwrap_or(&file.op);
    let numbered = file.cases.iter().enumerate();
    numbered
        .map(|(k, case)| of_saved(op, k + 1, case, catalog))
        .collect()
}

fn of_saved(
    op: &str,
    number: usize,
    case: &SavedCase,
    catalog: &Catalog,
) -> Result<ReplayRequest, Failure> {
    if let Some(engine) = catalog.find_engine(op) {
        return Ok(ReplayRequest {
            title: Some(super::regressions::title(op, number, case)),
            case: Replay::Saved {
                engine: engine.id,
                number,
                case: Box::new(case.clone()),
            },
            profile: profile_of(&case.found_by).map(str::to_owned),
        });
    }
    let unknown = || Failure::nothing(format!("`{op}` is not a registered op or engine"));
    let def = catalog.find(op).ok_or_else(unknown)?.def;
    let replay = Replay::of_saved(def, case).map_err(Failure::refuted)?;
    Ok(ReplayRequest {
        title: Some(super::regressions::title(op, number, case)),
        case: replay,
        profile: profile_of(&case.found_by).map(str::to_owned),
    })
}

/// Result of a case without an op: a file of programs, a shader, or a random program. `None` for another case.
fn program(
    case: &str,
    catalog: &Catalog,
    backends: &[&'static dyn Backend],
    missing: Option<&str>,
) -> Result<Option<program::ShownProgram>, Failure> {
    if let Some(found) = filetest::parse(case)? {
        return Ok(Some(program::shown(&found, catalog, backends, missing)));
    }
    if let Some(found) = shader::parse(case)? {
        return Ok(Some(program::shown_shader(&found, backends, missing)));
    }
    let Some(seed) = program_of(case, catalog)? else {
        return Ok(None);
    };
    let callable = fuzz::Callable::of(catalog.ops());
    let case = fuzz::Case::random(seed, &callable.signatures);
    let case = fuzz::FiletestCase::without_words(case);
    Ok(Some(program::shown(&case, catalog, backends, missing)))
}

/// Adds the backend of a profile to those of a run. Returns the name of the profile if it has no backend here.
fn add_profile(
    profile: String,
    backends: &mut Vec<&'static dyn Backend>,
    no_adapter: &mut Option<String>,
) -> Option<String> {
    let Ok(found) = selected(&profile).map(|found| found.list) else {
        return Some(profile);
    };
    let there = |b: &&dyn Backend| b.identity().slug == profile;
    if !backends.iter().any(there) {
        backends.extend(found.into_iter().filter(|b| there(&&**b)));
    }
    *no_adapter = None;
    let is_here = backends.iter().any(there);
    (!is_here).then_some(profile)
}

/// The seed of the random program that a text denotes, such as `programs::llvmpipe::random=0x5eed`.
fn program_of(text: &str, catalog: &Catalog) -> Result<Option<u64>, Failure> {
    let named = text.split_once('=');
    let named = named.filter(|(trial, _)| trial.split("::").next() == Some(PROGRAMS));
    let Some((_, digits)) = named.filter(|_| Replay::parse(text, catalog).is_err()) else {
        return Ok(None);
    };
    let form =
        "the case of a random program is its seed, such as `programs::llvmpipe::random=0x5eed`";
    match seed(digits.trim()) {
        Some(seed) => Ok(Some(seed)),
        None => Err(Failure::usage(format!("`{text}`: {form}"))),
    }
}
