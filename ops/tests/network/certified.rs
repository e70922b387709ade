//! Certificates of networks.

use super::machines::{backends, catalog};
use super::models::{Model, weights};
use vyre_conform_network::certificate::{NetworkCertificate, certify, differences};
use vyre_conform_network::onnx::messages::{TensorShapeDimension, ValueInfoProto};
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{Element, Graph, Interpreter, Machine, OnBackend, Orders, steps};
use vyre_conform_runtime::catalog::Catalog;

/// A layer over lines, whose number is dynamic.
fn graph() -> Graph {
    let mut model = Model::new(18);
    model.input("x", Element::F32, &[1, 3]);
    let input: &mut ValueInfoProto = &mut model.graph_mut().input[0];
    let tensor = input
        .r#type
        .as_mut()
        .and_then(|item| item.tensor_type.as_mut());
    let shape = tensor
        .and_then(|item| item.shape.as_mut())
        .expect("a shape");
    shape.dim[0] = TensorShapeDimension {
        dim_value: None,
        dim_param: Some("lines".to_owned()),
    };
    model.weight("w", &weights(1, &[3, 4]));
    model.node("fc", "MatMul", [&["x", "w"], &["h"]], &[]);
    model.node("act", "Tanh", [&["h"], &["y"]], &[]);
    model.output("y");
    model.graph()
}

fn certified(
    graph: &Graph,
    catalog: &Catalog,
    machines: &mut [Box<dyn Machine + '_>],
) -> NetworkCertificate {
    let shapes = Shapes::from([("x".to_owned(), vec![2, 3])]);
    let of = (&shapes, &Orders::new());
    certify(graph, catalog, of, 5, machines).expect("a certificate")
}

/// Oracle: the references, on every machine; a second run.
#[test]
fn a_network_is_certified_on_every_machine() {
    let catalog = catalog();
    let mut machines: Vec<Box<dyn Machine>> = vec![Box::new(Interpreter::new(&catalog))];
    for backend in backends() {
        machines.push(Box::new(OnBackend::new(&catalog, backend)));
    }
    let certificate = certified(&graph(), &catalog, &mut machines);
    let text = certificate.to_string();
    assert!(certificate.holds, "{text}");
    let count = |subject: &str| text.lines().filter(|line| line.contains(subject)).count();
    assert_eq!(count("invariant in 7 lines"), machines.len() + 1, "{text}");
    assert_eq!(count(" agrees"), machines.len(), "{text}");
    assert_eq!(
        count("node \"fc\" MatMul FmaChain engine::matmul_fma_chain "),
        1,
        "{text}"
    );
    let again = certified(&graph(), &catalog, &mut []);
    assert_eq!(differences(&text, &again), Vec::<String>::new());
}

/// A machine that adds one to a bit of a result.
struct Faulty<'a>(Interpreter<'a>);

impl Machine for Faulty<'_> {
    fn name(&self) -> &str {
        "faulty"
    }

    fn run(
        &mut self,
        call: &steps::Call,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, vyre_conform_network::MachineError> {
        let mut words = self.0.run(call, operands, len)?;
        // Of a batch alone, so that a line differs from itself.
        if len > 8 && call.name() == "formula" {
            words[0] ^= 1;
        }
        Ok(words)
    }
}

/// Oracle: planted faults: a bit of a result, a weight, a line of the text.
#[test]
fn faults_are_found() {
    let catalog = catalog();
    let mut machines: Vec<Box<dyn Machine>> = vec![Box::new(Faulty(Interpreter::new(&catalog)))];
    let faulty = certified(&graph(), &catalog, &mut machines);
    assert!(!faulty.holds, "{faulty}");
    assert!(faulty.to_string().contains("varies at line 0"), "{faulty}");
    let certificate = certified(&graph(), &catalog, &mut []);
    let mut other = graph();
    let weight = weights(2, &[3, 4]);
    other
        .weights
        .insert("w".to_owned(), std::sync::Arc::new(weight));
    let outcome = differences(
        &certificate.to_string(),
        &certified(&other, &catalog, &mut []),
    );
    assert!(
        outcome.iter().any(|line| line.starts_with("node \"fc\"")),
        "{outcome:?}"
    );
    let forged = certificate.to_string().replace("seed 5", "seed 6");
    assert_eq!(
        differences(&forged, &certificate).len(),
        3,
        "the digest, the seed"
    );
}
