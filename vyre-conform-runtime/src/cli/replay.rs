//! `replay`: one case on reference, interpreter and every adapter, side by side.

use super::exit::{Failure, Status};
use super::selection::Selection;
use crate::backend::Backend;
use crate::catalog::Catalog;
use crate::fuzz;
use crate::harness::backends::selected;
use crate::harness::options::seed;
use crate::harness::{Replay, Settings, profile_of, replay as run};
use crate::ir::print;
use crate::plan::PROGRAMS;
use crate::regressions::{self, Case, Store};
use clap::Args;
use std::path::Path;

/// What `replay` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// TRIAL=VALUES as a failure report gives it (`u32::add=0x1, 0xff`), OP#N for saved case N of an op
    /// as `regressions` lists it, or a file of saved cases (.toml, or .wire for a program).
    case: String,
    #[command(flatten)]
    selection: Selection,
}

/// Runs `replay`: exit code 1 where a case still fails.
pub(super) fn replay(arguments: &Arguments) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let (backends, no_adapter) = arguments.selection.backends_or_reason()?;
    let path = Path::new(&arguments.case);
    if path.extension().is_some_and(|e| e == "wire") {
        let case = regressions::program(path).map_err(Failure::io)?;
        return program(&case, &catalog, &backends);
    }
    if let Some(seed) = program_of(&arguments.case, &catalog)? {
        let callable = fuzz::Callable::of(catalog.ops());
        let case = fuzz::Case::random(seed, &callable.signatures);
        return program(&case, &catalog, &backends);
    }
    let folder = arguments.selection.folder();
    let store = Store::of_crate(&folder).with_versions(catalog.kept_names());
    let cases = cases(&arguments.case, &catalog, &store)?;
    let mut fails = false;
    for Asked {
        title,
        case,
        profile,
    } in cases
    {
        if let Some(title) = title {
            sayln!("{title}");
        }
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
                }
                Err(_) => sayln!("not run on {profile}, where it was found: it is not here"),
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
        say!("{}", replayed.text);
        fails |= replayed.fails;
    }
    Ok(match fails {
        true => Status::Refuted,
        false => Status::Success,
    })
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

fn of_saved(op: &str, number: usize, case: &Case, catalog: &Catalog) -> Result<Asked, Failure> {
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
    let unknown = || Failure::nothing(format!("`{op}` is no registered op or engine"));
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
) -> Result<Status, Failure> {
    let able = backends.iter().copied();
    let able: Vec<&dyn Backend> = able.filter(|b| fuzz::runs_programs(*b)).collect();
    say!("{}\n{}", print::program(&case.program), case.launch_text());
    let compared = fuzz::Compared::on(&able);
    match fuzz::disagreement(case, catalog, &able, &compared) {
        None => {
            let slugs = able.iter().map(|b| &b.identity().slug[..]).enumerate();
            let (ran, left_out): (Vec<_>, Vec<_>) = slugs.partition(|(k, _)| compared.ran(*k) > 0);
            for (_, slug) in left_out {
                sayln!("{slug} did not take the program, which is beyond its limits");
            }
            let names: Vec<&str> = ran.into_iter().map(|(_, slug)| slug).collect();
            sayln!(
                "the interpreter in four orders and {} give the same words",
                match names.is_empty() {
                    true => "no adapter".to_owned(),
                    false => names.join(", "),
                }
            );
            Ok(Status::Success)
        }
        Some(found) => {
            sayln!("{found}");
            Ok(Status::Refuted)
        }
    }
}
