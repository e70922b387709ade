//! Models as the importer reads them.

use super::models::{attribute, model, node, small, value, weight};
use prost::Message as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vyre_conform_network::onnx::messages::{ModelProto, StringStringEntryProto, TensorProto};
use vyre_conform_network::onnx::{ExternalData, ExternalError, NoExternalData, import, location};
use vyre_conform_network::{Attribute, Dimension, Element, Graph, Tensor};

fn read(model: &ModelProto) -> Graph {
    import(model.encode_to_vec(), &NoExternalData).expect("a graph")
}

/// Oracle: onnx.proto, by hand.
#[test]
fn a_small_model_is_read() {
    let graph = read(&small());
    assert_eq!(graph.opset, 17);
    assert_eq!(graph.inputs[0].name, "x");
    assert_eq!(graph.inputs[0].shape, Some(vec![Dimension::Fixed(3)]));
    assert_eq!(graph.outputs, ["y"]);
    let weight = Tensor::floats(&[3], &[1.0, 2.0, 3.0]).expect("a tensor");
    assert_eq!(graph.weights["b"], Arc::new(weight));
    assert_eq!(graph.nodes[0].inputs, ["x", "b"]);
    assert_eq!(graph.nodes[1].attributes["axis"], Attribute::Int(-1));
    assert_eq!(graph.sorted(), Ok(vec![0, 1]));
}

/// Oracle: onnx.proto: each type of elements has a field of its own, and `raw_data` in its place.
#[test]
fn elements_are_read_from_every_field() {
    let tensor = |data_type, raw: &[u8]| TensorProto {
        dims: vec![2],
        data_type: Some(data_type),
        raw_data: (!raw.is_empty()).then(|| raw.to_vec().into()),
        ..TensorProto::default()
    };
    let of = |name: &str, proto| TensorProto {
        name: Some(name.to_owned()),
        ..proto
    };
    let weights = vec![
        of(
            "f",
            TensorProto {
                float_data: vec![1.5, -2.0],
                ..tensor(1, &[])
            },
        ),
        of(
            "i",
            TensorProto {
                int32_data: vec![-1, 7],
                ..tensor(6, &[])
            },
        ),
        of(
            "l",
            TensorProto {
                int64_data: vec![-1, 1 << 40],
                ..tensor(7, &[])
            },
        ),
        of(
            "raw",
            tensor(
                7,
                &[
                    1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255,
                ],
            ),
        ),
        of("b", tensor(9, &[1, 0])),
    ];
    let graph = read(&model(vec![node("n", "Identity", &["x"], &["y"])], weights));
    let longs = |name: &str| graph.weights[name].to_longs();
    assert_eq!(
        graph.weights["f"].words(),
        [1.5f32.to_bits(), (-2f32).to_bits()]
    );
    assert_eq!(longs("i"), [-1, 7]);
    assert_eq!(longs("l"), [-1, 1 << 40]);
    assert_eq!(longs("raw"), [1, -1]);
    assert_eq!(
        (graph.weights["b"].element(), longs("b")),
        (Element::Bool, vec![1, 0])
    );
}

/// Oracle: onnx.proto: a dimension has a length, a name, or neither; up to version 3 weights are inputs as well.
#[test]
fn inputs_have_names_for_lengths_and_no_weights() {
    let mut proto = small();
    let graph = proto.graph.as_mut().expect("a graph");
    graph.input[0] = value("x", 1, &[None, Some(3)]);
    graph.input.push(value("b", 1, &[Some(3)]));
    let graph = read(&proto);
    let shape = vec![Dimension::Dynamic("n".to_owned()), Dimension::Fixed(3)];
    assert_eq!(graph.inputs.len(), 1);
    assert_eq!(graph.inputs[0].shape, Some(shape));
}

/// Oracle: the documentation of `Graph::digest`: structure and weights decide it, and nothing else.
#[test]
fn the_digest_is_of_structure_and_weights() {
    let digest = |model: &ModelProto| read(model).digest();
    let expected = digest(&small());
    let mut renamed = small();
    renamed.graph.as_mut().expect("a graph").name = Some("other".to_owned());
    assert_eq!(digest(&renamed), expected);
    let mut changes: Vec<ModelProto> = vec![];
    let mut change = |with: &dyn Fn(&mut ModelProto)| {
        let mut model = small();
        with(&mut model);
        changes.push(model);
    };
    change(&|m| m.opset_import[0].version = Some(18));
    change(&|m| {
        m.graph.as_mut().expect("a graph").initializer[0] = weight("b", &[3], &[1.0, 2.0, -3.0])
    });
    change(&|m| {
        m.graph.as_mut().expect("a graph").initializer[0] = weight("b", &[3, 1], &[1.0, 2.0, 3.0])
    });
    change(&|m| m.graph.as_mut().expect("a graph").node[0].input.swap(0, 1));
    change(&|m| m.graph.as_mut().expect("a graph").node[1].attribute[0].i = Some(0));
    change(&|m| m.graph.as_mut().expect("a graph").node[1].attribute.clear());
    change(&|m| m.graph.as_mut().expect("a graph").node[0].op_type = Some("Sub".to_owned()));
    let mut digests: Vec<String> = changes
        .iter()
        .map(|model| digest(model).to_string())
        .collect();
    digests.push(expected.to_string());
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), changes.len() + 1);
}

/// A file `w.bin` of twelve bytes.
struct OneFile;

impl ExternalData for OneFile {
    fn read(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, ExternalError> {
        assert_eq!(path, Path::new("w.bin"));
        let bytes: Vec<u8> = (0..12).collect();
        Ok(bytes[offset as usize..][..length].to_vec())
    }
}

fn external(location: &str, offset: &str) -> ModelProto {
    let entry = |key: &str, value: &str| StringStringEntryProto {
        key: Some(key.to_owned()),
        value: Some(value.to_owned()),
    };
    let mut proto = small();
    let weight = &mut proto.graph.as_mut().expect("a graph").initializer[0];
    weight.dims = vec![2];
    weight.raw_data = None;
    weight.data_location = Some(1);
    weight.external_data = vec![entry("location", location), entry("offset", offset)];
    proto
}

/// Oracle: onnx.proto, `external_data`: bytes from an offset on.
#[test]
fn weights_come_from_another_file() {
    let graph = import(external("w.bin", "4").encode_to_vec(), &OneFile).expect("a graph");
    assert_eq!(graph.weights["b"].words(), [0x0706_0504, 0x0b0a_0908]);
}

/// Oracle: the documentation of `location`: only plain names below the folder.
#[test]
fn external_data_outside_of_the_folder_is_refused() {
    let outside = [
        "/etc/passwd",
        "../w.bin",
        "a/../../w.bin",
        "",
        ".",
        "..\\w.bin",
        "C:w.bin",
        "a\0b",
    ];
    for path in outside {
        assert!(
            matches!(location(path), Err(ExternalError::Outside { .. })),
            "{path}"
        );
        let error = import(external(path, "0").encode_to_vec(), &OneFile).expect_err("outside");
        let text = error.to_string();
        assert!(
            text.contains("weight `b`") && text.contains("below the folder"),
            "{text}"
        );
    }
    assert_eq!(location("data/w.bin"), Ok(PathBuf::from("data/w.bin")));
    let error =
        import(external("w.bin", "0").encode_to_vec(), &NoExternalData).expect_err("no folder");
    assert!(
        error.to_string().contains("read it from its file"),
        "{error}"
    );
}

/// Oracle: the messages of `ModelError`: node, attribute and what to do.
#[test]
fn attributes_that_are_not_read_are_named() {
    let mut reference = attribute("alpha", 1);
    reference.ref_attr_name = Some("alpha".to_owned());
    for (wrong, due) in [
        (attribute("then_branch", 5), "and no graph"),
        (reference, "inline the functions"),
        (attribute("tp", 13), "has the type 13"),
        (attribute("value", 4), "and no tensor"),
    ] {
        let mut only = node("branch", "If", &["x"], &["y"]);
        only.attribute.push(wrong);
        let error =
            import(model(vec![only], vec![]).encode_to_vec(), &NoExternalData).expect_err(due);
        let text = error.to_string();
        assert!(
            text.starts_with("node `branch` (If)") && text.contains(due),
            "{text}"
        );
    }
}
