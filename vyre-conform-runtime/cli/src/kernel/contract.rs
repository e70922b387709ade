//! `kernel new`, `kernel check` and `kernel mutate`: kernels with a manifest.

use super::super::exit::{Failure, Status};
use super::super::loudness::Loudness;
use super::super::stdout;
use super::adapters::adapters;
use clap::Args;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vyre_conform_certificate::escape::{message, plain};
use vyre_conform_contract::{
    Contract, ContractOptions, MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest, ManifestError,
};
use vyre_conform_contract::{skeleton, text};
use vyre_conform_import::{KernelSource, MOST_FILE_BYTES, snippet};
use vyre_conform_runtime::catalog::Catalog;

/// Most bytes of a file that a manifest names.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The arguments of `kernel new`.
#[derive(Debug, Args)]
pub(super) struct NewArguments {
    /// A kernel in WGSL, SPIR-V, or GLSL (`.glsl`, `.comp`).
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The manifest to write; `vyre-kernel.toml` beside the kernel by default.
    #[arg(long, value_name = "MANIFEST")]
    output: Option<PathBuf>,
}

/// The arguments of `kernel check` and `kernel mutate`.
#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// The manifest.
    #[arg(value_name = "MANIFEST", default_value = MANIFEST_NAME)]
    manifest: PathBuf,
    /// Part of an adapter's name, device or driver, or several, separated by commas; `all` by default, and `none` for
    /// the interpreter alone.
    #[arg(long, value_name = "NAMES")]
    adapter: Vec<String>,
    /// The first seed of random inputs.
    #[arg(long, default_value_t = ContractOptions::default().seed)]
    seed: u64,
    /// Seconds that a dispatch may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 10,
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    time_limit: u64,
    /// Dispatch kernels that did not end on the interpreter as well; a device may hang on them.
    #[arg(long)]
    dispatch_anyway: bool,
    /// Give the result as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `kernel new`.
pub(super) fn new(arguments: &NewArguments) -> Result<Status, Failure> {
    let file = arguments.file.display().to_string();
    let bytes = bytes(&arguments.file, MOST_FILE_BYTES)
        .map_err(|why| Failure::io(named(&arguments.file, &why)))?;
    let source = KernelSource::parse(&file, &bytes).map_err(|error| {
        let lossy = String::from_utf8_lossy(&bytes);
        Failure::io(match &error.place {
            Some(place) => format!("{}\n{}", error.message, snippet(&file, &lossy, place, "")),
            None => format!("{file}: {}", error.message),
        })
    })?;
    let output = arguments
        .output
        .clone()
        .unwrap_or_else(|| arguments.file.with_file_name(MANIFEST_NAME));
    let name = arguments
        .file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let manifest = skeleton(&source, &name)
        .map_err(|error| Failure::io(named(&arguments.file, &error.to_string())))?;
    let created = std::fs::File::create_new(&output)
        .and_then(|mut created| std::io::Write::write_all(&mut created, manifest.as_bytes()));
    created.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::io(named(
            &output,
            "the file exists: `--output` writes another one",
        )),
        _ => Failure::io(named(&output, &error.to_string())),
    })?;
    say!("{}\n", plain(&output.display().to_string()));
    Ok(Status::Success)
}

/// Runs `kernel check`.
pub(super) fn check(
    arguments: &CheckArguments,
    catalog: &Catalog,
    loudness: Loudness,
) -> Result<Status, Failure> {
    let adapters = adapters(&arguments.adapter.join(","))?;
    let (file, manifest) = manifest(arguments)?;
    let contract = contract(arguments, catalog, &file, &manifest)?;
    let report = vyre_conform_contract::check(&contract, &adapters, &options(arguments));
    let report = report.map_err(|error| wrong(&file, &manifest, &error))?;
    if arguments.json {
        stdout::json(&report);
    } else {
        say!("{}", message(&text::faults(&report, contract.source())));
        if !loudness.is_quiet() {
            say!("{}", message(&text::summary(&report)));
        }
        say!("{}", message(&text::result(&report)));
    }
    Ok(match (report.is_refuted(), report.has_run()) {
        (true, _) => Status::Refuted,
        (false, false) => Status::Nothing,
        (false, true) => Status::Success,
    })
}

/// Runs `kernel mutate`.
pub(super) fn mutate(
    arguments: &CheckArguments,
    catalog: &Catalog,
    loudness: Loudness,
) -> Result<Status, Failure> {
    let adapters = adapters(&arguments.adapter.join(","))?;
    let (file, manifest) = manifest(arguments)?;
    let contract = contract(arguments, catalog, &file, &manifest)?;
    let report = vyre_conform_contract::mutate(&contract, &adapters, &options(arguments));
    let report = report.map_err(|error| wrong(&file, &manifest, &error))?;
    if arguments.json {
        stdout::json(&report);
    } else {
        if !loudness.is_quiet() {
            say!("{}", message(&text::mutants(&report, contract.source())));
        }
        say!("{}", message(&text::score(&report)));
    }
    let is_whole = report.refuted.is_none() && report.survivors().next().is_none();
    Ok(if is_whole {
        Status::Success
    } else {
        Status::Refuted
    })
}

fn options(arguments: &CheckArguments) -> ContractOptions {
    let mut options = ContractOptions::default();
    options.seed = arguments.seed;
    options.time_limit = Duration::from_secs(arguments.time_limit);
    options.dispatch_anyway = arguments.dispatch_anyway;
    options
}

/// The name and the text of the manifest.
fn manifest(arguments: &CheckArguments) -> Result<(String, String), Failure> {
    let path = &arguments.manifest;
    let bytes = bytes(path, MAX_MANIFEST_BYTES + 1).map_err(|why| {
        let hint = "`vyre-conform kernel new FILE` writes a manifest";
        Failure::io(format!("{}; {hint}", named(path, &why)))
    })?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| Failure::io(named(path, "the manifest is not UTF-8")))?;
    Ok((path.display().to_string(), text))
}

fn contract<'c>(
    arguments: &CheckArguments,
    catalog: &'c Catalog,
    file: &str,
    text: &str,
) -> Result<Contract<'c>, Failure> {
    let folder = arguments
        .manifest
        .parent()
        .unwrap_or(Path::new(""))
        .to_owned();
    let parsed = Manifest::parse(text).map_err(|error| wrong(file, text, &error))?;
    let contract = Contract::new(parsed, catalog, &|path| {
        within(&folder, path).map_err(std::io::Error::other)
    });
    contract.map_err(|error| wrong(file, text, &error))
}

fn wrong(file: &str, text: &str, error: &ManifestError) -> Failure {
    Failure::io(text::manifest_error(file, text, error))
}

/// The bytes of a file that lies in a folder or below.
fn within(folder: &Path, path: &str) -> Result<Vec<u8>, String> {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let whole = folder.canonicalize().map_err(|error| error.to_string())?;
    let file = whole
        .join(path)
        .canonicalize()
        .map_err(|error| error.to_string())?;
    if !file.starts_with(&whole) {
        return Err("the file lies outside of the manifest's folder: copy it there".to_owned());
    }
    bytes(&file, MAX_FILE_BYTES)
}

fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = vec![];
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn named(path: &Path, why: &str) -> String {
    format!("{}: {why}", plain(&path.display().to_string()))
}
