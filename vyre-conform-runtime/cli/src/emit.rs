//! `emit`: functions of ops as text for an application (`docs/use.md`).

use super::exit::{Failure, Status};
use super::files::bytes_or_stdin;
use super::near::meant;
use super::verify::told;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_emit::{EmitError, LevelSource, Request, Target};
use vyre_conform_runtime::catalog::Catalog;

/// What `emit` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Ids of ops, such as `u32::mul_hi`.
    #[arg(required = true, value_name = "OP")]
    ops: Vec<String>,
    /// The language of the text.
    #[arg(long, value_name = "LANGUAGE")]
    target: Language,
    /// What every name begins with.
    #[arg(long, default_value = "op_")]
    prefix: String,
    /// Also functions on f32 values, beside those on bits: what a driver does with subnormal numbers and NaNs on the way is
    /// not verified.
    #[arg(long)]
    on_floats: bool,
    /// A certificate whose levels the text tells; it has to verify. May be given several times.
    #[arg(long, value_name = "CERTIFICATE")]
    evidence: Vec<PathBuf>,
    /// Where the text goes; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A language by its name.
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
    let mut request = Request::new(arguments.target.into())
        .prefix(arguments.prefix.as_str())
        .ops(arguments.ops.iter().cloned());
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
                    told(&name, &refusal)
                );
                match refusal.is_of_content() {
                    true => Failure::refuted(message),
                    false => Failure::io(message),
                }
            })?;
            certificates.push((name, verified));
        }
    }
    let shown = certificates.iter();
    let shown = shown.map(|(file, verified)| LevelSource { file, verified });
    let shown: Vec<LevelSource<'_>> = shown.collect();
    let text =
        vyre_conform_emit::emit(catalog, &request, &shown).map_err(|error| match &error {
            EmitError::Prefix { .. } => Failure::usage(error),
            EmitError::Untranslated { .. } => Failure::refuted(error),
            EmitError::Unknown(id) => Failure::nothing(&error).adding(&meant(catalog, id)),
            _ => Failure::nothing(error),
        })?;
    match &arguments.output {
        None => say!("{text}"),
        Some(path) => std::fs::write(path, text)
            .map_err(|e| Failure::io(format!("{}: {e}", path.display())))?,
    }
    Ok(Status::Success)
}
