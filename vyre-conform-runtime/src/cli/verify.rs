//! `verify`: whether a certificate is what it says, and with `--rerun` whether its evidence comes out
//! again.
//!
//! Read as a certificate of a version that is known, with its digest; the registry and the vocabulary
//! are those of this program; every part is there that the suite has, and no other; every number
//! agrees with the others; levels and everything else that follows from the parts is computed again.
//! None of this needs the backend.

mod consistent;
mod rerun;

use super::certify::{registry, selected, skeleton};
use super::describe::describe;
use super::exit::{Failure, Status};
use super::files::read;
use crate::backend::{Backend, BackendError, Identity, LoadedOp, OpCode};
use crate::catalog::Catalog;
use crate::certify::certificate::{self, Certificate, Evidence, OutcomeName, Part};
use crate::harness::options::seed;
use crate::harness::{Context, Settings};
use crate::plan::{Domain, Saved, Tracks};
use crate::spec::Track;
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;

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

/// Runs `verify`.
pub(super) fn verify(arguments: &Arguments) -> Result<Status, Failure> {
    let certificate = read(&arguments.file)?;
    let place = arguments.file.display();
    let catalog = Catalog::linked().map_err(Failure::nothing)?;
    let due_registry = registry(&catalog);
    let mut problems = identity(&certificate.evidence, &due_registry);
    if problems.is_empty() {
        let context = context_of(&certificate, catalog, vec![])?;
        problems = complete(&context, &certificate.evidence, &due_registry);
        let mut again = certificate.evidence.clone();
        certificate::derive(&mut again);
        if problems.is_empty() && again != certificate.evidence {
            problems.push(differing(&certificate.evidence, &again));
        }
    }
    if !problems.is_empty() {
        let lines: Vec<String> = problems
            .iter()
            .take(20)
            .map(|p| format!("\n  {p}"))
            .collect();
        let more = match problems.len() {
            n if n > 20 => format!("\n  and {} more", n - 20),
            _ => String::new(),
        };
        return Err(Failure::refuted(format!(
            "{place} does not verify:{}{more}",
            lines.concat()
        )));
    }
    print!("{}", describe(&certificate));
    println!("{}", certificate.digest);
    println!(
        "verified: digest, format {}, registry, {} parts, levels. Who issued it is not known from the \
         file: see its signature, if there is one (ssh-keygen -Y verify, minisign -V)",
        certificate.format_version,
        certificate.parts().count()
    );
    match arguments.rerun {
        Some(share) => rerun::rerun(&certificate, share, arguments.seed),
        None => Ok(Status::Success),
    }
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
    let mut settings = Settings::default();
    settings.plan.seed = seed(&evidence.settings.seed)
        .ok_or_else(|| Failure::refuted(format!("`{}` is no seed", evidence.settings.seed)))?;
    settings.plan.witnesses = evidence.settings.witnesses;
    settings.plan.engine_inputs = evidence.settings.engine_inputs;
    settings.plan.tracks = Tracks::Strict;
    if let Some(name) = &evidence.settings.track {
        let track = Track::from_name(name);
        let unknown = || Failure::refuted(format!("`{name}` is no track"));
        settings.plan.tracks = Tracks::Only(track.ok_or_else(unknown)?);
    }
    for name in &evidence.settings.domains {
        let domain = Domain::from_name(name)
            .ok_or_else(|| Failure::refuted(format!("`{name}` is no domain of laws")))?;
        settings.plan.extra_domains.push(domain);
    }
    // What was replayed is known by the parts; the values are in the author's crate.
    settings.saved = Some(BTreeMap::new());
    for op in catalog.ops() {
        let prefix = format!("{}::regressions", op.def.id);
        let mut saved = Saved {
            op: op.def.id.into(),
            ..Saved::default()
        };
        for part in certificate.parts().filter(|p| p.id.starts_with(&prefix)) {
            match part.law {
                None => saved.values = true,
                Some(law) if law as usize >= op.def.laws.len() => {
                    let id = &part.id;
                    return Err(Failure::refuted(format!(
                        "{id} names a law that is not declared"
                    )));
                }
                Some(law) if saved.laws.contains(&(law as usize)) => {}
                Some(law) => saved.laws.push(law as usize),
            }
        }
        settings.plan.regressions.push(saved);
    }
    let backends = match here.is_empty() {
        true => vec![Issued::leak(evidence)],
        false => here,
    };
    let nowhere = std::path::Path::new("");
    Context::new(catalog, settings, backends, None, nowhere).map_err(Failure::nothing)
}

/// Every part that is due is there, says what it is, and agrees with itself.
fn complete(context: &Context, evidence: &Evidence, registry: &str) -> Vec<String> {
    let identity = Issued::identity_of(evidence);
    let due = skeleton(
        context,
        &identity,
        evidence.settings.clone(),
        evidence.shards.clone(),
        registry,
    );
    let mut problems = vec![];
    if evidence.shards.of == 0
        || evidence.shards.have.len() != 1
        || evidence
            .shards
            .have
            .iter()
            .any(|k| !(1..=evidence.shards.of).contains(k))
    {
        problems.push(format!(
            "{:?} are no shards of {}",
            evidence.shards.have, evidence.shards.of
        ));
    }
    if !evidence.compositions.is_empty() || !evidence.baselines.is_empty() {
        problems.push("this suite issues no composition theorems and no baselines".into());
    }
    // The first version does not say which types an op takes.
    let typed = evidence.regressions.is_some();
    let heads = |e: &Evidence| -> Vec<String> {
        let ops = e.ops.iter().map(|op| {
            let laws: Vec<_> = op.laws.iter().map(|l| (&l.text, l.holds)).collect();
            let totals = (op.table_rows, op.boundaries.total, op.classes.total);
            let types = typed.then_some((&op.operands, &op.result));
            let head = (
                op.version,
                &op.category,
                &op.track,
                op.ulps,
                laws,
                totals,
                types,
            );
            format!("{} {head:?}", op.id)
        });
        let engines = e
            .engines
            .iter()
            .map(|engine| format!("{} {:?}", engine.id, (engine.version, &engine.invariants)));
        let skipped = e.skipped.iter().filter(|s| s.kind != "unsupported");
        let skipped = skipped.map(|s| format!("skipped {} {} {}", s.id, s.kind, s.reason));
        ops.chain(engines).chain(skipped).collect()
    };
    compare("entry", heads(evidence), heads(&due), &mut problems);
    let told = &evidence.profile.digests;
    if told.is_some() && *told != due.profile.digests {
        problems.push("it says of digests what this suite's do not show".into());
    }
    if evidence.profile.floats != due.profile.floats {
        let (found, due) = (&evidence.profile.floats, &due.profile.floats);
        problems.push(format!(
            "its float profile is `{found}`, its ops make it `{due}`"
        ));
    }
    let all = |e: &Evidence| -> Vec<Part> {
        let ops = e.ops.iter().flat_map(|op| &op.parts);
        let parts = ops.chain(e.engines.iter().flat_map(|e| &e.parts));
        parts.cloned().collect()
    };
    let (found, due) = (all(evidence), all(&due));
    let names = |parts: &[Part]| -> Vec<String> {
        let name = |p: &Part| {
            let what = (&p.part, &p.subject, &p.oracle, p.law, &p.domain, p.due);
            format!("{} {what:?}", p.id)
        };
        parts.iter().map(name).collect()
    };
    compare("part", names(&found), names(&due), &mut problems);
    problems.extend(consistent::saved(evidence));
    problems.extend(consistent::digests(evidence));
    let filter = evidence.settings.filter.as_deref();
    for part in &found {
        let problem = consistent::problem(part, selected(filter, &part.id), &evidence.shards);
        problems.extend(problem.map(|p| format!("{}: {p}", part.id)));
    }
    problems
}

/// What one list has and the other has not.
fn compare(what: &str, found: Vec<String>, due: Vec<String>, problems: &mut Vec<String>) {
    if found == due {
        return;
    }
    let before = problems.len();
    let set = |list: &[String]| {
        list.iter()
            .cloned()
            .collect::<std::collections::BTreeSet<_>>()
    };
    let (has, needs) = (set(&found), set(&due));
    let missing = needs.difference(&has);
    problems.extend(missing.map(|line| format!("{what} that is due and not there: {line}")));
    let foreign = has.difference(&needs);
    problems.extend(foreign.map(|line| format!("{what} that the suite has not: {line}")));
    if problems.len() == before {
        problems.push(format!("a {what} is there twice, or the order is another"));
    }
}

/// Where derived fields differ from what the parts give.
fn differing(found: &Evidence, due: &Evidence) -> String {
    for (x, y) in found.levels.iter().zip(&due.levels) {
        if x != y {
            let (says, gives) = (x.established, y.established);
            return format!(
                "{}: it says {says}, its parts give {gives}: {:?}",
                x.level, y.missing
            );
        }
    }
    let mut ops = found.ops.iter().zip(&due.ops);
    match ops.find(|(x, y)| x != y) {
        Some((x, y)) => format!(
            "{}: level, grade, laws, hits or cases are not what its parts give: {:?}, {}; due {:?}, {}",
            x.id, x.level, x.grade, y.level, y.grade
        ),
        None => "engines, levels or skipped parts are not what the parts give".into(),
    }
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
