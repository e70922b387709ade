//! `kernel inspect FILES..`: faults of kernels in WGSL, SPIR-V or GLSL, without a manifest.

use super::super::exit::{Failure, Status};
use super::super::loudness::Verbosity;
use super::super::stdout;
use super::adapters::adapters;
use super::reading::{bytes, write};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vyre_conform_certificate::escape::{message, plain};
use vyre_conform_harness::report::warn;
use vyre_conform_import::{KernelSource, MOST_FILE_BYTES, SourcePlace};
use vyre_conform_inspect::{BufferLength, InspectOptions, Inspection, MAX_INSPECTED_LENGTH};
use vyre_conform_inspect::{sarif, text};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_wgpu::WgpuBackend;

/// The arguments of `kernel inspect`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Kernels in WGSL, SPIR-V, or GLSL (`.glsl`, `.comp`).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Inspect this entry point only; may be repeated.
    #[arg(long, value_name = "NAME")]
    entry: Vec<String>,
    /// The value of an override, by its name or by the number of its `@id`; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = named_value)]
    r#override: Vec<(String, f64)>,
    /// Elements of the runtime-sized arrays: `1000` for all, `keys=1000` for one buffer, `offsets=+1` for one more than
    /// the others, `pixels=*4` for a multiple; may be repeated. Lengths around the workgroup size by default.
    #[arg(long, value_name = "N", value_parser = length)]
    length: Vec<Length>,
    /// The value of a scalar in front of the data of a buffer, such as `params.stride=5`; may be repeated. The names of
    /// scalars suggest values by default.
    #[arg(long, value_name = "NAME=VALUE", value_parser = named_value)]
    value: Vec<(String, f64)>,
    /// Workgroups of each dispatch, such as `4` or `4,4,1`; computed from the length by default.
    #[arg(long, value_name = "X,Y,Z", value_parser = workgroups)]
    workgroups: Option<Workgroups>,
    /// Seed of random inputs.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Part of an adapter's name, device or driver; separate several by commas. `all` by default, `none` for the
    /// interpreter alone.
    #[arg(long, value_name = "NAMES")]
    adapter: Vec<String>,
    /// The most statements of an invocation in the interpreter.
    #[arg(long, value_name = "STATEMENTS", default_value_t = InspectOptions::default().budget)]
    budget: u64,
    /// The most seconds of a dispatch.
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    time_limit: u64,
    /// Dispatch kernels that the interpreter could not finish as well; a device may hang on them.
    #[arg(long)]
    dispatch_anyway: bool,
    /// Print the findings as one JSON value on stdout.
    #[arg(long)]
    json: bool,
    /// Write the findings to this file in SARIF 2.1.0 as well, for editors and code hosts.
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
}

/// Elements of every runtime-sized array, or of that of one buffer.
#[derive(Clone, Debug)]
enum Length {
    All(u32),
    Of(String, BufferLength),
}

/// Workgroups of a dispatch.
#[derive(Clone, Copy, Debug)]
struct Workgroups([u32; 3]);

fn named_value(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("write NAME=VALUE, such as BLOCK=64")?;
    let number = match value.trim() {
        "true" => Some(1.0),
        "false" => Some(0.0),
        other => other.parse().ok().filter(|x: &f64| x.is_finite()),
    };
    let number = number.ok_or("the value is a number, `true` or `false`")?;
    Ok((name.trim().to_owned(), number))
}

fn length(text: &str) -> Result<Length, String> {
    let (name, number) = match text.split_once('=') {
        Some((name, number)) => (Some(name), number),
        None => (None, text),
    };
    let number = number.trim();
    let (sign, digits) = match number.strip_prefix(['+', '*']) {
        Some(digits) if name.is_some() => (number.chars().next(), digits),
        _ => (None, number),
    };
    let number = digits.parse().ok();
    let number = number.filter(|n| (1..=MAX_INSPECTED_LENGTH).contains(n));
    let number = number.ok_or_else(|| {
        format!(
            "a length is a number from 1 to {MAX_INSPECTED_LENGTH}; WebGPU binds no runtime-sized array without an \
             element"
        )
    })?;
    Ok(match name {
        Some(name) => {
            let elements = match sign {
                Some('+') => BufferLength::More(number),
                Some(_) => BufferLength::Times(number),
                None => BufferLength::Exact(number),
            };
            Length::Of(name.trim().to_owned(), elements)
        }
        None => Length::All(number),
    })
}

fn workgroups(text: &str) -> Result<Workgroups, String> {
    let mut counts = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("a dispatch has at most three counts, such as 4,4,1".to_owned());
    }
    for (count, part) in counts.iter_mut().zip(parts) {
        let number = part
            .trim()
            .parse()
            .ok()
            .filter(|n| (1..=65_535).contains(n));
        *count = number.ok_or("a count of workgroups is a number from 1 to 65535")?;
    }
    Ok(Workgroups(counts))
}

/// A file that could not be inspected.
#[derive(Serialize)]
struct ReadFailure {
    file: String,
    reason: String,
    place: Option<SourcePlace>,
}

/// The results for all files.
#[derive(Default, Serialize)]
struct InspectionReport {
    files: Vec<Inspection>,
    unreadable: Vec<ReadFailure>,
}

/// Runs `kernel inspect`.
pub(super) fn inspect(
    arguments: &Arguments,
    catalog: &Catalog,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let adapters = adapters(&arguments.adapter.join(","))?;
    let options = options(arguments);
    let mut found = InspectionReport::default();
    for file in &arguments.files {
        let inspection = one(file, &options, &adapters, catalog, &mut found)?;
        let Some((inspection, source)) = inspection else {
            continue;
        };
        if !arguments.json {
            shown(&inspection, source.text(), loudness);
        }
        found.files.push(inspection);
    }
    if arguments.json {
        stdout::json(&found);
    }
    if let Some(path) = &arguments.sarif {
        write(path, &sarif::log(&found.files).to_string())?;
    }
    let refuted = found.files.iter().any(Inspection::is_refuted);
    Ok(match (refuted, found.unreadable.is_empty()) {
        (true, _) => Status::Refuted,
        (false, false) => Status::Io,
        (false, true) => Status::Success,
    })
}

fn options(arguments: &Arguments) -> InspectOptions {
    let mut options = InspectOptions::default();
    options.entries.clone_from(&arguments.entry);
    options.overrides.clone_from(&arguments.r#override);
    for length in &arguments.length {
        match length {
            Length::All(n) => options.lengths.push(*n),
            Length::Of(name, n) => options.buffer_lengths.push((name.clone(), *n)),
        }
    }
    options.values.clone_from(&arguments.value);
    options.workgroups = arguments.workgroups.map(|Workgroups(counts)| counts);
    options.seed = arguments.seed;
    options.budget = arguments.budget;
    options.time_limit = Duration::from_secs(arguments.time_limit);
    options.dispatch_anyway = arguments.dispatch_anyway;
    options
}

/// Inspects one file; what is wrong with it costs the others nothing.
fn one(
    path: &Path,
    options: &InspectOptions,
    adapters: &[&WgpuBackend],
    catalog: &Catalog,
    found: &mut InspectionReport,
) -> Result<Option<(Inspection, KernelSource)>, Failure> {
    let file = path.display().to_string();
    let mut unreadable = |said: String, reason: String, place: Option<SourcePlace>| {
        warn(format_args!("error: {}", message(&said)));
        found.unreadable.push(ReadFailure {
            file: file.clone(),
            reason,
            place,
        });
    };
    let bytes = match bytes(path, MOST_FILE_BYTES - 1) {
        Ok(bytes) => bytes,
        Err(reason) => {
            unreadable(format!("{file}: {reason}"), reason, None);
            return Ok(None);
        }
    };
    let source = match KernelSource::parse(&file, &bytes) {
        Ok(source) => source,
        Err(error) => {
            let lossy = String::from_utf8_lossy(&bytes);
            let said = text::source_error(&file, &lossy, &error);
            unreadable(said, error.message, error.place);
            return Ok(None);
        }
    };
    let inspection = vyre_conform_inspect::inspect(&source, options, adapters, catalog);
    let inspection =
        inspection.map_err(|error| Failure::usage(format!("{}: {error}", plain(&file))))?;
    Ok(Some((inspection, source)))
}

fn shown(inspection: &Inspection, source: &str, loudness: Verbosity) {
    let findings = text::findings(inspection, source, !loudness.is_quiet());
    say!("{}", message(&findings));
    if loudness.is_quiet() {
        say!("{}", message(&text::omissions(inspection)));
    } else {
        say!("{}", message(&text::summary(inspection)));
    }
    say!("{}", message(&text::result(inspection)));
}
