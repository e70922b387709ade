//! `report`: one self-contained HTML file from certificates.
//!
//! Every text of a certificate is foreign: the templates escape all of them, and the page forbids itself any network
//! access. Every certificate is verified first, without rerunning anything. One that does not verify is shown as a
//! claim, without colours, under the words `not verified` and the reasons, and the exit code is 1.

mod certificates;
mod chip;
mod column;
mod counterexample;
mod coverage;
mod engine;
mod entry;
mod heat;
mod laws;
mod matrix;
mod op;
mod page;
pub(super) use page::frame;
mod grouping;
mod parts;
mod programs;
mod refuted;
mod scale;
mod summary;

use super::certify::{Existing, write_new};
use super::exit::{Failure, Status};
use super::files::{apart, read};
use super::loudness::Verbosity;
use super::verify::{is_signed, refusal_message};
use clap::Args;
use column::SubjectEvidence;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate::{
    COMPRESSED_ENDING, Certificate, EngineEvidence, OpEvidence,
};
use vyre_conform_certificate::escape::{self, plain};
use vyre_conform_certificate::verify::{AbsentEntry, Refusal, Verifier};
use vyre_conform_harness::report::warn;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::Level;
use vyre_conform_suite::plan::PROGRAMS;

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Certificates, in columns side by side.
    #[arg(required = true, value_name = "CERTIFICATE")]
    files: Vec<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite FILE.
    #[arg(long)]
    force: bool,
}

/// A certificate on the page.
struct CertificatePage<'a> {
    /// Its name on the page: its file's name.
    name: String,
    /// Distinguishes it from other certificates of its device: its name without the common prefix.
    label: String,
    /// Its number among the files, counted from 1.
    number: usize,
    certificate: Certificate,
    /// The library of its ops, if this program has them.
    library: Option<&'a Catalog>,
    /// Reasons why it does not verify, if so: none of its claims is shown as established.
    refused: Option<Vec<String>>,
    /// True if a signature is beside its file. The program does not check it.
    signed: bool,
    /// Number of its parts that are unsupported on the word of its issuer.
    by_word: usize,
    /// Number of cases of engines, and of random programs, that it skips on the word of its issuer.
    left_out: u64,
    /// Number of listed saved failures that no part replays.
    unreplayed: u64,
    /// Ops and engines of the library that it does not list.
    absent: Vec<AbsentEntry>,
}

impl<'a> CertificatePage<'a> {
    fn new(
        number: usize,
        path: &Path,
        certificate: Certificate,
        catalog: &'a Catalog,
        verifier: &Verifier<'_>,
    ) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let same = verifier.knows(&certificate.evidence);
        let verified = verifier.content(certificate.clone());
        Self {
            label: String::new(),
            name: name.to_string_lossy().into_owned(),
            number,
            certificate,
            signed: is_signed(path),
            library: same.then_some(catalog),
            left_out: verified.as_ref().map_or(0, |found| {
                let cases = found.left_out.iter().map(|(.., cases)| *cases);
                cases.fold(0, u64::saturating_add)
            }),
            unreplayed: verified.as_ref().map_or(0, |found| {
                let cases = found.unreplayed.iter().map(|(_, cases)| *cases);
                cases.fold(0, u64::saturating_add)
            }),
            by_word: verified
                .as_ref()
                .map_or(0, |found| found.unverified_reasons.len()),
            absent: verified
                .as_ref()
                .map_or(vec![], |found| found.absent.clone()),
            refused: verified.err().map(|refusal| refusal.lines()),
        }
    }

    /// True if it does not verify: its claims are then shown without colours.
    fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The number of unlisted ops and engines of the library that a level requires.
    fn absent_from(&self, level: Level) -> u64 {
        let absent = self.absent.iter();
        absent.filter(|entry| entry.counts_for(level)).count() as u64
    }

    /// The link to its details on the page.
    fn anchor(&self) -> String {
        format!("certificate-{}", self.number)
    }

    /// Its name in headings.
    fn stem(&self) -> &str {
        &self.label
    }

    /// Its evidence about an op.
    fn evidence_of(&self, id: &str) -> Option<&OpEvidence> {
        let ops = &self.certificate.evidence.ops;
        let sorted = ops.binary_search_by(|op| op.id.as_str().cmp(id));
        // A foreign list may have any order.
        let found = sorted
            .ok()
            .or_else(|| ops.iter().position(|op| op.id == id));
        found.map(|k| &ops[k])
    }

    /// Its evidence about an engine.
    fn engine_evidence(&self, id: &str) -> Option<&EngineEvidence> {
        let mut engines = self.certificate.evidence.engines.iter();
        engines.find(|e| e.id == id)
    }

    /// Its evidence about an op, an engine or the random programs.
    fn evidence(&self, id: &str) -> Option<SubjectEvidence<'_>> {
        let op = self.evidence_of(id).map(SubjectEvidence::from);
        let engine = || self.engine_evidence(id).map(SubjectEvidence::from);
        let programs = self.certificate.evidence.programs.as_ref();
        let programs = programs
            .filter(|_| id == PROGRAMS)
            .map(SubjectEvidence::from);
        op.or_else(engine).or(programs)
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

/// Sets unique labels of certificates.
fn label(sheets: &mut [CertificatePage<'_>]) {
    let stem = |s: &CertificatePage<'_>| {
        let short = s.name.strip_suffix(COMPRESSED_ENDING);
        let short = short.or_else(|| s.name.strip_suffix(".json"));
        short.unwrap_or(&s.name).to_owned()
    };
    let device = |s: &CertificatePage<'_>| {
        let backend = &s.certificate.evidence.backend;
        (backend.device.clone(), backend.driver.clone())
    };
    let short = |sheet: &CertificatePage<'_>| {
        let own = stem(sheet);
        let others = sheets
            .iter()
            .filter(|s| s.number != sheet.number && device(s) == device(sheet));
        let shared = others.map(|s| shared(&own, &stem(s))).min();
        own[shared.unwrap_or(0)..].to_owned()
    };
    let labels: Vec<String> = sheets.iter().map(short).collect();
    let numbered =
        |(k, label): (usize, &String)| match labels.iter().filter(|l| *l == label).count() {
            1 if !label.is_empty() => label.clone(),
            _ => format!("{} ({})", stem(&sheets[k]), sheets[k].number),
        };
    let labels: Vec<String> = labels.iter().enumerate().map(numbered).collect();
    for (sheet, label) in sheets.iter_mut().zip(labels) {
        sheet.label = label;
    }
}

/// Length in bytes of the common prefix of whole words.
fn shared(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let mut words = a
        .char_indices()
        .filter(|(at, c)| *at < same && matches!(c, '.' | '-' | '_'));
    words.next_back().map_or(0, |(at, _)| at + 1)
}

/// Runs `report`.
pub(super) fn report(arguments: &Arguments, loudness: Verbosity) -> Result<Status, Failure> {
    apart(&arguments.output, &arguments.files)?;
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let verifier = Verifier::new(&catalog);
    let mut sheets = vec![];
    for (k, path) in arguments.files.iter().enumerate() {
        sheets.push(CertificatePage::new(
            k + 1,
            path,
            read(path)?,
            &catalog,
            &verifier,
        ));
    }
    label(&mut sheets);
    let existing = if arguments.force {
        Existing::Replace
    } else {
        Existing::Keep
    };
    let page = page::compact(&page::page(&sheets).into_string());
    // A foreign text can neither change the direction of its surroundings nor hide: the page's own texts are plain.
    let page = escape::message(&page);
    write_new(&arguments.output, page.as_bytes(), existing)?;
    let mut status = Status::Success;
    for sheet in &sheets {
        if let Some(problems) = &sheet.refused {
            let refusal = Refusal::Problems(problems.clone());
            warn(format_args!(
                "not verified: {}",
                refusal_message(&plain(&sheet.name), &refusal)
            ));
            status = Status::Refuted;
        }
    }
    if !loudness.is_quiet() {
        sayln!("{}", plain(&arguments.output.display().to_string()));
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: hand-written names.
    #[test]
    fn shared_prefix_ends_at_a_word_boundary() {
        let of = |a: &str, b: &str| a[shared(a, b)..].to_owned();
        assert_eq!(
            of("h200-580.159.float", "h200-580.159.float-pairs"),
            "float"
        );
        assert_eq!(of("h200.integer", "h200.interest"), "integer");
        assert_eq!(of("a", "b"), "a");
        assert_eq!(of("same-\u{e9}", "same-\u{e8}"), "\u{e9}");
    }
}
