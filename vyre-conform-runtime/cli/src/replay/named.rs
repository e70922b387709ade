//! The backend in the name of a trial.

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::plan::{Domain, PlanOptions, SavedCases, of_engine, of_op, of_programs};

/// Placeholder for a backend in the names of a plan.
const ANY: &str = "ADAPTER";

/// The segment of a trial's name that names a backend, whether or not this machine has it.
pub(super) fn backend<'t>(trial: &'t str, catalog: &Catalog) -> Option<&'t str> {
    let backends = [ANY.to_owned()];
    let options = PlanOptions {
        extra_domains: vec![Domain::ExhaustiveU16, Domain::ExhaustiveFull],
        ..PlanOptions::default()
    };
    let owns = |id: &str| {
        let rest = trial.strip_prefix(id);
        rest.is_some_and(|rest| rest.starts_with("::"))
    };
    let saved = |id: &str, laws: usize| SavedCases {
        op: id.into(),
        values: true,
        laws: (0..laws).collect(),
    };
    let ops = catalog.ops().iter().map(|op| op.def);
    let op = ops.filter(|op| owns(op.id)).max_by_key(|op| op.id.len());
    let engine = catalog.engines().iter().find(|engine| owns(engine.id));
    let plan = match (op, engine) {
        (Some(op), _) => of_op(op, &backends, &options, Some(&saved(op.id, op.laws.len()))),
        (None, Some(engine)) => of_engine(engine, &backends, Some(&saved(engine.id, 0))),
        (None, None) => of_programs(&backends, &options),
    };
    let plan = plan.ok()?;
    let segments: Vec<&str> = trial.split("::").collect();
    let named = (0..segments.len()).find(|k| {
        let mut segments = segments.clone();
        segments[*k] = ANY;
        let name = segments.join("::");
        plan.obligations().iter().any(|of| of.id == name)
    });
    named.map(|k| segments[k])
}
