//! Every operator by hand: examples from ONNX's documentation where it has one, small numbers elsewhere.

use super::cases::{Case, cases};
use super::machines::{backends, catalog, plan, run_references};
use super::models::Model;
use vyre_conform_network::{
    BackendMachine, Element, Interpreter, Machine, Orders, Tensor, first_difference, run, supported,
};

/// A model of the one node of a case: operands that decide shapes are weights, everything else is an input.
pub(crate) fn model(case: &Case) -> (Model, Vec<Tensor>) {
    let mut model = Model::new(case.opset);
    let (mut names, mut inputs) = (vec![], vec![]);
    for (k, of) in case.inputs.iter().enumerate() {
        let Some(of) = of else {
            names.push(String::new());
            continue;
        };
        let name = format!("x{k}");
        // The truths of `Compress` decide a shape.
        if of.element() == Element::I64 || case.operator == "Compress" && k == 1 {
            model.weight(&name, of);
        } else {
            model.input(&name, of.element(), of.shape());
            inputs.push(of.clone());
        }
        names.push(name);
    }
    let outputs: Vec<String> = (0..case.outputs.len()).map(|k| format!("y{k}")).collect();
    outputs.iter().for_each(|name| model.output(name));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    model.node("it", case.operator, [&names, &outputs], &case.attributes);
    (model, inputs)
}

/// Oracle: the hand-computed results of the cases, on the references.
#[test]
fn operators_give_the_hand_computed_results() {
    let catalog = catalog();
    let mut wrong = vec![];
    for (k, case) in cases().iter().enumerate() {
        let (model, inputs) = model(case);
        let plan = plan(&model.graph(), &catalog, &Orders::new());
        let actual = run_references(&plan, &catalog, &inputs);
        if actual.outputs != case.outputs {
            wrong.push(format!(
                "case {k}, {}: {:?}\ninstead of {:?}",
                case.operator, actual.outputs, case.outputs
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: the references, node by node, on the interpreter and every backend.
#[test]
fn operators_have_the_same_bits_everywhere() {
    let catalog = catalog();
    let mut machines: Vec<Box<dyn Machine>> = vec![Box::new(Interpreter::new(&catalog))];
    for backend in backends() {
        machines.push(Box::new(BackendMachine::new(&catalog, backend)));
    }
    for case in cases() {
        let (model, inputs) = model(&case);
        let plan = plan(&model.graph(), &catalog, &Orders::new());
        let expected = run_references(&plan, &catalog, &inputs);
        for machine in &mut machines {
            let actual = run(&plan, &mut **machine, &inputs);
            let actual = actual.unwrap_or_else(|error| panic!("{}: {error}", case.operator));
            let differs = first_difference(&expected, &actual);
            assert_eq!(differs, None, "{} on {}", case.operator, actual.machine);
            assert_eq!(
                expected.outputs, actual.outputs,
                "{} on {}",
                case.operator, actual.machine
            );
        }
    }
}

/// Oracle: the table of operators, each of which has a case.
#[test]
fn every_operator_has_a_case() {
    let cases = cases();
    let without = supported()
        .into_iter()
        .filter(|name| !cases.iter().any(|case| case.operator == *name));
    let without: Vec<&str> = without.collect();
    assert!(without.is_empty(), "without a case: {without:?}");
}
