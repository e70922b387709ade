//! Tensors of a file.

use super::ModelError;
use super::external::{ExternalData, ExternalError, location};
use super::messages::TensorProto;
use crate::element::Element;
use crate::tensor::{Tensor, elements, long_words};

/// The name of the type with a number.
pub(crate) fn element_name(number: i64) -> String {
    let known = Element::numbered(number).map(Element::name);
    let other = match number {
        8 => Some("string"),
        14 => Some("complex64"),
        15 => Some("complex128"),
        23 => Some("float4e2m1"),
        _ => None,
    };
    let name = known.or(other).map(str::to_owned);
    name.unwrap_or_else(|| format!("number {number}"))
}

/// The type of elements with a number.
pub(super) fn element(number: i32, place: &str) -> Result<Element, ModelError> {
    Element::numbered(number.into()).ok_or_else(|| ModelError::Element {
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
    let expected = element.bytes(len);
    let (found, words) = if proto.data_location() == 1 {
        let bytes = read_external(proto, expected, external);
        let bytes = bytes.map_err(|error| ModelError::External {
            place: place.to_owned(),
            error,
        })?;
        (len, element.decoded(&bytes, len))
    } else if let Some(raw) = &proto.raw_data {
        if raw.len() != expected {
            let found = raw.len();
            return Err(data(format!(
                "`raw_data` has {found} bytes where the shape {shape:?} of {element} needs {expected}"
            )));
        }
        (len, element.decoded(raw, len))
    } else {
        of_fields(proto, element, len)
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

/// The number of elements in the field of a type, and their words. Elements of four bits are in pairs.
fn of_fields(proto: &TensorProto, element: Element, len: usize) -> (usize, Vec<u32>) {
    let small = &proto.int32_data;
    match element {
        Element::F32 => {
            let words = proto.float_data.iter().map(|x| x.to_bits());
            (proto.float_data.len(), words.collect())
        }
        Element::F64 => {
            let words = proto.double_data.iter();
            let words = words.flat_map(|x| long_words(x.to_bits() as i64));
            (proto.double_data.len(), words.collect())
        }
        Element::I64 => {
            let words = proto.int64_data.iter().flat_map(|x| long_words(*x));
            (proto.int64_data.len(), words.collect())
        }
        Element::U32 => {
            let words = proto.uint64_data.iter().map(|x| *x as u32);
            (proto.uint64_data.len(), words.collect())
        }
        Element::U64 => {
            let words = proto.uint64_data.iter();
            let words = words.flat_map(|x| long_words(*x as i64));
            (proto.uint64_data.len(), words.collect())
        }
        Element::I4 | Element::U4 if small.len() == len.div_ceil(2) => {
            let bytes: Vec<u8> = small.iter().map(|x| *x as u8).collect();
            (len, element.decoded(&bytes, len))
        }
        Element::I4 | Element::U4 => (2 * small.len(), vec![]),
        Element::I32 | Element::Bool => (small.len(), small.iter().map(|x| *x as u32).collect()),
        _ => {
            let mask = (1u32 << element.bits()) - 1;
            let words = small.iter().map(|x| element.word(*x as u32 & mask));
            (small.len(), words.collect())
        }
    }
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
