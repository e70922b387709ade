//! `replay`: one case on reference, interpreter and every adapter, side by side.

mod named;

use super::exit::{Failure, Status};
use super::loudness::Loudness;
use super::say;
use super::selection::Selection;
use clap::Args;
use serde::Serialize;
use std::path::Path;
use vyre_conform_certificate::escape::plain;
use vyre_conform_fuzz as fuzz;
use vyre_conform_harness::backends::selected;
use vyre_conform_harness::regressions::{self, SavedCase, Store};
use vyre_conform_harness::{Replay, Replayed, Settings, profile_of, replay as run};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::PROGRAMS;
use vyre_conform_suite::plan::numbers::seed;

/// What `replay` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// TRIAL=VALUES as a failure report gives it (`u32::add=0x1, 0xff`), OP#N for saved case N of an op
    /// as `regressions` lists it, or a file of saved cases (.toml, or .vir for a program).
    case: String,
    #[command(flatten)]
    selection: Selection,
    /// Tell what the cases showed as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// What the cases showed.
#[derive(Serialize)]
struct Shown {
    /// Whether one of them still fails.
    fails: bool,
    cases: Vec<ShownCase>,
}

/// What a case showed.
#[derive(Serialize)]
struct ShownCase {
    /// The case, as it was given.
    case: String,
    /// Of a saved one its claim, its values, and where it comes from.
    title: Option<String>,
    /// What was not run on, because it is not here.
    missing: Option<String>,
    #[serde(flatten)]
    replayed: Replayed,
}

/// Runs `replay`: exit code 1 where a case still fails.
pub(super) fn replay(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let (backends, no_adapter) = arguments.selection.backends_or_reason()?;
    let path = Path::new(&arguments.case);
    if path.extension().is_some_and(|e| e == "vir") {
        let case = regressions::program(path).map_err(Failure::io)?;
        return program(&case, &catalog, &backends, None, arguments.json);
    }
    // The name that a failure report gave: what it says ran elsewhere is said not to have run here.
    let trial = arguments.case.split('=').next().unwrap_or_default().trim();
    let is_here = |name: &str| backends.iter().any(|b| b.identity().slug == name);
    let elsewhere = named::backend(trial, &catalog).filter(|name| !is_here(name));
    if let Some(seed) = program_of(&arguments.case, &catalog)? {
        let callable = fuzz::Callable::of(catalog.ops());
        let case = fuzz::Case::random(seed, &callable.signatures);
        return program(&case, &catalog, &backends, elsewhere, arguments.json);
    }
    let folder = arguments.selection.folder();
    let store = Store::of_crate(&folder).with_versions(catalog.kept_names());
    let cases = cases(&arguments.case, &catalog, &store)?;
    let mut shown = Shown {
        fails: false,
        cases: vec![],
    };
    for Asked {
        title,
        case,
        profile,
    } in cases
    {
        let mut missing = elsewhere.filter(|_| profile.is_none()).map(str::to_owned);
        let mut backends = backends.clone();
        let mut no_adapter = no_adapter.clone();
        if let Some(profile) = profile {
            match selected(&profile).map(|found| found.list) {
                Ok(found) => {
                    let there = |b: &&dyn Backend| b.identity().slug == profile;
                    if !backends.iter().any(there) {
                        backends.extend(found.into_iter().filter(|b| there(&&**b)));
                    }
                    no_adapter = None;
                    let is_here = backends.iter().any(there);
                    missing = (!is_here).then_some(profile);
                }
                Err(_) => missing = Some(profile),
            }
        }
        let mut settings = Settings::from_env().map_err(Failure::usage)?;
        case.narrow(&mut settings);
        // What is replayed was given: saved failures of other inputs are not looked at.
        settings.saved = Some(Default::default());
        let catalog = Catalog::linked().map_err(Failure::nothing)?;
        let selection = &arguments.selection;
        let context = selection.context(catalog, settings, backends, no_adapter)?;
        let replayed = run(&context, &case).map_err(Failure::refuted)?;
        if !arguments.json && (replayed.fails || !loudness.is_quiet()) {
            title.iter().for_each(|title| sayln!("{title}"));
            if let Some(profile) = &missing {
                sayln!("{}", not_run_on(profile));
            }
            say!("{}", replayed.text);
        }
        shown.fails |= replayed.fails;
        shown.cases.push(ShownCase {
            case: arguments.case.clone(),
            title,
            missing,
            replayed,
        });
    }
    if arguments.json {
        say::json(&shown);
    } else if loudness.is_quiet() {
        let failing = shown.cases.iter().filter(|case| case.replayed.fails);
        sayln!("{} of {} cases fail", failing.count(), shown.cases.len());
    }
    Ok(status(shown.fails))
}

/// What is said of a backend that a case names, and on which it does not run.
fn not_run_on(name: &str) -> String {
    format!(
        "not run on {}, which the case names: it is not here, or not asked for",
        plain(name)
    )
}

/// How the command ends.
const fn status(fails: bool) -> Status {
    match fails {
        true => Status::Refuted,
        false => Status::Success,
    }
}

/// A case that is to be replayed.
struct Asked {
    /// A line to put above it.
    title: Option<String>,
    case: Replay,
    /// The profile that it was found on.
    profile: Option<String>,
}

/// The cases that a text names.
fn cases(text: &str, catalog: &Catalog, store: &Store) -> Result<Vec<Asked>, Failure> {
    if let Some((op, number)) = super::regressions::number(text) {
        let saved = store.load(op).map_err(Failure::io)?;
        let case = number.checked_sub(1).and_then(|k| saved.get(k));
        let none = || Failure::nothing(format!("`{op}` has {} saved cases", saved.len()));
        return Ok(vec![of_saved(op, number, case.ok_or_else(none)?, catalog)?]);
    }
    let path = Path::new(text);
    if path.extension().is_none_or(|e| e != "toml") {
        let case = Replay::parse(text, catalog).map_err(Failure::usage)?;
        return Ok(vec![Asked {
            title: None,
            case,
            profile: profile_of(text).map(str::to_owned),
        }]);
    }
    let file = regressions::read(path).map_err(Failure::io)?;
    // The file has the name that does not change when a version comes.
    let named = catalog.ops().iter().map(|op| op.def.id);
    let named: Vec<&str> = named.filter(|id| store.kept(id) == file.op).collect();
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
) -> Result<Asked, Failure> {
    if let Some(engine) = catalog.find_engine(op) {
        return Ok(Asked {
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
    Ok(Asked {
        title: Some(super::regressions::title(op, number, case)),
        case: replay,
        profile: profile_of(&case.found_by).map(str::to_owned),
    })
}

/// The seed of the random program that a text names, such as `programs::llvmpipe::random=0x5eed`.
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

/// A program on which runners once disagreed.
fn program(
    case: &fuzz::Case,
    catalog: &Catalog,
    backends: &[&'static dyn Backend],
    missing: Option<&str>,
    json: bool,
) -> Result<Status, Failure> {
    let able = backends.iter().copied();
    let able: Vec<&dyn Backend> = able.filter(|b| fuzz::runs_programs(*b)).collect();
    let text = case.text();
    if !json {
        say!("{text}");
    }
    let compared = fuzz::Compared::on(&able);
    let found = fuzz::disagreement(case, catalog, &able, &compared);
    let slugs = able.iter().map(|b| b.identity().slug.clone()).enumerate();
    let (ran, left_out): (Vec<_>, Vec<_>) = slugs.partition(|(k, _)| compared.ran(*k) > 0);
    let names = |found: Vec<(usize, String)>| found.into_iter().map(|(_, slug)| slug).collect();
    let shown = ShownProgram {
        fails: found.is_some(),
        program: text,
        ran_on: names(ran),
        // Where they disagree nothing is said of those that were not asked any more.
        left_out: if found.is_some() {
            vec![]
        } else {
            names(left_out)
        },
        missing: missing.map(str::to_owned),
        disagreement: found.map(|found| found.to_string()),
    };
    match json {
        true => say::json(&shown),
        false => say!("{}", shown.text()),
    }
    Ok(status(shown.fails))
}

/// What a program showed on which runners once disagreed.
#[derive(Serialize)]
struct ShownProgram {
    fails: bool,
    /// Its text with its launch, as a file that `replay` takes.
    program: String,
    ran_on: Vec<String>,
    /// The adapters beyond whose limits it is.
    left_out: Vec<String>,
    /// The adapter that the case names and that is not here.
    missing: Option<String>,
    disagreement: Option<String>,
}

impl ShownProgram {
    /// What is said below the program.
    fn text(&self) -> String {
        let missing = self.missing.as_deref().map(not_run_on);
        let mut out: String = missing.iter().flat_map(|line| [line, "\n"]).collect();
        if let Some(found) = &self.disagreement {
            return out + &format!("{found}\n");
        }
        for slug in &self.left_out {
            out += &format!("{slug} did not take the program, which is beyond its limits\n");
        }
        let names = match self.ran_on.is_empty() {
            true => "no adapter".to_owned(),
            false => self.ran_on.join(", "),
        };
        out + &format!("the interpreter in four orders and {names} give the same words\n")
    }
}
