//! The certificate of a backend that passes all of a library, generated without a run.

use std::collections::HashMap;
use vyre_conform_certificate::certificate::{
    Backend, Certificate, HitCounts, OutcomeName, Part, Shards, SuiteTexts, derive, parse,
};
use vyre_conform_certificate::expected::{expected, settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::Category;
use vyre_conform_suite::plan::{self, Lengths, PlanOptions};

/// A certificate whose backend and run facts are used.
const HEAD: &[u8] = include_bytes!("../tests/certificates/version-2.json");

/// The certificate of a backend that passes everything that these options select from a library.
///
/// # Panics
///
/// If the library cannot be planned.
pub fn passing(catalog: &Catalog, options: &PlanOptions) -> Certificate {
    let head = parse(HEAD).expect("a certificate");
    let identity = with_all_features(head.evidence.backend, catalog).identity();
    let backends = [identity.slug.clone()];
    let plan = plan::plan(catalog, &backends, options).expect("a plan");
    let suite = SuiteTexts::new(catalog).taken(options);
    let whole = Shards {
        of: 1,
        have: vec![1],
    };
    let requested = settings(options, None);
    let mut evidence = expected(
        catalog,
        (&plan, options),
        &identity,
        requested,
        whole,
        &suite,
    );
    let obligations = plan.obligations().iter();
    let planned: HashMap<&str, _> = obligations.map(|o| (o.id.as_str(), o)).collect();
    for op in &mut evidence.ops {
        let item = catalog.find(&op.id).expect("it is in the catalog");
        let mut lengths = Lengths::new(item, options);
        let covered = HitCounts {
            boundaries: item.def.boundaries.len() as u64,
            classes: item.def.classes.len() as u64,
        };
        for part in &mut op.parts {
            let item = planned[part.id.as_str()];
            let whole = lengths.whole(&item.part, item.backend().is_some());
            pass(part, whole.unwrap_or(0));
            part.covered = (item.part == plan::Part::Coverage).then_some(covered);
        }
    }
    let engines = evidence.engines.iter_mut();
    let programs = evidence.programs.iter_mut();
    let others = engines.flat_map(|item| &mut item.parts);
    for part in others.chain(programs.flat_map(|item| &mut item.parts)) {
        pass(part, 0);
    }
    derive(&mut evidence);
    Certificate::seal(evidence, head.run)
}

/// Makes a part pass, with all cases if it is a range of them, otherwise with `whole` cases.
fn pass(part: &mut Part, whole: u64) {
    part.outcome = OutcomeName::Passed;
    part.cases = part.due.unwrap_or(whole);
    part.range = part.due.map(|expected| [0, expected]);
}

/// The backend with every feature that an op of the library requests, the largest workgroup, and subgroups of 32.
fn with_all_features(mut backend: Backend, catalog: &Catalog) -> Backend {
    let requested = catalog.ops().iter().filter_map(|op| match op.def.category {
        Category::C { hardware, .. } => Some(hardware.to_owned()),
        _ => None,
    });
    backend.features.extend(requested);
    backend.features.sort();
    backend.features.dedup();
    let sizes = [
        ("max_compute_workgroup_size_x", 1024),
        ("subgroup_max_size", 32),
        ("subgroup_min_size", 32),
    ];
    let sizes = sizes.map(|(name, size)| (name.to_owned(), size));
    backend.limits.extend(sizes);
    backend
}
