//! `emit`: functions of ops as text for an application (`docs/book/application.md`).

use super::exit::{Failure, Status};
use super::files::bytes_or_stdin;
use super::names;
use super::verify::refusal_message;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_emit::{EmitError, LevelSource, Request, Target};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::Category;

/// Arguments of `emit`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ops, such as `u32::mul_hi`, by names as in `check`. A name that selects several ops leaves out those with
    /// hand-written texts.
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    /// The language of the text.
    #[arg(long, value_name = "LANGUAGE")]
    target: Language,
    /// The prefix of every declared name.
    #[arg(long, default_value = "op_")]
    prefix: String,
    /// Add functions on f32 values. Drivers may change subnormal numbers and NaNs on the way; this is not verified.
    #[arg(long)]
    on_floats: bool,
    /// Write the levels of this certificate into the text; the certificate must verify. May be repeated.
    #[arg(long, value_name = "CERTIFICATE")]
    evidence: Vec<PathBuf>,
    /// The file to write; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A language, by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    Wgsl,
    C,
    Cuda,
    Opencl,
}

impl From<Language> for Target {
    fn from(language: Language) -> Self {
        match language {
            Language::Wgsl => Self::Wgsl,
            Language::C => Self::C,
            Language::Cuda => Self::Cuda,
            Language::Opencl => Self::OpenCl,
        }
    }
}

/// Runs `emit`.
pub(super) fn emit(catalog: &Catalog, arguments: &Arguments) -> Result<Status, Failure> {
    let mut ops = names::ops(catalog, &arguments.names)?;
    ops.retain(|op| {
        let has_text = matches!(op.def.category, Category::C { .. });
        !has_text || names::is_named(catalog, &arguments.names, op)
    });
    let mut request = Request::new(arguments.target.into())
        .prefix(arguments.prefix.as_str())
        .ops(ops.iter().map(|op| op.def.id));
    request.on_floats = arguments.on_floats;
    let mut certificates = vec![];
    if !arguments.evidence.is_empty() {
        let verifier = Verifier::new(catalog);
        for path in &arguments.evidence {
            let name = path.file_name().unwrap_or(path.as_os_str());
            let name = plain(&name.to_string_lossy()).into_owned();
            let verified = verifier.verified(&bytes_or_stdin(path)?);
            let verified = verified.map_err(|refusal| {
                let message = format!(
                    "a certificate that does not verify shows no level: {}",
                    refusal_message(&name, &refusal)
                );
                if refusal.is_of_content() {
                    Failure::refuted(message)
                } else {
                    Failure::io(message)
                }
            })?;
            certificates.push((name, verified));
        }
    }
    let sources = certificates.iter();
    let sources = sources.map(|(file, verified)| LevelSource { file, verified });
    let sources: Vec<LevelSource<'_>> = sources.collect();
    let text =
        vyre_conform_emit::emit(catalog, &request, &sources).map_err(|error| match &error {
            EmitError::Prefix { .. } => Failure::usage(error),
            EmitError::Untranslated { .. } => Failure::refuted(error),
            _ => Failure::nothing(error),
        })?;
    match &arguments.output {
        None => say!("{text}"),
        Some(path) => std::fs::write(path, text)
            .map_err(|e| Failure::io(format!("{}: {e}", path.display())))?,
    }
    Ok(Status::Success)
}
