//! Whether a certificate is what it says: what the command `verify` asks before it runs anything again.
//!
//! Read as a certificate of the version that is known, with its digest; the ops and engines that it is about, and the
//! vocabulary that they use, are those of this program; every part is there that the suite has of them, and no other;
//! every number agrees with the others; composition theorems are found again and mutants counted again; levels and
//! everything else that follows from the parts is computed again. None of this needs the backend.
//!
//! Nothing else in the project verifies a certificate: every command, report and program that shows one asks a
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
mod facts;
mod filetests;
mod issuer;
mod kernels;
mod kills;
mod other_device;
mod plausibility;
mod programs;
mod proofs;
mod reach;
mod request;
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
use scope::About;
pub use scope::{AbsentEntry, NOT_HERE};
use std::error::Error;
use std::fmt;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::PlanOptions;

/// The reason why bytes are not a certificate that verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// They are not a certificate.
    Unreadable(ReadError),
    /// Nothing can be compared: the settings are of no run that this suite makes.
    Settings(String),
    /// What the certificate says is not what its suite, its registry or its parts give.
    Problems(Vec<String>),
}

impl Refusal {
    /// In words: what is wrong, the most telling first. Nothing in them is obeyed by a terminal.
    pub fn lines(&self) -> Vec<String> {
        let one = |text: &str| vec![plain(text).into_owned()];
        match self {
            Self::Unreadable(error) => one(&error.to_string()),
            Self::Settings(message) => one(message),
            Self::Problems(all) => all.iter().map(|p| plain(p).into_owned()).collect(),
        }
    }

    /// True if the bytes are a certificate, of which something is not so.
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

/// What certificates are held against: made once for many of them.
pub struct Verifier<'a> {
    catalog: &'a Catalog,
    registered: SuiteTexts<'a>,
    counts: Counts,
    remade: DerivedFacts<'a>,
}

/// A certificate that verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The certificate.
    pub certificate: Certificate,
    /// The ids of parts that are unsupported for a reason which follows neither from the file nor from the library,
    /// each with the reason: the issuer's word.
    pub by_word: Vec<(String, String)>,
    /// Ops and engines of which saved failures are listed that no part replays, with how many: the issuer's word.
    pub unreplayed: Vec<(String, u64)>,
    /// The ids of parts of engines and of random programs that leave out cases for a reason which does not follow from
    /// the limits in the file, each with the reason and the number of cases: the issuer's word.
    pub left_out: Vec<(String, String, u64)>,
    /// The engines with kernels by hand of which a certificate of a profile of native floats does not say which text
    /// ran: it was issued before certificates did, or its issuer left it out.
    pub unsaid_kernels: Vec<String>,
    /// The ops and engines of the catalog, of the tracks that it is about, of which it says nothing: they were
    /// registered after it was issued, or its issuer's library had none of them.
    pub absent: Vec<AbsentEntry>,
    /// The files of programs of this suite that the backend did not run: they were written after it was issued.
    pub absent_filetests: Vec<String>,
}

impl Verification {
    /// How many ops and engines of the catalog it does not list that a level of the whole rests on. Where there are
    /// any, the level is one of a part of the library, and is shown as partial.
    pub fn absent_from(&self, level: Level) -> u64 {
        let absent = self.absent.iter();
        absent.filter(|entry| entry.counts_for(level)).count() as u64
    }

    /// True if a level is established by all ops and engines of the catalog that it rests on.
    pub fn establishes(&self, level: Level) -> bool {
        let mut levels = self.certificate.evidence.levels.iter();
        levels.any(|found| found.level == level && found.established)
            && self.absent_from(level) == 0
    }

    /// Why a level is not established by everything that is expected, what a filter leaves out and what is registered
    /// by now included, or rests on cases that are left out by the issuer's word alone; nothing where it is
    /// established.
    pub fn short_of(&self, level: Level) -> Option<String> {
        let mut levels = self.certificate.evidence.levels.iter();
        let found = levels.find(|found| found.level == level);
        if !found.is_some_and(|found| found.established) {
            let short = format!("{level} was asked for and is not established");
            return Some(match (level, found) {
                // Most certificates say nothing of it.
                (Level::L4, None) => format!("{short}: it was issued without --baselines"),
                (Level::L3f | Level::L4f, None) => {
                    format!("{short}: it is about no engine of floats")
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
                        format!("{short}: there is no {} op in it", track.name())
                    }
                    _ => format!("{short}: it is a shard, and levels belong to the whole"),
                },
                _ => short,
            });
        }
        let mut absent = self.absent.iter();
        if let Some(first) = absent.find(|entry| entry.counts_for(level)) {
            return Some(format!(
                "{level} was asked for, and it is not about {} of this library, such as {}: certify them",
                match self.absent_from(level) {
                    1 => "one op or engine".to_owned(),
                    n => format!("{n} ops and engines"),
                },
                first.id
            ));
        }
        if let Some(first) = self.absent_filetests.first()
            && matches!(level, Level::L3 | Level::L4)
        {
            return Some(format!(
                "{level} was asked for, and its backend did not run {}, such as {first}: certify it again",
                match self.absent_filetests.len() {
                    1 => "a filetest of this suite".to_owned(),
                    n => format!("{n} filetests of this suite"),
                }
            ));
        }
        // Engines and random programs are what can leave out cases, and these are the levels that rest on them.
        let rests = EngineKind::ALL.iter().any(|kind| kind.counts_for(level));
        let by_word = rests && !self.left_out.is_empty();
        by_word.then(|| {
            format!("{level} was asked for, and cases that it rests on are left out by the issuer's word alone")
        })
    }
}

impl<'a> Verifier<'a> {
    /// For certificates about these ops and engines.
    pub fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            registered: SuiteTexts::new(catalog),
            counts: Counts::default(),
            remade: DerivedFacts::of(catalog),
        }
    }

    /// True if the ops and engines that a certificate is about are those of the catalog.
    pub fn knows(&self, evidence: &Evidence) -> bool {
        About::of(evidence).digests(&self.registered).registry == evidence.registry_digest
    }

    /// The certificate in these bytes, if it verifies: what the command `verify` does without `--rerun`.
    ///
    /// # Errors
    /// [`Refusal`] says what is wrong with it.
    pub fn verified(&self, bytes: &[u8]) -> Result<Verification, Refusal> {
        self.content(certificate::parse(bytes).map_err(Refusal::Unreadable)?)
    }

    /// The same of a certificate that was read.
    ///
    /// # Errors
    /// As [`verified`](Self::verified).
    pub fn content(&self, certificate: Certificate) -> Result<Verification, Refusal> {
        let evidence = &certificate.evidence;
        let about = About::of(evidence);
        let suite = about.digests(&self.registered);
        let mut problems = about.problems(self.catalog);
        problems.extend(identity(evidence, &suite));
        problems.extend(facts::problems(&certificate.run));
        let (mut by_word, mut left_out, mut absent) = (vec![], vec![], vec![]);
        let mut absent_filetests = vec![];
        if problems.is_empty() {
            let options = request::options_of(evidence).map_err(Refusal::Settings)?;
            let saved = saved_of(evidence, self.catalog).map_err(Refusal::Settings)?;
            absent = about.absent(self.catalog, &options);
            absent_filetests = About::absent_filetests(&options);
            let found = complete((self, &about, &suite), &options, &saved, &certificate);
            (problems, by_word, left_out) = (found.problems, found.by_word, found.left_out);
            problems.extend(proofs::problems(&certificate));
            problems.extend(theorems::problems(evidence, self.catalog, || {
                self.remade.composer()
            }));
            problems.extend(reach::problems(evidence, self.catalog, &self.remade));
            problems.extend(kills::problems(evidence, self.catalog, &self.remade));
            problems.extend(kernels::problems(&certificate, &self.registered));
            problems.extend(baselines::problems(&certificate, self.catalog));
            if problems.is_empty() {
                problems.extend(certificate::contradiction(evidence));
            }
        }
        if problems.is_empty() {
            Ok(Verification {
                unreplayed: consistent::unreplayed(evidence),
                unsaid_kernels: kernels::unsaid(&certificate, &self.registered),
                certificate,
                by_word,
                left_out,
                absent,
                absent_filetests,
            })
        } else {
            Err(Refusal::Problems(problems))
        }
    }
}

/// The certificate in these bytes, if it verifies against a catalog: what the command `verify` does
/// without `--rerun`, for programs that have a catalog of their own. [`Verifier`] does the same for many.
///
/// # Errors
/// [`Refusal`] says what is wrong with it.
pub fn verified(bytes: &[u8], catalog: &Catalog) -> Result<Verification, Refusal> {
    // The digest of the registry has nothing to do with the file, which is read meanwhile.
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

/// What the planner was asked for in the run of a certificate, the saved failures included that were replayed; their
/// values are in the author's crate.
///
/// # Errors
/// The settings are of no run that this suite makes.
pub fn options_of(evidence: &Evidence, catalog: &Catalog) -> Result<PlanOptions, Refusal> {
    let mut options = request::options_of(evidence).map_err(Refusal::Settings)?;
    let saved = saved_of(evidence, catalog).map_err(Refusal::Settings)?;
    options.regressions = saved.into_values().collect();
    Ok(options)
}

/// The backend of a certificate as far as its file tells: it has the identity, says what it lacks, and runs nothing.
///
/// # Errors
/// Its kind and its slug are of no backend that there can be.
pub fn stand_in(evidence: &Evidence) -> Result<Box<dyn Backend>, Refusal> {
    match IssuerBackend::of(evidence) {
        Ok(issued) => Ok(Box::new(issued)),
        Err(problem) => Err(Refusal::Problems(vec![problem])),
    }
}

/// True if the certificate is about what this program has.
fn identity(evidence: &Evidence, due: &SuiteDigests) -> Vec<String> {
    let mut problems = vec![];
    let mut same = |what: &str, found: &str, due: &str, help: &str| {
        if found != due {
            problems.push(format!("its {what} is {found}, here it is {due}: {help}"));
        }
    };
    let suite = "verify it with the suite that issued it";
    same(
        "suite version",
        &evidence.suite_version,
        env!("CARGO_PKG_VERSION"),
        suite,
    );
    same("spec digest", &evidence.spec_digest, &due.spec, suite);
    let help = "it is about other ops, or other versions of them; verify it with the library that \
                it names";
    same(
        "registry digest",
        &evidence.registry_digest,
        &due.registry,
        help,
    );
    let due_expressions = expressions(&evidence.backend.identity(), due);
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
