//! `verify`: whether a certificate is what it says, and with `--rerun` whether its evidence comes out
//! again.
//!
//! Read as a certificate of the version that is known, with its digest; the registry and the vocabulary
//! are those of this program; every part is there that the suite has, and no other; every number
//! agrees with the others; levels and everything else that follows from the parts is computed again.
//! None of this needs the backend.

mod asked;
mod complete;
mod consistent;
mod rerun;

use super::describe::describe;
use super::exit::{Failure, Status};
use super::files::bytes;
use crate::backend::{Backend, BackendError, Identity, LoadedOp, OpCode};
use crate::catalog::Catalog;
use crate::certify::certificate::{
    self, Certificate, Evidence, OutcomeName, Part, ReadError, registry_digest,
};
use crate::harness::options::seed;
use crate::harness::{Context, Settings};
use crate::spec::Track;
use asked::{options_of, saved_of};
use clap::Args;
use complete::complete;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// What `verify` is asked for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The certificate.
    file: PathBuf,
    /// Run this share of the evidence again, such as 5%, and compare; parts of a backend only where
    /// the same backend is on this machine.
    #[arg(long, value_name = "P%", value_parser = percent)]
    rerun: Option<f64>,
    /// Seed of the choice of what to run again; from the clock by default, and printed.
    #[arg(long, value_parser = |text: &str| seed(text).ok_or("a 64-bit number, decimal or 0x..."))]
    seed: Option<u64>,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let number = number.map_err(|_| "a share such as 5%".to_owned())?;
    match number > 0.0 && number <= 100.0 {
        true => Ok(number / 100.0),
        false => Err("more than 0% and at most 100%".into()),
    }
}

/// Why bytes are no certificate that verifies.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// They are no certificate.
    Unreadable(ReadError),
    /// Nothing can be compared: the settings are of no run that this suite makes.
    Settings(String),
    /// What the certificate says is not what its suite, its registry or its parts give.
    Problems(Vec<String>),
}

/// The certificate in these bytes, if it verifies against a catalog: what the command `verify` does
/// without `--rerun`, for programs that have a catalog of their own.
///
/// # Errors
/// [`Refusal`] says what is wrong with it.
pub fn verified(bytes: &[u8], catalog: &Catalog) -> Result<Certificate, Refusal> {
    // The digest of the registry has nothing to do with the file, which is read meanwhile.
    let (certificate, due_registry) = std::thread::scope(|scope| {
        let registry = scope.spawn(|| registry_digest(catalog));
        let certificate = certificate::parse(bytes);
        let joined = registry.join();
        (
            certificate,
            joined.unwrap_or_else(|e| std::panic::resume_unwind(e)),
        )
    });
    let certificate = certificate.map_err(Refusal::Unreadable)?;
    let evidence = &certificate.evidence;
    let mut problems = identity(evidence, &due_registry);
    if problems.is_empty() {
        let options = options_of(evidence).map_err(Refusal::Settings)?;
        let saved = saved_of(evidence, catalog).map_err(Refusal::Settings)?;
        problems = complete(catalog, &options, &saved, &certificate, &due_registry);
        if problems.is_empty() {
            problems.extend(certificate::contradiction(evidence));
        }
    }
    match problems.is_empty() {
        true => Ok(certificate),
        false => Err(Refusal::Problems(problems)),
    }
}

/// Runs `verify`.
pub(super) fn verify(arguments: &Arguments) -> Result<Status, Failure> {
    let place = arguments.file.display();
    let bytes = bytes(&arguments.file)?;
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let certificate = verified(&bytes, &catalog).map_err(|refusal| match refusal {
        Refusal::Unreadable(error) => Failure::io(format!("{place}: {error}")),
        Refusal::Settings(message) => Failure::refuted(message),
        Refusal::Problems(problems) => Failure::refuted(told(&place, &problems)),
    })?;
    say!("{}", describe(&certificate));
    sayln!("{}", certificate.digest);
    sayln!(
        "verified: digest, format {}, registry, {} parts, levels. Who issued it is not known from the file:",
        certificate.format_version,
        certificate.parts().count()
    );
    sayln!("{}", signature(&arguments.file));
    match arguments.rerun {
        Some(share) => rerun::rerun(&certificate, share, arguments.seed),
        None => Ok(Status::Success),
    }
}

/// How to see who issued a file.
fn signature(file: &Path) -> String {
    let beside = |extension: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(extension);
        Path::new(&name).exists().then(|| quoted(Path::new(&name)))
    };
    let file = quoted(file);
    match (beside(".sig"), beside(".minisig")) {
        (Some(signature), _) => format!(
            "a signature is beside it; with the signers that you trust in `allowed_signers`:\n  \
             ssh-keygen -Y verify -f allowed_signers -I SIGNER -n vyre-certificate -s {signature} < {file}"
        ),
        (None, Some(_)) => format!(
            "a signature is beside it; with the key that you trust:\n  minisign -Vm {file} -p minisign.pub"
        ),
        (None, None) => format!(
            "no signature is beside it. Its issuer makes one with `ssh-keygen -Y sign -f KEY -n \
             vyre-certificate {file}` or `minisign -Sm {file}`"
        ),
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+:@%,=".contains(c);
    match !path.is_empty() && path.chars().all(plain) && !path.starts_with('-') {
        true => path,
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}

/// The first problems and how many more there are.
fn told(place: &dyn Display, problems: &[String]) -> String {
    let lines = problems.iter().take(20);
    let lines: Vec<String> = lines.map(|p| format!("\n  {p}")).collect();
    let more = match problems.len() {
        n if n > 20 => format!("\n  and {} more", n - 20),
        _ => String::new(),
    };
    format!("{place} does not verify:{}{more}", lines.concat())
}

/// Whether the certificate speaks of what this program has.
fn identity(evidence: &Evidence, due_registry: &str) -> Vec<String> {
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
    same(
        "spec digest",
        &evidence.spec_digest,
        &certificate::spec_digest(),
        suite,
    );
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

/// A context that plans what the certificate was planned from. `here` are backends of this machine;
/// without one a stand-in has the certificate's identity and runs nothing.
fn context_of(
    certificate: &Certificate,
    catalog: Catalog,
    here: Vec<&'static dyn Backend>,
) -> Result<Context, Failure> {
    let evidence = &certificate.evidence;
    let mut plan = options_of(evidence).map_err(Failure::refuted)?;
    let saved = saved_of(evidence, &catalog).map_err(Failure::refuted)?;
    plan.regressions = saved.into_values().collect();
    let settings = Settings {
        plan,
        // What was replayed is known by the parts; the values are in the author's crate.
        saved: Some(BTreeMap::new()),
        ..Settings::default()
    };
    let backends = match here.is_empty() {
        true => vec![Issued::leak(evidence)],
        false => here,
    };
    let nowhere = std::path::Path::new("");
    Context::new(catalog, settings, backends, None, nowhere).map_err(Failure::nothing)
}

/// The backend of a certificate, as far as planning needs it.
struct Issued(Identity);

impl Issued {
    fn identity_of(evidence: &Evidence) -> Identity {
        let backend = &evidence.backend;
        Identity {
            kind: backend.kind.clone(),
            slug: backend.slug.clone(),
            device: backend.device.clone(),
            driver: backend.driver.clone(),
            features: backend.features.clone(),
            limits: backend
                .limits
                .iter()
                .map(|(k, v)| (k.clone(), *v))
                .collect(),
        }
    }

    fn leak(evidence: &Evidence) -> &'static dyn Backend {
        Box::leak(Box::new(Self(Self::identity_of(evidence))))
    }
}

impl Backend for Issued {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let (id, slug) = (op.id, &self.0.slug);
        Err(BackendError::Other(format!(
            "{slug} is not on this machine: {id} cannot run"
        )))
    }
}

/// Whether a part ended as it would have to for its numbers.
fn refuted(part: &Part) -> bool {
    part.outcome == OutcomeName::Failed
}
