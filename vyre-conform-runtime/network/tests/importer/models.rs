//! Models by the messages of the importer.

use vyre_conform_network::onnx::messages::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto,
    TensorShapeDimension, TensorShapeProto, TypeProto, TypeProtoTensor, ValueInfoProto,
};

/// A model of nodes over one input `x` of three floats and one output `y`.
pub(crate) fn model(node: Vec<NodeProto>, initializer: Vec<TensorProto>) -> ModelProto {
    ModelProto {
        ir_version: Some(8),
        opset_import: vec![OperatorSetIdProto {
            domain: None,
            version: Some(17),
        }],
        graph: Some(GraphProto {
            node,
            name: Some("test".to_owned()),
            initializer,
            input: vec![value("x", 1, &[Some(3)])],
            output: vec![value("y", 1, &[None])],
            sparse_initializer: vec![],
        }),
        functions: vec![],
    }
}

/// An input or output; a length that is `None` has the name `n`.
pub(crate) fn value(name: &str, element: i32, shape: &[Option<i64>]) -> ValueInfoProto {
    let dim = shape.iter().map(|len| TensorShapeDimension {
        dim_value: *len,
        dim_param: len.is_none().then(|| "n".to_owned()),
    });
    ValueInfoProto {
        name: Some(name.to_owned()),
        r#type: Some(TypeProto {
            tensor_type: Some(TypeProtoTensor {
                elem_type: Some(element),
                shape: Some(TensorShapeProto { dim: dim.collect() }),
            }),
        }),
    }
}

pub(crate) fn node(name: &str, operator: &str, inputs: &[&str], outputs: &[&str]) -> NodeProto {
    let texts = |of: &[&str]| of.iter().map(|name| (*name).to_owned()).collect();
    NodeProto {
        input: texts(inputs),
        output: texts(outputs),
        name: Some(name.to_owned()),
        op_type: Some(operator.to_owned()),
        attribute: vec![],
        domain: None,
    }
}

/// A weight of floats.
pub(crate) fn weight(name: &str, dims: &[i64], values: &[f32]) -> TensorProto {
    let raw: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    TensorProto {
        dims: dims.to_vec(),
        data_type: Some(1),
        name: Some(name.to_owned()),
        raw_data: Some(raw.into()),
        ..TensorProto::default()
    }
}

/// An attribute of a type by its number.
pub(crate) fn attribute(name: &str, number: i32) -> AttributeProto {
    AttributeProto {
        name: Some(name.to_owned()),
        r#type: Some(number),
        ..AttributeProto::default()
    }
}

/// `y = x + b`, then doubled and named attributes on the way.
pub(crate) fn small() -> ModelProto {
    let mut softmax = node("soft", "Softmax", &["s"], &["y"]);
    let mut axis = attribute("axis", 2);
    axis.i = Some(-1);
    softmax.attribute.push(axis);
    let nodes = vec![node("sum", "Add", &["x", "b"], &["s"]), softmax];
    model(nodes, vec![weight("b", &[3], &[1.0, 2.0, 3.0])])
}
