//! The tests of ONNX's own package: models with one node and small ones, with inputs and results.

use crate::tool::Tool;
use prost::Message as _;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use vyre_conform_network::onnx::messages::{
    GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, ValueInfoProto,
};
use vyre_conform_network::onnx::{NoExternalData, import};
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{
    Element, Graph, Machine, OnBackend, Orders, Plan, References, Tensor, first_difference, run,
};
use vyre_conform_runtime::catalog::Catalog;

/// The least number of passing tests, of the 1,428 in version 1.17.
const FEWEST: usize = 470;

/// Relative and absolute tolerance of ONNX's runner for these tests.
const TOLERANCE: [f32; 2] = [1e-3, 1e-7];

/// Python's package `onnx`.
pub(crate) struct OnnxPackage {
    folder: PathBuf,
}

impl Tool for OnnxPackage {
    const NAME: &'static str = "onnx";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_ONNX";

    fn find() -> Result<Self, String> {
        let line =
            "import importlib.util as u; print(u.find_spec('onnx').submodule_search_locations[0])";
        let output = Command::new("python3").args(["-c", line]).output();
        let found = output.ok().filter(|output| output.status.success());
        let text = found.and_then(|output| String::from_utf8(output.stdout).ok());
        let folder = text.map(|text| Path::new(text.trim()).join("backend/test/data"));
        folder
            .filter(|folder| folder.is_dir())
            .map(|folder| Self { folder })
            .ok_or_else(|| {
                "Python's package onnx is not installed (pip install onnx==1.17.0)".to_owned()
            })
    }
}

/// The tensor in a file with a message.
fn tensor(path: &Path) -> Option<Tensor> {
    let bytes = std::fs::read(path).ok()?;
    let name = "t".to_owned();
    let proto = TensorProto {
        name: Some(name.clone()),
        ..TensorProto::decode(&*bytes).ok()?
    };
    let output = ValueInfoProto {
        name: Some(name),
        r#type: None,
    };
    let model = ModelProto {
        opset_import: vec![OperatorSetIdProto {
            domain: None,
            version: Some(22),
        }],
        graph: Some(GraphProto {
            node: Vec::<NodeProto>::new(),
            initializer: vec![proto],
            output: vec![output],
            ..GraphProto::default()
        }),
        ..ModelProto::default()
    };
    let graph = import(model.encode_to_vec(), &NoExternalData).ok()?;
    let tensor = graph.weights.into_values().next()?;
    Some((*tensor).clone())
}

/// The tensors `input_0.pb`, `input_1.pb` and so on in a folder.
fn tensors(folder: &Path, kind: &str) -> Result<Vec<Tensor>, String> {
    let files = (0..).map(|k| folder.join(format!("{kind}_{k}.pb")));
    let files = files.take_while(|path| path.is_file());
    let all = files.map(|path| {
        tensor(&path).ok_or_else(|| "a value is not a tensor of a supported type".to_owned())
    });
    all.collect()
}

/// The plan of a model in which tensors that determine shapes are weights, and the other tensors.
fn plan_of(
    graph: &Graph,
    catalog: &Catalog,
    given: &[Tensor],
) -> Result<(Plan, Vec<Tensor>), String> {
    type Bound<'a> = &'a dyn Fn(usize, &Tensor) -> bool;
    let is_float = |tensor: &Tensor| tensor.element() == Element::F32;
    let bound: [Bound<'_>; 3] = [&|_, _| false, &|_, tensor| !is_float(tensor), &|k, _| k > 0];
    let mut last = String::new();
    for is_bound in bound {
        let (mut graph, mut inputs) = (graph.clone(), vec![]);
        let names: Vec<String> = graph
            .inputs
            .iter()
            .map(|input| input.name.clone())
            .collect();
        for (k, (name, tensor)) in names.iter().zip(given).enumerate() {
            if is_bound(k, tensor) {
                graph
                    .bind(name, tensor.clone())
                    .map_err(|error| error.to_string())?;
            } else {
                inputs.push(tensor.clone());
            }
        }
        let shapes: Shapes = graph
            .inputs
            .iter()
            .map(|of| of.name.clone())
            .zip(inputs.iter().map(|of| of.shape().to_vec()))
            .collect();
        match Plan::new(&graph, catalog, &shapes, &Orders::new()) {
            Ok(plan) => return Ok((plan, inputs)),
            Err(error) => last = error.to_string(),
        }
    }
    Err(last)
}

/// True if a tensor equals that of the test, with floats within the tolerance.
fn is_near(found: &Tensor, due: &Tensor) -> bool {
    if found.element() != due.element() || found.shape() != due.shape() {
        return false;
    }
    let [relative, absolute] = TOLERANCE;
    let mut pairs = found.words().iter().zip(due.words());
    let float = |(a, b): (&u32, &u32)| {
        let [a, b] = [*a, *b].map(f32::from_bits);
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= absolute + relative * b.abs()
    };
    match due.element() {
        Element::F32 => pairs.all(float),
        _ => found.words() == due.words(),
    }
}

/// Outcome of one test.
enum Outcome {
    Passed,
    Refused(String),
    Wrong(String),
}

fn outcome(folder: &Path, catalog: &Catalog, backend: &mut OnBackend<'_>) -> Outcome {
    let bytes = std::fs::read(folder.join("model.onnx")).expect("a model");
    let graph = match import(bytes, &NoExternalData) {
        Ok(graph) => graph,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let data = folder.join("test_data_set_0");
    let (given, due) = match (tensors(&data, "input"), tensors(&data, "output")) {
        (Ok(given), Ok(due)) => (given, due),
        (Err(reason), _) | (_, Err(reason)) => return Outcome::Refused(reason),
    };
    let (plan, inputs) = match plan_of(&graph, catalog, &given) {
        Ok(planned) => planned,
        Err(reason) => return Outcome::Refused(reason),
    };
    let run = |machine: &mut dyn Machine| run(&plan, machine, &inputs);
    let (expected, found) = match (run(&mut References::new(catalog)), run(backend)) {
        (Ok(expected), Ok(found)) => (expected, found),
        (Err(error), _) | (_, Err(error)) => return Outcome::Wrong(error.to_string()),
    };
    if let Some(node) = first_difference(&expected, &found) {
        return Outcome::Wrong(format!(
            "{} differs at {:?}",
            found.machine, plan.nodes[node]
        ));
    }
    let mut pairs = expected.outputs.iter().zip(&due);
    match pairs.find(|(found, due)| !is_near(found, due)) {
        None if expected.outputs.len() == due.len() && found.outputs == expected.outputs => {
            Outcome::Passed
        }
        None => Outcome::Wrong("another number of results".to_owned()),
        Some((found, due)) => Outcome::Wrong(format!("{found:?}\ninstead of {due:?}")),
    }
}

/// Oracle: the results in ONNX's package, within the tolerance of its runner; for bits the references.
pub(crate) fn the_tests_of_onnx_pass_or_are_refused(package: OnnxPackage) {
    let catalog = Catalog::linked().expect("the library");
    let adapters = vyre_conform_wgpu::required();
    let adapter = adapters.last().expect("an adapter");
    let mut backend = OnBackend::new(&catalog, *adapter);
    let (mut passed, mut wrong) = (0, vec![]);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for kind in ["node", "simple", "pytorch-converted", "pytorch-operator"] {
        let entries = std::fs::read_dir(package.folder.join(kind)).expect("tests");
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.expect("a test").path()).collect();
        folders.sort();
        for folder in folders {
            match outcome(&folder, &catalog, &mut backend) {
                Outcome::Passed => passed += 1,
                Outcome::Refused(reason) => {
                    let reason = reason.lines().next().unwrap_or_default();
                    let reason = reason
                        .split_once("): ")
                        .or_else(|| reason.split_once("), "));
                    let reason = reason.map_or("the file", |(_, reason)| reason);
                    *refused.entry(reason.to_owned()).or_default() += 1;
                }
                Outcome::Wrong(reason) => wrong.push(format!("{}: {reason}", folder.display())),
            }
        }
    }
    let mut reasons: Vec<(usize, String)> = refused
        .into_iter()
        .map(|(reason, count)| (count, reason))
        .collect();
    reasons.sort_unstable_by(|a, b| b.cmp(a));
    println!("{passed} passed");
    reasons
        .iter()
        .for_each(|(count, reason)| println!("{count} refused: {reason}"));
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(passed >= FEWEST, "{passed} passed");
}
