//! `report`: one HTML file from certificates, which needs nothing else to be read.
//!
//! Every text of a certificate is a stranger's: the templates escape all of them, and the page allows
//! itself no network.

mod counterexample;
mod coverage;
mod engine;
mod heat;
mod op;
mod overview;
mod page;
mod parts;

use super::certify::{Existing, write_new};
use super::exit::{Failure, Status};
use super::files::read;
use crate::catalog::{Catalog, Op};
use crate::certify::certificate::{Certificate, registry_digest};
use crate::engine::EngineDef;
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
}

impl<'a> Sheet<'a> {
    fn new(path: &Path, certificate: Certificate, catalog: &'a Catalog, registry: &str) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let same = certificate.evidence.registry_digest == registry;
        Self {
            name: name.to_string_lossy().into_owned(),
            certificate,
            library: same.then_some(catalog),
        }
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
pub(super) fn report(arguments: &Arguments) -> Result<Status, Failure> {
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let here = registry_digest(&catalog);
    let mut sheets = vec![];
    for path in &arguments.files {
        sheets.push(Sheet::new(path, read(path)?, &catalog, &here));
    }
    let existing = match arguments.force {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    let page = page::page(&sheets).into_string();
    write_new(&arguments.output, page.as_bytes(), existing)?;
    sayln!("{}", arguments.output.display());
    Ok(Status::Success)
}
