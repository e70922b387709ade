//! Verification of certificates, as the command `verify` does it before any rerun.
//!
//! Verification parses the file and checks its version and digest. Ops, engines and their vocabulary must be those of
//! this program; the parts must be exactly those of the suite, and all numbers consistent. It evaluates spec tables,
//! finds composition theorems and counts mutants again, and recomputes levels and all other derived fields. It does not need the backend.
//!
//! This is the only verification in the project: every command, report and program that displays a certificate uses a
//! [`Verifier`].
//!
//! A program verifies against the ops and engines that are linked into it:
//!
//! ```no_run
//! use vyre_conform_certificate::verify::Verifier;
//! use vyre_conform_runtime::catalog::Catalog;
//! // use my_ops as _;
//!
//! let catalog = Catalog::linked()?;
//! let verifier = Verifier::new(&catalog);
//! for file in std::env::args().skip(1) {
//!     match verifier.verified(&std::fs::read(&file)?) {
//!         Ok(verified) => println!("{file}: {}", verified.certificate.digest),
//!         Err(refusal) => println!("{file}: {refusal}"),
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod baselines;
mod completeness;
mod consistent;
mod counterexamples;
mod counts;
mod derived;
mod differences;
mod digests;
mod entries;
mod facts;
mod filetests;
mod input;
mod issuer;
mod kernels;
mod kills;
mod other_device;
mod plausibility;
mod programs;
mod proofs;
mod reach;
mod request;
mod rows;
mod saved_failures;
mod scope;
mod settings;
mod support;
mod theorems;

use crate::certificate::{self, Certificate, Evidence, ReadError, SuiteDigests, SuiteTexts};
use crate::escape::plain;
use crate::expected::expressions;
use completeness::complete;
use counts::Counts;
use derived::DerivedFacts;
use issuer::IssuerBackend;
use request::saved_of;
use scope::CertificateScope;
pub use scope::{AbsentEntry, NOT_HERE};
use std::error::Error;
use std::fmt;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::PlanOptions;

/// Reason why bytes are not a valid certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Not a certificate.
    Unreadable(ReadError),
    /// The settings belong to no run of this suite, so nothing can be compared.
    Settings(String),
    /// Contradictions to the suite, the registry or the parts.
    Problems(Vec<String>),
}

impl Refusal {
    /// The faults in words, most important first, safe for terminals.
    pub fn lines(&self) -> Vec<String> {
        let one = |text: &str| vec![plain(text).into_owned()];
        match self {
            Self::Unreadable(error) => one(&error.to_string()),
            Self::Settings(message) => one(message),
            Self::Problems(all) => all.iter().map(|p| plain(p).into_owned()).collect(),
        }
    }

    /// True if the bytes are a certificate with faults.
    pub const fn is_of_content(&self) -> bool {
        match self {
            Self::Unreadable(error) => error.is_edited(),
            _ => true,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

impl Error for Refusal {}

/// Verifies certificates against one catalog; reusable for many.
pub struct Verifier<'a> {
    catalog: &'a Catalog,
    registered: SuiteTexts<'a>,
    counts: Counts,
    remade: DerivedFacts<'a>,
}

/// A verified certificate, and what remains the issuer's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The certificate.
    pub certificate: Certificate,
    /// Ids of unsupported parts whose reason follows neither from the file nor from the library, with the reasons: the
    /// issuer's word.
    pub unverified_reasons: Vec<(String, String)>,
    /// Ops and engines with listed saved failures that no part replays, with their numbers: the issuer's word.
    pub unreplayed: Vec<(String, u64)>,
    /// Ids of parts of engines and random programs that skip cases for reasons that do not follow from the limits in
    /// the file, with reasons and numbers: the issuer's word.
    pub left_out: Vec<(String, String, u64)>,
    /// Engines with hand-written kernels, in the profile of native floats, whose texts the certificate does not list:
    /// it is older than that list, or its issuer omitted it.
    pub unlisted_kernels: Vec<String>,
    /// Ops and engines of the catalog, in the certificate's tracks, and filetests of the suite, that it does not list:
    /// they are newer, or the issuer's library lacked them.
    pub absent: Vec<AbsentEntry>,
    /// Files of programs of this suite that the backend did not run, because they are newer.
    pub absent_filetests: Vec<String>,
}

impl Verification {
    /// Number of unlisted ops, engines and filetests that a level of the whole requires. If it is not zero, the
    /// level covers part of the library and is shown as partial.
    pub fn absent_from(&self, level: Level) -> u64 {
        let absent = self.absent.iter();
        absent.filter(|entry| entry.counts_for(level)).count() as u64
    }

    /// True if all ops and engines of the catalog that a level requires establish it.
    pub fn establishes(&self, level: Level) -> bool {
        let mut levels = self.certificate.evidence.levels.iter();
        levels.any(|found| found.level == level && found.established)
            && self.absent_from(level) == 0
    }

    /// The reason why a level is not established by all that it requires, including filtered and newer ops, or why it
    /// depends on skipped cases that are the issuer's word; `None` if it is established.
    pub fn short_of(&self, level: Level) -> Option<String> {
        let mut levels = self.certificate.evidence.levels.iter();
        let found = levels.find(|found| found.level == level);
        if !found.is_some_and(|found| found.established) {
            let short = format!("{level} is required but not established");
            return Some(match (level, found) {
                // Most certificates do not cover it.
                (Level::L4, None) => format!("{short}: it was issued without --baselines"),
                (Level::L3f | Level::L4f, None) => {
                    format!("{short}: it has no engine of floats")
                }
                (Level::L4 | Level::L3f | Level::L4f, Some(found)) => match found.missing.first() {
                    Some(first) => format!("{short}: {first}"),
                    None => short,
                },
                (level, None) => match self.certificate.evidence.shards.of {
                    0 | 1 => {
                        let mut tracks = Track::ALL.iter();
                        let of = |track: &&Track| {
                            track.parity() == level || track.algebraic() == Some(level)
                        };
                        let track = tracks.find(of).map_or(Track::Integer, |track| *track);
                        format!("{short}: it has no {} op", track.name())
                    }
                    _ => format!("{short}: it is a shard, and levels belong to the whole"),
                },
                _ => short,
            });
        }
        if let Some(first) = self.absent_filetests.first()
            && matches!(level, Level::L3 | Level::L4)
        {
            return Some(format!(
                "{level} is required, but its backend did not run {}, such as {first}: certify it again",
                match self.absent_filetests.len() {
                    1 => "a filetest of this suite".to_owned(),
                    n => format!("{n} filetests of this suite"),
                }
            ));
        }
        let mut absent = self.absent.iter();
        if let Some(first) = absent.find(|entry| entry.counts_for(level)) {
            return Some(format!(
                "{level} is required, but the certificate lacks {} of this library, such as {}: certify them",
                match self.absent_from(level) {
                    1 => "one op or engine".to_owned(),
                    n => format!("{n} ops and engines"),
                },
                first.id
            ));
        }
        // Only engines and random programs can skip cases, and these levels depend on them.
        let rests = EngineKind::ALL.iter().any(|kind| kind.counts_for(level));
        let by_word = rests && !self.left_out.is_empty();
        by_word.then(|| {
            format!("{level} is required, but cases that it rests on are left out by the issuer's word alone")
        })
    }
}

impl<'a> Verifier<'a> {
    /// A verifier for certificates about these ops and engines.
    pub fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            registered: SuiteTexts::new(catalog),
            counts: Counts::default(),
            remade: DerivedFacts::new(catalog),
        }
    }

    /// True if the ops and engines of a certificate are those of the catalog.
    pub fn knows(&self, evidence: &Evidence) -> bool {
        CertificateScope::new(evidence)
            .digests(&self.registered)
            .registry
            == evidence.registry_digest
    }

    /// Parses and verifies a certificate, as `verify` without `--rerun`.
    ///
    /// # Errors
    ///
    /// [`Refusal`] lists the faults.
    pub fn verified(&self, bytes: &[u8]) -> Result<Verification, Refusal> {
        self.content(certificate::parse(bytes).map_err(Refusal::Unreadable)?)
    }

    /// Verifies a parsed certificate.
    ///
    /// # Errors
    ///
    /// As for [`verified`](Self::verified).
    pub fn content(&self, certificate: Certificate) -> Result<Verification, Refusal> {
        let evidence = &certificate.evidence;
        let about = CertificateScope::new(evidence);
        let suite = about.digests(&self.registered);
        let mut problems = about.problems(self.catalog);
        problems.extend(identity(evidence, &suite));
        problems.extend(facts::problems(&certificate.run));
        let (mut unverified_reasons, mut left_out, mut absent) = (vec![], vec![], vec![]);
        let mut absent_filetests = vec![];
        if problems.is_empty() {
            let options = request::options_of(evidence).map_err(Refusal::Settings)?;
            let saved = saved_of(evidence, self.catalog).map_err(Refusal::Settings)?;
            absent = about.absent(self.catalog, &options);
            absent_filetests = CertificateScope::absent_filetests(&options);
            let filetests = absent_filetests.iter();
            absent.extend(filetests.map(|name| AbsentEntry::filetest(name)));
            let found = complete((self, &about, &suite), &options, &saved, &certificate);
            (problems, unverified_reasons, left_out) =
                (found.problems, found.by_word, found.left_out);
            problems.extend(proofs::problems(&certificate));
            problems.extend(theorems::problems(evidence, self.catalog, || {
                self.remade.composer()
            }));
            problems.extend(rows::problems(evidence, self.catalog));
            problems.extend(reach::problems(evidence, self.catalog, &self.remade));
            problems.extend(kills::problems(evidence, self.catalog, &self.remade));
            problems.extend(kernels::problems(
                &certificate,
                self.catalog,
                &self.registered,
            ));
            problems.extend(baselines::problems(&certificate, self.catalog));
            if problems.is_empty() {
                problems.extend(certificate::contradiction(evidence));
            }
        }
        if problems.is_empty() {
            Ok(Verification {
                unreplayed: saved_failures::unreplayed(evidence),
                unlisted_kernels: kernels::unsaid(&certificate, &self.registered),
                certificate,
                unverified_reasons,
                left_out,
                absent,
                absent_filetests,
            })
        } else {
            Err(Refusal::Problems(problems))
        }
    }
}

/// Parses and verifies a certificate against a catalog, as `verify` without `--rerun`, for programs with a catalog of
/// their own. A [`Verifier`] is cheaper for many certificates.
///
/// # Errors
///
/// [`Refusal`] lists the faults.
pub fn verified(bytes: &[u8], catalog: &Catalog) -> Result<Verification, Refusal> {
    // The registry digest is independent of the file, which is parsed in parallel.
    let (certificate, verifier) = std::thread::scope(|scope| {
        let verifier = scope.spawn(|| Verifier::new(catalog));
        let certificate = certificate::parse(bytes);
        let joined = verifier.join();
        (
            certificate,
            joined.unwrap_or_else(|e| std::panic::resume_unwind(e)),
        )
    });
    verifier.content(certificate.map_err(Refusal::Unreadable)?)
}

/// The options of the planner in the run of a certificate, including the replayed saved failures, whose values are in
/// the author's crate.
///
/// # Errors
///
/// If the settings belong to no run of this suite.
pub fn options_of(evidence: &Evidence, catalog: &Catalog) -> Result<PlanOptions, Refusal> {
    let mut options = request::options_of(evidence).map_err(Refusal::Settings)?;
    let saved = saved_of(evidence, catalog).map_err(Refusal::Settings)?;
    options.regressions = saved.into_values().collect();
    Ok(options)
}

/// A stand-in for the backend of a certificate: it has the identity, reports its lacks, and cannot run anything.
///
/// # Errors
///
/// If no backend can have its kind and slug.
pub fn stand_in(evidence: &Evidence) -> Result<Box<dyn Backend>, Refusal> {
    match IssuerBackend::new(evidence) {
        Ok(issued) => Ok(Box::new(issued)),
        Err(problem) => Err(Refusal::Problems(vec![problem])),
    }
}

/// The differences between the digests of a certificate and those of this program.
fn identity(evidence: &Evidence, expected: &SuiteDigests) -> Vec<String> {
    let mut problems = vec![];
    let mut same = |what: &str, found: &str, expected: &str, help: &str| {
        if found != expected {
            problems.push(format!(
                "its {what} is {found}, here it is {expected}: {help}"
            ));
        }
    };
    let suite = "verify it with the suite that issued it";
    same(
        "suite version",
        &evidence.suite_version,
        env!("CARGO_PKG_VERSION"),
        suite,
    );
    same("spec digest", &evidence.spec_digest, &expected.spec, suite);
    let help = "it is about other ops, or other versions of them; verify it with the library that \
                it names";
    same(
        "registry digest",
        &evidence.registry_digest,
        &expected.registry,
        help,
    );
    let due_expressions = expressions(&evidence.backend.identity(), expected);
    let said = |digest: &Option<String>| digest.clone().unwrap_or_else(|| "none".to_owned());
    same(
        "digest of native expressions",
        &said(&evidence.profile.expressions),
        &said(&due_expressions),
        help,
    );
    let approximate = evidence.settings.track == Some(Track::Approximate);
    same(
        "track",
        &evidence.track,
        if approximate { "approximate" } else { "strict" },
        "strict and approximate results are never in one certificate",
    );
    same(
        "integer profile",
        &evidence.profile.integers,
        "exact",
        "this suite knows no other",
    );
    problems
}
