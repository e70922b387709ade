//! Planted faults; each is found at its node.

use super::machines::{catalog, plan, run_references};
use super::mlp::{WIDTHS, input, model};
use super::models::weights;
use std::sync::Arc;
use vyre_conform_network::steps::Call;
use vyre_conform_network::{
    Element, Graph, Machine, MachineError, Order, Orders, Plan, References, Tensor,
    first_difference, run,
};
use vyre_conform_runtime::catalog::Catalog;

/// The name of the first node at which a graph differs from the perceptron.
fn first_differing_node(graph: &Graph, orders: &Orders, catalog: &Catalog) -> Option<String> {
    let right = plan(&model().graph(), catalog, &Orders::new());
    let wrong = plan(graph, catalog, orders);
    let [expected, outcome] =
        [&right, &wrong].map(|plan| run_references(plan, catalog, &[input()]));
    first_difference(&expected, &outcome).map(|k| right.nodes[k].name.clone())
}

/// Oracle: the fault itself: changed order, transposed weight, dropped bias, each in the second layer alone.
#[test]
fn a_fault_of_a_graph_is_found_at_its_node() {
    let catalog = catalog();
    assert_eq!(
        first_differing_node(&model().graph(), &Orders::new(), &catalog),
        None
    );
    for order in [
        Order::Strict,
        Order::TreeBinary,
        Order::SplitK(2),
        Order::Exact,
    ] {
        let orders = Orders::from([("fc2".to_owned(), order)]);
        let actual = first_differing_node(&model().graph(), &orders, &catalog);
        assert_eq!(actual.as_deref(), Some("fc2"), "{order}");
    }
    let width = WIDTHS[2];
    let square = weights(2, &[width, width]);
    let rotated = (0..width * width).map(|k| square.words()[k % width * width + k / width]);
    let rotated = Tensor::new(Element::F32, &[width, width], rotated.collect()).expect("a tensor");
    let mut transposed = model().graph();
    transposed
        .weights
        .insert("w2".to_owned(), Arc::new(rotated));
    let mut dropped = model().graph();
    dropped.nodes[2].inputs.pop();
    for (name, wrong) in [("weight transposed", transposed), ("bias dropped", dropped)] {
        let actual = first_differing_node(&wrong, &Orders::new(), &catalog);
        assert_eq!(actual.as_deref(), Some("fc2"), "{name}");
    }
}

/// The references, with one wrong bit in one call.
struct OneBit<'a> {
    inner: References<'a>,
    call: usize,
    wrong: usize,
}

impl Machine for OneBit<'_> {
    fn name(&self) -> &str {
        "one bit"
    }

    fn run(
        &mut self,
        call: &Call,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, MachineError> {
        let mut words = self.inner.run(call, operands, len)?;
        if self.call == self.wrong {
            words[len / 2] ^= 1;
        }
        self.call += 1;
        Ok(words)
    }
}

/// Oracle: the fault itself: a bit of each call in turn, found at the node of the call.
#[test]
fn a_fault_of_a_machine_is_found_at_its_node() {
    let catalog = catalog();
    let plan: Plan = plan(&model().graph(), &catalog, &Orders::new());
    let expected = run_references(&plan, &catalog, &[input()]);
    for (wrong, step) in plan.steps.iter().enumerate() {
        let mut machine = OneBit {
            inner: References::new(&catalog),
            call: 0,
            wrong,
        };
        let actual = run(&plan, &mut machine, &[input()]).expect("results");
        assert_eq!(
            first_difference(&expected, &actual),
            Some(step.node),
            "{wrong}"
        );
    }
    assert!(plan.steps.len() >= plan.nodes.len());
}
