//! Certificates of networks.

use super::machines::{backends, catalog};
use super::models::{Model, weights};
use vyre_conform_network::certificate::{CertificateComparison, NetworkCertificate, certify};
use vyre_conform_network::onnx::messages::{TensorShapeDimension, ValueInfoProto};
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{BackendMachine, Element, Graph, Interpreter, Machine, Orders, steps};
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
        machines.push(Box::new(BackendMachine::new(&catalog, backend)));
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
    let comparison = CertificateComparison::new(&text, &again);
    assert_eq!(comparison.faults, [""; 0]);
    assert_eq!(comparison.repeated, again.facts.len());
    assert_eq!(comparison.unconfirmed.len(), 2 * machines.len());
    let comparison = CertificateComparison::new(&text, &certificate);
    assert_eq!(
        comparison.repeated,
        certificate.facts.len(),
        "{comparison:?}"
    );
    let comparison = CertificateComparison::new(&again.to_string(), &certificate);
    assert_eq!(comparison.unlisted.len(), 2 * machines.len());
}

/// A certificate of these lines, with the digest that belongs to them.
fn sealed(facts: Vec<String>) -> String {
    let holds = true;
    NetworkCertificate { facts, holds }.to_string()
}

/// The lines of a certificate, and these behind them.
fn added(certificate: &NetworkCertificate, more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|line| (*line).to_owned());
    certificate.facts.iter().cloned().chain(more).collect()
}

/// Lines that no run on the machine of a certificate writes.
fn forgeries(certificate: &NetworkCertificate) -> Vec<Vec<String>> {
    let name = certificate
        .facts
        .iter()
        .find(|fact| fact.starts_with("machine "));
    let name = name
        .and_then(|fact| fact.split('"').nth(1))
        .expect("a name");
    let added = |more: &[&str]| added(certificate, more);
    let mut reversed = certificate.facts.clone();
    reversed[1..].reverse();
    let without = |begin: &str| {
        let lines = certificate
            .facts
            .iter()
            .filter(|fact| !fact.starts_with(begin));
        lines.cloned().collect::<Vec<_>>()
    };
    let spaced = certificate.facts.iter().map(|fact| format!("{fact} "));
    let again = format!("machine \"{name}\" agrees");
    let batch = format!("batch \"{name}\" invariant in 7 lines");
    vec![
        added(&["machine \"God\" agrees, and is certified L4f on all hardware"]),
        added(&["machine \"God\" agrees"]),
        added(&["batch everything is invariant"]),
        added(&["machine \" \" agrees", "batch \" \" invariant in 7 lines"]),
        added(&["machine \"a\" agrees", "batch \"b\" invariant in 7 lines"]),
        added(&["machine \"a\" agrees", "batch \"a\" invariant in 9 lines"]),
        added(&[
            "machine \"a\" agrees",
            "batch \"a\" none: the inputs do not begin with one dynamic dimension",
        ]),
        added(&[
            "machine \"a\" differs in an output",
            "batch \"a\" invariant in 7 lines",
        ]),
        added(&["machine \"a\" agrees", "batch \"a\" varies at line 3"]),
        added(&[&again, &batch]),
        added(
            &certificate
                .facts
                .iter()
                .map(|fact| &fact[..])
                .collect::<Vec<_>>(),
        ),
        added(&["note all is well"]),
        added(&[""]),
        reversed,
        without("node \"act\""),
        without("batch references"),
        without("machine "),
        without("vyre-network"),
        spaced.collect(),
        vec![],
    ]
}

/// Oracle: the grammar: each line is known, occurs once and in order. Anyone can compute a digest.
#[test]
fn forged_lines_are_refused_with_a_digest_of_their_own() {
    let catalog = catalog();
    let certificate = certified(
        &graph(),
        &catalog,
        &mut [Box::new(Interpreter::new(&catalog))],
    );
    for facts in forgeries(&certificate) {
        let comparison = CertificateComparison::new(&sealed(facts), &certificate);
        assert!(!comparison.faults.is_empty(), "{comparison:?}");
    }
    let text = certificate.to_string();
    for text in [
        text.replace('\n', "\r\n"),
        text.trim_end().to_owned(),
        format!("{text}\n"),
    ] {
        assert!(
            !CertificateComparison::new(&text, &certificate)
                .faults
                .is_empty(),
            "{text}"
        );
    }
    let absent = [
        "machine \"nvidia-h200\" agrees",
        "batch \"nvidia-h200\" invariant in 7 lines",
    ];
    let comparison =
        CertificateComparison::new(&sealed(added(&certificate, &absent)), &certificate);
    assert_eq!(
        (comparison.faults, comparison.unconfirmed),
        (vec![], absent.map(str::to_owned).to_vec())
    );
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
    let other = certified(&other, &catalog, &mut []);
    let found = CertificateComparison::new(&certificate.to_string(), &other).faults;
    assert!(
        found.iter().any(|line| line.contains(": node \"fc\"")),
        "{found:?}"
    );
    let forged = certificate.to_string().replace("seed 5", "seed 6");
    let found = CertificateComparison::new(&forged, &certificate).faults;
    assert_eq!(found, ["the digest is not that of the lines before it"]);
    let forged = certificate
        .facts
        .iter()
        .map(|fact| fact.replace("seed 5", "seed 6"));
    let found = CertificateComparison::new(&sealed(forged.collect()), &certificate).faults;
    assert_eq!(found, ["line 4: seed 6: now it is seed 5"]);
}
