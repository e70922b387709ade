//! From the catalog to obligations.

use super::obligation::{Domain, Obligation, Part, input_sets, law_slug};
use super::oracle::{Claim, Implementation, Question};
use super::{Plan, Refused};
use crate::catalog::Catalog;
use crate::registry::{OpDef, Polarity};

/// What a run is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Edge-biased witnesses a law and a parity check run, beside the complete edge set.
    pub witnesses: u64,
    /// Seed of the witness stream.
    pub seed: u64,
    /// Domains to run for every law beyond the default ones.
    pub extra_domains: Vec<Domain>,
    /// Ids of ops with saved failures.
    pub regressions: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            witnesses: crate::spec::evidence::WITNESSES_REQUIRED,
            seed: 0x5eed,
            extra_domains: vec![],
            regressions: vec![],
        }
    }
}

/// Every obligation of the catalog on these backends (by slug): saved failures first, then op by op.
pub fn plan(catalog: &Catalog, backends: &[String], options: &Options) -> Result<Plan, Refused> {
    let mut plan = Plan::new();
    for op in catalog
        .ops()
        .iter()
        .filter(|op| options.regressions.iter().any(|r| r == op.def.id))
    {
        let reference = Implementation::Reference {
            op: op.def.id.into(),
        };
        admit(
            &mut plan,
            op.def,
            "regressions",
            Part::Regressions,
            reference,
            Claim::Property,
        )?;
        for backend in backends {
            let name = format!("regressions::{backend}");
            let subject = lowering(op.def, backend);
            admit(
                &mut plan,
                op.def,
                &name,
                Part::Regressions,
                subject,
                Claim::Values,
            )?;
        }
    }
    for op in catalog.ops() {
        reference(&mut plan, op.def, options)?;
        for backend in backends {
            on_backend(&mut plan, op.def, backend, options)?;
        }
    }
    Ok(plan)
}

fn lowering(def: &OpDef, backend: &str) -> Implementation {
    Implementation::Lowering {
        op: def.id.into(),
        backend: backend.into(),
    }
}

/// What is shown about the definition and its CPU reference.
fn reference(plan: &mut Plan, def: &OpDef, options: &Options) -> Result<(), Refused> {
    let subject = || Implementation::Reference { op: def.id.into() };
    admit(plan, def, "gates", Part::Gates, subject(), Claim::Property)?;
    if !def.rows.is_empty() {
        admit(plan, def, "table", Part::Table, subject(), Claim::RowValues)?;
    }
    admit(
        plan,
        def,
        "coverage",
        Part::Coverage,
        subject(),
        Claim::Property,
    )?;
    let deterministic = "reference::deterministic";
    admit(
        plan,
        def,
        deterministic,
        Part::Deterministic,
        subject(),
        Claim::Property,
    )?;
    admit(
        plan,
        def,
        "interpreter",
        Part::Interpreter,
        subject(),
        Claim::Values,
    )?;
    for (law, domain, slug) in laws(def, options) {
        let name = format!("law::{slug}::{}", domain.name());
        admit(
            plan,
            def,
            &name,
            Part::Law { law, domain },
            subject(),
            Claim::Relation,
        )?;
    }
    Ok(())
}

/// What is shown about the lowering and the alternates on one backend.
fn on_backend(
    plan: &mut Plan,
    def: &OpDef,
    backend: &str,
    options: &Options,
) -> Result<(), Refused> {
    for set in InputSet::of(def) {
        let name = format!("parity::{backend}::{}", set.name());
        admit(
            plan,
            def,
            &name,
            Part::Parity(set),
            lowering(def, backend),
            Claim::Values,
        )?;
    }
    if !def.rows.is_empty() {
        let name = format!("table::{backend}");
        admit(
            plan,
            def,
            &name,
            Part::Table,
            lowering(def, backend),
            Claim::RowValues,
        )?;
    }
    for (law, domain, slug) in laws(def, options) {
        let name = format!("law::{slug}::{backend}::{}", domain.name());
        let part = Part::Law { law, domain };
        admit(
            plan,
            def,
            &name,
            part,
            lowering(def, backend),
            Claim::Relation,
        )?;
    }
    let name = format!("determinism::{backend}");
    admit(
        plan,
        def,
        &name,
        Part::Deterministic,
        lowering(def, backend),
        Claim::Property,
    )?;
    for alternate in def.alternates {
        let subject = || Implementation::Alternate {
            op: def.id.into(),
            name: alternate.name.into(),
            backend: backend.into(),
        };
        let base = format!("alternate::{}::{backend}", alternate.name);
        for set in input_sets(def) {
            let name = format!("{base}::{set}");
            admit(
                plan,
                def,
                &name,
                Part::Parity(set),
                subject(),
                Claim::Values,
            )?;
        }
        for (law, domain, slug) in laws(def, options) {
            let name = format!("{base}::law::{slug}::{}", domain.name());
            admit(
                plan,
                def,
                &name,
                Part::Law { law, domain },
                subject(),
                Claim::Relation,
            )?;
        }
    }
    Ok(())
}

fn laws<'a>(
    def: &'a OpDef,
    options: &'a Options,
) -> impl Iterator<Item = (usize, Domain, String)> + 'a {
    def.laws.iter().enumerate().flat_map(|(k, law)| {
        let domains = match law.polarity {
            Polarity::Refuted { .. } => vec![Domain::Witness],
            _ => [Domain::ExhaustiveU8, Domain::Witnessed]
                .into_iter()
                .chain(options.extra_domains.iter().copied())
                .collect(),
        };
        let slug = law_slug(law);
        domains
            .into_iter()
            .map(move |domain| (k, domain, slug.clone()))
    })
}

/// Admits the obligation `<op>::<name>` with the strongest oracle that applies.
fn admit(
    plan: &mut Plan,
    def: &OpDef,
    name: &str,
    part: Part,
    subject: Implementation,
    claim: Claim,
) -> Result<(), Refused> {
    let question = Question { subject, claim };
    let oracle = question
        .strongest()
        .expect("every claim the planner makes has an oracle");
    let provenance = question.provenance(oracle);
    let id = format!("{}::{name}", def.id);
    plan.admit(Obligation {
        id,
        op: def.id.into(),
        part,
        question,
        oracle,
        provenance,
    })
}
