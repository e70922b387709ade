//! `merge`: the certificate of the whole from those of its shards, all of which must verify.

use super::certify::{Existing, write_certificate};
use super::describe::{Description, describe};
use super::exit::{Failure, Status};
use super::files::{apart, read};
use super::loudness::Verbosity;
use super::stdout;
use super::verify::refusal_message;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use vyre_conform_certificate::certificate::{self, OutcomeName};
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::{Verification, Verifier};
use vyre_conform_runtime::catalog::Catalog;

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The certificates of all shards, in any order.
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite FILE.
    #[arg(long)]
    force: bool,
    /// Tell of the whole as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Result of merging.
#[derive(Serialize)]
struct MergeReport {
    file: String,
    shards: usize,
    certificate: Description,
}

/// Runs `merge`.
pub(super) fn merge(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    apart(&arguments.output, &arguments.shards)?;
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let verifier = Verifier::new(&catalog);
    let mut shards = vec![];
    let mut refused = vec![];
    for path in &arguments.shards {
        let name = plain(&path.display().to_string()).into_owned();
        let shard = read(path)?;
        if let Err(refusal) = verifier.content(shard.clone()) {
            refused.push(refusal_message(&name, &refusal));
        }
        if loudness.is_verbose() && !arguments.json {
            sayln!("{name}: {}", shard.digest);
        }
        shards.push((name, shard));
    }
    // Foreign shards are reported as such before their own faults.
    let whole =
        certificate::merge(&shards).map_err(|error| Failure::refuted(plain(&error.to_string())))?;
    if !refused.is_empty() {
        return Err(Failure::refuted(format!(
            "not merged: {}",
            refused.join("\n")
        )));
    }
    // Shards that verify can still contradict one another.
    let whole = verifier.content(whole).map_err(|refusal| {
        Failure::refuted(format!(
            "not merged: {}",
            refusal_message("the certificate of the whole", &refusal)
        ))
    })?;
    let existing = if arguments.force {
        Existing::Replace
    } else {
        Existing::Keep
    };
    write_certificate(&arguments.output, &whole.certificate, existing)?;
    report(arguments, &whole, shards.len(), loudness);
    let mut parts = whole.certificate.parts();
    let failed = parts.any(|p| p.outcome == OutcomeName::Failed);
    Ok(if failed {
        Status::Refuted
    } else {
        Status::Success
    })
}

/// Prints the result.
fn report(arguments: &Arguments, whole: &Verification, shards: usize, loudness: Verbosity) {
    let file = arguments.output.display().to_string();
    if arguments.json {
        stdout::json(&MergeReport {
            file,
            shards,
            certificate: Description::new(whole),
        });
    } else {
        if !loudness.is_quiet() {
            sayln!(
                "verified: {} shards and the whole. Nothing was run again: results, device and unsupported parts are \
                 the issuers' word",
                shards
            );
            say!("{}", describe(&whole.certificate, &whole.absent));
        }
        sayln!("{}\n{}", whole.certificate.digest, plain(&file));
    }
}
