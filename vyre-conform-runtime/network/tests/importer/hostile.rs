//! Models that are wrong on purpose.

use super::models::{attribute, model, node, small, value, weight};
use prost::Message as _;
use vyre_conform_network::GraphError;
use vyre_conform_network::onnx::messages::{ModelProto, TensorProto};
use vyre_conform_network::onnx::{MOST_FIELDS, MOST_SUBGRAPHS, ModelError, NoExternalData, import};

fn refused(model: &ModelProto) -> ModelError {
    import(model.encode_to_vec(), &NoExternalData).expect_err("refused")
}

/// Oracle: the documentation of `OLDEST_OPSET` and `NEWEST_OPSET`.
#[test]
fn other_sets_of_operators_are_refused() {
    for version in [Some(5), Some(23), Some(-1), Some(i64::MAX), None] {
        let mut proto = small();
        proto.opset_import[0].version = version;
        assert!(
            matches!(refused(&proto), ModelError::Opset { .. }),
            "{version:?}"
        );
    }
    let mut foreign = small();
    foreign.opset_import[0].domain = Some("com.example".to_owned());
    assert!(matches!(
        refused(&foreign),
        ModelError::Opset { version: 0 }
    ));
}

/// Oracle: the wire format of protocol buffers: a length of four gigabytes in a file of a few bytes.
#[test]
fn forged_lengths_are_refused() {
    let forged = [
        // The graph, 2^32 - 1 bytes of it.
        &[0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f][..],
        // A graph with a weight whose `raw_data` is longer than the file.
        &[0x3a, 0x08, 0x2a, 0x06, 0x4a, 0xff, 0xff, 0xff, 0xff, 0x07],
        // A length of more than 64 bits.
        &[
            0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
        ],
        // A group, and a field without an end.
        &[0x3b],
        &[0x80],
    ];
    for bytes in forged {
        let error = import(bytes.to_vec(), &NoExternalData).expect_err("refused");
        assert!(matches!(error, ModelError::Cut), "{bytes:?}: {error}");
    }
    let whole = small().encode_to_vec();
    for len in 0..whole.len() {
        assert!(
            import(whole[..len].to_vec(), &NoExternalData).is_err(),
            "{len}"
        );
    }
}

/// Oracle: the documentation of `MOST_FIELDS`: two bytes a node are refused before nodes are made.
#[test]
fn more_fields_than_a_model_has_are_refused() {
    let nodes = [0x0a, 0x00].repeat(MOST_FIELDS);
    let mut bytes = vec![0x3a];
    prost::encoding::encode_varint(nodes.len() as u64, &mut bytes);
    bytes.extend(nodes);
    let error = import(bytes, &NoExternalData).expect_err("refused");
    assert!(matches!(error, ModelError::Fields), "{error}");
}

/// Oracle: the documentation of `MOST_SUBGRAPHS`, on the last depth that is read and the first that is not.
#[test]
fn deep_subgraphs_are_refused() {
    let nested = |depth: usize| {
        let mut file = small();
        for _ in 0..depth {
            let mut branch = node("if", "If", &["x"], &["y"]);
            let mut then = attribute("then_branch", 5);
            let inner = file.graph.take().expect("a graph");
            then.g = Some(inner.encode_to_vec().into());
            branch.attribute.push(then);
            file = model(vec![branch], vec![]);
        }
        import(file.encode_to_vec(), &NoExternalData)
    };
    assert!(nested(MOST_SUBGRAPHS).is_ok());
    let error = nested(MOST_SUBGRAPHS + 1).expect_err("refused");
    assert!(matches!(error, ModelError::Depth), "{error}");
}

/// Oracle: onnx.proto: the shape says how many elements there are.
#[test]
fn weights_that_do_not_fit_their_shape_are_refused() {
    let with = |of: TensorProto| {
        let name = Some("b".to_owned());
        refused(&model(
            vec![node("n", "Add", &["x", "b"], &["y"])],
            vec![TensorProto { name, ..of }],
        ))
    };
    let few = weight("b", &[3], &[1.0, 2.0]);
    assert!(
        with(few.clone())
            .to_string()
            .contains("weight `b`: `raw_data` has 8 bytes")
    );
    let dims = |dims: &[i64]| TensorProto {
        dims: dims.to_vec(),
        ..few.clone()
    };
    assert!(matches!(with(dims(&[-1])), ModelError::Data { .. }));
    for wide in [
        vec![i64::MAX, 2],
        vec![1 << 26],
        vec![1 << 20, 1 << 20, 1 << 24],
        vec![1; 9],
        vec![0, 1 << 40],
    ] {
        let error = with(dims(&wide));
        assert!(
            matches!(error, ModelError::Tensor { .. }),
            "{wide:?}: {error}"
        );
    }
    let of_type = |number| TensorProto {
        data_type: Some(number),
        ..few.clone()
    };
    assert!(with(of_type(8)).to_string().contains("type string"));
    assert!(with(of_type(-5)).to_string().contains("number -5"));
    // Elements of four bits are two a byte, and as many doubles as the shape says.
    let three = TensorProto {
        dims: vec![3],
        raw_data: Some(vec![0].into()),
        ..of_type(21)
    };
    assert!(
        with(three)
            .to_string()
            .contains("has 1 bytes where the shape [3] of uint4 needs 2")
    );
    let doubles = TensorProto {
        dims: vec![3],
        raw_data: None,
        double_data: vec![1.0; 2],
        ..of_type(11)
    };
    assert!(
        with(doubles)
            .to_string()
            .contains("has 2 elements where the shape [3] needs 3")
    );
    let truth = TensorProto {
        raw_data: Some(vec![2].into()),
        dims: vec![1],
        ..of_type(9)
    };
    assert!(with(truth).to_string().contains("neither 0 nor 1"));
}

/// Oracle: the messages of `GraphError`.
#[test]
fn graphs_without_a_meaning_are_refused() {
    let sorted = |nodes, weights| {
        let bytes = model(nodes, weights).encode_to_vec();
        import(bytes, &NoExternalData).expect("a graph").sorted()
    };
    let circle = vec![
        node("a", "Add", &["x", "q"], &["p"]),
        node("b", "Neg", &["p"], &["q"]),
        node("c", "Neg", &["q"], &["y"]),
    ];
    let found = sorted(circle, vec![]).expect_err("a circle");
    assert!(
        matches!(&found, GraphError::Circle { node, .. } if node != "c"),
        "{found}"
    );
    let own = sorted(vec![node("a", "Add", &["x", "y"], &["y"])], vec![]);
    assert!(matches!(own, Err(GraphError::Circle { .. })));
    let nothing = sorted(vec![node("a", "Add", &["x", "z"], &["y"])], vec![]);
    assert!(matches!(
        nothing,
        Err(GraphError::NoOrigin { input: 1, .. })
    ));
    let twice = sorted(
        vec![
            node("a", "Neg", &["x"], &["y"]),
            node("b", "Neg", &["x"], &["y"]),
        ],
        vec![],
    );
    assert!(matches!(twice, Err(GraphError::TwoOrigins { .. })));
    let all = [("a", "y"), ("a#2", "z"), ("a", "w")];
    let all = all.map(|(name, result)| node(name, "Neg", &["x"], &[result]));
    let bytes = model(all.to_vec(), vec![]).encode_to_vec();
    let mut graph = import(bytes, &NoExternalData).expect("a graph");
    // The format does not require names to differ, and a graph does.
    let names: Vec<&str> = graph.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["a", "a#2", "a#2#2"]);
    graph.nodes[1].name = "a".to_owned();
    assert!(matches!(graph.sorted(), Err(GraphError::NodeName { .. })));
    let absent = sorted(vec![node("a", "Neg", &["x"], &["z"])], vec![]);
    assert!(matches!(absent, Err(GraphError::NoOutput { .. })));
}

/// Oracle: the messages of `ModelError`.
#[test]
fn parts_that_are_not_read_are_refused() {
    let mut functions = small();
    functions.functions.push(vec![].into());
    assert!(
        refused(&functions)
            .to_string()
            .contains("inline_local_functions")
    );
    let mut sparse = small();
    let graph = sparse.graph.as_mut().expect("a graph");
    graph.sparse_initializer.push(vec![].into());
    assert!(refused(&sparse).to_string().contains("dense tensors"));
    let mut twice = small();
    let graph = twice.graph.as_mut().expect("a graph");
    graph.initializer.push(graph.initializer[0].clone());
    assert!(matches!(refused(&twice), ModelError::Twice { .. }));
    let mut input = small();
    input.graph.as_mut().expect("a graph").input[0].r#type = None;
    assert!(
        refused(&input)
            .to_string()
            .contains("input `x`: is not a tensor")
    );
    let mut texts = small();
    texts.graph.as_mut().expect("a graph").input[0] = value("x", 8, &[Some(3)]);
    assert!(refused(&texts).to_string().contains("type string"));
    let mut none = small();
    none.graph = None;
    assert!(matches!(refused(&none), ModelError::NoGraph));
}
