//! `verify`: whether a certificate is what it says, and with `--rerun` whether its evidence comes out
//! again.
//!
//! Read as a certificate of the version that is known, with its digest; the registry and the vocabulary
//! are those of this program; every part is there that the suite has, and no other; every number
//! agrees with the others; levels and everything else that follows from the parts is computed again.
//! None of this needs the backend. Of several files each is reported by itself; one that is refused refuses all.

mod asked;
mod complete;
mod consistent;
mod counterexamples;
mod counts;
mod facts;
mod issued;
mod lacking;
mod programs;
mod rerun;
mod settings;
mod shown;
mod signature;
mod substance;
mod words;

use super::exit::{Failure, Status};
use super::files;
use super::loudness::Loudness;
use asked::{options_of, saved_of};
use clap::Args;
use complete::complete;
use counts::Counts;
pub(super) use signature::is_signed;
use std::path::PathBuf;
use vyre_conform_certificate::certificate::{self, Certificate, Evidence, ReadError, SuiteDigests};
use vyre_conform_harness::escape::plain;
use vyre_conform_harness::options::seed;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_spec::{Level, Track};

/// What `verify` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The certificates; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Run this share of the evidence again, such as 5%, and compare; parts of a backend only where
    /// the same backend is on this machine.
    #[arg(long, value_name = "P%", value_parser = percent)]
    rerun: Option<f64>,
    /// Seed of the choice of what to run again; from the clock by default, and printed.
    #[arg(long, requires = "rerun", value_parser = |text: &str| seed(text).ok_or("a 64-bit number, decimal or 0x..."))]
    seed: Option<u64>,
    /// With --rerun: a part that cannot be run again on this machine is a failure.
    #[arg(long, requires = "rerun")]
    require_all: bool,
    /// The level that the certificate must establish; where it does not, the exit code is 1.
    #[arg(long, value_parser = ["L1", "L2", "L3", "L1f", "L2f", "L1a"])]
    level: Option<String>,
    /// Tell what was found as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let number = number.map_err(|_| "a share such as 5%".to_owned())?;
    match number > 0.0 && number <= 100.0 {
        true => Ok(number / 100.0),
        false => Err("more than 0% and at most 100%".into()),
    }
}

/// Why bytes are not a certificate that verifies.
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

    /// Whether the bytes are a certificate, of which something is not so.
    fn is_of_content(&self) -> bool {
        match self {
            Self::Unreadable(error) => files::is_edited(error),
            _ => true,
        }
    }
}

/// What certificates are held against: made once for many of them.
pub struct Verifier<'a> {
    catalog: &'a Catalog,
    suite: SuiteDigests,
    counts: Counts,
}

/// A certificate that verifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
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
}

impl Verified {
    /// Why a level is not established by everything that is expected, what a filter leaves out included, or rests on
    /// cases that are left out by the issuer's word alone; nothing where it is established.
    pub fn short_of(&self, level: &str) -> Option<String> {
        let mut levels = self.certificate.evidence.levels.iter();
        if !levels.any(|found| found.level == level && found.established) {
            return Some(format!("{level} was asked for and is not established"));
        }
        // Engines and random programs are what can leave out cases, and L3 is the level that rests on them.
        let by_word = level == Level::L3.name() && !self.left_out.is_empty();
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
            suite: SuiteDigests::of(catalog),
            counts: Counts::default(),
        }
    }

    /// The digest of the ops and engines.
    pub fn registry(&self) -> &str {
        &self.suite.registry
    }

    /// The certificate in these bytes, if it verifies: what the command `verify` does without `--rerun`.
    ///
    /// # Errors
    /// [`Refusal`] says what is wrong with it.
    pub fn verified(&self, bytes: &[u8]) -> Result<Verified, Refusal> {
        self.content(certificate::parse(bytes).map_err(Refusal::Unreadable)?)
    }

    /// The same of a certificate that was read.
    ///
    /// # Errors
    /// As [`verified`](Self::verified).
    pub fn content(&self, certificate: Certificate) -> Result<Verified, Refusal> {
        let evidence = &certificate.evidence;
        let mut problems = identity(evidence, &self.suite.registry, &self.suite.spec);
        problems.extend(facts::problems(&certificate.run));
        let (mut by_word, mut left_out) = (vec![], vec![]);
        if problems.is_empty() {
            let options = options_of(evidence).map_err(Refusal::Settings)?;
            let saved = saved_of(evidence, self.catalog).map_err(Refusal::Settings)?;
            let found = complete(self, &options, &saved, &certificate);
            (problems, by_word, left_out) = (found.problems, found.by_word, found.left_out);
            if problems.is_empty() {
                problems.extend(certificate::contradiction(evidence));
            }
        }
        match problems.is_empty() {
            true => Ok(Verified {
                unreplayed: consistent::unreplayed(evidence),
                certificate,
                by_word,
                left_out,
            }),
            false => Err(Refusal::Problems(problems)),
        }
    }
}

/// The certificate in these bytes, if it verifies against a catalog: what the command `verify` does
/// without `--rerun`, for programs that have a catalog of their own. [`Verifier`] does the same for many.
///
/// # Errors
/// [`Refusal`] says what is wrong with it.
pub fn verified(bytes: &[u8], catalog: &Catalog) -> Result<Verified, Refusal> {
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

/// Runs `verify`.
pub(super) fn verify(arguments: &Arguments, loudness: Loudness) -> Result<Status, Failure> {
    let stdin = |file: &&PathBuf| file.as_os_str() == files::STDIN;
    if arguments.files.iter().filter(stdin).count() > 1 {
        return Err(Failure::usage(
            "`-` is standard input, which can be read once",
        ));
    }
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    Ok(shown::verify(arguments, &catalog, loudness))
}

/// Problems that are listed; the others are counted.
const TOLD: usize = 20;

/// What is wrong with a file of this name.
pub(super) fn told(name: &str, refusal: &Refusal) -> String {
    told_up_to(name, refusal, TOLD)
}

/// The same, with this many problems at most.
fn told_up_to(name: &str, refusal: &Refusal, most: usize) -> String {
    let problems = refusal.lines();
    if let (Refusal::Unreadable(_), [one]) = (refusal, &problems[..]) {
        return format!("{name}: {one}");
    }
    let lines = problems.iter().take(most);
    let lines: Vec<String> = lines.map(|p| format!("\n  {p}")).collect();
    let more = match problems.len() {
        n if n > most => format!("\n  and {} more", n - most),
        _ => String::new(),
    };
    format!("{name} does not verify:{}{more}", lines.concat())
}

/// Whether the certificate is about what this program has.
fn identity(evidence: &Evidence, due_registry: &str, due_spec: &str) -> Vec<String> {
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
    same("spec digest", &evidence.spec_digest, due_spec, suite);
    let help = "it is about other ops, or other versions of them; verify it with the library that \
                it names";
    same(
        "registry digest",
        &evidence.registry_digest,
        due_registry,
        help,
    );
    let approximate = evidence.settings.track.as_deref() == Some(Track::Approximate.name());
    same(
        "track",
        &evidence.track,
        match approximate {
            true => "approximate",
            false => "strict",
        },
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
