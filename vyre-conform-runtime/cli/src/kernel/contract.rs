//! `kernel new`, `kernel check` and `kernel mutate`: kernels with a manifest.

use super::super::exit::{Failure, Status};
use super::super::loudness::Verbosity;
use super::super::stdout;
use super::reading::{bytes, folder, named, write};
use super::subject::{ContractArguments, Subject};
use super::{failures, findings};
use clap::Args;
use std::path::PathBuf;
use vyre_conform_certificate::escape::{message, plain};
use vyre_conform_contract::{MANIFEST_NAME, skeleton, text};
use vyre_conform_import::{KernelSource, MOST_FILE_BYTES, snippet};
use vyre_conform_runtime::catalog::Catalog;

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

/// The arguments of `kernel check`.
#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    #[command(flatten)]
    common: ContractArguments,
    /// Leave the file of failures as it is. By default a failure is saved beside the manifest and runs first the next
    /// time.
    #[arg(long)]
    no_save: bool,
    /// Write the faults to this file in SARIF 2.1.0 as well, for editors and code hosts.
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
}

/// Runs `kernel new`.
pub(super) fn new(arguments: &NewArguments) -> Result<Status, Failure> {
    let file = arguments.file.display().to_string();
    let bytes = bytes(&arguments.file, MOST_FILE_BYTES - 1)
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
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let common = &arguments.common;
    let subject = Subject::new(common, catalog)?;
    let report = subject.check(&subject.options)?;
    let status = subject.shown(&report, common.json, loudness);
    if let Some(path) = &arguments.sarif {
        write(path, &findings::log(&report, folder(&common.manifest)))?;
    }
    if !arguments.no_save {
        failures::save(&common.manifest, &report.failures)?;
    }
    Ok(status)
}

/// Runs `kernel mutate`.
pub(super) fn mutate(
    arguments: &ContractArguments,
    catalog: &Catalog,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let subject = Subject::new(arguments, catalog)?;
    let (contract, adapters) = (&subject.contract, &subject.adapters);
    let report = vyre_conform_contract::mutate(contract, adapters, &subject.options);
    let report = report.map_err(|error| subject.wrong(&error))?;
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
