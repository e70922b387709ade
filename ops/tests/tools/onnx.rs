//! The tests of ONNX's own package: models with one node and small ones, with inputs and results.

use crate::tool::Tool;
use prost::Message as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use vyre_conform_network::onnx::messages::{
    GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, ValueInfoProto,
};
use vyre_conform_network::onnx::{NoExternalData, import};
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{
    BackendMachine, Element, Graph, Interpreter, Machine, Orders, Plan, References, Tensor,
    first_difference, run,
};
use vyre_conform_runtime::catalog::Catalog;

/// The tests that are refused, with their reasons.
const REFUSED: &str = include_str!("onnx.txt");

/// Results of `QLinearMatMul` that wrap where its definition has `saturate`.
const WRAPS: &str = "wraps";

/// Results that are cut to bfloat16, and not rounded.
const CUT: &str = "cut";

/// Results that are 2e-7, beyond the tolerance, where the sum is 0.
const ROUNDED: &str = "rounded";

/// Tests whose results are not those that the operator defines.
const CONTRADICTED: [(&str, &str); 9] = [
    ("test_cast_FLOAT_to_BFLOAT16", CUT),
    ("test_castlike_FLOAT_to_BFLOAT16", CUT),
    ("test_castlike_FLOAT_to_BFLOAT16_expanded", CUT),
    ("test_dft_inverse", ROUNDED),
    ("test_dft_inverse_opset19", ROUNDED),
    ("test_qlinearmatmul_2D_int8_float16", WRAPS),
    ("test_qlinearmatmul_2D_int8_float32", WRAPS),
    ("test_qlinearmatmul_3D_int8_float16", WRAPS),
    ("test_qlinearmatmul_3D_int8_float32", WRAPS),
];

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
        let actual = output.ok().filter(|output| output.status.success());
        let text = actual.and_then(|output| String::from_utf8(output.stdout).ok());
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

/// The tensor with the type that a model declares: the package stores bfloat16 as the integers of its bits.
fn declared(tensor: &Tensor, element: Element) -> Tensor {
    if (tensor.element(), element) != (Element::U16, Element::BF16) {
        return tensor.clone();
    }
    let words = tensor.words().iter().map(|word| word << 16).collect();
    Tensor::new(element, tensor.shape(), words).expect("a tensor")
}

/// The plan of a model with the tensors that decide shapes as weights, and the others.
fn plan_of(
    graph: &Graph,
    catalog: &Catalog,
    tensors: &[Tensor],
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
        let types: Vec<Element> = graph.inputs.iter().map(|input| input.element).collect();
        for (k, (name, tensor)) in names.iter().zip(tensors).enumerate() {
            let tensor = declared(tensor, types[k]);
            if is_bound(k, &tensor) || tensor.machine_words().is_err() {
                graph
                    .bind(name, tensor)
                    .map_err(|error| error.to_string())?;
            } else {
                inputs.push(tensor);
            }
        }
        let shapes: Shapes = graph
            .inputs
            .iter()
            .map(|shape| shape.name.clone())
            .zip(inputs.iter().map(|shape| shape.shape().to_vec()))
            .collect();
        match Plan::new(&graph, catalog, &shapes, &Orders::new()) {
            Ok(plan) => return Ok((plan, inputs)),
            Err(error) => last = error.to_string(),
        }
    }
    Err(last)
}

/// True if a tensor equals that of the test, with floats within the tolerance.
fn is_near(actual: &Tensor, expected: &Tensor) -> bool {
    let expected = &declared(expected, actual.element());
    if actual.element() != expected.element() || actual.shape() != expected.shape() {
        return false;
    }
    let [relative, absolute] = TOLERANCE;
    let mut pairs = actual.words().iter().zip(expected.words());
    let float = |(a, b): (&u32, &u32)| {
        let [a, b] = [*a, *b].map(f32::from_bits);
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= absolute + relative * b.abs()
    };
    let double = |words: &[u32]| f64::from_bits(u64::from(words[0]) | u64::from(words[1]) << 32);
    match expected.element() {
        Element::F64 => {
            let mut pairs = actual.words().chunks(2).zip(expected.words().chunks(2));
            pairs.all(|(a, b)| {
                let [a, b] = [double(a), double(b)];
                let max = f64::from(absolute) + f64::from(relative) * b.abs();
                a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= max
            })
        }
        Element::F32
        | Element::F16
        | Element::BF16
        | Element::F8E4M3
        | Element::F8E4M3Fnuz
        | Element::F8E5M2
        | Element::F8E5M2Fnuz => pairs.all(float),
        _ => actual.words() == expected.words(),
    }
}

/// Outcome of one test.
enum Outcome {
    /// It passed, with calls of machines or, of constants alone, without any.
    Passed {
        has_calls: bool,
    },
    Refused(String),
    Wrong(String),
}

fn outcome(folder: &Path, catalog: &Catalog, machines: &mut [Box<dyn Machine + '_>]) -> Outcome {
    let bytes = std::fs::read(folder.join("model.onnx")).expect("a model");
    let graph = match import(bytes, &NoExternalData) {
        Ok(graph) => graph,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let data = folder.join("test_data_set_0");
    let (input_tensors, wanted) = match (tensors(&data, "input"), tensors(&data, "output")) {
        (Ok(input_tensors), Ok(wanted)) => (input_tensors, wanted),
        (Err(reason), _) | (_, Err(reason)) => return Outcome::Refused(reason),
    };
    let (plan, inputs) = match plan_of(&graph, catalog, &input_tensors) {
        Ok(planned) => planned,
        Err(reason) => return Outcome::Refused(reason),
    };
    let expected = match run(&plan, &mut References::new(catalog), &inputs) {
        Ok(expected) => expected,
        Err(error) => return Outcome::Wrong(error.to_string()),
    };
    for machine in machines {
        let actual = match run(&plan, &mut **machine, &inputs) {
            Ok(actual) => actual,
            Err(error) => return Outcome::Wrong(error.to_string()),
        };
        if let Some(node) = first_difference(&expected, &actual) {
            let name = &actual.machine;
            return Outcome::Wrong(format!("{name} differs at {:?}", plan.nodes[node]));
        }
        if actual.outputs != expected.outputs {
            return Outcome::Wrong(format!("{} has other outputs", actual.machine));
        }
    }
    let mut pairs = expected.outputs.iter().zip(&wanted);
    match pairs.find(|(actual, wanted)| !is_near(actual, wanted)) {
        None if expected.outputs.len() == wanted.len() => Outcome::Passed {
            has_calls: !plan.steps.is_empty(),
        },
        None => Outcome::Wrong("another number of results".to_owned()),
        Some((actual, wanted)) => Outcome::Wrong(format!("{actual:?}\ninstead of {wanted:?}")),
    }
}

/// The reason of a message without the name of the node.
fn shortened(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let after = first.split_once("): ").or_else(|| first.split_once("), "));
    after.map_or(first, |(_, reason)| reason).to_owned()
}

/// Oracle: the results that ONNX's package has for its tests, within the tolerance of its runner; bits beside the
/// references; the list of refused tests beside this file, which is complete and true.
pub(crate) fn the_tests_of_onnx_pass_or_are_refused(package: OnnxPackage) {
    let catalog = Catalog::linked().expect("the library");
    let adapters = vyre_conform_wgpu::required();
    let adapter = adapters.last().expect("an adapter");
    let mut machines: Vec<Box<dyn Machine>> = vec![
        Box::new(Interpreter::new(&catalog)),
        Box::new(BackendMachine::new(&catalog, *adapter)),
    ];
    let (mut passed, mut on_host, mut contradicted, mut wrong) = (0, 0, 0, vec![]);
    let mut refused = vec![];
    for kind in ["node", "pytorch-converted", "pytorch-operator", "simple"] {
        let entries = std::fs::read_dir(package.folder.join(kind)).expect("tests");
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.expect("a test").path()).collect();
        folders.sort();
        for folder in folders {
            let name = folder.file_name().expect("a name").to_string_lossy();
            // The interpreter takes minutes for the images of the other kinds.
            let some = if kind == "node" { 0 } else { 1 };
            match outcome(&folder, &catalog, &mut machines[some..]) {
                Outcome::Passed { has_calls } => {
                    passed += 1;
                    on_host += usize::from(!has_calls);
                }
                Outcome::Refused(reason) => {
                    refused.push(format!("{kind}/{name}: {}", shortened(&reason)));
                }
                Outcome::Wrong(_) if CONTRADICTED.iter().any(|(test, _)| *test == name) => {
                    contradicted += 1;
                }
                Outcome::Wrong(reason) => wrong.push(format!("{kind}/{name}: {reason}")),
            }
        }
    }
    println!(
        "{passed} passed, {on_host} of them on the host alone; {} refused",
        refused.len()
    );
    let actual = refused.iter().map(|line| format!("{line}\n"));
    let actual: String = actual.collect();
    let stored_path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("onnx.txt");
    std::fs::write(&stored_path, &actual).expect("a file");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(contradicted, CONTRADICTED.len(), "tests that contradict");
    assert!(
        actual == REFUSED,
        "the list of refused tests is another one: compare {} with ops/tests/tools/onnx.txt",
        stored_path.display()
    );
}
