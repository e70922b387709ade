//! Builders of models, from the messages of the importer.

use prost::Message as _;
use vyre_conform_network::onnx::messages::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto,
    TensorShapeDimension, TensorShapeProto, TypeProto, TypeProtoTensor, ValueInfoProto,
};
use vyre_conform_network::onnx::{NoExternalData, import};
use vyre_conform_network::{Element, Graph, Tensor};

/// A value of an attribute.
#[derive(Clone, Debug)]
pub(crate) enum Attr {
    Int(i64),
    Ints(Vec<i64>),
    Float(f32),
    Floats(Vec<f32>),
    Text(&'static str),
    Texts(Vec<&'static str>),
    Tensor(Tensor),
}

/// A model under construction.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) proto: ModelProto,
}

const fn number(element: Element) -> i32 {
    element.number() as i32
}

/// The bits of a float of 16 bits that is equal to a float, of those that tests have: neither subnormal nor infinite.
fn half(word: u32) -> u16 {
    let exponent = (word >> 23 & 0xff) as u16;
    let fraction = (word >> 13 & 0x3ff) as u16;
    let sign = (word >> 16 & 0x8000) as u16;
    sign | match exponent {
        0 => 0,
        0xff => 0x7e00,
        _ => (exponent - 112) << 10 | fraction,
    }
}

fn tensor(name: &str, subject: &Tensor) -> TensorProto {
    let words = subject.words().iter();
    let raw: Vec<u8> = match (subject.element(), subject.element().bits()) {
        (Element::F16, _) => words.flat_map(|word| half(*word).to_le_bytes()).collect(),
        (Element::BF16, _) => words
            .flat_map(|word| ((word >> 16) as u16).to_le_bytes())
            .collect(),
        (_, 8) => words.map(|word| *word as u8).collect(),
        (_, 16) => words
            .flat_map(|word| (*word as u16).to_le_bytes())
            .collect(),
        _ => words.flat_map(|word| word.to_le_bytes()).collect(),
    };
    TensorProto {
        dims: subject.shape().iter().map(|len| *len as i64).collect(),
        data_type: Some(number(subject.element())),
        name: Some(name.to_owned()),
        raw_data: Some(raw.into()),
        ..TensorProto::default()
    }
}

fn value(name: &str, element: Element, shape: Option<&[usize]>) -> ValueInfoProto {
    let dim = |len: &usize| TensorShapeDimension {
        dim_value: Some(*len as i64),
        dim_param: None,
    };
    ValueInfoProto {
        name: Some(name.to_owned()),
        r#type: Some(TypeProto {
            tensor_type: Some(TypeProtoTensor {
                elem_type: Some(number(element)),
                shape: shape.map(|shape| TensorShapeProto {
                    dim: shape.iter().map(dim).collect(),
                }),
            }),
        }),
    }
}

fn attribute(name: &str, subject: &Attr) -> AttributeProto {
    let mut proto = AttributeProto {
        name: Some(name.to_owned()),
        ..AttributeProto::default()
    };
    proto.r#type = Some(match subject {
        Attr::Float(x) => {
            proto.f = Some(*x);
            1
        }
        Attr::Int(x) => {
            proto.i = Some(*x);
            2
        }
        Attr::Floats(all) => {
            proto.floats.clone_from(all);
            6
        }
        Attr::Text(text) => {
            proto.s = Some(text.as_bytes().to_vec().into());
            3
        }
        Attr::Texts(all) => {
            let bytes = all.iter().map(|text| text.as_bytes().to_vec().into());
            proto.strings = bytes.collect();
            8
        }
        Attr::Tensor(subject) => {
            proto.t = Some(tensor("", subject));
            4
        }
        Attr::Ints(all) => {
            proto.ints.clone_from(all);
            7
        }
    });
    proto
}

impl Model {
    /// An empty model with this operator set.
    pub(crate) fn new(opset: i64) -> Self {
        let graph = GraphProto {
            name: Some("test".to_owned()),
            ..GraphProto::default()
        };
        let set = OperatorSetIdProto {
            domain: None,
            version: Some(opset),
        };
        let proto = ModelProto {
            ir_version: Some(8),
            opset_import: vec![set],
            graph: Some(graph),
            functions: vec![],
        };
        Self { proto }
    }

    pub(crate) fn graph_mut(&mut self) -> &mut GraphProto {
        self.proto.graph.as_mut().expect("a graph")
    }

    pub(crate) fn input(&mut self, name: &str, element: Element, shape: &[usize]) {
        let value = value(name, element, Some(shape));
        self.graph_mut().input.push(value);
    }

    pub(crate) fn output(&mut self, name: &str) {
        let value = value(name, Element::F32, None);
        self.graph_mut().output.push(value);
    }

    pub(crate) fn weight(&mut self, name: &str, subject: &Tensor) {
        let tensor = tensor(name, subject);
        self.graph_mut().initializer.push(tensor);
    }

    pub(crate) fn node(
        &mut self,
        name: &str,
        operator: &str,
        [inputs, outputs]: [&[&str]; 2],
        attributes: &[(&str, Attr)],
    ) {
        let texts = |values: &[&str]| values.iter().map(|name| (*name).to_owned()).collect();
        let attributes = attributes
            .iter()
            .map(|(name, values)| attribute(name, values));
        self.graph_mut().node.push(NodeProto {
            input: texts(inputs),
            output: texts(outputs),
            name: Some(name.to_owned()),
            op_type: Some(operator.to_owned()),
            attribute: attributes.collect(),
            domain: None,
        });
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.proto.encode_to_vec()
    }

    /// The imported graph.
    pub(crate) fn graph(&self) -> Graph {
        import(self.bytes(), &NoExternalData).expect("a graph")
    }
}

/// Words from the finaliser of MurmurHash3, applied to a seed and the place.
pub(crate) fn words(seed: u32, len: usize) -> Vec<u32> {
    let word = |i: u32| {
        let i = seed.wrapping_mul(0x9E37_79B9) ^ i;
        let x = (i ^ (i >> 16)).wrapping_mul(0x85EB_CA6B);
        let x = (x ^ (x >> 13)).wrapping_mul(0xC2B2_AE35);
        x ^ (x >> 16)
    };
    (0..len as u32).map(word).collect()
}

/// Floats from -1 to 1 with 24 bits.
pub(crate) fn seeded(seed: u32, len: usize) -> Vec<f32> {
    let float = |word: u32| ((word >> 8) as f32 - 8_388_608.0) / 8_388_608.0;
    words(seed, len).into_iter().map(float).collect()
}

/// A tensor of such floats.
pub(crate) fn weights(seed: u32, shape: &[usize]) -> Tensor {
    let len = shape.iter().product();
    Tensor::floats(shape, &seeded(seed, len)).expect("a tensor")
}
