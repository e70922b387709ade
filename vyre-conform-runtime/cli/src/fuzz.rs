//! `vyre-conform fuzz`: random programs on the interpreter and every adapter.

use super::exit::Failure;
use super::loudness::Verbosity;
use super::selection::{Adapters, without};
use clap::Args;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use vyre_conform_fuzz::{
    Callable, Case, ComparisonCounts, Disagreement, Ops, disagreement, runs_programs, search,
    shrink,
};
use vyre_conform_harness::backends::ADAPTER_VARIABLE;
use vyre_conform_harness::regressions::{programs, require_writable, save_program};
use vyre_conform_harness::report::warn;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

#[cfg(test)]
mod tests;

/// Maximal number of smaller cases tried for one disagreement.
const SHRINKING: usize = 3000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The number of programs.
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// The seed of the first program; each later program has the next seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    adapters: Adapters,
    /// Let programs call ops of hardware features that an adapter of the run has; adapters without a feature skip these
    /// calls. Changes the program of each seed.
    #[arg(long)]
    hardware: bool,
    /// A folder of saved programs: they run first, and new failing programs are saved there.
    #[arg(long)]
    save: Option<PathBuf>,
}

/// The selected adapters that run programs; empty if there are none and none was requested.
fn selected(adapters: &Adapters) -> Result<Vec<&'static dyn Backend>, Failure> {
    let (mut backends, reason) = adapters.backends_or_reason()?;
    let named = adapters.are_named() || std::env::var_os(ADAPTER_VARIABLE).is_some();
    if let (true, Some(reason)) = (named, reason) {
        return Err(without(&reason));
    }
    backends.retain(|backend| {
        let runs = runs_programs(*backend);
        if !runs {
            let slug = &backend.identity().slug;
            warn(format_args!("{slug} is skipped: it runs no whole programs"));
        }
        runs
    });
    if backends.is_empty() && named {
        return Err(Failure::nothing(
            "no selected adapter runs whole programs: `vyre-conform adapters` lists them",
        ));
    }
    Ok(backends)
}

pub(super) fn fuzz(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Verbosity,
) -> Result<String, Failure> {
    let backends = selected(&arguments.adapters)?;
    let callable = if arguments.hardware {
        Callable::with_hardware(catalog, &backends)
    } else {
        Callable::of(catalog.ops())
    };
    for op in &callable.left_out {
        warn(op);
    }
    let ops = Ops {
        signatures: &callable.signatures,
        library: catalog,
    };
    compare(ops, arguments, &backends, loudness)
}

fn compare(
    ops: Ops<'_>,
    arguments: &Arguments,
    backends: &[&dyn Backend],
    loudness: Verbosity,
) -> Result<String, Failure> {
    let folder = arguments.save.as_deref();
    let saved = folder.map_or(Ok(vec![]), programs).map_err(Failure::io)?;
    let end = arguments.seed.checked_add(arguments.programs);
    let end = end.ok_or_else(|| {
        let last = u64::MAX - arguments.programs;
        Failure::usage(format!(
            "--seed {}: seeds end at 2^64 - 1, so that {} programs need a seed of at most {last}",
            arguments.seed, arguments.programs
        ))
    })?;
    if arguments.programs == 0 && saved.is_empty() {
        return Err(Failure::nothing(
            "--programs 0, and no saved program: nothing was compared",
        ));
    }
    if let Some(folder) = folder {
        // A disagreement may be found after hours, and must not be lost then.
        require_writable(folder).map_err(Failure::io)?;
    }
    let compared = ComparisonCounts::on(backends);
    compare_saved(&saved, ops, backends, &compared)?;
    let begin = Instant::now();
    let last_interval = AtomicU64::new(0);
    let progress = |done: u64| {
        let seconds = begin.elapsed().as_secs();
        // The first program in a new interval of five seconds prints the line.
        let due = !loudness.is_quiet();
        if due && last_interval.fetch_max(seconds / 5, Ordering::Relaxed) < seconds / 5 {
            warn(format_args!(
                "{done} of {} programs, {seconds} s",
                arguments.programs
            ));
        }
    };
    match search(arguments.seed..end, ops, backends, &compared, &progress) {
        Some((seed, found)) => Err(Failure::refuted(report(
            seed, &found, ops, backends, arguments,
        ))),
        None => agreement(arguments, saved.len(), backends, &compared),
    }
}

fn compare_saved(
    saved: &[(PathBuf, Case)],
    ops: Ops<'_>,
    backends: &[&dyn Backend],
    compared: &ComparisonCounts,
) -> Result<(), Failure> {
    for (path, case) in saved {
        if let Some(found) = disagreement(case, ops.library, backends, compared) {
            let path = path.display();
            let text = case.text();
            return Err(Failure::refuted(format!(
                "saved program {path} still fails: {found}\n\n{text}"
            )));
        }
    }
    Ok(())
}

/// The programs that each participant ran without a disagreement.
fn agreement(
    arguments: &Arguments,
    saved: usize,
    backends: &[&dyn Backend],
    compared: &ComparisonCounts,
) -> Result<String, Failure> {
    let all = arguments.programs.saturating_add(saved as u64);
    let mut text = format!(
        "{} programs from seed {} and {} saved: the interpreter in four orders",
        arguments.programs, arguments.seed, saved
    );
    if backends.is_empty() {
        text += " agrees with itself; no adapter took part\n";
        return Ok(text);
    }
    let mut names = vec![];
    for (k, backend) in backends.iter().enumerate() {
        let slug = &backend.identity().slug;
        names.push(match compared.ran(k) {
            0 => {
                return Err(Failure::nothing(format!(
                    "{slug} accepted none of the {all} programs: nothing was compared there"
                )));
            }
            ran if ran < all => format!("{slug} (which ran {ran} of them)"),
            _ => slug.clone(),
        });
    }
    let _ = writeln!(text, " and {} give the same words", names.join(", "));
    Ok(text)
}

/// The report of a disagreement: reduced, saved, and with the command to reproduce it.
fn report(
    seed: u64,
    found: &Disagreement,
    ops: Ops<'_>,
    backends: &[&dyn Backend],
    arguments: &Arguments,
) -> String {
    let case = Case::random(seed, ops.signatures);
    let mut last = found.clone();
    let mut shows =
        |case: &Case| match disagreement(case, ops.library, backends, &ComparisonCounts::default())
        {
            Some(smaller) if smaller.is_like(found) => {
                last = smaller;
                true
            }
            _ => false,
        };
    let shrunk = shrink(&case, SHRINKING, &mut shows);
    let mut text = format!("program of seed {seed}: {found}\n");
    let _ = writeln!(
        text,
        "reduced in {} tries: {last}\n\n{}",
        shrunk.tried,
        shrunk.case.text()
    );
    if let Some(folder) = &arguments.save {
        let _ = match save_program(folder, &shrunk.case) {
            Ok(path) => writeln!(text, "saved as {}", path.display()),
            Err(error) => writeln!(text, "not saved: {error}"),
        };
    }
    let _ = write!(text, "again: vyre-conform fuzz --programs 1 --seed {seed}");
    if arguments.hardware {
        // The ops that programs call depend on the adapters.
        text += " --hardware";
        text += &arguments.adapters.written();
    }
    text
}
