//! Files of NumPy, version 1 and 2 of the format
//! ([NEP 1](https://numpy.org/neps/nep-0001-npy-format.html)): row by row, the lowest byte first.

use crate::tensor::{Element, Tensor, TensorError, elements};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The reason why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NpyError {
    /// Bytes without the beginning or the header of a file.
    #[error("not a file of NumPy, or one that is cut: write it with `numpy.save`")]
    Header,
    /// A type of elements that is not read.
    #[error("elements of the type {descr} are not supported: save them as <f4, <i4, <i8 or |b1")]
    Element {
        /// The type as the file has it.
        descr: String,
    },
    /// Elements column by column.
    #[error("the elements are column by column: save `numpy.ascontiguousarray(x)`")]
    Order,
    /// Another number of bytes than the shape needs.
    #[error("{found} bytes of elements where the shape {shape:?} needs {expected}")]
    Length {
        /// The shape.
        shape: Vec<usize>,
        /// Bytes of that shape.
        expected: usize,
        /// Bytes in the file.
        found: usize,
    },
    /// A byte of a truth that is neither 0 nor 1.
    #[error("a truth is {byte}, and neither 0 nor 1")]
    Truth {
        /// The byte.
        byte: u8,
    },
    /// A shape beyond the limits.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}

/// The value of a key of the header, up to the next key.
fn value<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let behind = header.split_once(&format!("'{key}':"))?.1.trim_start();
    let end = match behind.chars().next()? {
        '(' => behind.find(')')? + 1,
        '\'' => behind[1..].find('\'')? + 2,
        _ => behind.find([',', '}'])?,
    };
    behind.get(..end)
}

/// The words of elements.
fn words(element: Element, data: &[u8]) -> Result<Vec<u32>, NpyError> {
    if element != Element::Bool {
        let words = data.chunks_exact(4);
        let words = words.map(|of| u32::from_le_bytes([of[0], of[1], of[2], of[3]]));
        return Ok(words.collect());
    }
    match data.iter().find(|byte| **byte > 1) {
        Some(byte) => Err(NpyError::Truth { byte: *byte }),
        None => Ok(data.iter().map(|byte| u32::from(*byte)).collect()),
    }
}

/// The tensor of a file.
///
/// # Errors
/// Other bytes than those of such a file, and elements and orders that are not read.
pub fn read(bytes: &[u8]) -> Result<Tensor, NpyError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NpyError::Header)?;
    let (len, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err(NpyError::Header),
    };
    let (header, data) = rest.split_at_checked(len).ok_or(NpyError::Header)?;
    let header = std::str::from_utf8(header).map_err(|_| NpyError::Header)?;
    let descr = value(header, "descr")
        .ok_or(NpyError::Header)?
        .trim_matches('\'');
    let element = match descr {
        "<f4" => Element::F32,
        "<i4" => Element::I32,
        "<i8" => Element::I64,
        "|b1" => Element::Bool,
        other => {
            let descr = other.to_owned();
            return Err(NpyError::Element { descr });
        }
    };
    let shape = value(header, "shape").ok_or(NpyError::Header)?;
    let lens = shape.trim_matches(['(', ')']).split(',').map(str::trim);
    let lens = lens.filter(|len| !len.is_empty()).map(str::parse);
    let shape: Vec<usize> = lens
        .collect::<Result<_, _>>()
        .map_err(|_| NpyError::Header)?;
    match value(header, "fortran_order") {
        Some("False") => {}
        Some("True") if shape.len() < 2 => {}
        Some("True") => return Err(NpyError::Order),
        _ => return Err(NpyError::Header),
    }
    let each = if element == Element::Bool {
        1
    } else {
        4 * element.words()
    };
    let expected = elements(&shape)? * each;
    if data.len() != expected {
        let found = data.len();
        return Err(NpyError::Length {
            shape,
            expected,
            found,
        });
    }
    let words = words(element, data)?;
    Ok(Tensor::new(element, &shape, words)?)
}

/// A tensor as a file.
pub fn write(tensor: &Tensor) -> Vec<u8> {
    let descr = match tensor.element() {
        Element::F32 => "<f4",
        Element::I32 => "<i4",
        Element::I64 => "<i8",
        Element::Bool => "|b1",
    };
    let lens: Vec<String> = tensor.shape().iter().map(ToString::to_string).collect();
    let shape = match &lens[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", lens.join(", ")),
    };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // The elements begin at a multiple of 64 bytes, behind a line's end.
    while !(MAGIC.len() + 4 + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    if tensor.element() == Element::Bool {
        bytes.extend(tensor.words().iter().map(|word| *word as u8));
    } else {
        bytes.extend(tensor.words().iter().flat_map(|word| word.to_le_bytes()));
    }
    bytes
}
