//! `report`: one HTML file from certificates, which needs nothing else to be read.
//!
//! Every text of a certificate is a stranger's: the templates escape all of them, and the page allows
//! itself no network. Every certificate is verified first, without running anything again. One that does not verify is
//! shown as what it claims, without colours, under the words `not verified` and the reasons, and the exit code is 1.

mod counterexample;
mod coverage;
mod engine;
mod heat;
mod op;
mod overview;
mod page;
mod parts;
mod programs;

use super::certify::{Existing, write_new};
use super::exit::{Failure, Status};
use super::files::read;
use super::loudness::Loudness;
use super::verify::{Refusal, Verifier, told};
use crate::catalog::{Catalog, Op};
use crate::certify::certificate::Certificate;
use crate::engine::EngineDef;
use crate::harness::escape::plain;
use crate::registry::OpDef;
use clap::Args;
use std::path::{Path, PathBuf};

/// What `report` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Certificates, shown side by side.
    #[arg(required = true, value_name = "CERTIFICATE")]
    files: Vec<PathBuf>,
    /// Where the page goes.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite FILE.
    #[arg(long)]
    force: bool,
}

/// A certificate on the page.
struct Sheet<'a> {
    /// What the page calls it: its file's name.
    name: String,
    certificate: Certificate,
    /// The ops it is about, where this program has them.
    library: Option<&'a Catalog>,
    /// Why it does not verify, where it does not: nothing that it claims is shown as established.
    refused: Option<Vec<String>>,
    /// How many of its parts are unsupported by the word of its issuer alone.
    by_word: usize,
}

impl<'a> Sheet<'a> {
    fn new(
        path: &Path,
        certificate: Certificate,
        catalog: &'a Catalog,
        verifier: &Verifier<'_>,
    ) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let same = certificate.evidence.registry_digest == verifier.registry();
        let verified = verifier.content(certificate.clone());
        Self {
            name: name.to_string_lossy().into_owned(),
            certificate,
            library: same.then_some(catalog),
            by_word: verified.as_ref().map_or(0, |found| found.by_word.len()),
            refused: verified.err().map(|refusal| refusal.lines()),
        }
    }

    /// Whether it does not verify: what it claims is shown without colours then.
    fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    fn op(&self, id: &str) -> Option<&'a Op> {
        self.library?.find(id)
    }

    fn engine(&self, id: &str) -> Option<&'static EngineDef> {
        self.library?.find_engine(id)
    }

    fn def(&self, id: &str) -> Option<&'static OpDef> {
        Some(self.op(id)?.def)
    }
}

/// Runs `report`.
pub(super) fn report(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let verifier = Verifier::new(&catalog);
    let mut sheets = vec![];
    for path in &arguments.files {
        sheets.push(Sheet::new(path, read(path)?, &catalog, &verifier));
    }
    let existing = match arguments.force {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    let page = page::page(&sheets).into_string();
    write_new(&arguments.output, page.as_bytes(), existing)?;
    let mut status = Status::Success;
    for sheet in &sheets {
        if let Some(problems) = &sheet.refused {
            let refusal = Refusal::Problems(problems.clone());
            eprintln!("not verified: {}", told(&plain(&sheet.name), &refusal));
            status = Status::Refuted;
        }
    }
    if !loudness.is_quiet() {
        sayln!("{}", plain(&arguments.output.display().to_string()));
    }
    Ok(status)
}
