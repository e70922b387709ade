//! Generation of obligations from a catalog.

use super::obligation::{
    Domain, Obligation, Part, few_variables, input_sets, is_about_integers, law_slug,
    parity_trials, proof_name, small_domain,
};
use super::oracle::{ClaimKind, Implementation, Question};
use super::{Plan, PlanError, PlanOptions, SavedCases};
use std::collections::HashMap;
use std::rc::Rc;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::generate::{Set, Width, can_be_exhausted, exhaustive_cases};
use vyre_conform_runtime::registry::{LawDef, OpDef, Polarity};
use vyre_conform_spec::{Profile, ValueType};

/// All obligations of the catalog on these backends (by slug): saved failures first, then op by op, engine by engine,
/// then random programs.
pub fn plan(
    catalog: &Catalog,
    backends: &[String],
    options: &PlanOptions,
) -> Result<Plan, PlanError> {
    let mut plan = Plan::new();
    let ops = catalog.ops().iter();
    let ops = || ops.clone().filter(|op| options.takes(op.def.op.track()));
    let mut saved: HashMap<&str, Vec<&SavedCases>> = HashMap::new();
    for of in options
        .regressions
        .iter()
        .filter(|of| of.values || !of.laws.is_empty())
    {
        saved.entry(&of.op).or_default().push(of);
    }
    for op in ops() {
        for saved in saved.get(op.def.id).into_iter().flatten() {
            Suite::new(&mut plan, op.def, options).regressions(saved, backends)?;
        }
    }
    let engines = || {
        let engines = catalog.engines().iter();
        engines.filter(|engine| options.takes_engine(engine))
    };
    for engine in engines() {
        if saved.contains_key(engine.id) {
            super::engines::regressions(&mut plan, engine, backends)?;
        }
    }
    for op in ops() {
        Suite::new(&mut plan, op.def, options).everything(backends)?;
    }
    for engine in engines() {
        super::engines::obligations(&mut plan, engine, backends)?;
    }
    super::programs::obligations(&mut plan, backends, options)?;
    Ok(plan)
}

/// The obligations of one op, in the order of the [`plan()`] of all; `saved` replaces `options.regressions`.
///
/// # Errors
///
/// As for [`Plan::admit`].
pub fn of_op(
    def: &OpDef,
    backends: &[String],
    options: &PlanOptions,
    saved: Option<&SavedCases>,
) -> Result<Plan, PlanError> {
    let mut plan = Plan::new();
    let mut suite = Suite::new(&mut plan, def, options);
    if let Some(saved) = saved {
        suite.regressions(saved, backends)?;
    }
    suite.everything(backends)?;
    Ok(plan)
}

/// The obligations of one engine; `saved` replaces `options.regressions`.
///
/// # Errors
///
/// As for [`Plan::admit`].
pub fn of_engine(
    def: &EngineDef,
    backends: &[String],
    saved: Option<&SavedCases>,
) -> Result<Plan, PlanError> {
    let mut plan = Plan::new();
    if saved.is_some_and(|saved| saved.values) {
        super::engines::regressions(&mut plan, def, backends)?;
    }
    super::engines::obligations(&mut plan, def, backends)?;
    Ok(plan)
}

/// True if the law's variables have few enough combinations of 16 bits: three variables have too many.
fn is_enumerable(law: &LawDef, def: &OpDef) -> bool {
    let operands = def.op.signature.operands;
    let variables = law.form(operands.len()).claim.variables();
    // A law has the op's operands as variables; further ones have the first operand's type.
    let types: Vec<ValueType> = (0..variables)
        .map(|k| *operands.get(k).unwrap_or(&operands[0]))
        .collect();
    exhaustive_cases(&types, Width::U16).is_some()
}

/// True if all inputs of the op are requested and they are few enough.
fn is_exhausted(def: &OpDef, options: &PlanOptions) -> bool {
    let domains = &options.extra_domains;
    domains.contains(&Domain::ExhaustiveFull) && can_be_exhausted(def.op.signature.operands)
}

/// Every declared law on each of its domains: (index, domain, name).
fn laws(def: &OpDef, options: &PlanOptions) -> Vec<(usize, Domain, String)> {
    let mut out = vec![];
    for (k, law) in def.laws.iter().enumerate() {
        let mut domains = vec![Domain::Witness];
        if matches!(law.polarity, Polarity::Holds) {
            domains = vec![small_domain(law, def), Domain::Witnessed];
            let more = options.extra_domains.iter().copied();
            domains.extend(more.filter(|domain| match domain {
                Domain::ExhaustiveFull => is_exhausted(def, options) && few_variables(law, def),
                Domain::ExhaustiveU16 => is_enumerable(law, def),
                _ => true,
            }));
        }
        let slug = law_slug(law);
        out.extend(domains.into_iter().map(|domain| (k, domain, slug.clone())));
    }
    out
}

const fn law_part(law: usize, domain: Domain) -> Part {
    Part::Law { law, domain }
}

/// The obligations of one op.
struct Suite<'a> {
    plan: &'a mut Plan,
    def: &'a OpDef,
    options: &'a PlanOptions,
    /// Every declared law on each of its domains, with its name, common to all subjects.
    laws: Rc<[(usize, Domain, String)]>,
}

impl<'a> Suite<'a> {
    fn new(plan: &'a mut Plan, def: &'a OpDef, options: &'a PlanOptions) -> Self {
        let laws = laws(def, options).into();
        Self {
            plan,
            def,
            options,
            laws,
        }
    }

    /// Admits everything except saved failures.
    fn everything(&mut self, backends: &[String]) -> Result<(), PlanError> {
        self.reference()?;
        for backend in backends {
            self.lowering(backend)?;
            // A profile of an adapter, or of the processor, replaces the lowering; alternates are texts for the adapter
            // itself.
            if Profile::of(backend).is_none() {
                self.alternates(backend)?;
            }
        }
        Ok(())
    }

    fn regressions(&mut self, saved: &SavedCases, backends: &[String]) -> Result<(), PlanError> {
        if saved.values {
            self.replays("regressions", None, ClaimKind::Values, backends)?;
        }
        for law in &saved.laws {
            let name = format!("regressions::law::{}", law_slug(&self.def.laws[*law]));
            self.replays(&name, Some(*law), ClaimKind::Relation, backends)?;
        }
        Ok(())
    }

    fn replays(
        &mut self,
        name: &str,
        law: Option<usize>,
        claim: ClaimKind,
        backends: &[String],
    ) -> Result<(), PlanError> {
        let part = || Part::Regressions { law };
        self.admit(name, part(), self.on_reference(), claim)?;
        let on_backends = law.is_none() || self.has_laws_on_backends();
        for backend in backends.iter().filter(|_| on_backends) {
            let name = format!("{name}::{backend}");
            self.admit(&name, part(), self.on_backend(backend), claim)?;
        }
        Ok(())
    }

    /// Admits the obligations of the definition and its CPU reference.
    fn reference(&mut self) -> Result<(), PlanError> {
        let subject = self.on_reference();
        let def = self.def;
        let mut admit = |name: &str, part, claim| self.admit(name, part, subject.clone(), claim);
        admit("gates", Part::Gates, ClaimKind::Property)?;
        // Without either, it would pass without a case.
        if !def.classes.is_empty() || !def.boundaries.is_empty() {
            admit("coverage", Part::Coverage, ClaimKind::Property)?;
        }
        admit(
            "reference::deterministic",
            Part::Deterministic,
            ClaimKind::Property,
        )?;
        admit("interpreter", Part::Interpreter, ClaimKind::Values)?;
        if !self.def.rows.is_empty() {
            self.admit("table", Part::Table, subject.clone(), ClaimKind::RowValues)?;
        }
        for (law, domain, slug) in self.laws.clone().iter() {
            let name = format!("law::{slug}::{}", domain.name());
            let part = law_part(*law, *domain);
            self.admit(&name, part, subject.clone(), ClaimKind::Relation)?;
        }
        self.proofs(&subject)
    }

    /// Admits the proofs of laws. A proof is about the body, which stands for the reference: other parts show that the
    /// two are equal.
    fn proofs(&mut self, subject: &Implementation) -> Result<(), PlanError> {
        let laws = self.def.laws.iter().enumerate();
        for (law, def) in laws.filter(|_| self.options.prove) {
            if is_about_integers(def, self.def) {
                let name = proof_name(def);
                let part = law_part(law, Domain::Proved);
                let composed = (self.def.id.to_owned(), law);
                let claim = if self.options.composed.contains(&composed) {
                    ClaimKind::Composition
                } else {
                    ClaimKind::Relation
                };
                self.admit(&name, part, subject.clone(), claim)?;
            }
        }
        Ok(())
    }

    /// Admits the obligations of the lowering on one backend.
    fn lowering(&mut self, backend: &str) -> Result<(), PlanError> {
        let subject = self.on_backend(backend);
        for (name, part) in parity_trials(self.def, backend) {
            self.admit(&name, part, subject.clone(), ClaimKind::Values)?;
        }
        if self.is_exhausted() {
            let set = Set::ExhaustiveFull;
            let name = format!("parity::{backend}::{set}");
            self.admit(&name, Part::Parity(set), subject.clone(), ClaimKind::Values)?;
        }
        if !self.def.rows.is_empty() {
            let name = format!("table::{backend}");
            self.admit(&name, Part::Table, subject.clone(), ClaimKind::RowValues)?;
        }
        for (law, domain, slug) in self.laws_on_backends().iter() {
            let name = format!("law::{slug}::{backend}::{}", domain.name());
            let part = law_part(*law, *domain);
            self.admit(&name, part, subject.clone(), ClaimKind::Relation)?;
        }
        let name = format!("determinism::{backend}");
        self.admit(&name, Part::Deterministic, subject, ClaimKind::Property)
    }

    /// Admits the obligations of the alternates on one backend.
    fn alternates(&mut self, backend: &str) -> Result<(), PlanError> {
        for alternate in self.def.alternates {
            let subject = Implementation::Alternate {
                op: self.def.id.into(),
                name: alternate.name.into(),
                backend: backend.into(),
            };
            let base = format!("alternate::{}::{backend}", alternate.name);
            for set in input_sets(self.def) {
                let name = format!("{base}::{set}");
                self.admit(&name, Part::Parity(set), subject.clone(), ClaimKind::Values)?;
            }
            if !self.def.rows.is_empty() {
                let name = format!("{base}::table");
                self.admit(&name, Part::Table, subject.clone(), ClaimKind::RowValues)?;
            }
            // Parity with the reference covers the exhaustive domains, so an alternate's laws run only on edge cases
            // and witnesses.
            let exhaustive =
                |domain: &Domain| !matches!(domain, Domain::Witness | Domain::Witnessed);
            for (law, domain, slug) in self.laws_on_backends().iter() {
                if !exhaustive(domain) {
                    let name = format!("{base}::law::{slug}::{}", domain.name());
                    let part = law_part(*law, *domain);
                    self.admit(&name, part, subject.clone(), ClaimKind::Relation)?;
                }
            }
        }
        Ok(())
    }

    /// True if laws apply on backends. Approximate results satisfy none exactly: the laws of an approximate op are
    /// about its reference.
    fn has_laws_on_backends(&self) -> bool {
        self.def.op.track().is_strict()
    }

    fn laws_on_backends(&self) -> Rc<[(usize, Domain, String)]> {
        if self.has_laws_on_backends() {
            self.laws.clone()
        } else {
            Rc::default()
        }
    }

    fn is_exhausted(&self) -> bool {
        is_exhausted(self.def, self.options)
    }

    fn on_reference(&self) -> Implementation {
        Implementation::Reference {
            op: self.def.id.into(),
        }
    }

    fn on_backend(&self, backend: &str) -> Implementation {
        Implementation::Lowering {
            op: self.def.id.into(),
            backend: backend.into(),
        }
    }

    /// Admits the obligation `<op>::<name>` with the strongest oracle that applies.
    fn admit(
        &mut self,
        name: &str,
        part: Part,
        subject: Implementation,
        claim: ClaimKind,
    ) -> Result<(), PlanError> {
        let question = Question { subject, claim };
        let oracle = question
            .strongest()
            .expect("every claim the planner makes has an oracle");
        let provenance = question.provenance(oracle);
        self.plan.admit(Obligation {
            id: [self.def.id, "::", name].concat(),
            op: self.def.id.into(),
            part,
            question,
            oracle,
            provenance,
        })
    }
}
