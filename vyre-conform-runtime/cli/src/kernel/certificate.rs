//! `kernel certify` and `kernel verify`: certificates of kernels.

use super::super::exit::{Failure, Status};
use super::super::loudness::Verbosity;
use super::super::stdout;
use super::reading::{bytes, folder, named, write};
use super::subject::{ContractArguments, Subject};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use vyre_conform_certificate::escape::{message, plain};
use vyre_conform_contract::{
    KernelCertificate, KernelCertifyError, MANIFEST_NAME, MAX_KERNEL_CERTIFICATE_BYTES,
    certify_kernel, kernel_differences, verify_kernel,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::{WgpuBackend, loaded};

/// The arguments of `kernel certify`.
#[derive(Debug, Args)]
pub(super) struct CertifyArguments {
    #[command(flatten)]
    contract: ContractArguments,
    /// The certificate to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// The arguments of `kernel verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// The certificate.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The manifest; `vyre-kernel.toml` beside the certificate by default.
    #[arg(long, value_name = "MANIFEST")]
    manifest: Option<PathBuf>,
    /// Run everything again on the same devices, and compare the digests.
    #[arg(long)]
    rerun: bool,
    /// Give the result as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// The result of a verification.
#[derive(Serialize)]
struct Verification {
    file: String,
    verified: bool,
    problems: Vec<String>,
    /// Facts that only a rerun on the same devices confirms.
    issuer_word: Vec<String>,
}

/// Runs `kernel certify`.
pub(super) fn certify(
    arguments: &CertifyArguments,
    catalog: &Catalog,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let subject = Subject::new(&arguments.contract, catalog)?;
    let certificate = certify_kernel(&subject.contract, &subject.adapters, &subject.options);
    let certificate = match certificate {
        Ok(certificate) => certificate,
        Err(KernelCertifyError::Refuted(report)) => {
            return Ok(subject.shown(&report, arguments.contract.json, loudness));
        }
        Err(KernelCertifyError::Manifest(error)) => return Err(subject.wrong(&error)),
        Err(error @ KernelCertifyError::NoAdapter) => return Err(Failure::nothing(error)),
        Err(error) => return Err(Failure::refuted(error)),
    };
    write(&arguments.output, &certificate.text())?;
    if arguments.contract.json {
        stdout::json(&certificate);
    } else {
        say!("{}", message(&summary(&certificate)));
    }
    Ok(Status::Success)
}

fn summary(certificate: &KernelCertificate) -> String {
    let names: Vec<&str> = certificate.adapters.iter().map(|a| &a.slug[..]).collect();
    format!(
        "{}: certified in {} cases on {}; {} of {} mutants noticed\n",
        certificate.claims.kernel,
        certificate.claims.cases.len(),
        names.join(", "),
        certificate.mutants.caught,
        certificate.mutants.all
    )
}

/// Runs `kernel verify`.
pub(super) fn verify(arguments: &VerifyArguments, catalog: &Catalog) -> Result<Status, Failure> {
    let path = &arguments.file;
    let bytes = bytes(path, MAX_KERNEL_CERTIFICATE_BYTES);
    let bytes = bytes.map_err(|why| Failure::io(named(path, &why)))?;
    let text = String::from_utf8_lossy(&bytes);
    let beside = folder(path).join(MANIFEST_NAME);
    let manifest = arguments.manifest.clone().unwrap_or(beside);
    let subject = Subject::of_manifest(manifest, catalog)?;
    let mut issuer_word = vec![];
    let problems = match verify_kernel(&text, &subject.contract, &subject.options) {
        Ok(certificate) if arguments.rerun => rerun(&certificate, subject)?,
        Ok(certificate) => {
            issuer_word = certificate.issuer_word();
            vec![]
        }
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    };
    let file = path.display().to_string();
    let verified = problems.is_empty();
    if arguments.json {
        stdout::json(&Verification {
            file,
            verified,
            problems,
            issuer_word,
        });
    } else if verified {
        sayln!("{}: verified", plain(&file));
        for fact in issuer_word {
            sayln!("  issuer's word, which --rerun confirms: {}", plain(&fact));
        }
    } else {
        sayln!("{} does not verify:", plain(&file));
        for problem in problems {
            sayln!("  {}", plain(&problem));
        }
    }
    Ok(if verified {
        Status::Success
    } else {
        Status::Refuted
    })
}

/// The differences of a certificate from one that the same devices give now.
fn rerun(certificate: &KernelCertificate, subject: Subject<'_>) -> Result<Vec<String>, Failure> {
    let all = loaded().map_err(Failure::nothing)?;
    let found = certificate.adapters.iter().map(|evidence| {
        let mut all = all.list.iter();
        let same = all.find(|backend| evidence.is_of(backend.identity()));
        same.ok_or_else(|| {
            Failure::nothing(format!(
                "`{}` ({}, {}) is not on this machine: leave `--rerun` out",
                evidence.slug, evidence.device, evidence.driver
            ))
        })
    });
    let adapters: Vec<&WgpuBackend> = found.collect::<Result<_, _>>()?;
    let mut options = subject.options;
    options.seed = certificate.claims.seed;
    Ok(
        match certify_kernel(&subject.contract, &adapters, &options) {
            Ok(again) => {
                let problems = kernel_differences(certificate, &again);
                problems.iter().map(ToString::to_string).collect()
            }
            Err(error) => vec![format!("run again: {error}")],
        },
    )
}
