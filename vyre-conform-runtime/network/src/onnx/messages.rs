//! The messages of an ONNX file that the importer reads, with their numbers in
//! [onnx.proto](https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). Fields that are absent here are skipped.
//!
//! No message contains itself: subgraphs of attributes are bytes, which the importer decodes level by level.

use prost::Message;
use prost::bytes::Bytes;

/// A file.
#[derive(Clone, PartialEq, Message)]
pub struct ModelProto {
    /// The version of the format.
    #[prost(int64, optional, tag = "1")]
    pub ir_version: Option<i64>,
    /// The versions of the sets of operators.
    #[prost(message, repeated, tag = "8")]
    pub opset_import: Vec<OperatorSetIdProto>,
    /// The graph.
    #[prost(message, optional, tag = "7")]
    pub graph: Option<GraphProto>,
    /// Functions of the model.
    #[prost(bytes = "bytes", repeated, tag = "25")]
    pub functions: Vec<Bytes>,
}

/// A set of operators.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct OperatorSetIdProto {
    /// The domain; empty for ONNX's own.
    #[prost(string, optional, tag = "1")]
    pub domain: Option<String>,
    /// The version.
    #[prost(int64, optional, tag = "2")]
    pub version: Option<i64>,
}

/// A graph.
#[derive(Clone, PartialEq, Message)]
pub struct GraphProto {
    /// The nodes.
    #[prost(message, repeated, tag = "1")]
    pub node: Vec<NodeProto>,
    /// The name.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
    /// The weights.
    #[prost(message, repeated, tag = "5")]
    pub initializer: Vec<TensorProto>,
    /// The inputs.
    #[prost(message, repeated, tag = "11")]
    pub input: Vec<ValueInfoProto>,
    /// The outputs.
    #[prost(message, repeated, tag = "12")]
    pub output: Vec<ValueInfoProto>,
    /// Weights in a sparse form.
    #[prost(bytes = "bytes", repeated, tag = "15")]
    pub sparse_initializer: Vec<Bytes>,
}

/// A node.
#[derive(Clone, PartialEq, Message)]
pub struct NodeProto {
    /// The names of the operands.
    #[prost(string, repeated, tag = "1")]
    pub input: Vec<String>,
    /// The names of the results.
    #[prost(string, repeated, tag = "2")]
    pub output: Vec<String>,
    /// The name.
    #[prost(string, optional, tag = "3")]
    pub name: Option<String>,
    /// The operator.
    #[prost(string, optional, tag = "4")]
    pub op_type: Option<String>,
    /// The attributes.
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<AttributeProto>,
    /// The domain of the operator.
    #[prost(string, optional, tag = "7")]
    pub domain: Option<String>,
}

/// An attribute.
#[derive(Clone, PartialEq, Message)]
pub struct AttributeProto {
    /// The name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// A float.
    #[prost(float, optional, tag = "2")]
    pub f: Option<f32>,
    /// An integer.
    #[prost(int64, optional, tag = "3")]
    pub i: Option<i64>,
    /// A text.
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub s: Option<Bytes>,
    /// A tensor.
    #[prost(message, optional, tag = "5")]
    pub t: Option<TensorProto>,
    /// A subgraph.
    #[prost(bytes = "bytes", optional, tag = "6")]
    pub g: Option<Bytes>,
    /// Floats.
    #[prost(float, repeated, packed = "false", tag = "7")]
    pub floats: Vec<f32>,
    /// Integers.
    #[prost(int64, repeated, packed = "false", tag = "8")]
    pub ints: Vec<i64>,
    /// Texts.
    #[prost(bytes = "bytes", repeated, tag = "9")]
    pub strings: Vec<Bytes>,
    /// The type, by its number.
    #[prost(int32, optional, tag = "20")]
    pub r#type: Option<i32>,
    /// The attribute of a function that it stands for.
    #[prost(string, optional, tag = "21")]
    pub ref_attr_name: Option<String>,
}

/// A tensor.
#[derive(Clone, PartialEq, Message)]
pub struct TensorProto {
    /// The lengths of the dimensions.
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub dims: Vec<i64>,
    /// The type of an element, by its number.
    #[prost(int32, optional, tag = "2")]
    pub data_type: Option<i32>,
    /// Elements of the type float.
    #[prost(float, repeated, tag = "4")]
    pub float_data: Vec<f32>,
    /// Elements of the types int32 and bool, and of every type of fewer bits.
    #[prost(int32, repeated, tag = "5")]
    pub int32_data: Vec<i32>,
    /// Elements of the type int64.
    #[prost(int64, repeated, tag = "7")]
    pub int64_data: Vec<i64>,
    /// Elements of the type double.
    #[prost(double, repeated, tag = "10")]
    pub double_data: Vec<f64>,
    /// Elements of the types uint32 and uint64.
    #[prost(uint64, repeated, tag = "11")]
    pub uint64_data: Vec<u64>,
    /// The name.
    #[prost(string, optional, tag = "8")]
    pub name: Option<String>,
    /// Elements of any type as bytes, the lowest first.
    #[prost(bytes = "bytes", optional, tag = "9")]
    pub raw_data: Option<Bytes>,
    /// The place of elements in another file.
    #[prost(message, repeated, tag = "13")]
    pub external_data: Vec<StringStringEntryProto>,
    /// 1 where the elements are in another file.
    #[prost(int32, optional, tag = "14")]
    pub data_location: Option<i32>,
}

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct StringStringEntryProto {
    /// The key.
    #[prost(string, optional, tag = "1")]
    pub key: Option<String>,
    /// The value.
    #[prost(string, optional, tag = "2")]
    pub value: Option<String>,
}

/// An input or an output.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct ValueInfoProto {
    /// The name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// The type.
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<TypeProto>,
}

/// A type; of anything but a tensor nothing is read.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct TypeProto {
    /// The type of a tensor.
    #[prost(message, optional, tag = "1")]
    pub tensor_type: Option<TypeProtoTensor>,
}

/// The type of a tensor.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct TypeProtoTensor {
    /// The type of an element, by its number.
    #[prost(int32, optional, tag = "1")]
    pub elem_type: Option<i32>,
    /// The shape.
    #[prost(message, optional, tag = "2")]
    pub shape: Option<TensorShapeProto>,
}

/// A shape.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct TensorShapeProto {
    /// The dimensions.
    #[prost(message, repeated, tag = "1")]
    pub dim: Vec<TensorShapeDimension>,
}

/// A dimension: a length, a name, or nothing.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct TensorShapeDimension {
    /// The length.
    #[prost(int64, optional, tag = "1")]
    pub dim_value: Option<i64>,
    /// The name of a length.
    #[prost(string, optional, tag = "2")]
    pub dim_param: Option<String>,
}
