//! `kernel new`, `kernel check` and `kernel mutate`: kernels with a manifest.

use super::super::exit::{Failure, Status};
use super::super::loudness::Loudness;
use super::super::stdout;
use super::adapters::adapters;
use super::reading::{bytes, folder, named, within, write};
use super::{findings, saved};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use vyre_conform_certificate::escape::{message, plain};
use vyre_conform_contract::{
    Contract, ContractOptions, ContractReport, MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest,
    ManifestError,
};
use vyre_conform_contract::{skeleton, text};
use vyre_conform_import::{KernelSource, MOST_FILE_BYTES, snippet};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_wgpu::WgpuBackend;

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

/// The arguments of commands that check a contract.
#[derive(Debug, Args)]
pub(super) struct ContractArguments {
    /// The manifest.
    #[arg(value_name = "MANIFEST", default_value = MANIFEST_NAME)]
    pub(super) manifest: PathBuf,
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
    pub(super) json: bool,
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

/// A contract with the parties and the options of a command.
pub(super) struct Subject<'c> {
    path: PathBuf,
    text: String,
    pub(super) contract: Contract<'c>,
    pub(super) adapters: Vec<&'static WgpuBackend>,
    pub(super) options: ContractOptions,
}

impl<'c> Subject<'c> {
    /// The subject of the arguments, with the failures that were saved.
    pub(super) fn new(
        arguments: &ContractArguments,
        catalog: &'c Catalog,
    ) -> Result<Self, Failure> {
        let adapters = adapters(&arguments.adapter.join(","))?;
        let mut subject = Self::of_manifest(arguments.manifest.clone(), catalog)?;
        subject.adapters = adapters;
        let options = &mut subject.options;
        options.seed = arguments.seed;
        options.time_limit = Duration::from_secs(arguments.time_limit);
        options.dispatch_anyway = arguments.dispatch_anyway;
        options.saved = saved::saved(&arguments.manifest)?;
        Ok(subject)
    }

    /// The contract of a manifest, without adapters.
    pub(super) fn of_manifest(path: PathBuf, catalog: &'c Catalog) -> Result<Self, Failure> {
        let bytes = bytes(&path, MAX_MANIFEST_BYTES).map_err(|why| {
            let hint = "`vyre-conform kernel new FILE` writes a manifest";
            Failure::io(format!("{}; {hint}", named(&path, &why)))
        })?;
        let text = String::from_utf8(bytes);
        let text = text.map_err(|_| Failure::io(named(&path, "the manifest is not UTF-8")))?;
        let file = path.display().to_string();
        let failed = |error| Failure::io(text::manifest_error(&file, &text, &error));
        let parsed = Manifest::parse(&text).map_err(failed)?;
        let contract = Contract::new(parsed, catalog, &|name| {
            within(folder(&path), name, MAX_FILE_BYTES).map_err(std::io::Error::other)
        });
        let contract = contract.map_err(failed)?;
        Ok(Self {
            path,
            text,
            contract,
            adapters: vec![],
            options: ContractOptions::default(),
        })
    }

    /// The failure of a mistake in the manifest.
    pub(super) fn wrong(&self, error: &ManifestError) -> Failure {
        let file = self.path.display().to_string();
        Failure::io(text::manifest_error(&file, &self.text, error))
    }

    pub(super) fn check(&self, options: &ContractOptions) -> Result<ContractReport, Failure> {
        let report = vyre_conform_contract::check(&self.contract, &self.adapters, options);
        report.map_err(|error| self.wrong(&error))
    }

    /// Writes a report, and gives its status.
    pub(super) fn shown(
        &self,
        report: &ContractReport,
        is_json: bool,
        loudness: Loudness,
    ) -> Status {
        if is_json {
            stdout::json(report);
        } else {
            say!("{}", message(&text::faults(report, self.contract.source())));
            if !loudness.is_quiet() {
                say!("{}", message(&text::summary(report)));
            }
            say!("{}", message(&text::result(report)));
        }
        match (report.is_refuted(), report.has_run()) {
            (true, _) => Status::Refuted,
            (false, false) => Status::Nothing,
            (false, true) => Status::Success,
        }
    }
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
    loudness: Loudness,
) -> Result<Status, Failure> {
    let common = &arguments.common;
    let subject = Subject::new(common, catalog)?;
    let report = subject.check(&subject.options)?;
    let status = subject.shown(&report, common.json, loudness);
    if let Some(path) = &arguments.sarif {
        write(path, &findings::log(&report, folder(&common.manifest)))?;
    }
    if !arguments.no_save {
        saved::save(&common.manifest, &report.failures)?;
    }
    Ok(status)
}

/// Runs `kernel mutate`.
pub(super) fn mutate(
    arguments: &ContractArguments,
    catalog: &Catalog,
    loudness: Loudness,
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
