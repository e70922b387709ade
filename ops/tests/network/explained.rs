//! Nodes that cannot be computed are listed with attribute and reason, and importing mutated models returns.

use super::machines::catalog;
use super::models::{Attr, Model, weights};
use vyre_conform_network::onnx::{NoExternalData, import};
use vyre_conform_network::plan::{Shapes, explain};
use vyre_conform_network::{Element, Order, Orders, Plan, PlanError, References, Tensor, run};

fn reasons(model: &Model, orders: &Orders) -> Vec<String> {
    let problems = explain(&model.graph(), &catalog(), &Shapes::new(), orders).expect("a list");
    problems.iter().map(ToString::to_string).collect()
}

/// A model with one node over `x` of `[1, 2, 4, 4]` and a weight `w` of `[2, 2, 3, 3]`.
fn one_node_model(operator: &str, inputs: &[&str], attributes: &[(&str, Attr)]) -> Model {
    let mut model = Model::new(18);
    model.input("x", Element::F32, &[1, 2, 4, 4]);
    model.weight("w", &weights(1, &[2, 2, 3, 3]));
    model.weight("i", &Tensor::longs(&[1], &[0]).expect("a tensor"));
    model.output("y");
    model.node("it", operator, [inputs, &["y"]], attributes);
    model
}

/// A node that cannot be computed: operator, operands, attributes, and the beginning of the message after the node.
type RefusedNode = (
    &'static str,
    &'static [&'static str],
    Vec<(&'static str, Attr)>,
    &'static str,
);

/// Operators, and parts of convolutions.
fn operators() -> [RefusedNode; 8] {
    [
        ("Loop", &["x"], vec![], ": has subgraphs"),
        (
            "Frobnicate",
            &["x"],
            vec![],
            ": the operator is not supported",
        ),
        (
            "Gelu",
            &["x"],
            vec![],
            ": is in the operators from set 20 on",
        ),
        (
            "Conv",
            &["x", "w"],
            vec![("dilations", Attr::Ints(vec![0, 2]))],
            ", attribute `dilations`: is [0, 2]",
        ),
        (
            "Conv",
            &["x", "w"],
            vec![("strides", Attr::Ints(vec![1]))],
            ", attribute `strides`: is [1]",
        ),
        (
            "Conv",
            &["x", "w"],
            vec![("group", Attr::Int(3))],
            ", attribute `group`: does not fit the shapes [1, 2, 4, 4]",
        ),
        (
            "Relu",
            &["x"],
            vec![("alpha", Attr::Int(1))],
            ", attribute `alpha`: is not one of set 18",
        ),
        ("Relu", &["x", "w"], vec![], ", input 1: is not supported"),
    ]
}

/// Operands, shapes and types.
fn operands() -> [RefusedNode; 8] {
    [
        ("Add", &["x"], vec![], ", input 1: is absent"),
        (
            "Add",
            &["x", "i"],
            vec![],
            ", input 1: has elements of the type int64",
        ),
        (
            "MatMul",
            &["x", "w"],
            vec![],
            ": multiplies the shapes [1, 2, 4, 4] and [2, 2, 3, 3]",
        ),
        (
            "Softmax",
            &["x"],
            vec![("axis", Attr::Int(4))],
            ": the axis 4 is not one",
        ),
        (
            "Cast",
            &["x"],
            vec![("to", Attr::Int(8))],
            ", attribute `to`: is string",
        ),
        (
            "Cast",
            &["x"],
            vec![("to", Attr::Int(7))],
            ", attribute `to`: is int64",
        ),
        (
            "Transpose",
            &["x"],
            vec![("perm", Attr::Ints(vec![0, 0]))],
            ", attribute `perm`: is [0, 0]",
        ),
        (
            "Gather",
            &["x", "i"],
            vec![("axis", Attr::Int(-5))],
            ": the axis -5 is not one",
        ),
    ]
}

/// Oracle: the issue: "a message that names node and attribute" and the remedy, by hand.
#[test]
fn a_message_names_node_and_attribute() {
    for (operator, inputs, attributes, message) in operators().into_iter().chain(operands()) {
        let actual = reasons(
            &one_node_model(operator, inputs, &attributes),
            &Orders::new(),
        );
        assert_eq!(actual.len(), 1, "{operator}: {actual:?}");
        let message = format!("node `it` ({operator}){message}");
        assert!(actual[0].starts_with(&message), "{}\n{message}", actual[0]);
    }
}

/// Oracle: every node that cannot be computed is listed, and none that only depends on one.
#[test]
fn all_nodes_are_listed_at_once() {
    let mut model = one_node_model("Loop", &["x"], &[]);
    model.node("waits", "Relu", [&["y"], &["z"]], &[]);
    model.node("also", "Scan", [&["z"], &["t"]], &[]);
    let actual = reasons(&model, &Orders::new());
    assert_eq!(actual.len(), 2, "{actual:?}");
    assert!(actual[1].starts_with("node `also` (Scan)"), "{actual:?}");
    let plan = Plan::new(&model.graph(), &catalog(), &Shapes::new(), &Orders::new());
    assert!(matches!(plan, Err(PlanError::Nodes(problems)) if problems.len() == 2));
}

/// Oracle: the orders that engines implement: a convolution only has the chain, and a node without additions has none.
#[test]
fn orders_without_an_engine_are_refused() {
    let of = |node: &str, order| Orders::from([(node.to_owned(), order)]);
    let convolution = one_node_model("Conv", &["x", "w"], &[]);
    let actual = reasons(&convolution, &of("it", Order::Strict));
    assert!(
        actual[0].contains("no engine with the order Strict"),
        "{actual:?}"
    );
    let actual = reasons(
        &one_node_model("Relu", &["x"], &[]),
        &of("it", Order::Strict),
    );
    assert!(actual[0].contains("cannot be declared"), "{actual:?}");
    let unknown = explain(
        &convolution.graph(),
        &catalog(),
        &Shapes::new(),
        &of("that", Order::Exact),
    );
    assert!(matches!(unknown, Err(PlanError::NoNode { .. })));
}

/// Oracle: the model's declared inputs: other names, numbers of dimensions and lengths do not match.
#[test]
fn inputs_that_do_not_fit_are_refused() {
    let graph = one_node_model("Relu", &["x"], &[]).graph();
    for (name, shape, expected) in [
        ("z", vec![1], "no such input"),
        (
            "x",
            vec![1, 2, 4],
            "has 3 dimensions, and the graph declares 4",
        ),
        (
            "x",
            vec![1, 2, 4, 5],
            "dimension 3 has the length 5, and 4 is expected",
        ),
        ("x", vec![1 << 20, 1 << 20, 4, 4], "more than"),
    ] {
        let shapes = Shapes::from([(name.to_owned(), shape)]);
        let error = Plan::new(&graph, &catalog(), &shapes, &Orders::new()).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// The number of mutants in the quick test.
const MUTANTS: u32 = 2000;

/// Oracle: a mutated model has a plan, which runs, or is refused; both occur.
#[test]
fn mutated_models_never_panic() {
    let catalog = catalog();
    let bytes = super::mlp::model().bytes();
    let (mut count, mut refused) = (0, 0);
    for seed in 0..MUTANTS {
        let mut bytes = bytes.clone();
        let words = super::models::words(seed, 4);
        // Most bytes are weights, so half of the mutants change one of the first bytes, those of the nodes and their
        // names.
        let len = bytes.len() as u32;
        let place = if seed % 2 == 0 {
            words[0] % len
        } else {
            words[0] % 400
        };
        bytes[place as usize] ^= 1 << (words[1] % 8);
        if seed % 3 == 0 {
            bytes.remove((words[2] % len) as usize % bytes.len());
        }
        let planned = import(bytes, &NoExternalData)
            .ok()
            .and_then(|graph| Plan::new(&graph, &catalog, &Shapes::new(), &Orders::new()).ok());
        let actual = planned.and_then(|plan| {
            run(
                &plan,
                &mut References::new(&catalog),
                &[super::mlp::input()],
            )
            .ok()
        });
        match actual {
            Some(_) => count += 1,
            None => refused += 1,
        }
    }
    assert!(count > 50 && refused > 50, "{count} ran, {refused} refused");
}
