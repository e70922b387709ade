//! Tensors of a file.

use super::ModelError;
use super::external::{ExternalData, ExternalError, location};
use super::messages::TensorProto;
use crate::tensor::{Element, Tensor, elements, long_words};

/// The names of ONNX's types of elements by their numbers.
const NAMES: [&str; 24] = [
    "undefined",
    "float",
    "uint8",
    "int8",
    "uint16",
    "int16",
    "int32",
    "int64",
    "string",
    "bool",
    "float16",
    "double",
    "uint32",
    "uint64",
    "complex64",
    "complex128",
    "bfloat16",
    "float8e4m3fn",
    "float8e4m3fnuz",
    "float8e5m2",
    "float8e5m2fnuz",
    "uint4",
    "int4",
    "float4e2m1",
];

/// The name of the type with a number.
pub(crate) fn element_name(number: i64) -> String {
    let known = usize::try_from(number).ok().and_then(|k| NAMES.get(k));
    known.map_or_else(|| format!("number {number}"), |name| (*name).to_owned())
}

/// The type of elements with a number, where it is supported.
pub(crate) const fn supported(number: i64) -> Option<Element> {
    Some(match number {
        1 => Element::F32,
        6 => Element::I32,
        7 => Element::I64,
        9 => Element::Bool,
        _ => return None,
    })
}

/// The type of elements with a number.
pub(super) fn element(number: i32, place: &str) -> Result<Element, ModelError> {
    supported(number.into()).ok_or_else(|| ModelError::Element {
        place: place.to_owned(),
        element: element_name(number.into()),
    })
}

/// A tensor of a file. Its shape fits its data before anything is allocated.
pub(super) fn tensor(
    proto: &TensorProto,
    place: &str,
    external: &dyn ExternalData,
) -> Result<Tensor, ModelError> {
    let element = element(proto.data_type(), place)?;
    let data = |reason: String| ModelError::Data {
        place: place.to_owned(),
        reason,
    };
    let lens = proto.dims.iter().map(|len| usize::try_from(*len));
    let shape: Vec<usize> = lens
        .collect::<Result<_, _>>()
        .map_err(|_| data(format!("the shape {:?} has a negative length", proto.dims)))?;
    let error = |error| ModelError::Tensor {
        place: place.to_owned(),
        error,
    };
    let len = elements(&shape).map_err(error)?;
    let each = if element == Element::Bool {
        1
    } else {
        4 * element.words()
    };
    let expected = len * each;
    let (found, words) = if proto.data_location() == 1 {
        let bytes = read_external(proto, expected, external);
        let bytes = bytes.map_err(|error| ModelError::External {
            place: place.to_owned(),
            error,
        })?;
        (len, of_bytes(&bytes, element))
    } else if let Some(raw) = &proto.raw_data {
        if raw.len() != expected {
            let found = raw.len();
            return Err(data(format!(
                "`raw_data` has {found} bytes where the shape {shape:?} of {element} needs {expected}"
            )));
        }
        (len, of_bytes(raw, element))
    } else {
        of_fields(proto, element)
    };
    if found != len {
        return Err(data(format!(
            "has {found} elements where the shape {shape:?} needs {len}: the data is cut, or of another type"
        )));
    }
    if element == Element::Bool && words.iter().any(|word| *word > 1) {
        return Err(data("a bool is neither 0 nor 1".to_owned()));
    }
    Tensor::new(element, &shape, words).map_err(error)
}

/// The number of elements in the field of a type, and their words.
fn of_fields(proto: &TensorProto, element: Element) -> (usize, Vec<u32>) {
    match element {
        Element::F32 => {
            let words = proto.float_data.iter().map(|x| x.to_bits());
            (proto.float_data.len(), words.collect())
        }
        Element::I64 => {
            let words = proto.int64_data.iter().flat_map(|x| long_words(*x));
            (proto.int64_data.len(), words.collect())
        }
        Element::I32 | Element::Bool => {
            let words = proto.int32_data.iter().map(|x| *x as u32);
            (proto.int32_data.len(), words.collect())
        }
    }
}

fn of_bytes(bytes: &[u8], element: Element) -> Vec<u32> {
    if element == Element::Bool {
        return bytes.iter().map(|byte| u32::from(*byte)).collect();
    }
    let words = bytes.chunks_exact(4);
    words
        .map(|of| u32::from_le_bytes([of[0], of[1], of[2], of[3]]))
        .collect()
}

fn read_external(
    proto: &TensorProto,
    expected: usize,
    external: &dyn ExternalData,
) -> Result<Vec<u8>, ExternalError> {
    let value = |key: &str| {
        let entry = proto.external_data.iter().find(|entry| entry.key() == key);
        entry.map(|entry| entry.value())
    };
    let number = |key: &'static str| match value(key) {
        None => Ok(None),
        Some(text) => text
            .parse::<u64>()
            .map(Some)
            .map_err(|_| ExternalError::Number {
                key,
                value: text.to_owned(),
            }),
    };
    let path = location(value("location").unwrap_or(""))?;
    let offset = number("offset")?.unwrap_or(0);
    if let Some(found) = number("length")?.filter(|found| *found != expected as u64) {
        return Err(ExternalError::Length { expected, found });
    }
    let bytes = external.read(&path, offset, expected)?;
    if bytes.len() != expected {
        let found = bytes.len() as u64;
        return Err(ExternalError::Length { expected, found });
    }
    Ok(bytes)
}
