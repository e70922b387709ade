//! Output of the command per file, as text and JSON.

use super::proofs::{Proofs, proofs};
use super::rerun::{NAMED, Rerun, RerunRequest, rerun};
use super::{Arguments, MAX_LISTED, listed, signature, words};
use crate::describe::{Description, describe};
use crate::exit::{Failure, Status};
use crate::files::{STDIN, bytes_or_stdin};
use crate::loudness::Verbosity;
use crate::stdout;
use serde::Serialize;
use std::path::Path;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_certificate::escape::{self, plain};
use vyre_conform_certificate::verify::{Refusal, Verification, Verifier};
use vyre_conform_harness::report::{pluralize, warn};
use vyre_conform_runtime::catalog::Catalog;

/// Results of all files.
#[derive(Serialize)]
struct VerifyReport {
    verified: usize,
    refused: usize,
    /// Number of files that could not be read, or are not certificates.
    unreadable: usize,
    files: Vec<File>,
}

/// Result of a file.
#[derive(Serialize)]
struct File {
    file: String,
    /// True if all requested checks passed.
    verified: bool,
    /// The faults, most important first.
    problems: Vec<String>,
    /// Its description, if it is readable and not refused.
    certificate: Option<Description>,
    /// Parts that are unsupported on the word of the issuer.
    by_word: Vec<ByWord>,
    /// Skipped cases of engines, and random programs, on the word of the issuer.
    left_out: Vec<LeftOut>,
    /// Listed saved failures that no part replays.
    unreplayed: Vec<UnreplayedCases>,
    /// Ops and engines of the library that it does not list.
    absent: Vec<String>,
    /// Result of the proofs, if they were checked.
    proofs: Option<Proofs>,
    /// Result of the rerun, if requested.
    rerun: Option<Rerun>,
}

/// A part that is unsupported on the word of the issuer.
#[derive(Serialize)]
struct ByWord {
    part: String,
    reason: String,
}

/// Cases that a part skips on the word of the issuer.
#[derive(Serialize)]
struct LeftOut {
    part: String,
    reason: String,
    cases: u64,
}

/// Saved failures of an op or engine on the word of the issuer.
#[derive(Serialize)]
struct UnreplayedCases {
    id: String,
    cases: u64,
}

impl File {
    /// A file that is not yet read.
    const fn new(file: String) -> Self {
        Self {
            file,
            verified: false,
            problems: vec![],
            certificate: None,
            by_word: vec![],
            left_out: vec![],
            unreplayed: vec![],
            absent: vec![],
            proofs: None,
            rerun: None,
        }
    }

    /// Adds the findings about a verified certificate.
    fn describe(&mut self, verified: &Verification) {
        self.certificate = Some(Description::new(verified));
        let by_word = verified.unverified_reasons.iter().cloned();
        self.by_word
            .extend(by_word.map(|(part, reason)| ByWord { part, reason }));
        let left_out = verified.left_out.iter().cloned();
        self.left_out
            .extend(left_out.map(|(part, reason, cases)| LeftOut {
                part,
                reason,
                cases,
            }));
        let unreplayed = verified.unreplayed.iter().cloned();
        self.unreplayed
            .extend(unreplayed.map(|(id, cases)| UnreplayedCases { id, cases }));
        let absent = verified.absent.iter();
        self.absent.extend(absent.map(|of| of.id.clone()));
    }
}

/// Prints the results of one command.
struct FileReporter<'a> {
    arguments: &'a Arguments,
    loudness: Verbosity,
    verifier: Verifier<'a>,
    catalog: &'a Catalog,
}

/// Verifies every file and returns the status: 1 if one is refused.
pub(super) fn verify(arguments: &Arguments, catalog: &Catalog, loudness: Verbosity) -> Status {
    let teller = FileReporter {
        arguments,
        loudness,
        verifier: Verifier::new(catalog),
        catalog,
    };
    let several = arguments.files.len() > 1;
    let (mut files, mut ends) = (vec![], vec![]);
    for path in &arguments.files {
        let name = if path.as_os_str() == STDIN {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        if several && teller.is_wordy() {
            sayln!("{}:", plain(&name));
        }
        let mut file = File::new(name);
        let end = teller.file(path, &mut file).unwrap_or_else(|failure| {
            warn(format_args!("error: {}", escape::message(&failure.message)));
            if file.problems.is_empty() {
                file.problems.push(failure.message);
            }
            failure.status
        });
        file.verified = end == Status::Success;
        if file.verified && loudness.is_quiet() && !arguments.json {
            sayln!("{}: verified", plain(&file.file));
        }
        files.push(file);
        ends.push(end);
    }
    let count = |is: fn(Status) -> bool| ends.iter().filter(|end| is(**end)).count();
    let report = VerifyReport {
        verified: count(|end| end == Status::Success),
        refused: count(|end| end == Status::Refuted),
        unreadable: count(|end| !matches!(end, Status::Success | Status::Refuted)),
        files,
    };
    if arguments.json {
        stdout::json(&report);
    } else if several {
        let all = pluralize(report.files.len() as u64, "certificate", "certificates");
        sayln!(
            "{all}: {} verified, {} refused, {} unreadable",
            report.verified,
            report.refused,
            report.unreadable
        );
    }
    match report.refused {
        0 => Status::worst(ends),
        _ => Status::Refuted,
    }
}

impl FileReporter<'_> {
    /// True if it prints more than failures and the result.
    fn is_wordy(&self) -> bool {
        !self.arguments.json && !self.loudness.is_quiet()
    }

    fn file(&self, path: &Path, file: &mut File) -> Result<Status, Failure> {
        let bytes = bytes_or_stdin(path)?;
        let verified = self.verifier.verified(&bytes).map_err(|refusal| {
            file.problems = refusal.lines();
            self.refused(&file.file, &refusal)
        })?;
        let certificate = &verified.certificate;
        file.describe(&verified);
        if self.is_wordy() {
            self.words(path, &verified);
        }
        let required = self.arguments.level;
        if let Some(problem) = required.and_then(|level| verified.short_of(level)) {
            if !self.arguments.json {
                sayln!("{}: {problem}", plain(&file.file));
            }
            file.problems.push(problem);
        }
        self.proofs(certificate, file)?;
        match self.arguments.rerun {
            Some(share) => self.rerun(share, certificate, file),
            None => Ok(ends(file)),
        }
    }

    /// Runs a share of the evidence again.
    fn rerun(
        &self,
        share: f64,
        certificate: &Certificate,
        file: &mut File,
    ) -> Result<Status, Failure> {
        let again = rerun(
            certificate,
            &RerunRequest {
                share,
                seed: self.arguments.seed,
                require_all: self.arguments.require_all,
                named: self.loudness.most(NAMED),
                tell: &|line| {
                    if self.is_wordy() {
                        sayln!("{line}");
                    }
                },
                tell_all: &|line| {
                    if self.is_wordy() && self.loudness.is_verbose() {
                        sayln!("{line}");
                    }
                },
            },
        )?;
        file.problems.extend(again.problems.iter().cloned());
        let lines: Vec<String> = again.problems.iter().map(|p| format!("\n  {p}")).collect();
        let what = if again.differs {
            "the evidence is not reproduced"
        } else {
            "not all of the evidence could be run again"
        };
        file.rerun = Some(again);
        if lines.is_empty() {
            Ok(ends(file))
        } else {
            Err(Failure::refuted(format!("{what}:{}", lines.concat())))
        }
    }

    /// Checks the proofs, if a folder of them is given.
    fn proofs(&self, certificate: &Certificate, file: &mut File) -> Result<(), Failure> {
        let Some(folder) = &self.arguments.proofs else {
            return Ok(());
        };
        if !folder.is_dir() {
            return Err(Failure::io(format!(
                "{} is not a folder: `certify --prove --keep-proofs DIR` makes one",
                folder.display()
            )));
        }
        let found = proofs(certificate, self.catalog, folder);
        if self.is_wordy() {
            sayln!("{}", found.line());
        }
        let problems = found.problems.clone();
        file.proofs = Some(found);
        file.problems.extend(problems.iter().cloned());
        let most = self.loudness.most(MAX_LISTED);
        let lines: Vec<String> = problems
            .iter()
            .take(most)
            .map(|p| format!("\n  {p}"))
            .collect();
        match problems.len() {
            0 => Ok(()),
            all => Err(Failure::refuted(format!(
                "{} of its proofs are refused:{}{}",
                all,
                lines.concat(),
                match all.saturating_sub(most) {
                    0 => String::new(),
                    more => format!("\n  and {more} more"),
                }
            ))),
        }
    }

    fn refused(&self, name: &str, refusal: &Refusal) -> Failure {
        let message = listed(&plain(name), refusal, self.loudness.most(MAX_LISTED));
        if refusal.is_of_content() {
            Failure::refuted(message)
        } else {
            Failure::io(message)
        }
    }

    /// Prints the verified facts, and those that remain unverified.
    fn words(&self, path: &Path, verified: &Verification) {
        let certificate = &verified.certificate;
        say!("{}", describe(certificate, &verified.absent));
        sayln!("{}", certificate.digest);
        sayln!(
            "verified: digest, format {}, registry, {} with their numbers of cases, levels. The file does not \
             identify its issuer:",
            certificate.format_version,
            pluralize(certificate.parts().count() as u64, "part", "parts")
        );
        sayln!("{}", signature::signature(path));
        let rerun = self.arguments.rerun.is_some();
        let proofs = self.arguments.proofs.is_some();
        say!(
            "{}",
            words::not_shown(verified, (rerun, proofs), self.loudness)
        );
    }
}

/// The status of a file with these problems.
fn ends(file: &File) -> Status {
    if file.problems.is_empty() {
        Status::Success
    } else {
        Status::Refuted
    }
}
