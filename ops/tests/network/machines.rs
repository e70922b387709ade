//! Every available machine, and comparisons of them.

use std::time::Duration;
use vyre_conform_c as _;
use vyre_conform_network::{
    BackendMachine, Graph, Interpreter, Machine, Orders, Plan, References, Run, Tensor,
    first_difference, run,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, requested};

/// The time limit for a backend's call.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) fn catalog() -> Catalog {
    Catalog::linked().expect("the library")
}

/// The adapters that tests need, and the C compiler, which builds the tests.
pub(crate) fn backends() -> Vec<&'static dyn Backend> {
    let adapters = vyre_conform_wgpu::required();
    let mut all: Vec<&'static dyn Backend> = vec![];
    all.extend(
        adapters
            .into_iter()
            .map(|backend| backend as &'static dyn Backend),
    );
    for opened in requested(PATIENCE, &["c11".to_owned()]) {
        all.extend(
            opened
                .list
                .iter()
                .map(|(_, backend)| backend as &'static dyn Backend),
        );
    }
    let contains = |kind: &str| {
        all.iter()
            .any(|backend| backend.identity().slug.contains(kind))
    };
    assert!(
        contains("c11") && all.len() > 1,
        "no adapter, or no C compiler"
    );
    all
}

/// The plan of a graph with fixed shapes.
pub(crate) fn plan(graph: &Graph, catalog: &Catalog, orders: &Orders) -> Plan {
    let shapes = Default::default();
    Plan::new(graph, catalog, &shapes, orders).expect("a plan")
}

/// The results of the references.
pub(crate) fn run_references(plan: &Plan, catalog: &Catalog, inputs: &[Tensor]) -> Run {
    run(plan, &mut References::new(catalog), inputs).expect("results")
}

/// Runs a plan on every machine; asserts that none differs from the references at any node.
pub(crate) fn same_everywhere(plan: &Plan, catalog: &Catalog, inputs: &[Tensor]) -> Run {
    let expected = run_references(plan, catalog, inputs);
    let mut machines: Vec<Box<dyn Machine>> = vec![Box::new(Interpreter::new(catalog))];
    for backend in backends() {
        machines.push(Box::new(BackendMachine::new(catalog, backend)));
    }
    for mut machine in machines {
        let outcome = run(plan, &mut *machine, inputs);
        let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
        let differs = first_difference(&expected, &outcome).map(|k| &plan.nodes[k]);
        assert_eq!(differs, None, "{}", outcome.machine);
        assert_eq!(expected.outputs, outcome.outputs, "{}", outcome.machine);
    }
    expected
}
