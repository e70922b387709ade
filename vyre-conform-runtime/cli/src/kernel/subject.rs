//! The contract that a command checks.

use super::super::exit::{Failure, Status};
use super::super::loudness::Verbosity;
use super::super::stdout;
use super::adapters::adapters;
use super::failures;
use super::reading::{bytes, folder, named, within};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use vyre_conform_certificate::escape::message;
use vyre_conform_contract::{
    Contract, ContractOptions, ContractReport, MANIFEST_NAME, MAX_MANIFEST_BYTES, Manifest,
    ManifestError, text,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_wgpu::WgpuBackend;

/// Maximal bytes of a file that a manifest names.
const MAX_FILE_BYTES: u64 = 64 << 20;

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
        options.saved = failures::saved(&arguments.manifest)?;
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
        loudness: Verbosity,
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
